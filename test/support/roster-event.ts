// A tournament of which only the entries matter: who is entered, for which team, in which division.
import { randomUUID } from 'node:crypto'
import type { Store } from '#store'
import { signUp } from './live.ts'
import { athlete, board, bracket, bye, categories, fight } from './readings.ts'
import { listTournaments } from './recorded.ts'

/** `id` at the source; the name is made of it by default. With a division the athlete is alone in a bracket of it. */
export type Entrant = { id: number; team: string | null; name?: string; division?: string }

export type RosterEvent = {
  /** Ours. */
  id: number
  /** At the source. */
  bjjCompSystemId: string
  /** Records the whole roster: who is not in it has withdrawn. */
  enter(roster: readonly Entrant[]): Promise<void>
  /** Our id of an athlete. */
  athlete(id: number): Promise<number>
}

/** Athletes by team, as entrants. */
export const teams = (byId: Record<string, string | null>): Entrant[] =>
  Object.entries(byId).map(([id, team]) => ({ id: Number(id), team }))

let fetchedAt = Date.now()
let nextId = 91_000

/** Opens a tournament that somebody has added, so that RollCall holds it. It has no dates, so its status is 'upcoming'. */
export async function openRosterEvent(store: Store, roster: readonly Entrant[]): Promise<RosterEvent> {
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
  const enter = async (entrants: readonly Entrant[]): Promise<void> => {
    const names = [...new Set(entrants.flatMap(({ team }) => team ?? []))]
    const clubs = names.map((name, index) => ({ bjjCompSystemId: String(600 + index), name }))
    const athletes = entrants.map((each) => ({
      bjjCompSystemId: String(each.id),
      name: nameOf(each),
      clubId: clubs.find(({ name }) => name === each.team)?.bjjCompSystemId ?? null,
    }))
    const page = { kind: 'board', tournament, day: `${tournament}1`, page: 1 } as const
    await record(board([], { page, athletes, clubs, days: [], date: null }))
    const divisions = entrants.flatMap((each) => (each.division === undefined ? [] : { each, division: each.division }))
    const drawn = divisions.map(({ each, division }) => ({
      each,
      category: { id: `${7_000_000 + each.id}`, division },
    }))
    if (drawn.length === 0) return
    const all = categories(drawn.map(({ category }) => category))
    await record({ ...all, page: { ...all.page, tournament } })
    for (const { each, category } of drawn) {
      const side = athlete(each.id, { name: nameOf(each), team: each.team })
      const reading = bracket([fight(1, null, [side, bye])], { category })
      await record({ ...reading, page: { ...reading.page, tournament } })
    }
  }
  await enter(roster)
  return {
    id,
    bjjCompSystemId: tournament,
    enter,
    async athlete(sourceId) {
      const found = (await store.tournaments.state(id))?.state.athletes.values() ?? []
      const one = [...found].find(({ bjjCompSystemId }) => bjjCompSystemId === String(sourceId))
      if (!one) throw new Error(`athlete ${sourceId} is not entered`)
      return one.id
    },
  }
}

const nameOf = ({ id, name }: Entrant): string => name ?? `Athlete ${id}`
