import { describe, expect, it } from 'vitest'
import type { BracketMatch, BracketReading, ReadSide, ScheduleReading, TournamentReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { emptySlice, mergeReading } from '../../test/support/merging.ts'
import { board, card } from '../../test/support/readings.ts'
import type { Slice } from './index.ts'

const tournament = '4101'
const date = '2026-11-21'
/** The evening of November 20 in Houston, six hours behind UTC. */
const evening = Date.parse('2026-11-21T03:00:00Z')
const noon = Date.parse('2026-11-21T18:00:00Z')
const parts = { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light' }
const division = 'Adult / Male / BLUE / Light'
const whole = { language: 'en' as const, verdict: 'whole' as const, problems: [] }

const side = (id: string, loser = false): ReadSide => ({
  kind: 'athlete',
  bjjCompSystemId: id,
  name: `Athlete ${id}`,
  team: 'Mar Alto',
  seed: Number(id),
  loser,
  disqualification: null,
})

/** The bracket of two athletes, whose match starts at `time`; if the match is over, with its result and the podium. */
const bracket = (time: string, isOver = false): BracketReading => ({
  ...whole,
  page: { kind: 'bracket', tournament, category: '901' },
  division: { division, ...parts },
  treeSize: 2,
  matches: [
    {
      matchNumber: 1,
      isFinal: true,
      mat: 1,
      fightNumber: 1,
      when: { date, time },
      sides: [side('1'), side('2', isOver)],
    },
  ],
  placements: isOver ? [1, 2].map((place) => ({ place, name: `Athlete ${place}`, team: 'Mar Alto' })) : [],
  ranking: [],
  swaps: [],
})

/** The board on which that match is next. */
const boardPage = board([card({ mat: 1, fight: 1, at: '11:50' }, [side('1'), side('2')])], {
  page: { kind: 'board', tournament, day: '7', page: 1 },
})

const programme = (time: string, single = false): ScheduleReading => ({
  ...whole,
  page: { kind: 'schedule', tournament },
  days: [{ bjjCompSystemId: '7', weekday: 'Saturday', startsAt: '09:00' }],
  categories: [{ bjjCompSystemId: single ? null : '901', division, dayId: '7', weekday: 'Saturday', time, single }],
})

/** The category after these readings, each fetched at the given time. */
function after(...readings: [reading: TournamentReading, fetchedAt: number][]): Category | undefined {
  const start = emptySlice(tournament)
  const day = { dayNumber: 1, dayName: 'Day 1', weekday: 'Saturday', date, matsCount: 1, bjjCompSystemUrl: '' }
  start.state.tournament.days = [{ bjjCompSystemId: '7', ...day }]
  const end = readings.reduce<Slice>((slice, [reading, at]) => mergeReading(slice, reading, at), start)
  return [...end.state.categories.values()][0]
}

const startIn = ({ state }: Slice): Category['start'] | undefined => [...state.categories.values()][0]?.start

/** The part of a slice that the store loads for a board page. */
const withoutMatchesThatAreOver = (slice: Slice): Slice => ({
  ...slice,
  state: { ...slice.state, matches: new Map([...slice.state.matches].filter(([, { outcome }]) => outcome === null)) },
})

describe('The start of a division', () => {
  it('is the time of its first match, and on the day moves earlier only', () => {
    const published = { date, time: '10:40', at: '2026-11-21T16:40:00.000Z', basis: 'matches' }
    expect(after([bracket('10:40'), evening])?.start).toEqual(published)
    expect(after([bracket('10:40'), evening], [bracket('11:55'), noon])?.start).toEqual(published)
    expect(after([bracket('10:40'), evening], [bracket('10:05'), noon])?.start?.time).toBe('10:05')
  })

  it('stays on the first of two days when a board of the second one is read, and moves when the bracket postpones the match', () => {
    const open = (fight: number): ReadSide => ({ kind: 'open', takes: 'winner', fightNumber: fight, mat: 1 })
    const nextDay = { date: '2026-11-22', time: '10:00' }
    const semifinal = { ...bracket('10:40', true).matches[0], matchNumber: 1, isFinal: false } as BracketMatch
    const final = { ...semifinal, matchNumber: 3, isFinal: true, fightNumber: 9, when: nextDay }
    const matches: BracketMatch[] = [semifinal, { ...final, sides: [side('1'), open(2)] }]
    const both: BracketReading = { ...bracket('10:40'), treeSize: 4, matches }
    const secondDay = board([card({ mat: 1, fight: 9, at: '10:00' }, [side('1'), open(2)], { when: nextDay })], {
      page: { kind: 'board', tournament, day: '8', page: 1 },
    })
    const known = mergeReading(emptySlice(tournament), both, evening)
    const start = { date, time: '10:40', basis: 'matches' }
    expect(startIn(known)).toMatchObject(start)
    const later = mergeReading(withoutMatchesThatAreOver(known), secondDay, noon)
    expect([...later.state.matches.values()]).toMatchObject([{ board: 'listed', matchNumber: 3, ...nextDay }])
    expect(startIn(later)).toMatchObject(start)
    const postponed = [{ ...semifinal, when: nextDay, sides: [side('1'), side('2')] as const }]
    expect(startIn(mergeReading(known, { ...both, matches: postponed as BracketMatch[] }, noon))).toMatchObject(nextDay)
  })

  it('is the programme’s until its matches have times', () => {
    expect(after([programme('10:30'), evening])?.start).toMatchObject({ time: '10:30', basis: 'programme' })
    const both = after([programme('10:30'), evening], [bracket('10:40'), evening + 1])
    expect(both?.start).toMatchObject({ time: '10:40', basis: 'matches' })
  })

  it('is the weigh-in time of the programme if the division has only one athlete', () => {
    const alone = after([programme('10:30'), evening], [programme('09:15', true), evening + 1])
    expect(alone?.start).toMatchObject({ date, time: '09:15', basis: 'weigh-in' })
  })
})

describe('A podium', () => {
  it('became known when a page first showed it', () => {
    const known = after([bracket('11:50'), noon - 60_000], [bracket('11:50', true), noon])
    expect(known?.podiumAt).toBe('2026-11-21T18:00:00.000Z')
    const later = after(
      [bracket('11:50'), noon],
      [bracket('11:50', true), noon + 1],
      [bracket('11:50', true), noon + 2],
    )
    expect(later?.podiumAt).toBe('2026-11-21T18:00:00.001Z')
  })

  const minute = 60_000
  it('counts as known since the previous reading if that was more than three minutes earlier', () => {
    const shown = (gap: number) =>
      after([bracket('11:50'), noon - gap * minute], [bracket('11:50', true), noon])?.podiumAt
    expect(shown(3)).toBe('2026-11-21T18:00:00.000Z')
    expect(shown(4)).toBe('2026-11-21T17:56:00.000Z')
    expect(shown(20)).toBe('2026-11-21T17:40:00.000Z')
  })

  it('counts as known since the last board that lists the match, if that was read later than the bracket', () => {
    const readAt = (boardAt: number) =>
      after([bracket('11:50'), noon - 40 * minute], [boardPage, boardAt], [bracket('11:50', true), noon])?.podiumAt
    expect(readAt(noon - 10 * minute)).toBe('2026-11-21T17:50:00.000Z')
    expect(readAt(noon - minute)).toBe('2026-11-21T18:00:00.000Z')
  })

  it('has no known time if the first reading shows it, or if it appears more than half an hour after the last match began', () => {
    expect(after([bracket('11:50', true), noon])?.podiumAt).toBeNull()
    expect(after([bracket('10:40'), evening], [bracket('10:40', true), noon])?.podiumAt).toBeNull()
  })
})
