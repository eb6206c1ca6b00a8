// The active tournaments in this process's memory, kept current by the change log: lists and sockets are served from here.
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

export async function openProjection({ database, clock, log, setStatus }: Parts) {
  const onError = (error: unknown): void => log?.error({ err: error }, 'a listener of the projection failed')
  const changes = new Listeners<[batch: Batch]>(onError)
  const resets = new Listeners<[tournamentId: number]>(onError)
  const sources = new Listeners<[tournamentId: number, source: SourceAge]>(onError)
  /** Somewhere a later position is reached. */
  const moves = new Listeners()
  const held = createHeldTournaments(database, clock, (id, isReset) => {
    if (isReset) resets.emit(id)
    moves.emit()
  })
  const follower = createChangeLogFollower({
    database,
    clock,
    log,
    held,
    ages: createPageAges(database.sql, clock, held, sources),
    writeStatuses: createStatusWatch(clock, held, setStatus),
    changes,
    moves,
  })
  await follower.start()

  return {
    /** Resolves when all active tournaments are held. */
    ready: (): Promise<void> => follower.ready,
    get: (tournamentId: number): Held | undefined => held.read(tournamentId),
    /** Brings one that is not held yet; undefined when there is none. */
    load: (tournamentId: number): Promise<Held | undefined> => held.readOrLoad(tournamentId),
    /** How often a tournament was found in memory and how often it had to be loaded since the start, and what is held now. */
    figures: (): { reads: number; loads: number; tournaments: number; entries: number } => held.figures(),
    /** The changes after a position, from memory; null when they must be loaded instead. */
    since: (tournamentId: number, position: Position): LoggedChange[] | null =>
      held.get(tournamentId)?.since(position) ?? null,
    /** Waits until a position is reached, `ms` at most; false when it was not, or history was cut meanwhile. */
    async waitFor(tournamentId: number, position: Position, ms: number): Promise<boolean> {
      const isReached = (): boolean => {
        const now = held.get(tournamentId)?.position
        return now !== undefined && now.epoch === position.epoch && now.seq >= position.seq
      }
      if (isReached()) return true
      void follower.look()
      return waitUntil(isReached, moves, ms, clock)
    },
    /** Called right after a batch was applied, in the order of the log. */
    onChanges: (listener: (batch: Batch) => void): (() => void) => changes.add(listener),
    /** A tournament was loaded anew, without the changes that led there. */
    onReset: (listener: (tournamentId: number) => void): (() => void) => resets.add(listener),
    /** The age or the state of a tournament's source changed. */
    onSource: (listener: (tournamentId: number, source: SourceAge) => void): (() => void) => sources.add(listener),
    /** By name or team, without case and accents, the best first. */
    searchAthletes: (tournamentId: number, term: string, limit = 50): Athlete[] =>
      held.get(tournamentId)?.search(term, limit) ?? [],
    /** Looks at the log now; resolves when all that was committed before the call is applied. */
    catchUp: (): Promise<void> => follower.catchUp(),
    close: () => follower.close(),
  }
}

/** Asks `isTrue` after each of the `moves`; its answer after `ms` is final. */
function waitUntil(isTrue: () => boolean, moves: Listeners, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (answer: boolean): void => {
      stopListening()
      cancel()
      resolve(answer)
    }
    const stopListening = moves.add(() => {
      if (isTrue()) finish(true)
    })
    const cancel = clock.after(ms, () => finish(isTrue()))
  })
}
