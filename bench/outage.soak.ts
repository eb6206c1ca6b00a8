// node bench/outage.soak.ts [ended|still] [sockets] [requests a second]: the database ends as by `pg_ctl stop -m immediate`
// and stays away for half a minute (reliability R-03), or stands still for twenty seconds, while sockets are open and
// people read and write. Meanwhile lists that are known are served and called stale, everything else is refused soon with
// 503 and Retry-After; no socket closes, no process ends; afterwards all is as before within five seconds, and nothing that
// was acknowledged is lost. Ends with 1 when that is not so.
import { Agent, get } from 'node:http'
import { systemClock } from '#platform/clock.ts'
import { databaseProcesses, signalAll } from '#support/faults/database-processes.ts'
import { openCrowd } from './crowd.ts'
import { quantile, requireFiles } from './figure.ts'
import { openWiredDay } from './soak-stages.ts'
import { startWriters } from './writers.ts'
import { connect } from '#support/sql.ts'

const [how = 'ended', ...numbers] = process.argv.slice(2)
const [sockets = 2_000, perSecond = 200] = numbers.map(Number)
const isEnded = how === 'ended'
/** In ms: what is asked for, and what is tried. */
const awayFor = isEnded ? 30_000 : 20_000
const answersWithin = isEnded ? 2_000 : 3_500
const normalWithin = 5_000
const around = 10_000
const lookEvery = 250
const mostConnections = 20
const mostWaiting = 200
/** A fifth of all requests write. */
const writersShare = 0.2
const burst = 1_000

requireFiles(sockets + 3_000)
const users = Math.ceil(sockets / 10)
const writing = Math.round(perSecond * writersShare)
// Who is special writes.
const stage = await openWiredDay({}, { users: users + writing, special: writing })
const { dataDir, wires, rollCall, port, athleteIds, cookies } = stage
const crowd = await openCrowd({
  port,
  sockets,
  speaks: 'rollcall',
  hello: '{"type":"subscribe"}',
  cookies: cookies.slice(writing),
  perSecond: 500,
  returns: true,
})

/** What was asked and answered, in ms of the monotonic clock; status 0 for no answer. */
type Answer = {
  what: 'list' | 'read' | 'write'
  at: number
  took: number
  status: number
  retryAfter: boolean
  stale: boolean
}
const answers: Answer[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
let underWay = 0
let mostUnderWay = 0

function ask(what: 'list' | 'read', cookie: string): Promise<Answer> {
  const path = what === 'list' ? '/api/matches/upcoming' : '/api/push'
  const at = systemClock.monotonic()
  mostUnderWay = Math.max(mostUnderWay, ++underWay)
  return new Promise((resolve) => {
    const end = (status: number, retryAfter: boolean, text: string): void => {
      underWay--
      const answer = {
        what,
        at,
        took: systemClock.monotonic() - at,
        status,
        retryAfter,
        stale: text.includes('"state":"stale"'),
      }
      answers.push(answer)
      resolve(answer)
    }
    get(rollCall.url + path, { agent, headers: { cookie } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', () => end(0, false, ''))
      response.on('end', () =>
        end(response.statusCode ?? 0, response.headers['retry-after'] !== undefined, Buffer.concat(parts).toString()),
      )
    }).on('error', () => end(0, false, ''))
  })
}

const writers = startWriters({
  url: rollCall.url,
  cookies: cookies.slice(0, writing),
  athleteIds,
  perSecond: writing,
  patience: 20_000,
})
writers.onAnswer = ({ at, took, status, retryAfter }) =>
  answers.push({ what: 'write', at, took, status, retryAfter: retryAfter !== null, stale: false })
/** Two lists to one read that needs the database, at a steady rate whatever is answered. */
let asked = 0
const startedAt = systemClock.monotonic()
const reading = systemClock.every(10, () => {
  const due = ((systemClock.monotonic() - startedAt) / 1_000) * (perSecond - writing)
  for (; asked < due; asked++) void ask(asked % 3 === 0 ? 'read' : 'list', cookies[writing + (asked % users)] ?? '')
})

/** The server's own count of sockets, and of those that it closed; and whether it still runs. */
async function live(): Promise<{ open: number; closed: number }> {
  const text = await (await fetch(`${rollCall.url}/metrics`)).text()
  const closed = [...text.matchAll(/^rollcall_live_closed_total\{code="\d+"\} (\d+)/gm)]
  return {
    open: Number(/^rollcall_live_sockets (\d+)/m.exec(text)?.[1]),
    closed: closed.reduce((sum, [, count]) => sum + Number(count), 0),
  }
}

await systemClock.sleep(around)
const before = systemClock.monotonic()
let mostWires = wires.connections().length
const looking = systemClock.every(lookEvery, () => {
  mostWires = Math.max(mostWires, wires.connections().length)
})
const processes = databaseProcesses(dataDir)
if (isEnded) {
  signalAll(processes.slice(0, 1), 'SIGQUIT')
  await stage.endDatabase()
} else signalAll(processes, 'SIGSTOP')
const awayAt = systemClock.monotonic()
await systemClock.sleep(awayFor / 2)
// A crowd at once: who cannot wait for the database is told so at once.
const crowded = await Promise.all(
  Array.from({ length: burst }, (_, index) => ask('read', cookies[writing + (index % users)] ?? '')),
)
await systemClock.sleep(Math.max(0, awayAt + awayFor - systemClock.monotonic()))
if (isEnded) {
  await stage.startDatabase()
} else signalAll(processes, 'SIGCONT')
const backAt = systemClock.monotonic()
await systemClock.sleep(normalWithin + around)
await reading.stop()
await looking.stop()
const { open, closed } = await live()
const sql = connect(stage.databaseUrl())
const wrong = await writers.stop(sql)
await sql.end()

const during = answers.filter(({ at }) => at > awayAt + 1_000 && at < backAt - 3_000)
const refused = during.filter(({ status }) => status !== 200)
const lists = during.filter(({ what }) => what === 'list')
const stale = lists.filter(({ status, stale: isStale }) => status === 200 && isStale)
const toldStaleAfter = (stale[0]?.at ?? Infinity) - awayAt
const lateFailures = answers.filter(({ at, status }) => at > backAt && status !== 200)
const normalAfter = Math.max(0, ...lateFailures.map(({ at, took }) => at + took - backAt))
const slowest = Math.max(0, ...refused.map(({ took }) => took))
const bad = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)
const waited = crowded.filter(({ took }) => took > 1_000).length
if (bad.length > 0)
  wrong.push(
    `${bad.length} were refused otherwise: ${[...new Set(bad.map(({ what, status }) => `${what} ${status}`))].join()}`,
  )
if (slowest > answersWithin) wrong.push(`the slowest refusal took ${slowest.toFixed(0)} ms`)
if (lists.some(({ status }) => status !== 200)) wrong.push('a list that is known was refused')
if (stale.length === 0) wrong.push('no list was called stale')
if (normalAfter > normalWithin) wrong.push(`still refused ${normalAfter.toFixed(0)} ms after the database was back`)
if (open !== sockets || closed > 0) wrong.push(`${open} sockets are open, ${closed} were closed`)
if (mostWires > mostConnections) wrong.push(`${mostWires} connections`)
if (waited > mostWaiting) wrong.push(`${waited} of ${burst} that came at once waited`)
const took = (some: readonly Answer[]): string =>
  `p50 ${quantile(
    some.map((each) => each.took),
    0.5,
  ).toFixed(0)}, p99 ${quantile(
    some.map((each) => each.took),
    0.99,
  ).toFixed(0)} ms`
console.log(
  `${isEnded ? 'R-03' : 'R-04'}: the database ${isEnded ? 'ended' : 'stood still'} for ${((backAt - awayAt) / 1_000).toFixed(0)} s under ${perSecond} requests a second and ${sockets} sockets: ` +
    `${during.length} requests meanwhile, ${refused.length} refused (${took(refused)}, at most ${slowest.toFixed(0)} ms), lists ${lists.length} of which ${stale.length} stale (${took(lists)}; first told after ${(toldStaleAfter / 1_000).toFixed(1)} s), ` +
    `at most ${mostWires} connections, ${waited} of ${burst} at once waited (${took(crowded)}), ${mostUnderWay} under way at most; ` +
    `last refusal ${normalAfter.toFixed(0)} ms after it was back; ${open} sockets open, ${closed} closed; ${writers.acknowledged()} acknowledged writes, ${writers.askedAgain()} asked again; before: ${took(answers.filter(({ at }) => at < before))}; ${wrong.length} wrong`,
)
for (const line of wrong.slice(0, 20)) console.log(line)
agent.destroy()
await crowd.close()
await stage.close()
process.exitCode = wrong.length === 0 ? 0 : 1
