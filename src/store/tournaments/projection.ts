// The projection: the active tournaments in memory, kept up to date from the change log. Lists and sockets are served from it.
import type { Athlete } from '#domain/athlete.ts'
import type { LoggedChange, Position } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Database } from '../database.ts'
import { Listeners } from '../listeners.ts'
import type { Batch } from './change-log.ts'
import { createChangeLogFollower } from './change-log-follower.ts'
import type { Held } from './held-tournament.ts'
import { createHeldTournaments } from './held-tournaments.ts'
import { createPageAges } from './page-ages.ts'
import type { SourceAge } from './source-age.ts'
import { createStatusWatch } from './status-watch.ts'
import type { StatusWriter } from './tournaments.ts'

type Parts = { database: Database; clock: Clock; log: Log | undefined; setStatus: StatusWriter }

/** Opens the projection, and starts to follow the change log. */
export async function openProjection({ database, clock, log, setStatus }: Parts) {
  const onError = (error: unknown): void => log?.error({ err: error }, 'a listener of the projection failed')
  const changes = new Listeners<[batch: Batch]>(onError)
  const resets = new Listeners<[tournamentId: number]>(onError)
  const sources = new Listeners<[tournamentId: number, source: SourceAge]>(onError)
  /** Emitted after changes or histories were applied or a tournament was loaded. */
  const advances = new Listeners()
  const held = createHeldTournaments(database, clock, (id, isReset) => {
    if (isReset) resets.emit(id)
    advances.emit()
  })
  const follower = createChangeLogFollower({
    database,
    clock,
    log,
    held,
    ages: createPageAges(clock, held),
    writeStatuses: createStatusWatch(clock, held, setStatus),
    changes,
    sources,
    advances,
  })
  await follower.start()

  return {
    /** Resolves when all active tournaments are held. */
    ready: (): Promise<void> => follower.ready,
    get: (tournamentId: number): Held | undefined => held.read(tournamentId),
    /** Loads a tournament unless it is held; undefined if there is no such tournament. */
    load: (tournamentId: number): Promise<Held | undefined> => held.readOrLoad(tournamentId),
    /** Loads a tournament even if it is held, for callers that need its present state while the log cannot be read. */
    reload: (tournamentId: number): Promise<Held | undefined> => held.load(tournamentId, true),
    /**
     * Counted since the start: reads from memory and loads from the database. At present: held tournaments and their entities.
     */
    figures: (): { reads: number; loads: number; tournaments: number; entries: number } => held.figures(),
    /** The changes after a position; null if they are not all in memory, and the tournament must be reloaded. */
    since: (tournamentId: number, position: Position): LoggedChange[] | null =>
      held.get(tournamentId)?.since(position) ?? null,
    /** Waits at most `ms` until a position is reached; false if it was not, or the tournament has a new epoch. */
    async waitFor(tournamentId: number, position: Position, ms: number): Promise<boolean> {
      const isReached = (): boolean => {
        const reached = held.get(tournamentId)?.position
        return reached !== undefined && reached.epoch === position.epoch && reached.seq >= position.seq
      }
      if (isReached()) return true
      void follower.poll()
      return waitUntil(isReached, advances, ms, clock)
    },
    /** Calls the listener after each applied batch, in the order of the log. */
    onChanges: (listener: (batch: Batch) => void): (() => void) => changes.add(listener),
    /** Calls the listener after a tournament was reloaded, without the changes in between. */
    onReset: (listener: (tournamentId: number) => void): (() => void) => resets.add(listener),
    /** Calls the listener after the age or the state of a tournament's source changed, or one of its boards was read. */
    onSource: (listener: (tournamentId: number, source: SourceAge) => void): (() => void) => sources.add(listener),
    /** Searches names and teams, ignoring case and accents; best matches first. */
    searchAthletes: (tournamentId: number, term: string, limit = 50): Athlete[] =>
      held.get(tournamentId)?.search(term, limit) ?? [],
    /** Reads the log now; resolves when all changes committed before the call are applied. */
    catchUp: (): Promise<void> => follower.catchUp(),
    /** Like `catchUp`, but resolves after `ms` at the latest, and also if the database fails. */
    async catchUpWithin(ms: number): Promise<void> {
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(ms, resolve)
      await Promise.race([follower.catchUp().catch(() => undefined), timeout])
      cancel()
    },
    close: () => follower.close(),
  }
}

/** Resolves to true as soon as `isTrue` holds after one of the `advances`, or to its result after `ms`. */
function waitUntil(isTrue: () => boolean, advances: Listeners, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (answer: boolean): void => {
      stopListening()
      cancel()
      resolve(answer)
    }
    const stopListening = advances.add(() => {
      if (isTrue()) finish(true)
    })
    const cancel = clock.after(ms, () => finish(isTrue()))
  })
}
