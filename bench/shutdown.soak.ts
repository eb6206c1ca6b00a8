// node bench/shutdown.soak.ts [sockets] [requests a second]: SIGTERM under load (reliability R-09). The server must stop being
// ready at once, close its sockets with 1012 and a `retryAfterMs` in waves over 20 seconds, answer every accepted request, and
// exit within 30 seconds. Exits with 1 otherwise.
import { Agent, get } from 'node:http'
import { systemClock } from '#platform/clock.ts'
import { openLoadGenerator } from './load-generator.ts'
import { quantile, requireFiles } from './figure.ts'
import { openServedEvent } from './soak-fixtures.ts'

const [sockets = 10_000, perSecond = 200] = process.argv.slice(2).map(Number)
/** The limits of R-09, in ms: 20 s, with a tolerance, and 30 s. */
const wavesTake = { least: 15_000, most: 25_000 }
const goneWithin = 30_000
/** How long requests are sent before SIGTERM, in ms. */
const loadTime = 3_000

requireFiles(sockets + 3_000)
const { rollCall, port, cookies, close } = await openServedEvent({ users: Math.ceil(sockets / 10) })
const load = await openLoadGenerator({
  port,
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies,
  opensPerSecond: 900,
  staysClosed: true,
})

/** A request's time and duration in ms of the monotonic clock. */
type RequestResult = { at: number; took: number; outcome: 'answered' | 'not accepted' | 'dropped'; status: number }
const results: RequestResult[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/** A reused connection that ends without an answer counts as not accepted, because browsers retry such a request. */
function request(path: string, cookie: string, index: number): void {
  const at = systemClock.monotonic()
  const end = (outcome: RequestResult['outcome'], status = 0): void =>
    void results.push({ at, took: systemClock.monotonic() - at, outcome, status })
  // Every second request opens a new connection.
  const sent = get(
    rollCall.url + path,
    { headers: { cookie }, ...(index % 2 === 0 ? { agent } : { agent: false }) },
    (response) => {
      response.resume().on('error', () => {})
      response.on('close', () => end(response.complete ? 'answered' : 'dropped', response.statusCode ?? 0))
    },
  )
  let isAccepted = false
  sent.on('finish', () => (isAccepted = !sent.reusedSocket && (sent.socket?.bytesWritten ?? 0) > 0))
  sent.on('error', (error: NodeJS.ErrnoException) =>
    end(error.code !== 'ECONNREFUSED' && isAccepted ? 'dropped' : 'not accepted'),
  )
}
let count = 0
const startedAt = systemClock.monotonic()
const requesting = systemClock.every(10, () => {
  const due = ((systemClock.monotonic() - startedAt) / 1_000) * perSecond
  for (; count < due; count++)
    request(count % 4 === 0 ? '/api/share' : '/api/matches/upcoming', cookies[count % cookies.length] ?? '', count)
})
const isReady = async (): Promise<boolean> => {
  const answer = await fetch(`${rollCall.url}/readyz`).catch(() => null)
  return answer?.status === 200
}

await systemClock.sleep(loadTime)
const failures: string[] = []
if (!(await isReady())) failures.push('the server was not ready before SIGTERM')
const allClosed = load.closed()
const stoppedAt = systemClock.monotonic()
const stopped = rollCall.stop()
let notReadyAfter = Infinity
while (notReadyAfter === Infinity) {
  if (!(await isReady())) notReadyAfter = systemClock.monotonic() - stoppedAt
}
await stopped
const goneAfter = systemClock.monotonic() - stoppedAt
await requesting.stop()
const closes = await allClosed
await systemClock.sleep(1_000)

const from = Math.min(...closes.at)
const spread = Math.max(...closes.at) - from
const waves = new Set(closes.at.map((at) => Math.round((at - from) / 1_000))).size
const before = results.filter(({ at }) => at < stoppedAt)
const since = results.filter(({ at }) => at >= stoppedAt)
const answered = since.filter(({ outcome }) => outcome === 'answered')
const dropped = results.filter(({ outcome }) => outcome === 'dropped')
const unexpected = [
  ...before.filter(({ outcome, status }) => outcome === 'answered' && status !== 200),
  ...answered.filter(({ status }) => status !== 200 && status !== 503),
]
if (!before.some(({ status }) => status === 200)) failures.push('no request was answered before SIGTERM')
if (notReadyAfter > 1_000) failures.push(`the server stayed ready for ${notReadyAfter.toFixed(0)} ms`)
if (closes.codes.some((code) => code !== 1012)) failures.push(`closed with ${[...new Set(closes.codes)].join()}`)
if (closes.withRetryAfter !== sockets)
  failures.push(`${closes.withRetryAfter} of ${sockets} closes named a retryAfterMs`)
if (sockets > 100 && (spread < wavesTake.least || spread > wavesTake.most))
  failures.push(`the waves took ${spread.toFixed(0)} ms`)
if (goneAfter > goneWithin) failures.push(`the process exited after ${goneAfter.toFixed(0)} ms`)
for (const { at } of dropped)
  failures.push(`a request that was sent ${(at - stoppedAt).toFixed(0)} ms after SIGTERM was dropped`)
if (unexpected.length > 0)
  failures.push(
    `${unexpected.length} requests were answered ${[...new Set(unexpected.map(({ status }) => status))].join()}`,
  )
console.log(
  `R-09: SIGTERM with ${sockets} sockets and ${perSecond} requests a second: not ready after ${notReadyAfter.toFixed(0)} ms, ` +
    `${closes.at.length} sockets closed with ${[...new Set(closes.codes)].join()} over ${(spread / 1_000).toFixed(1)} s in ${waves} waves, ${closes.withRetryAfter} with retryAfterMs, ` +
    `exited after ${(goneAfter / 1_000).toFixed(1)} s; ${answered.length} requests answered after SIGTERM (p99 ${quantile(
      answered.map(({ took }) => took),
      0.99,
    ).toFixed(0)} ms), ` +
    `${answered.filter(({ status }) => status === 503).length} of them with 503, ` +
    `${dropped.length} dropped, ${since.filter(({ outcome }) => outcome === 'not accepted').length} no longer accepted; ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
agent.destroy()
await load.close()
await close()
process.exitCode = failures.length === 0 ? 0 : 1
