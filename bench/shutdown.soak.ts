// node bench/leaving.soak.ts [sockets] [requests a second]: an operator stops the server while ten thousand sockets are open
// and people ask (reliability R-09). It is not ready from then on; sockets are closed with 1012 in waves over 20 seconds,
// each told when to come back; requests are answered as long as they are taken; the process is gone within 30 seconds. Ends
// with 1 when that is not so.
import { Agent, get } from 'node:http'
import { systemClock } from '#platform/clock.ts'
import { openCrowd } from './crowd.ts'
import { quantile, requireFiles } from './figure.ts'
import { openServedEvent } from './soak-stages.ts'

const [sockets = 10_000, perSecond = 200] = process.argv.slice(2).map(Number)
/** What R-09 asks for, in ms. */
const wavesTake = { least: 15_000, most: 25_000 }
const goneWithin = 30_000
const before = 3_000

requireFiles(sockets + 3_000)
const { rollCall, port, cookies, close } = await openServedEvent({ users: Math.ceil(sockets / 10) })
const crowd = await openCrowd({
  port,
  sockets,
  speaks: 'rollcall',
  hello: '{"type":"subscribe"}',
  cookies,
  perSecond: 900,
  leaves: true,
})

/** When it was asked, in ms of the monotonic clock; `end` for an answer, a refused connection, or an answer cut off. */
type Asked = { at: number; took: number; end: 'answered' | 'not taken' | 'dropped'; status: number }
const asked: Asked[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/** A connection that ends before anything of an answer came may be one that was not taken; the browser asks again. */
function ask(path: string, cookie: string, index: number): void {
  const at = systemClock.monotonic()
  const end = (how: Asked['end'], status = 0): void =>
    void asked.push({ at, took: systemClock.monotonic() - at, end: how, status })
  // Half of them on connections of their own.
  const request = get(
    rollCall.url + path,
    { headers: { cookie }, ...(index % 2 === 0 ? { agent } : { agent: false }) },
    (response) => {
      response.resume().on('error', () => {})
      response.on('close', () => end(response.complete ? 'answered' : 'dropped', response.statusCode ?? 0))
    },
  )
  let isTaken = false
  request.on('finish', () => (isTaken = !request.reusedSocket && (request.socket?.bytesWritten ?? 0) > 0))
  request.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code !== 'ECONNREFUSED' && isTaken ? 'dropped' : 'not taken'),
  )
}
let count = 0
const startedAt = systemClock.monotonic()
const asking = systemClock.every(10, () => {
  const due = ((systemClock.monotonic() - startedAt) / 1_000) * perSecond
  for (; count < due; count++)
    ask(count % 4 === 0 ? '/api/share' : '/api/matches/upcoming', cookies[count % cookies.length] ?? '', count)
})
const isReady = async (): Promise<boolean | null> => {
  const answer = await fetch(`${rollCall.url}/readyz`).catch(() => null)
  return answer && answer.status === 200
}

await systemClock.sleep(before)
const wrong: string[] = []
if ((await isReady()) !== true) wrong.push('it was not ready before')
const left = crowd.left()
const orderedAt = systemClock.monotonic()
const stopped = rollCall.stop()
let notReadyAfter = Infinity
while (notReadyAfter === Infinity) {
  const ready = await isReady()
  if (ready !== true) notReadyAfter = systemClock.monotonic() - orderedAt
}
await stopped
const goneAfter = systemClock.monotonic() - orderedAt
await asking.stop()
const closes = await left
await systemClock.sleep(1_000)

const from = Math.min(...closes.at)
const spread = Math.max(...closes.at) - from
const waves = new Set(closes.at.map((at) => Math.round((at - from) / 1_000))).size
const since = asked.filter(({ at }) => at >= orderedAt)
const answered = since.filter(({ end }) => end === 'answered')
const dropped = asked.filter(({ end }) => end === 'dropped')
const refused = answered.filter(({ status }) => status !== 200 && status !== 503)
if (notReadyAfter > 1_000) wrong.push(`it was ready for ${notReadyAfter.toFixed(0)} ms more`)
if (closes.codes.some((code) => code !== 1012)) wrong.push(`closed with ${[...new Set(closes.codes)].join()}`)
if (closes.told !== sockets) wrong.push(`${closes.told} of ${sockets} were told when to come back`)
if (sockets > 100 && (spread < wavesTake.least || spread > wavesTake.most))
  wrong.push(`the waves took ${spread.toFixed(0)} ms`)
if (goneAfter > goneWithin) wrong.push(`it was gone after ${goneAfter.toFixed(0)} ms`)
for (const { at } of dropped) wrong.push(`a request was dropped ${(at - orderedAt).toFixed(0)} ms after the order`)
if (refused.length > 0)
  wrong.push(`${refused.length} requests were answered ${[...new Set(refused.map(({ status }) => status))].join()}`)
console.log(
  `R-09: SIGTERM with ${sockets} sockets and ${perSecond} requests a second: not ready after ${notReadyAfter.toFixed(0)} ms, ` +
    `${closes.at.length} sockets closed with ${[...new Set(closes.codes)].join()} over ${(spread / 1_000).toFixed(1)} s in ${waves} waves, ${closes.told} told when to come back, ` +
    `gone after ${(goneAfter / 1_000).toFixed(1)} s; ${answered.length} requests answered after the order (p99 ${quantile(
      answered.map(({ took }) => took),
      0.99,
    ).toFixed(0)} ms), ` +
    `${answered.filter(({ status }) => status === 503).length} of them with 503, ` +
    `${dropped.length} dropped, ${since.length - answered.length - dropped.length} not taken any more; ${wrong.length} wrong`,
)
for (const line of wrong.slice(0, 20)) console.log(line)
agent.destroy()
await crowd.close()
await close()
process.exitCode = wrong.length === 0 ? 0 : 1
