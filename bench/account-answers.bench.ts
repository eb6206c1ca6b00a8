// Measures whether the response time reveals that an address has an account: known and unknown addresses alternate
// (quality/security.md E-01, E-02). Also measures how long a login takes during many sign-ups (N-03).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, seedUser } from '#api'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { print, quantile } from './figure.ts'

const pairs = 200
/** Calls before the measurement, so that code and connections are warm. */
const warmUp = 20

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const store = await openStore({ databaseUrl: server.url, clock: systemClock, log })
const knownEmail = (index: number): string => `known-${index}@example.org`
const unknownEmail = (index: number): string => `other-${index}@example.org`
for (let index = 0; index < pairs + warmUp; index++)
  await seedUser(store, { username: `User ${index}`, email: knownEmail(index), password: 'a whistle at dawn' })
const app = await createApi({
  store,
  config: { publicUrl: undefined, source: undefined, admin: undefined, trustedProxies: ['127.0.0.1'] },
  clock: systemClock,
  log,
  metrics: createMetrics(),
  clientFolder: 'none',
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

let calls = 0
/** The time of a call, ms. Each call comes from its own address, so that no limit by address applies. */
async function time(path: string, body: object, status: number): Promise<number> {
  calls++
  const address = `10.${calls >> 8}.${calls & 255}.1`
  const startedAt = performance.now()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  await response.text()
  if (response.status !== status) throw new Error(`${path}: ${response.status}`)
  return performance.now() - startedAt
}

/** The medians for known and unknown addresses, in ms. */
async function medians(call: (email: string) => Promise<number>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let index = 0; index < pairs + warmUp; index++) {
    // In alternating order, because the second of two calls may be faster.
    for (const side of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await call(side === 0 ? knownEmail(index) : unknownEmail(index))
      if (index >= warmUp) times[side].push(ms)
    }
  }
  const middle = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Infinity
  return [middle(times[0]), middle(times[1])]
}
const show = ([one, other]: [number, number]): string => `${one.toFixed(1)} and ${other.toFixed(1)} ms`

const forgot = await medians((email) => time('/api/forgot-password', { email }, 200))
const difference = Math.abs(forgot[0] - forgot[1])
console.log(
  `[E-01] forgotten password, difference of known and unknown addresses: ${difference.toFixed(2)} ms (goal <= 5) ${difference <= 5 ? 'ok' : 'short'}`,
)
console.log(`  medians ${show(forgot)}`)

const login = await medians((email) => time('/api/login', { username: email, password: 'not this one' }, 401))
const ratio = login[0] / login[1]
const isAlike = ratio >= 0.9 && ratio <= 1.1
console.log(
  `[E-02] wrong login, ratio of known to unknown addresses: ${ratio.toFixed(3)} (goal 0.9 to 1.1) ${isAlike ? 'ok' : 'short'}`,
)
console.log(`  medians ${show(login)}`)

/** The numbers of simultaneous calls, each from its own address. */
const load = { signUps: 240, logins: 25 }
const send = (path: string, body: object, address: string) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
const queueFull = Promise.withResolvers<void>()
let registered = 0
const signUps = Array.from({ length: load.signUps }, async (_, index) => {
  const body = { username: `Newcomer ${index}`, email: `new-${index}@example.org`, password: 'a whistle at dawn' }
  const { ok, status } = await send('/api/register', body, `198.51.100.${index}`)
  if (status === 503) queueFull.resolve()
  else if (!ok) queueFull.reject(new Error(`/api/register: ${status}`))
  else if (++registered === load.signUps) queueFull.reject(new Error('the queue for sign-ups never became full'))
})
await queueFull.promise
const loginTimes = await Promise.all(
  Array.from({ length: load.logins }, async (_, index) => {
    const startedAt = performance.now()
    const { status } = await send(
      '/api/login',
      { username: knownEmail(index), password: 'a whistle at dawn' },
      `192.0.2.${index}`,
    )
    return status === 200 ? (performance.now() - startedAt) / 1000 : Infinity
  }),
)
print(`[N-03] slowest of ${load.logins} logins while ${load.signUps} sign up`, quantile(loginTimes, 1), 's', {
  most: 2,
})
console.log(`  ${registered} had signed up by then`)
await Promise.all(signUps)

await app.close()
await store.close()
await server.stop()
await rm(dataDir, { recursive: true })
