// Rankings, swaps and meetings in the database.
import { describe, expect, it } from 'vitest'
import type { BracketReading } from '#domain/reading.ts'
import { athlete, bracket, categories, fight, home, light } from '../support/readings.ts'
import { record, stateOf, withTournament, type StoredTournament } from '../support/stored-tournament.ts'

const ranking: BracketReading['ranking'] = [11, 12].map((seed) => ({
  seed,
  name: `Athlete ${seed}`,
  team: 'A Team',
  points: [{ column: 'overall', points: 3 * seed }],
  titles: seed === 12 ? [{ column: 'world', years: [2025] }] : [],
}))
const swap = { from: { seed: 11, name: 'Athlete 11' }, to: { seed: 12, name: 'Athlete 12' } }
const semis = [fight(1, null, [athlete(11), athlete(12)]), fight(2, null, [athlete(13), athlete(14)])]
const drawn = (more: Partial<BracketReading> = {}) => bracket(semis, { ranking, swaps: [swap], ...more })

async function drawOf(stored: StoredTournament, sourceId: number) {
  const state = await stateOf(stored)
  const own = [...state.athletes.values()].find((each) => each.bjjCompSystemId === String(sourceId))
  const category = [...state.categories.values()][0]
  return stored.store.draws.ofAthlete(category?.id ?? 0, own?.id ?? 0)
}

const rowsOf = ({ sql }: StoredTournament) =>
  sql`select categories.draw, categories.xmin::text as category, entries.ranking, entries.xmin::text as entry, tournaments.seq
    from entries join categories on categories.id = category_id join tournaments on tournaments.id = entries.tournament_id
    order by athlete_id`

describe('The draw in the database', () => {
  it('is that of the bracket page, by athlete', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, drawn(), 1_000)
      expect(await drawOf(stored, 12)).toEqual({
        ranking: {
          seed: 12,
          points: [{ column: 'overall', points: 36 }],
          titles: [{ column: 'world', years: [2025] }],
        },
        swaps: [swap],
        shownUntil: null,
      })
      expect(await drawOf(stored, 13)).toEqual({ ranking: null, swaps: [swap], shownUntil: null })
    })
  })

  it('is written once: the same reading twice changes no row and no number of the change log', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, drawn(), 1_000)
      const before = await rowsOf(stored)
      expect(await record(stored.store, drawn(), 2_000)).toEqual({ changes: [] })
      expect(await rowsOf(stored)).toEqual(before)
    })
  })

  it('changes without a row in the change log, because it is not sent to clients', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, drawn(), 1_000)
      const better = ranking.map((row) => ({ ...row, points: [{ column: 'overall', points: 99 }] }))
      expect(await record(stored.store, drawn({ ranking: better }), 2_000)).toEqual({ changes: [] })
      expect((await drawOf(stored, 11))?.ranking?.points).toEqual([{ column: 'overall', points: 99 }])
    })
  })

  it('is kept when the table disappears, even after other pages and a bracket with results, with the time until which it was shown', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, drawn(), 1_000)
      await record(stored.store, drawn({ ranking: [], swaps: [] }), 61_000)
      await record(stored.store, categories([light]), 70_000)
      const decided = [fight(1, null, [athlete(11), athlete(12, { loser: true })]), ...semis.slice(1)]
      await record(stored.store, bracket(decided), 121_000)
      expect(await drawOf(stored, 12)).toMatchObject({
        ranking: { seed: 12 },
        swaps: [swap],
        shownUntil: new Date(1_000).toISOString(),
      })
    })
  })

  it('is deleted with the entry of an athlete who leaves the category', async () => {
    await withTournament(async (stored) => {
      await record(stored.store, drawn(), 1_000)
      const replaced = [fight(1, null, [athlete(11), athlete(15)]), ...semis.slice(1)]
      for (const at of [61_000, 121_000, 181_000]) await record(stored.store, bracket(replaced), at)
      expect((await drawOf(stored, 12))?.ranking).toBeNull()
      expect((await drawOf(stored, 11))?.ranking?.seed).toBe(11)
    })
  })
})

describe('Meetings', () => {
  it('are the decided matches of two people in all tournaments, latest first, whichever side they were on', async () => {
    await withTournament(async (stored) => {
      const { store } = stored
      await store.recorder.record(home([{ id: '3105' }, { id: '2900', name: 'Older Open' }]), {
        fetchedAt: 2,
        bytes: 1,
        bodyHash: 'two',
      })
      await store.tournaments.add(['2900'])
      const won = (date: string, ...sides: Parameters<typeof fight>[2]) => ({
        ...fight(1, { mat: 1, fight: 1, at: '10:00' }, sides),
        when: { date, time: '10:00' },
      })
      const older = bracket([won('2025-05-10', athlete(12), athlete(11, { loser: true })), ...semis.slice(1)])
      await record(store, { ...older, page: { ...older.page, tournament: '2900' } }, 1_000)
      await record(
        store,
        bracket([won('2026-11-21', athlete(11), athlete(12, { loser: true })), ...semis.slice(1)]),
        1_000,
      )
      const all = await store.meetings.between(['12'], ['11'], 0)
      expect(all).toMatchObject([
        { tournamentName: 'Open 3105', date: '2026-11-21', division: light.division, outcome: { winner: 0 } },
        { tournamentName: 'Older Open', date: '2025-05-10', outcome: { winner: 0 } },
      ])
      expect(all[1]?.sides[0]).toMatchObject({ bjjCompSystemId: '12' })
      expect(await store.meetings.between(['11'], ['12'], all[0]?.matchId ?? 0)).toEqual([all[1]])
      expect(await store.meetings.between(['13'], ['14'], 0)).toEqual([])
      expect(await store.meetings.between(['14', '11'], ['13', '12'], 0)).toEqual(all)
      expect(await store.meetings.between(['11'], ['11'], 0)).toEqual([])
    })
  })

  it('are found by their index', async () => {
    await withTournament(async ({ sql }) => {
      await sql`set enable_seqscan = off`
      const plan = await sql`explain select 1 from fights where outcome is not null
        and least(competitor_a, competitor_b) = '1' and greatest(competitor_a, competitor_b) = '2'`
      expect(JSON.stringify(plan)).toContain('fights_meetings')
    })
  })
})
