import { describe, expect, it } from 'vitest'
import type { BoardFight } from './boards.ts'
import type { Halls } from './halls.ts'
import { estimateOfItem, type HallFacts } from './match-estimate.ts'
import { matRun, timedOnMat } from './mat-run.ts'

const minute = 60_000
const now = Date.parse('2026-11-21T18:00:00Z')
const place = { tournamentId: 7, day: '2026-11-21', mat: 4 }
const side = { name: 'Ana Lua', team: null, from: null, followed: null }

type State = 'unseen' | 'running' | 'overdue' | 'hall-stopped'
const factsOf = (state: State, left = 10, isOn = false): HallFacts => {
  const mat = { mat: 4, state, anchor: now - 3 * minute, running: 7, left: { fights: left, turnovers: 70 }, isOn }
  const hall: Halls[string] = {
    date: '2026-11-21',
    asOf: now,
    pace: 0.9,
    spread: 0.1,
    unevenness: 0.3,
    stop: null,
    mats: [mat],
  }
  return { halls: { 7: hall }, sources: {} }
}
const running = factsOf('running')

/** A fight on the mat's board, with this many fights ahead. */
const fight = (ahead: number, change: Partial<BoardFight> = {}): BoardFight => ({
  id: ahead,
  fightNumber: ahead,
  time: '14:00',
  scheduledDateTime: new Date(now + 60 * minute).toISOString(),
  round: null,
  division: 'Adult / Male / BLUE / Light',
  board: 'listed',
  ahead,
  before: { fights: 10 + ahead, turnovers: 70 + 7 * ahead, breaks: 0 },
  rawStatus: null,
  place: ahead,
  sides: [side, side],
  ...change,
})
/** The same fight, published this many minutes after its estimate. */
function earlyFight(ahead: number, minutes: number): BoardFight {
  const estimate = estimateOfItem(timedOnMat(fight(ahead), place), running, now)
  const at = (estimate.at ?? 0) + minutes * minute
  return fight(ahead, { scheduledDateTime: new Date(at).toISOString() })
}
const run = (fights: BoardFight[], facts = running, at = now) => matRun(fights, place, facts, at)

describe('A mat', () => {
  it('runs early or late by the median of its upcoming matches', () => {
    expect(run([earlyFight(2, 2), earlyFight(3, 18), earlyFight(4, 19)])).toEqual({ kind: 'early', minutes: 18 })
    expect(run([earlyFight(2, 16), earlyFight(3, 20)])).toEqual({ kind: 'early', minutes: 18 })
    expect(run([earlyFight(4, -6)])).toEqual({ kind: 'late', minutes: 6 })
  })

  it('is on time within three minutes', () => {
    for (const minutes of [-3, 0, 3]) expect(run([earlyFight(4, minutes)])).toEqual({ kind: 'on-time' })
    expect(run([earlyFight(4, 4)])).toEqual({ kind: 'early', minutes: 4 })
  })

  it('is measured by upcoming matches only', () => {
    const started = fight(0, { rawStatus: 'started' })
    expect(run([started, earlyFight(4, 18)])).toEqual({ kind: 'early', minutes: 18 })
    expect(run([started])).toBeNull()
    expect(run([])).toBeNull()
  })

  it('has not started while no match was seen to start on it', () => {
    expect(run([fight(2)], factsOf('unseen', 0))).toEqual({ kind: 'not-started' })
    expect(run([fight(2)], factsOf('unseen', 0, true))).toEqual({ kind: 'schedule' })
  })

  it('stands still when nothing starts on it, or in the hall', () => {
    expect(run([earlyFight(4, 18)], factsOf('overdue'))).toEqual({ kind: 'stands-still' })
    expect(run([earlyFight(4, 18)], factsOf('hall-stopped'))).toEqual({ kind: 'stands-still' })
  })

  it('has no recent data when its board was not read for a while', () => {
    for (const state of ['running', 'overdue', 'hall-stopped', 'unseen'] as const) {
      expect(run([earlyFight(4, 18)], factsOf(state), now + 3 * minute)?.kind).not.toBe('old')
      expect(run([earlyFight(4, 18)], factsOf(state), now + 4 * minute)).toEqual({ kind: 'old' })
    }
  })

  it('has no recent data if it may have started since its board was read', () => {
    const startsIn = (minutes: number) =>
      fight(0, { scheduledDateTime: new Date(now + minutes * minute).toISOString() })
    const unstarted = factsOf('unseen', 0)
    const readAfter = { ...unstarted, sources: { 7: { fetchedAt: new Date(now + 3 * minute).toISOString() } } }
    for (const first of [startsIn(-1), startsIn(20), fight(0, { scheduledDateTime: null })]) {
      expect(run([first, fight(2)], unstarted, now + 3 * minute)).toEqual({ kind: 'not-started' })
      expect(run([first, fight(2)], unstarted, now + 4 * minute)).toEqual({ kind: 'old' })
      expect(run([first, fight(2)], readAfter, now + 4 * minute)).toEqual({ kind: 'not-started' })
    }
    expect(run([startsIn(60), fight(2)], unstarted, now + 4 * minute)).toEqual({ kind: 'not-started' })
  })

  it('has only its published times if there is no estimate', () => {
    expect(run([fight(2)], factsOf('unseen', 3))).toEqual({ kind: 'schedule' })
    expect(run([fight(2)], { halls: {}, sources: {} })).toEqual({ kind: 'schedule' })
    expect(matRun([fight(2)], { ...place, day: '2026-11-22' }, running, now)).toEqual({ kind: 'schedule' })
    expect(run([fight(2, { before: null })])).toEqual({ kind: 'schedule' })
  })
})
