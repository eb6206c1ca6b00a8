import { expect, it } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import { Teams } from '#domain/team.ts'
import type { Held } from '#store'
import { fakeClock } from '#support/clock.ts'
import { exampleAthlete, exampleMatch, exampleTournament } from '#support/examples.ts'
import type { ReadyAnswer } from './list-cache.ts'
import { createMatchLists } from './matches.ts'
import type { Watching } from './watched.ts'

const minute = 60_000
const readAt = Date.parse('2026-11-21T18:40:30Z')
const athlete = exampleAthlete()
const match = exampleMatch()
/** A tournament whose boards were last read at `readAt`, with three fights before the athlete's match. */
const held: Held = {
  state: {
    tournament: exampleTournament(),
    categories: new Map(),
    athletes: new Map([[athlete.id, athlete]]),
    matches: new Map([[match.id, match]]),
  },
  position: { epoch: 'e', seq: 7 },
  source: { state: 'ok', fetchedAt: new Date(readAt).toISOString(), changedAt: null },
  hall: {
    date: '2026-11-21',
    asOf: readAt,
    pace: 0.95,
    spread: 0.04,
    unevenness: 0.1,
    stop: null,
    mats: [
      {
        mat: 4,
        state: 'running',
        anchor: readAt - minute,
        running: 7.2,
        left: { fights: 10, turnovers: 72 },
        isOn: true,
      },
    ],
  },
  matchesOfAthlete: () => [match],
  listedOnMat: () => [match],
  historyOf: () => undefined,
  endedOnMat: () => [],
  beforeOnMat: () => ({ fights: 13, turnovers: 93.6, breaks: 0 }),
  athleteBySourceId: () => athlete,
  teams: new Teams([athlete]),
  athleteReadAt: () => readAt,
}
const watching: Watching = {
  watched: {
    version: 1,
    follows: [{ athleteId: athlete.id, tournamentId: 5, followedAt: '2026-11-20T10:00:00.000Z', via: null }],
    tournamentIds: [5],
    claims: [],
    claimOrder: 0,
    claimableUntil: null,
  },
  tournaments: new Map([[5, held]]),
}

const estimateIn = ({ bytes }: ReadyAnswer) =>
  (JSON.parse(bytes?.toString() ?? '') as MatchesResponse).matches[0]?.estimate

it('The upcoming list has current estimates even while nothing is read, and is answered 304 while they are unchanged', async () => {
  const clock = fakeClock(readAt + 1_000)
  const { upcomingMatches } = createMatchLists(clock)
  const read = (etag?: string): Promise<ReadyAnswer> => {
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    return upcomingMatches(1, watching, headers).answerTo(headers)
  }
  const first = await read()
  expect(estimateIn(first)).toMatchObject({ fightsAhead: 3, isOld: false })
  const { etag } = first.headers
  await clock.advance(2 * minute)
  expect((await read(etag)).status).toBe(304)
  await clock.advance(8 * minute)
  const later = await read(etag)
  expect(later.status).toBe(200)
  expect(estimateIn(later)?.isOld).toBe(true)
  expect(Date.parse(estimateIn(later)?.late ?? '')).toBeGreaterThan(Date.parse(estimateIn(first)?.late ?? ''))
})
