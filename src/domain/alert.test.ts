import { describe, expect, it } from 'vitest'
import { isWanted, matchAlert, defaultPreferences } from './alert.ts'
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
  hasEmptyList: false,
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
const news: MatchNews = { kinds: ['result'], moved: null, on: false, again: false, corrected: false }

describe('An alert about a match', () => {
  it('states the opponent and the result of the followed athlete, and the medal that the match decided', () => {
    expect(matchAlert(match, null, news, [athlete(2)], [{ athleteId: 2, place: 1 }])).toMatchObject({
      athletes: [{ id: 2, name: 'Athlete 2' }],
      opponent: 'Athlete 1',
      result: 'win',
      place: 1,
    })
  })

  it('names both athletes, the winner and no opponent when both are followed', () => {
    expect(matchAlert(match, null, news, [athlete(2), athlete(1)], [])).toMatchObject({
      athletes: [
        { id: 1, name: 'Athlete 1' },
        { id: 2, name: 'Athlete 2' },
      ],
      opponent: null,
      winner: 'Athlete 2',
    })
  })

  it('states why the match was not fought, and no reason if it was fought', () => {
    expect(matchAlert(match, null, news, [athlete(2)], [])?.unfought).toBeNull()
    const overweight: Match = { ...match, sides: [{ ...side(1), disqualification: 'overweight' } as Side, side(2)] }
    for (const id of [1, 2]) expect(matchAlert(overweight, null, news, [athlete(id)], [])?.unfought).toBe('walkover')
  })

  it('does not exist for an athlete on neither side', () => {
    expect(matchAlert(match, null, news, [athlete(3)], [])).toBeUndefined()
  })
})

describe('An alert', () => {
  const evening = Date.parse('2026-11-21T22:30:00Z')
  const quiet = (from: string, to: string, timezone = 'Europe/London') => ({
    ...defaultPreferences,
    quiet: { from, to, timezone },
  })

  it('is wanted unless the user has switched off all its kinds', () => {
    expect(isWanted(defaultPreferences, ['near'], evening)).toBe(true)
    expect(isWanted({ ...defaultPreferences, near: false }, ['near'], evening)).toBe(false)
    expect(isWanted({ ...defaultPreferences, near: false }, ['near', 'moved'], evening)).toBe(true)
  })

  it('is not wanted in the quiet hours, which are in the time zone of the user and may span midnight', () => {
    expect(isWanted(quiet('22:00', '07:00'), ['near'], evening)).toBe(false)
    expect(isWanted(quiet('22:31', '07:00'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('22:00', '22:30'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('22:30', '23:00'), ['near'], evening)).toBe(false)
    expect(isWanted(quiet('22:00', '07:00', 'America/Chicago'), ['near'], evening)).toBe(true)
    expect(isWanted(quiet('16:00', '17:00', 'America/Chicago'), ['near'], evening)).toBe(false)
  })
})
