import { describe, expect, it } from 'vitest'
import { estimateInHall, type HallRecord, hallUpdate, type HallUpdate, mergeHall } from '#domain/hall-record.ts'
import { type MatchHistory, noHistory } from '#domain/match-history.ts'
import type { Match } from '#domain/match.ts'
import { exampleMatch, exampleTournament } from '#support/examples.ts'
import { HeldTournament } from './held-tournament.ts'
import type { PageAge } from './source-age.ts'

const minute = 60_000
const day = '2026-11-21'
/** 09:00 at the venue in New York. */
const opening = Date.parse('2026-11-21T14:00:00Z')
const at = (minutes: number): number => opening + minutes * minute
const iso = (minutes: number): string => new Date(at(minutes)).toISOString()

type Fixture = {
  /** The mats of each board page. */
  pages: readonly (readonly number[])[]
  /** The last start on each mat, minutes after the opening; a match starts every seven minutes until then. */
  lastStart: number
  histories?: (match: Match) => Partial<MatchHistory>
  neighbours?: readonly HeldTournament[]
}

/** A tournament whose mats have matches that have ended, and ten listed ones, of which the first has not started. */
function tournamentOf({ pages, lastStart, histories = () => ({}), neighbours = [] }: Fixture): HeldTournament {
  const matches = new Map<number, Match>()
  const historiesById = new Map<number, MatchHistory>()
  const started = Math.floor(lastStart / 7) + 1
  for (const mat of pages.flat())
    for (let index = 0; index < started + 10; index++) {
      const id = mat * 1_000 + index
      const board = index < started ? ('left' as const) : ('listed' as const)
      const minutes = index * 7 + (mat % 7)
      const rawStatus = board === 'listed' ? 'assigned' : null
      const place = { mat, board, boardRank: index, scheduledAt: iso(minutes) } as const
      const match = exampleMatch({ id, matchNumber: id, rawStatus, ...place })
      matches.set(id, match)
      if (board === 'left')
        historiesById.set(id, { ...noHistory, leftBoard: { after: null, by: iso(minutes + 5) }, ...histories(match) })
    }
  const tournament = exampleTournament({
    days: [
      {
        bjjCompSystemId: '9',
        bjjCompSystemUrl: 'https://source.example/days/9',
        dayNumber: 1,
        dayName: 'Day 1',
        weekday: 'Saturday',
        date: day,
        matsCount: 8,
      },
    ],
  })
  return new HeldTournament(
    {
      state: { tournament, categories: new Map(), athletes: new Map(), matches },
      position: { epoch: 'e', seq: 1 },
      histories: historiesById,
      historySeq: 0,
    },
    () => neighbours,
  )
}

/** A board page that was last read at this time, in minutes after the opening; null if it was never read. */
const boardPage = (number: number, readAt: number | null, mats: readonly number[] | null, failures = 0): PageAge => ({
  key: `3105/board/9/${number}`,
  kind: 'board',
  day: '9',
  state: failures > 2 ? 'down' : readAt === null ? 'new' : 'ok',
  failures,
  fetchedAt: readAt === null ? null : at(readAt),
  changedAt: null,
  everyMs: 30_000,
  mats,
})

/** The mats of two board pages. */
const [first, second] = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
]

/** The estimate of a mat's next match. */
function estimateOn(held: HeldTournament, mat: number, minutes: number) {
  const [match] = held.listedOnMat(day, mat) as [Match]
  const place = { date: day, mat, before: held.beforeOnMat(match), ahead: 0, publishedAt: null }
  const estimate = estimateInHall(held.hall, place, Date.parse(held.source.fetchedAt ?? ''), at(minutes))
  if (estimate.basis === 'schedule') throw new Error('there is no estimate')
  return estimate
}

describe('The record of a hall', () => {
  it('is as recent for each mat as the page of its board, so one failing page does not make the others old', () => {
    const held = tournamentOf({ pages: [first, second], lastStart: 119 })
    held.setPages([boardPage(1, 126, first), boardPage(2, 121, second, 3)], at(126))
    expect(held.hall?.asOf).toBe(at(126))
    expect(held.hall?.mats.map(({ asOf }) => asOf)).toEqual([
      ...first.map(() => undefined),
      ...second.map(() => at(121)),
    ])
    expect(estimateOn(held, 1, 126).isOld).toBe(false)
    expect(estimateOn(held, 5, 126).isOld).toBe(true)
    expect(held.setPages([boardPage(1, 127, first)], at(127))).toBe(true)
    expect(held.hall?.asOf).toBe(at(127))
  })

  it('exists although one of its board pages was never read', () => {
    const held = tournamentOf({ pages: [first], lastStart: 119 })
    held.setPages([boardPage(1, 120, first), boardPage(2, null, null, 5)], at(120))
    expect(held.hall?.mats.map(({ mat, state }) => [mat, state])).toEqual(first.map((mat) => [mat, 'running']))
    expect(held.source).toMatchObject({ state: 'down', fetchedAt: iso(120) })
  })

  it('is as recent as the least recently read board page for a mat whose page is unknown', () => {
    const held = tournamentOf({ pages: [first, second], lastStart: 119 })
    held.setPages([boardPage(1, 126, first), boardPage(2, 121, null)], at(126))
    expect(held.hall?.mats.map(({ asOf }) => asOf).slice(4)).toEqual(second.map(() => at(121)))
  })

  it('gives estimates although brackets show starts after the last reading of a board', () => {
    // Only the seventeenth start of mat 1 is known.
    const start = ({ id, mat, scheduledAt }: Match): Partial<MatchHistory> =>
      mat === 1 && id !== 1_016
        ? { leftBoard: null }
        : { start: { date: day, time: '12:00', at: scheduledAt, seenAt: iso(500) } }
    const held = tournamentOf({ pages: [first, second], lastStart: 119, histories: start })
    held.setPages([boardPage(1, 60, first), boardPage(2, 90, second)], at(126))
    expect(Number.isFinite(held.hall?.pace)).toBe(true)
    for (const mat of [...first, ...second]) expect(estimateOn(held, mat, 126).at).toBeGreaterThan(at(112))
  })

  it('is empty on a day without boards, so that it replaces the record of the day before', () => {
    const held = tournamentOf({ pages: [first], lastStart: 119 })
    const bracket = (minutes: number): PageAge => ({
      ...boardPage(1, minutes, null),
      key: 'b',
      kind: 'bracket',
      day: null,
    })
    expect(held.setPages([bracket(0)], at(0))).toBe(true)
    expect(held.hall).toBeNull()
    held.setPages([boardPage(1, 126, first)], at(126))
    const known = held.hall as HallRecord
    expect(known.mats).toHaveLength(4)
    const midnight = 15 * 60
    expect(held.setPages([bracket(midnight)], at(midnight))).toBe(true)
    expect(held.hall).toMatchObject({ date: '2026-11-22', mats: [] })
    const update = hallUpdate(known, held.hall as HallRecord) as HallUpdate
    expect(mergeHall(known, update)).toEqual(held.hall)
    held.setPages([bracket(midnight + 5)], at(midnight + 5))
    expect(hallUpdate(mergeHall(known, update), held.hall as HallRecord)).toBeNull()
  })

  it('is empty when the day that had boards is no longer a day of the tournament, and replaces the record of that day', () => {
    const held = tournamentOf({ pages: [first], lastStart: 119 })
    held.setPages([boardPage(1, 126, first)], at(126))
    const known = held.hall as HallRecord
    const { tournament } = held.state
    const value = { ...tournament, days: [] }
    const change = { entity: 'tournament', id: tournament.id, value } as const
    held.apply([{ tournamentId: tournament.id, seq: 2, at: iso(130), change }])
    held.setPages([{ ...boardPage(1, 130, null), key: 'b', kind: 'bracket', day: null }], at(130))
    const update = hallUpdate(known, held.hall as HallRecord) as HallUpdate
    expect(update).toMatchObject({ date: day, mats: [], isWhole: true })
    expect(mergeHall(known, update)).toEqual(held.hall)
  })

  it('does not exist before the first day of the tournament, although its boards are read', () => {
    const held = tournamentOf({ pages: [first], lastStart: 119 })
    held.setPages([boardPage(1, -2 * 24 * 60, first)], at(-2 * 24 * 60))
    expect(held.hall).toBeNull()
  })

  it('reports a stop of the hall only if the boards of the neighbouring tournaments were read recently', () => {
    const neighbour = tournamentOf({ pages: [first, second], lastStart: 105 })
    neighbour.setPages([boardPage(1, 113, first), boardPage(2, 113, second)], at(113))
    const held = tournamentOf({ pages: [[11, 12]], lastStart: 112, neighbours: [neighbour] })
    held.setPages([boardPage(1, 128, [11, 12])], at(128))
    expect(held.hall?.mats.map(({ state }) => state)).not.toContain('hall-stopped')
    neighbour.setPages([boardPage(1, 128, first), boardPage(2, 128, second)], at(128))
    held.setPages([boardPage(1, 128.1, [11, 12])], at(128.1))
    expect(held.hall?.mats.map(({ state }) => state)).toEqual(['hall-stopped', 'hall-stopped'])
  })

  it('keeps a published break when the match before it has left the board', () => {
    const held = tournamentOf({ pages: [first, second], lastStart: 119 })
    const later = [...held.state.matches.values()].flatMap((match) => {
      if (match.board !== 'listed' || match.mat !== 1 || match.scheduledAt === null) return []
      return [{ ...match, scheduledAt: new Date(Date.parse(match.scheduledAt) + 60 * minute).toISOString() }]
    })
    held.apply(
      later.map((value, index) => ({
        tournamentId: 5,
        seq: 2 + index,
        at: iso(120),
        change: { entity: 'match', id: value.id, value },
      })),
    )
    held.setPages([boardPage(1, 127, first), boardPage(2, 127, second)], at(127))
    const [next] = held.listedOnMat(day, 1)
    const difference = estimateOn(held, 1, 127).at - Date.parse(next?.scheduledAt ?? '')
    expect(Math.abs(difference / minute)).toBeLessThan(3)
    expect(estimateOn(held, 2, 127).at).toBeLessThan(at(135))
  })
})
