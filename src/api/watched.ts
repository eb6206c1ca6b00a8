// The tournaments and follows of a signed-in user, with this process's projection of the tournaments.
import type { IncomingHttpHeaders } from 'node:http'
import type { Halls } from '#contract/halls.ts'
import { isExternalId } from '#domain/page.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Held, Session, Store, Watched } from '#store'

export type Watching = {
  watched: Watched
  /** The user's tournaments, by id, in the order in which they were added. */
  tournaments: Map<number, Held>
}

type AthleteOf = Pick<Watched['follows'][number], 'athleteId' | 'tournamentId'>

/** How long a read waits for the state that its caller has already seen, in ms (reliability P1). */
const catchUpTimeout = 500
/** How long a read waits for an athlete whom the database has, and whom its answer would leave out, in ms. */
const athleteTimeout = 2_000

/**
 * The tournaments and follows of the session's user. A caller that has received a position, or a version of what it watches, on
 * the socket sends it in `x-rollcall-seen` ('tournament:epoch:seq' and 'watching:version', comma-separated). The answer is then
 * not older, unless this process cannot catch up in time.
 */
export async function loadWatching(store: Store, session: Session, headers: IncomingHttpHeaders): Promise<Watching> {
  const { version, positions } = parseSeen(headers['x-rollcall-seen'])
  const watched = await store.follows.watchedBy(session.userId, Math.max(session.followVersion, version))
  await waitForPositions(store, watched.tournamentIds, positions)
  return { watched, tournaments: await heldTournaments(store, watched.tournamentIds, watched.follows) }
}

/** Waits until the projection has reached these positions, or for the timeout. */
async function waitForPositions(
  store: Store,
  ids: readonly number[],
  seen: ReadonlyMap<number, Position>,
): Promise<void> {
  const waits = ids.flatMap((id) => {
    const position = seen.get(id)
    return position ? store.projection.waitFor(id, position, catchUpTimeout) : []
  })
  await Promise.all(waits)
}

/** One tournament, loaded into the projection if necessary. */
export const heldTournament = async (store: Store, id: number): Promise<Held | undefined> =>
  store.projection.get(id) ?? store.projection.load(id)

/**
 * The tournaments that exist, by id, in the order of `ids`. If one of these athletes is missing, the athlete was stored after the
 * projection's last update, so the projection first catches up.
 */
export async function heldTournaments(
  store: Store,
  ids: readonly number[],
  athletes: readonly AthleteOf[] = [],
): Promise<Map<number, Held>> {
  const read = async (): Promise<Map<number, Held>> => {
    const all = await Promise.all(ids.map((id) => heldTournament(store, id)))
    return new Map(all.flatMap((held) => (held ? [[held.state.tournament.id, held]] : [])))
  }
  const tournaments = await read()
  if (haveAthletes(tournaments, athletes)) return tournaments
  await store.projection.catchUpWithin(athleteTimeout)
  return read()
}

/** Whether these athletes are in their tournaments; true for those of other tournaments. */
export const haveAthletes = (tournaments: ReadonlyMap<number, Held>, athletes: readonly AthleteOf[]): boolean =>
  athletes.every(({ athleteId, tournamentId }) => tournaments.get(tournamentId)?.state.athletes.has(athleteId) ?? true)

/** Positions by tournament id, as the contract has them. Read them in the same tick as the data that they describe. */
export const positionsOf = (tournaments: ReadonlyMap<number, Held>): Record<string, Position> =>
  Object.fromEntries([...tournaments].map(([id, { position }]) => [id, { epoch: position.epoch, seq: position.seq }]))

/** The records of the halls, by tournament id. */
export const hallsOf = (tournaments: ReadonlyMap<number, Held>): Halls =>
  Object.fromEntries([...tournaments].flatMap(([id, { hall }]) => (hall ? [[id, hall]] : [])))

/** A text that changes whenever the shown state of these tournaments changes. */
export function stateOfTournaments(tournaments: ReadonlyMap<number, Held>): string {
  let state = ''
  for (const held of tournaments.values()) state += `${stateOf(held)} `
  return state
}

type State = { position: Position; source: Held['source']; text: string }
/** The last text of each tournament. Positions and sources are compared by reference, because they are replaced, never modified. */
const states = new WeakMap<Held, State>()

function stateOf(held: Held): string {
  const { position, source, hall } = held
  const known = states.get(held)
  if (known?.position === position && known.source === source) return known.text
  const { id } = held.state.tournament
  const text = `${id}:${position.epoch}:${position.seq}:${source.state}:${source.fetchedAt}:${source.changedAt}:${hall?.asOf}`
  states.set(held, { position, source, text })
  return text
}

/** Parses `x-rollcall-seen`; ignores invalid entries, and those after the 51st (at most 50 tournaments and a version). */
export function parseSeen(header: string | string[] = ''): { version: number; positions: Map<number, Position> } {
  const positions = new Map<number, Position>()
  let version = 0
  for (const entry of String(header).split(',').slice(0, 51)) {
    const [id = '', epoch = '', seq = ''] = entry.trim().split(':')
    if (id === 'watching' && /^\d{1,9}$/.test(epoch)) version = Number(epoch)
    else if (isExternalId(id) && epoch !== '' && /^\d{1,15}$/.test(seq))
      positions.set(Number(id), { epoch, seq: Number(seq) })
  }
  return { version, positions }
}
