import { describe, expect, it } from 'vitest'
import { exampleMatch, exampleSide } from '#support/examples.ts'
import { aheadNow } from './hall-record.ts'
import { matLine } from './mat-line.ts'
import type { Match } from './match.ts'

/** Matches of one mat, eight minutes apart; the first `left` have left the board. */
const matOf = (divisions: readonly string[], left: number): Match[] =>
  divisions.map((division, index) =>
    exampleMatch({
      id: index + 1,
      division,
      board: index < left ? 'left' : 'listed',
      scheduledAt: new Date(Date.parse('2026-11-21T15:00:00Z') + index * 8 * 60_000).toISOString(),
    }),
  )

const lineOf = (matches: readonly Match[]) =>
  matLine(
    matches.filter(({ board }) => board === 'left'),
    matches.filter(({ board }) => board === 'listed'),
  )

const blue = 'Adult / Male / BLUE / Light'
const black = 'Adult / Male / BLACK / Light'

describe('matLine', () => {
  it('counts the matches of the day before each listed match, with their expected turnovers', () => {
    const { left, before } = lineOf(matOf([blue, black, blue, blue], 2))
    expect(left).toEqual({ fights: 2, turnovers: 18.7 })
    expect(before.get(3)).toEqual({ fights: 2, turnovers: 18.7, breaks: 0 })
    expect(before.get(4)).toEqual({ fights: 3, turnovers: 25.9, breaks: 0 })
  })

  it('does not change the matches before a match when one of them leaves the board', () => {
    const divisions = [blue, black, blue, black, blue]
    for (const left of [0, 1, 2, 3])
      expect(lineOf(matOf(divisions, left)).before.get(5)).toEqual(lineOf(matOf(divisions, 4)).before.get(5))
  })

  it('makes the matches ahead equal to the matches before minus those that have left the board or are in progress', () => {
    const { left, before } = lineOf(matOf([blue, black, blue, black, blue], 1))
    const last = before.get(5) ?? { fights: 0, turnovers: 0, breaks: 0 }
    expect(aheadNow(last, { left, isOn: false, running: 0 }, null)).toMatchObject({ fights: 3, turnovers: 30.2 })
    expect(aheadNow(last, { left, isOn: true, running: 11.5 }, null)).toMatchObject({ fights: 2, turnovers: 18.7 })
    const head = before.get(2) ?? last
    expect(aheadNow(head, { left, isOn: true, running: 11.5 }, null)).toBeNull()
  })

  it('does not count a bye, which is never fought', () => {
    const bye = exampleMatch({ id: 9, division: blue, board: 'left', sides: [exampleSide(), { kind: 'bye' }] })
    expect(matLine([bye], []).left).toEqual({ fights: 0, turnovers: 0 })
  })
})
