// A tournament of which only the entries matter: athletes, their teams and their divisions.
import { randomUUID } from 'node:crypto'
import type { Store } from '#store'
import { signUp } from './live.ts'
import { athlete, board, bracket, bye, categories, fight } from './readings.ts'
import { listTournaments } from './recorded.ts'

/**
 * `id` is the source id, from which the default name is made. An athlete with a `division` is in the first round of its bracket,
 * and lost there if `hasLost` is true.
 */
export type Entrant = { id: number; team: string | null; name?: string; division?: string; hasLost?: boolean }

/** The places and athletes of finished divisions. */
export type Podiums = Record<string, [place: number, id: number][]>

export type RosterEvent = {
  /** RollCall's id. */
  id: number
  /** The source id. */
  bjjCompSystemId: string
  /** Records the whole roster: athletes who are no longer in it have withdrawn. */
  enter(roster: readonly Entrant[], podiums?: Podiums): Promise<void>
  /** RollCall's id of the athlete with this source id. */
  athlete(id: number): Promise<number>
}

/** Entrants from the team of each athlete, by the athlete's source id. */
export const teams = (byId: Record<string, string | null>): Entrant[] =>
  Object.entries(byId).map(([id, team]) => ({ id: Number(id), team }))

let fetchedAt = Date.now()
let nextId = 91_000

/**
 * Opens a tournament that a user has added, so that RollCall holds it. It has no dates, so its status is 'upcoming'. The projections
 * of `store` and of `others`, the stores of other processes, have caught up when this function or `enter` resolves.
 */
export async function openRosterEvent(
  store: Store,
  roster: readonly Entrant[],
  others: readonly Store[] = [],
): Promise<RosterEvent> {
  const tournament = String(nextId++)
  await listTournaments(store, [tournament])
  const [id = 0] = (await store.tournaments.add([tournament])).ids
  await store.follows.addTournaments((await signUp(store)).id, [id])

  const record = async (reading: Parameters<Store['recorder']['record']>[0]): Promise<void> => {
    const read = () => store.recorder.record(reading, { fetchedAt: ++fetchedAt, bytes: 1, bodyHash: randomUUID() })
    let { refused } = await read()
    if (refused === 'anomalous') {
      // The anomaly check accepts a reading that the page still shows a minute later.
      fetchedAt += 61_000
      refused = (await read()).refused
    }
    if (refused !== undefined) throw new Error(`the ${reading.page.kind} was refused: ${refused}`)
  }
  const categoryIds = new Map<string, string>()
  const categoryId = (division: string): string => {
    const known = categoryIds.get(division) ?? `${tournament}${categoryIds.size + 1}`
    categoryIds.set(division, known)
    return known
  }
  const enter = async (entrants: readonly Entrant[], podiums: Podiums = {}): Promise<void> => {
    const names = [...new Set(entrants.flatMap(({ team }) => team ?? []))]
    const clubs = names.map((name, index) => ({ bjjCompSystemId: String(600 + index), name }))
    const athletes = entrants.map((each) => ({
      bjjCompSystemId: String(each.id),
      name: nameOf(each),
      clubId: clubs.find(({ name }) => name === each.team)?.bjjCompSystemId ?? null,
    }))
    const page = { kind: 'board', tournament, day: `${tournament}1`, page: 1 } as const
    await record(board([], { page, athletes, clubs, days: [], date: null }))
    const byDivision = Map.groupBy(entrants, ({ division }) => division)
    byDivision.delete(undefined)
    const drawn = [...byDivision].map(([division = '', members]) => ({
      category: { id: categoryId(division), division },
      members,
    }))
    if (drawn.length === 0) return
    const categoriesPage = categories(drawn.map(({ category }) => category))
    await record({ ...categoriesPage, page: { ...categoriesPage.page, tournament } })
    for (const { category, members } of drawn) {
      const sides = members.map((each) =>
        athlete(each.id, { name: nameOf(each), team: each.team, loser: each.hasLost === true }),
      )
      const fights = Array.from({ length: Math.ceil(sides.length / 2) }, (_, index) =>
        fight(index + 1, null, [sides[2 * index] ?? bye, sides[2 * index + 1] ?? bye]),
      )
      const places = podiums[category.division]?.map(([place, sourceId]) => ({
        place,
        entrant: members.find((each) => each.id === sourceId),
      }))
      const placements = (places ?? []).flatMap(({ place, entrant }) =>
        entrant ? [{ place, name: nameOf(entrant), team: entrant.team ?? '' }] : [],
      )
      const reading = bracket(fights, {
        category,
        placements,
        treeSize: 2 ** Math.ceil(Math.log2(Math.max(2, sides.length))),
      })
      await record({ ...reading, page: { ...reading.page, tournament } })
    }
  }
  const enterAndCatchUp: RosterEvent['enter'] = async (...entered) => {
    await enter(...entered)
    for (const each of [store, ...others]) await each.projection.catchUp()
  }
  await enterAndCatchUp(roster)
  return {
    id,
    bjjCompSystemId: tournament,
    enter: enterAndCatchUp,
    async athlete(sourceId) {
      const athletes = (await store.tournaments.state(id))?.state.athletes.values() ?? []
      const found = [...athletes].find(({ bjjCompSystemId }) => bjjCompSystemId === String(sourceId))
      if (!found) throw new Error(`athlete ${sourceId} is not entered`)
      return found.id
    },
  }
}

const nameOf = ({ id, name }: Entrant): string => name ?? `Athlete ${id}`
