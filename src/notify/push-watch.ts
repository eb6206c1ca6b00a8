// Watches the tournaments for those whose phones are to be told: whenever something changed, and every few seconds, because
// time alone brings a match near. What is found is told through the store, which lets no news through twice.
import type { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, Told } from '#store'
import { tellingOf, whatIsSeen, whatIsUntold } from './push-news.ts'

type Parts = {
  store: Pick<Store, 'push' | 'projection' | 'follows'>
  clock: Clock
  log: Log
  outcomes: Counter<'about' | 'outcome'>
}

const second = 1_000
/** In ms. Changes of one page come together; so do those of several that are read at once. */
const settleFor = 500
const lookEvery = 15 * second
/** Who listens is read again this often, for what other processes changed; and soon after it changed here. */
const listenersEvery = 30 * second
const listenersSettle = second

export type PushWatch = {
  /** Looks at everything now; resolves when what was news is queued. */
  look(): Promise<void>
  stop(): Promise<void>
}

export function startPushWatch({ store, clock, log, outcomes }: Parts): PushWatch {
  const { told } = store.push
  let listened = new Map<number, number[]>()
  const known = new Map<number, { version: number; told: Told }>()
  const due = new Set<number>()
  let working: Promise<void> | undefined
  let cancelSettling: (() => void) | undefined
  let cancelReading: (() => void) | undefined
  let isStopped = false

  async function readListeners(): Promise<void> {
    listened = await told.listened()
    for (const id of known.keys()) if (!listened.has(id)) known.delete(id)
    for (const id of listened.keys()) due.add(id)
  }

  async function lookAt(tournamentId: number): Promise<void> {
    const athleteIds = listened.get(tournamentId)
    const held = athleteIds && store.projection.get(tournamentId)
    // While it is read for the first time, everything is new and nothing is news.
    if (!held || held.state.tournament.import.state === 'running') return
    const version = await told.version(tournamentId)
    let mine = known.get(tournamentId)
    if (mine?.version !== version) {
      mine = { version, told: await told.told(tournamentId) }
      known.set(tournamentId, mine)
    }
    const now = clock.now()
    const untold = whatIsUntold(whatIsSeen(held, athleteIds), mine.told, now)
    if (untold.length === 0) return
    const remembered = new Map(mine.told)
    const outcome = await told.tell(
      tournamentId,
      held.position,
      untold.map(({ key }) => key),
      (before) => {
        const telling = tellingOf(held, untold, before, now)
        for (const [key, value] of [...before, ...telling.told]) remembered.set(key, value)
        return telling
      },
    )
    if (typeof outcome === 'string') return
    // One version further than what is known here: nobody else has told in between.
    if (outcome.version === version + 1) known.set(tournamentId, { version: outcome.version, told: remembered })
    if (outcome.dropped === 0) return
    outcomes.inc({ about: 'match', outcome: 'dropped' }, outcome.dropped)
    log.warn({ tournamentId, dropped: outcome.dropped }, 'alerts were dropped: too many wait')
  }

  async function work(): Promise<void> {
    for (const id of due) {
      due.delete(id)
      // One tournament's trouble is not another's.
      await lookAt(id).catch((error: unknown) =>
        log.warn({ err: error, tournamentId: id }, 'alerts could not be queued'),
      )
    }
  }

  /** One after the other, whoever asks. */
  function run(first?: () => Promise<void>): Promise<void> {
    working = (working ?? Promise.resolve())
      .then(async () => {
        if (isStopped) return
        await first?.()
        await work()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'who is to be alerted could not be read'))
    return working
  }

  const noteChange = (tournamentId: number): void => {
    if (!listened.has(tournamentId)) return
    due.add(tournamentId)
    cancelSettling ??= clock.after(settleFor, () => {
      cancelSettling = undefined
      void run()
    })
  }
  const noteListeners = (): void => {
    cancelReading ??= clock.after(listenersSettle, () => {
      cancelReading = undefined
      void run(readListeners)
    })
  }
  const stopHearing = [
    store.projection.onChanges(({ tournamentId }) => noteChange(tournamentId)),
    store.projection.onReset(noteChange),
    store.push.onListeners(noteListeners),
    store.follows.onUserChange(noteListeners),
  ]
  const looking = clock.every(lookEvery, () => {
    for (const id of listened.keys()) due.add(id)
    return run()
  })
  const reading = clock.every(listenersEvery, () => run(readListeners))
  void run(readListeners)

  return {
    look: () => run(readListeners),
    async stop() {
      isStopped = true
      for (const stop of stopHearing) stop()
      cancelSettling?.()
      cancelReading?.()
      await looking.stop()
      await reading.stop()
      await working
    },
  }
}
