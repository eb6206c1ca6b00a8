import { describe, expect, it } from 'vitest'
import { noHistory, type MatchHistory } from '#domain/match-history.ts'
import type { Match } from '#domain/match.ts'
import { exampleMatch } from '#support/examples.ts'
import { observedMat } from './observed-mats.ts'

const at = (clock: string): string => `2026-11-21T${clock}:00Z`
const left = { fights: 0, turnovers: 0 }

type Known = { match: Match; history?: Partial<MatchHistory> }

const listed = (id: number, clock: string, over: Partial<Match> = {}): Match =>
  exampleMatch({ id, board: 'listed', rawStatus: null, scheduledAt: at(clock), ...over })
const ended = (id: number, clock: string): Match => exampleMatch({ id, board: 'left', scheduledAt: at(clock) })
const head = (after: string | null): Partial<MatchHistory> => ({
  headOfMat: { date: '2026-11-21', mat: 4, after: after && at(after), by: after && at(after) },
})
const leftAt = (clock: string): Partial<MatchHistory> => ({ leftBoard: { after: null, by: at(clock) } })

/** What is observed on a mat at a clock time, from its ended matches and its board. */
function observe(endedMatches: readonly Known[], board: readonly Known[], clock: string) {
  const histories = new Map(
    [...endedMatches, ...board].map(({ match, history }) => [match.id, { ...noHistory, ...history }] as const),
  )
  const { isOn, observed } = observedMat(
    { mat: 4, left, ended: endedMatches.map(({ match }) => match), listed: board.map(({ match }) => match) },
    (id) => histories.get(id),
    Date.parse(at(clock)),
  )
  return {
    isOn,
    starts: observed.starts.map((start) => new Date(start.at).toISOString().slice(11, 16)),
    pending: observed.pending.length,
  }
}

describe('observedMat', () => {
  it('takes the first match on the board as started when its time has come', () => {
    const board = [{ match: listed(2, '14:10'), history: head('14:08') }, { match: listed(3, '14:18') }]
    expect(observe([], board, '14:12')).toEqual({ isOn: true, starts: ['14:10'], pending: 1 })
    expect(observe([], board, '14:09')).toEqual({ isOn: false, starts: [], pending: 2 })
  })

  it('takes a time as planned if it is before the end of the previous match', () => {
    const board = [{ match: listed(2, '14:05'), history: head('14:12') }]
    expect(observe([], board, '14:13')).toEqual({ isOn: false, starts: [], pending: 1 })
  })

  it('uses the status that the source’s lists state', () => {
    const weighted = [{ match: listed(2, '14:10', { rawStatus: 'weighted' }), history: head('14:08') }]
    expect(observe([], weighted, '14:12').isOn).toBe(false)
    const started = [{ match: listed(2, '14:05', { rawStatus: 'started' }), history: head('14:12') }]
    expect(observe([], started, '14:13')).toEqual({ isOn: true, starts: ['14:05'], pending: 0 })
  })

  it('takes the last published time of an ended match as its start until its history has the start', () => {
    const start = { date: '2026-11-21', time: '09:02', at: at('14:02'), seenAt: at('14:09') }
    expect(observe([{ match: ended(1, '14:03'), history: leftAt('14:08') }], [], '14:10').starts).toEqual(['14:03'])
    expect(observe([{ match: ended(1, '14:03'), history: { ...leftAt('14:08'), start } }], [], '14:10').starts).toEqual(
      ['14:02'],
    )
  })

  it('counts no start for a match that was decided before its time', () => {
    const start = { date: '2026-11-21', time: '09:30', at: at('14:30'), seenAt: at('14:09') }
    expect(observe([{ match: ended(1, '14:30'), history: leftAt('14:08') }], [], '14:40').starts).toEqual([])
    expect(observe([{ match: ended(1, '14:30'), history: { start } }], [], '14:40').starts).toEqual([])
  })
})
