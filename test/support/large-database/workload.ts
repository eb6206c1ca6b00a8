// Everything that RollCall does on a database of make.ts: what its processes do by themselves, and a call of every endpoint.
import { randomBytes } from 'node:crypto'
import { createApi } from '#api'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { type AnsweredStatement, observeStatements, openStore, type Store } from '#store'
import { type FakeClock, fakeClock } from '#support/clock.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { connect } from '#support/sql.ts'
import { makeBackground } from './background.ts'
import { makeCalls, requestOf } from './calls.ts'
import { completeUsers, madeAt, type Sizes } from './make.ts'

export type Workload = AsyncDisposable & {
  store: Store
  /** It stands still but in the steps. */
  clock: FakeClock
  /** The time from the start of a process until it holds every tournament, ms. */
  readyAfter: number
  /** The steps, by name, in their order. Each can be repeated; a call resolves with its status. */
  steps: ReadonlyMap<string, () => Promise<unknown>>
  /** Every statement since the start, with the step that ran it. */
  statements: readonly (AnsweredStatement & { step: string })[]
  /** Runs all steps once; `onError` gets the failure of a step. */
  run(onError: (step: string, error: unknown) => void): Promise<void>
}

/** Opens a store and the API on the database. Its clock stands still but in the steps, so that only one step runs at a time. */
export async function openWorkload(databaseUrl: string, sizes: Sizes): Promise<Workload> {
  const statements: (AnsweredStatement & { step: string })[] = []
  let step = 'the start of a process'
  const stopObserving = observeStatements((answered) => void statements.push({ ...answered, step }))
  const clock = fakeClock(madeAt())
  // What a process does every second or two is done every minute, so that an hour passes in a few seconds.
  const clockOfStore = {
    ...clock,
    every: (ms: number, task: () => Promise<void> | void) => clock.every(Math.max(ms, 60_000), task),
  }
  const log = createLog('warn')
  const startedAt = performance.now()
  const store = await openStore({ databaseUrl, clock: clockOfStore, log, secretKey: randomBytes(32) })
  await store.projection.ready()
  const readyAfter = performance.now() - startedAt
  const app = await createApi({
    store,
    config: { publicUrl: undefined, source: undefined, admin: undefined, trustedProxies: [] },
    clock,
    log,
    metrics: createMetrics(),
    clientFolder: 'none',
    push: { publicKey: 'key', services: { hosts: ['push.example'], localOrigin: undefined } },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  const sql = connect(databaseUrl)
  // As a process that reads the source does.
  const stopAnswering = await answerReadRequests(store)
  let numbers = 0
  let users = 40
  let tournament = sizes.tournaments
  const parts = {
    store,
    clock,
    sizes,
    ...sizes,
    sql,
    nextNumber: () => ++numbers,
    nextUser: () => (users += completeUsers),
    nextTournament: () => --tournament,
  }
  const calls = makeCalls(parts)
  const call = async (name: EndpointName): Promise<number> => {
    const { path, init } = requestOf(name, calls[name]())
    const answer = fetch(url + path, init)
    // A call that changes a link waits until no process shows the earlier one.
    const waiting = setInterval(() => void clock.advance(10), 10)
    const response = await answer
    const text = await response.text().finally(() => clearInterval(waiting))
    const { status } = response
    if (status >= 500) throw new Error(`${name} was answered with ${status}: ${text}`)
    return status
  }
  const steps = new Map<string, () => Promise<unknown>>([
    ...Object.entries(makeBackground(parts)),
    ...(Object.keys(endpoints) as EndpointName[]).map((name) => [name, () => call(name)] as const),
  ])
  return {
    store,
    clock,
    readyAfter,
    steps,
    statements,
    async run(onError) {
      for (const [name, run] of steps) {
        step = name
        await run().catch((error: unknown) => onError(name, error))
      }
    },
    async [Symbol.asyncDispose]() {
      stopAnswering()
      await app.close()
      await sql.end()
      await store.close()
      stopObserving()
    },
  }
}
