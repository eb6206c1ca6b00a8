// The quality of a tournament's estimates, computed from what was shown an hour before each match (docs/decisions/039).
import { expect, it } from 'vitest'
import type { ShownEstimate } from '#store'
import { athlete, board, bracket, card, fight } from '#support/readings.ts'
import { record, withTournament, type StoredTournament } from '#support/stored-tournament.ts'

const minute = 60_000
/** 09:00 at the venue. */
const opening = Date.parse('2026-11-21T15:00:00Z')
/** The instant this many minutes after nine o'clock. */
const at = (minutes: number): number => opening + minutes * minute
/** The time of day at the venue this many minutes after nine o'clock, such as '09:10'. */
const timeText = (minutes: number): string =>
  new Date(Date.parse('2026-11-21T09:00:00Z') + minutes * minute).toISOString().slice(11, 16)

/** Records fights that started at these minutes after nine o'clock and have ended. */
async function recordFights({ store }: StoredTournament, starts: readonly number[]): Promise<void> {
  const sidesOf = (number: number, over: boolean) =>
    [athlete(number * 10), athlete(number * 10 + 1, { loser: over })] as [
      ReturnType<typeof athlete>,
      ReturnType<typeof athlete>,
    ]
  const placeOf = (number: number, start: number) => ({ mat: number, fight: 1, at: timeText(start) })
  await record(
    store,
    board(starts.map((start, index) => card(placeOf(index + 1, start), sidesOf(index + 1, false)))),
    at(-60),
  )
  const fights = starts.map((start, index) => fight(index + 1, placeOf(index + 1, start), sidesOf(index + 1, true)))
  await record(store, bracket(fights, { verdict: 'partial' }), at(Math.max(...starts) + 30))
  await store.projection.catchUp()
}

/** The published time, estimate and window that were shown for a match, in minutes after nine o'clock. */
const shownEstimate = (
  matchId: number,
  published: number,
  estimated: number,
  [early, late]: [number, number],
): ShownEstimate => ({
  matchId,
  day: '2026-11-21',
  shownAt: at(published - 60),
  publishedAt: at(published),
  estimatedAt: at(estimated),
  early: at(early),
  late: at(late),
})

async function matchIds({ store, id }: StoredTournament): Promise<number[]> {
  const held = await store.projection.load(id)
  return [...(held?.state.matches.values() ?? [])]
    .toSorted((a, b) => (a.matchNumber ?? 0) - (b.matchNumber ?? 0))
    .map((match) => match.id)
}

it('The quality of estimates is the share of starts inside the window and the median errors, for ended days only', async () => {
  await withTournament(async (stored) => {
    await recordFights(stored, [10, 20, 30])
    const [first = 0, second = 0, third = 0] = await matchIds(stored)
    const { shownEstimates } = stored.store
    await shownEstimates.record(stored.id, [
      shownEstimate(first, 20, 12, [5, 25]),
      // Starts are known to the minute, so a window that begins within that minute contains the start.
      shownEstimate(second, 25, 24, [20.5, 35]),
      shownEstimate(third, 60, 50, [40, 70]),
    ])
    expect(await shownEstimates.quality(stored.id, '2026-11-21')).toBeNull()
    const quality = await shownEstimates.quality(stored.id, '2026-11-22')
    expect(quality?.inside).toBeCloseTo(2 / 3)
    expect(quality).toMatchObject({ matches: 3, publishedError: 10, estimateError: 4 })
  })
})

it('Only the first estimate that was shown for a match counts, and it is deleted with the match', async () => {
  await withTournament(async (stored) => {
    await recordFights(stored, [10])
    const [matchId = 0] = await matchIds(stored)
    const { shownEstimates } = stored.store
    await shownEstimates.record(stored.id, [shownEstimate(matchId, 20, 12, [5, 25])])
    await shownEstimates.record(stored.id, [
      shownEstimate(matchId, 10, 10, [10, 10]),
      shownEstimate(999_999, 20, 12, [5, 25]),
    ])
    expect(await shownEstimates.quality(stored.id, '2026-11-22')).toMatchObject({ matches: 1, publishedError: 10 })
    await stored.sql`delete from fights where id = ${matchId}`
    expect(await shownEstimates.quality(stored.id, '2026-11-22')).toBeNull()
  })
})
