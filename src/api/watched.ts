// What a signed-in user watches, as it stands now in this process's own copy of the tournaments.
import type { IncomingHttpHeaders } from 'node:http'
import { isExternalId } from '#domain/page.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Held, Session, Store, Watched } from '#store'

export type Watching = {
  watched: Watched
  /** The user's tournaments that can be shown, by id, in the order in which they were added. */
  tournaments: Map<number, Held>
}

/** How long a read waits for what its caller has already seen elsewhere, in ms (reliability P1). */
const catchUpTime = 500

/**
 * What the session's user watches. A caller that has heard of a position, or of a state of what is watched, on the socket says
 * so in `x-rollcall-seen` ('tournament:epoch:seq' and 'watching:version', comma-separated); the answer is then no older than
 * that, if this process can catch up.
 */
export async function watching(store: Store, session: Session, headers: IncomingHttpHeaders): Promise<Watching> {
  const { version, positions } = parseSeen(headers['x-rollcall-seen'])
  const watched = await store.follows.watchedBy(session.userId, Math.max(session.followVersion, version))
  await waitForPositions(store, watched.tournamentIds, positions)
  return { watched, tournaments: await heldTournaments(store, watched.tournamentIds) }
}

/** Waits until what is held of these tournaments has reached the positions, or the time for that is up. */
async function waitForPositions(store: Store, ids: readonly number[], seen: ReadonlyMap<number, Position>): Promise<void> {
  const waits = ids.flatMap((id) => {
    const position = seen.get(id)
    return position ? store.projection.waitFor(id, position, catchUpTime) : []
  })
  await Promise.all(waits)
}

/** One tournament, brought into memory if it is not there. */
export const heldTournament = async (store: Store, id: number): Promise<Held | undefined> =>
  store.projection.get(id) ?? store.projection.load(id)

/** Those of the tournaments that there are, by id, in this order. */
export async function heldTournaments(store: Store, ids: readonly number[]): Promise<Map<number, Held>> {
  const all = await Promise.all(ids.map((id) => heldTournament(store, id)))
  return new Map(all.flatMap((held) => (held ? [[held.state.tournament.id, held]] : [])))
}

/** Positions by tournament id, as the contract has them. Taken before the data they stand for, in the same tick. */
export const positionsOf = (tournaments: ReadonlyMap<number, Held>): Record<string, Position> =>
  Object.fromEntries([...tournaments].map(([id, { position }]) => [id, { epoch: position.epoch, seq: position.seq }]))

/** Everything that is shown of these tournaments, as a text that changes with it. */
export function stateOfTournaments(tournaments: ReadonlyMap<number, Held>): string {
  let state = ''
  for (const held of tournaments.values()) state += `${stateOf(held)} `
  return state
}

type State = { position: Position; source: Held['source']; text: string }
/** Of each tournament as it was when it was last asked for: its position and its source are replaced, never altered. */
const states = new WeakMap<Held, State>()

function stateOf(held: Held): string {
  const { position, source } = held
  const known = states.get(held)
  if (known?.position === position && known.source === source) return known.text
  const { id } = held.state.tournament
  const text = `${id}:${position.epoch}:${position.seq}:${source.state}:${source.fetchedAt}:${source.changedAt}`
  states.set(held, { position, source, text })
  return text
}

/** What the caller of a read has heard of elsewhere, by its `x-rollcall-seen`. */
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
