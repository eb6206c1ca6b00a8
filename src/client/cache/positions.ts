// This client's position in each tournament's change log, and the position of the latest message about each match, athlete and
// tournament. Older messages are dropped; a list that was read before a message keeps the message's change.
import type { Position } from '#domain/tournament-state.ts'

/** A message with its position in its tournament's change log. */
export type Sequenced = { tournamentId: number; epoch: string; seq: number }
/** The positions and the watch version at which a list was read. */
type ListPositions = { positions: Record<string, Position>; watching?: number | undefined }
export type Positions = ReturnType<typeof createPositions>

/** Creates the positions of a page; `clear` removes them when the user changes. */
export function createPositions() {
  const reached = new Map<string, Position>()
  /** The position of the latest message about each entity, by tournament and entity: '7/match/10/1'. */
  const entities = new Map<string, Position>()
  /** The watch version: that of the user's tournaments, follows, rules, offers, notes and claims (docs/live-protocol.md, L45). */
  let watching: number | undefined

  const isBehind = (position: Position | undefined, other: Position | undefined): boolean =>
    position !== undefined && other !== undefined && position.epoch === other.epoch && position.seq < other.seq

  const isOvertaken = (positions: Record<string, Position>): boolean =>
    [...entities].some(([key, position]) => isBehind(positions[key.split('/')[0] ?? ''], position))

  return {
    /** For `subscribe`: this client's positions, by tournament. */
    since: (): Record<string, Position> => Object.fromEntries(reached),

    /** This client's positions and the watch version, as a header value: the server must not answer with an older list. */
    seen: (): string =>
      [...reached]
        .map(([tournamentId, { epoch, seq }]) => [tournamentId, epoch, seq])
        .concat(watching === undefined ? [] : [['watching', watching]])
        .map((part) => part.join(':'))
        .join(),

    /** Moves a tournament's position forward. */
    advance({ tournamentId, epoch, seq }: Sequenced): void {
      const known = reached.get(String(tournamentId))
      if (!known || known.epoch !== epoch || known.seq < seq) reached.set(String(tournamentId), { epoch, seq })
    },

    /**
     * Sets a tournament's position to the server's; call it if the server does not replay missed messages. True if messages were
     * missed, so that everything read before must be refetched.
     */
    restart(tournamentId: string, position: Position): boolean {
      const known = reached.get(tournamentId)
      reached.set(tournamentId, position)
      return known !== undefined && (known.epoch !== position.epoch || known.seq < position.seq)
    },

    /**
     * Records the positions and the watch version at which a list was read. True when the list is older than the socket's
     * messages and must be refetched. Before the subscription is confirmed, the oldest list gives the start position.
     */
    recordList({ positions, watching: version }: ListPositions, isSocketConfirmed: boolean): boolean {
      let isOutdated = isOvertaken(positions)
      if (version !== undefined && !isSocketConfirmed) watching = Math.min(version, watching ?? version)
      for (const [tournamentId, position] of Object.entries(positions)) {
        const known = reached.get(tournamentId)
        if (known === undefined || (!isSocketConfirmed && isBehind(position, known)))
          reached.set(tournamentId, position)
        else if (isBehind(position, known)) isOutdated = true
      }
      return isOutdated
    },

    /** Records a message's position for its entity. Returns false, and records nothing, if the entity's latest message is newer. */
    accepts(entity: string, { tournamentId, epoch, seq }: Sequenced): boolean {
      const key = `${tournamentId}/${entity}`
      if (isBehind({ epoch, seq }, entities.get(key))) return false
      entities.set(key, { epoch, seq })
      return true
    },

    /** True when a message about this entity is newer than a list read at `position`. */
    isNewerThan(position: Position | undefined, tournamentId: number, entity: string): boolean {
      return isBehind(position, entities.get(`${tournamentId}/${entity}`))
    },

    /** True when any accepted message is newer than a list with these positions. */
    isOvertaken,

    /** Records the watch version, if there is one. True when it differs from the previous one. */
    recordWatchVersion(version: number | undefined): boolean {
      const hasChanged = version !== undefined && watching !== undefined && version !== watching
      watching = version ?? watching
      return hasChanged
    },

    clear(): void {
      reached.clear()
      entities.clear()
      watching = undefined
    },
  }
}
