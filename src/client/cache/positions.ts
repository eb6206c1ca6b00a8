// Where this client stands in each tournament's log, and what of each match or athlete it has seen last. A message that
// is older than what is shown is dropped; a list that was read before a message keeps what the message brought.
import type { Position } from '#domain/tournament-state.ts'

type Placed = { tournamentId: number; epoch: string; seq: number }
/** How far a list had come when it was read. */
type Read = { positions: Record<string, Position>; watching?: number | undefined }
export type Positions = ReturnType<typeof createPositions>

export function createPositions() {
  const reached = new Map<string, Position>()
  const entities = new Map<string, Position>()
  let watching: number | undefined

  const isBehind = (position: Position | undefined, other: Position | undefined): boolean =>
    position !== undefined && other !== undefined && position.epoch === other.epoch && position.seq < other.seq

  return {
    /** For `subscribe`: by tournament, how far this client has come. */
    since: (): Record<string, Position> => Object.fromEntries(reached),

    /** The same, and what the user is known to watch, for a list that is not to be older. */
    seen: (): string =>
      [...reached]
        .map(([tournamentId, { epoch, seq }]) => [tournamentId, epoch, seq])
        .concat(watching === undefined ? [] : [['watching', watching]])
        .map((each) => each.join(':'))
        .join(),

    /** The socket has come this far with a tournament. */
    advance({ tournamentId, epoch, seq }: Placed): void {
      const known = reached.get(String(tournamentId))
      if (!known || known.epoch !== epoch || known.seq < seq) reached.set(String(tournamentId), { epoch, seq })
    },

    /**
     * Starts over at the server's position, where what was missed cannot follow. True when there was something: then what
     * was read before is to be read again.
     */
    restart(tournamentId: string, position: Position): boolean {
      const known = reached.get(tournamentId)
      reached.set(tournamentId, position)
      return known !== undefined && (known.epoch !== position.epoch || known.seq < position.seq)
    },

    /**
     * Takes note of the positions that a list was read at, and of the state of what the user watches. True when the list
     * is older than what the socket has brought already: then it must be read again. Before the socket's first word the
     * oldest list is where it starts.
     */
    noteList({ positions, watching: told }: Read, isSocketConfirmed: boolean): boolean {
      let behind = false
      if (told !== undefined && !isSocketConfirmed) watching = Math.min(told, watching ?? told)
      for (const [tournamentId, position] of Object.entries(positions)) {
        const known = reached.get(tournamentId)
        if (known === undefined || (!isSocketConfirmed && isBehind(position, known)))
          reached.set(tournamentId, position)
        else if (isBehind(position, known)) behind = true
      }
      return behind
    },

    /** False for a message that is older than the last one about the same thing. */
    accepts(entity: string, { tournamentId, epoch, seq }: Placed): boolean {
      const key = `${tournamentId}/${entity}`
      if (isBehind({ epoch, seq }, entities.get(key))) return false
      entities.set(key, { epoch, seq })
      return true
    },

    /** True when a message has brought something newer about this thing than a list read at `position`. */
    isNewerThan(position: Position | undefined, tournamentId: number, entity: string): boolean {
      return isBehind(position, entities.get(`${tournamentId}/${entity}`))
    },

    /** True when a message has brought anything newer than a list with these positions. */
    isOvertaken: (positions: Record<string, Position>): boolean =>
      [...entities].some(([key, position]) => isBehind(positions[key.split('/')[0] ?? ''], position)),

    /** The server tells of this state of what the user watches. True when the last one told here was another. */
    hasWatchChanged(told: number | undefined): boolean {
      const isOther = told !== undefined && watching !== undefined && told !== watching
      watching = told ?? watching
      return isOther
    },

    clear(): void {
      reached.clear()
      entities.clear()
      watching = undefined
    },
  }
}
