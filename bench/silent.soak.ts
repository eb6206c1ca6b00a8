// node bench/silent.soak.ts [silent sockets] [turns]: twelve megabytes are sent to each of some sockets, which read nothing
// of it, while a thousand others follow four athletes each (reliability R-06). The silent ones must be closed (4008), the
// server's memory must not grow by them, and the others must not notice: with them, with as many that read, and without
// them, in turns. Ends with 1 when a silent socket stays open or memory grows by more than 10 MB.
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { systemClock } from '#platform/clock.ts'
import { openLoadGenerator } from './load-generator.ts'
import { machineNow, median, quantile, requireFiles } from './figure.ts'
import { retry } from './import-day.ts'
import { openServedEvent } from './soak-fixtures.ts'

const [silent = 20, turns = 3] = process.argv.slice(2).map(Number)
const others = 1_000
const mats = 8
/** In each turn so many times everything on all mats is moved, which is half a megabyte to who follows everybody. */
const rounds = 24
const roundEvery = 500
const growth = 10
const megabyte = 1024 * 1024

requireFiles(others + silent + 200)
// Who is special follows everybody.
const { event, rollCall, port, cookies, close } = await openServedEvent({
  users: others / 10 + silent,
  special: silent,
})
const load = await openLoadGenerator({
  port,
  sockets: others,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies: cookies.slice(silent),
  opensPerSecond: 500,
})
const resident = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rollCall.pid}/status`, 'utf8'))?.[1]) / 1_024
const closedSlow = async (): Promise<number> =>
  Number(
    /^rollcall_live_closed_total\{code="4008"\} (\d+)/m.exec(
      await (await fetch(`${rollCall.url}/metrics`)).text(),
    )?.[1] ?? 0,
  )

/** Somebody who follows everybody; reads on after the first word, or nothing any more. */
async function open(cookie: string, reads: boolean, took: (bytes: number) => void): Promise<WebSocket> {
  const socket = new WebSocket(rollCall.url.replace('http', 'ws') + '/ws', { headers: { cookie } })
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send('{"type":"subscribe"}'))
    socket.once('message', () => resolve())
  })
  if (reads) socket.on('message', (data) => took((data as Buffer).length))
  else socket.pause()
  return socket
}

type Kind = 'none' | 'reading' | 'silent'
type Turn = { kind: Kind; p50: number; p99: number; grown: number; sent: number }

async function turn(kind: Kind): Promise<Turn> {
  let bytes = 0
  const count = kind === 'none' ? 0 : silent
  const sockets = await Promise.all(
    cookies.slice(0, count).map((cookie) => open(cookie, kind === 'reading', (length) => (bytes += length))),
  )
  const before = resident()
  const closedBefore = await closedSlow()
  let most = before
  const begun = new Map<number, number>()
  const report = await load.recordMatchTimes()
  for (let round = 0; round < rounds; round++) {
    const from = event.held().position.seq
    const at = machineNow()
    await event.batch(async () => {
      for (let mat = 1; mat <= mats; mat++) await event.delayMat(mat, 1)
    })
    for (let seq = from + 1; seq <= event.held().position.seq; seq++) begun.set(seq, at)
    most = Math.max(most, resident())
    await systemClock.sleep(Math.max(0, at + roundEvery - machineNow()))
  }
  await systemClock.sleep(2_000)
  const { seqs, at } = await report()
  if (kind === 'silent')
    await retry(async () => {
      most = Math.max(most, resident())
      if ((await closedSlow()) - closedBefore < count) throw new Error('a silent socket is still open')
    })
  for (const socket of sockets) socket.terminate()
  const times = seqs.map((seq, index) => (at[index] ?? Infinity) - (begun.get(seq) ?? -Infinity))
  return {
    kind,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    grown: most - before,
    sent: bytes / Math.max(1, count) / megabyte,
  }
}

// Code and caches are warm before anything counts.
const kinds: Kind[] = ['none', 'silent', 'reading']
for (const kind of kinds) await turn(kind)
const all: Turn[] = []
const wrong: string[] = []
for (let round = 0; round < turns; round++)
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[(index + round) % kinds.length] ?? 'none'
    const result = await turn(kind).catch((error: Error) => wrong.push(error.message))
    if (typeof result === 'object') all.push(result)
  }
const of = (kind: Kind, figure: (turn: Turn) => number): number =>
  median(all.filter((each) => each.kind === kind).map(figure))
const grown = of('silent', (each) => each.grown)
if (grown > Math.max(growth, of('none', (each) => each.grown) + growth))
  wrong.push(`memory grew by ${grown.toFixed(0)} MB`)
const line = (kind: Kind): string =>
  `p50 ${of(kind, ({ p50 }) => p50).toFixed(0)}, p99 ${of(kind, ({ p99 }) => p99).toFixed(0)} ms, memory +${of(kind, (each) => each.grown).toFixed(0)} MB`
console.log(
  `R-06: ${silent} sockets that never read, ${of('reading', ({ sent }) => sent).toFixed(1)} MB sent to each of as many that do, ${turns} turns of each, medians: ` +
    `the ${others} others without them ${line('none')}; beside silent ones ${line('silent')}; beside reading ones ${line('reading')}; ` +
    `${await closedSlow()} closed with 4008; p99 beside silent ones ${(of('silent', ({ p99 }) => p99) / of('none', ({ p99 }) => p99)).toFixed(2)} times; ${wrong.length} wrong`,
)
for (const each of wrong.slice(0, 20)) console.log(each)
await load.close()
await close()
process.exitCode = wrong.length === 0 ? 0 : 1
