// What a signed-in user watches, as it stands now in this process's own copy of the tournaments.
import type { FastifyRequest } from 'fastify'
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
 * What the session's user watches. A caller that has seen a position on the socket says so in `x-rollcall-seen`
 * ('tournament:epoch:seq', comma-separated); the answer is then no older than that, if this process can catch up.
 */
export async function watching(store: Store, session: Session, request: FastifyRequest): Promise<Watching> {
  const watched = await store.follows.watchedBy(session.userId, session.followVersion)
  const seen = seenPositions(request.headers['x-rollcall-seen'])
  if (seen.size > 0)
    await Promise.all(
      watched.tournamentIds.map(async (id) => {
        const position = seen.get(id)
        if (position) await store.projection.waitFor(id, position, catchUpTime)
      }),
    )
  const tournaments = heldTournaments(store, watched.tournamentIds)
  return { watched, tournaments: tournaments instanceof Map ? tournaments : await tournaments }
}

/** One tournament, brought into memory if it is not there. */
export const heldTournament = async (store: Store, id: number): Promise<Held | undefined> =>
  store.projection.get(id) ?? store.projection.load(id)

/** Those of the tournaments that there are, by id, in this order; at once where all are in memory. */
export function heldTournaments(store: Store, ids: readonly number[]): Map<number, Held> | Promise<Map<number, Held>> {
  const all = ids.map((id) => store.projection.get(id))
  return all.includes(undefined) ? Promise.all(ids.map((id) => heldTournament(store, id))).then(byId) : byId(all)
}

function byId(all: readonly (Held | undefined)[]): Map<number, Held> {
  const tournaments = new Map<number, Held>()
  for (const held of all) if (held) tournaments.set(held.state.tournament.id, held)
  return tournaments
}

/** Positions by tournament id, as the contract has them. Taken before the data they stand for, in the same tick. */
export const positionsOf = (tournaments: ReadonlyMap<number, Held>): Record<string, Position> =>
  Object.fromEntries([...tournaments].map(([id, { position }]) => [id, { epoch: position.epoch, seq: position.seq }]))

/** Everything that is shown of these tournaments, as a text that changes with it. */
export const stateOfAll = (tournaments: ReadonlyMap<number, Held>): string =>
  [...tournaments]
    .map(
      ([id, { position, source }]) =>
        `${id}:${position.epoch}:${position.seq}:${source.state}:${source.fetchedAt}:${source.changedAt}`,
    )
    .join(' ')

function seenPositions(header: string | string[] | undefined): Map<number, Position> {
  const seen = new Map<number, Position>()
  if (header === undefined) return seen
  for (const entry of String(header).split(',').slice(0, 50)) {
    const [id = '', epoch = '', seq = ''] = entry.trim().split(':')
    if (isExternalId(id) && epoch !== '' && /^\d{1,15}$/.test(seq)) seen.set(Number(id), { epoch, seq: Number(seq) })
  }
  return seen
}
