import { describe, expect, it } from 'vitest'
import { isWanted, matchAlert, usualPreferences } from './alert.ts'
import type { Athlete } from './athlete.ts'
import type { Match, Side } from './match.ts'
import type { MatchNews } from './match-news.ts'

const athlete = (id: number): Athlete => ({
  id,
  tournamentId: 1,
  bjjCompSystemId: String(700 + id),
  name: `Athlete ${id}`,
  team: null,
  belt: null,
  division: null,
  categoryIds: [],
  listed: true,
})
const side = (id: number): Side => ({
  kind: 'athlete',
  bjjCompSystemId: String(700 + id),
  name: `Athlete ${id}`,
  team: null,
  seed: id,
  disqualification: null,
})
const match: Match = {
  id: 7,
  tournamentId: 1,
  categoryId: 3,
  division: 'Adult / Male / BLUE / Light',
  matchNumber: 1,
  round: 'Final',
  sides: [side(1), side(2)],
  date: '2026-11-21',
  time: '14:00',
  scheduledAt: '2026-11-21T14:00:00.000Z',
  mat: 4,
  fightNumber: 12,
  board: 'left',
  boardRank: null,
  rawStatus: null,
  outcome: { kind: 'won', winner: 1 },
  moves: [],
}
const news: MatchNews = { kinds: ['result'], moved: null, on: false, corrected: false }

describe('an alert about a match', () => {
  it('is told from the side of the followed athlete, with the medal that it decided', () => {
    expect(matchAlert(match, null, news, [athlete(2)], [{ athleteId: 2, place: 1 }])).toMatchObject({
      athletes: [{ id: 2, name: 'Athlete 2' }],
      opponent: 'Athlete 1',
      result: 'win',
      place: 1,
    })
  })

  it('is one for both athletes where both are followed', () => {
    expect(matchAlert(match, null, news, [athlete(2), athlete(1)], [])).toMatchObject({
      athletes: [
        { id: 1, name: 'Athlete 1' },
        { id: 2, name: 'Athlete 2' },
      ],
      opponent: null,
      winner: 'Athlete 2',
    })
  })

  it('is none for who stands on neither side', () => {
    expect(matchAlert(match, null, news, [athlete(3)], [])).toBeUndefined()
  })
})

describe('what a user wants', () => {
  const evening = Date.parse('2026-11-21T22:30:00Z')
  const quiet = (from: string, to: string, timezone = 'Europe/London') => ({
    ...usualPreferences,
    quiet: { from, to, timezone },
  })

  it('is every kind until one is switched off', () => {
    expect(isWanted(usualPreferences, ['near'], evening)).toBe(true)
    expect(isWanted({ ...usualPreferences, near: false }, ['near'], evening)).toBe(false)
    expect(isWanted({ ...usualPreferences, near: false }, ['near', 'moved'], evening)).toBe(true)
  })

  it('is nothing in quiet hours, also over midnight and in the zone of the user', () => {
    expect(isWanted(quiet('22:00', '07:00'), ['near'], evening)).toBe(false)
    expect(isWanted(quiet('22:31', '07:00'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('22:00', '22:30'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('22:30', '23:00'), ['near'], evening)).toBe(false)
    expect(isWanted(quiet('22:00', '07:00', 'America/Chicago'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('16:00', '17:00', 'America/Chicago'), ['near'], evening)).toBe(false)
  })
})
