// Bracket pages with a missing part: the rest is read, and the reading is partial, so the missing part does not count as removed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BracketReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/bracket-${name}.html`, import.meta.url), 'utf8')
const read = (body: string) =>
  bjjcompsystem.read({ kind: 'bracket', tournament: '4101', category: '2950001' }, body, {
    today: '2026-09-12',
    startsOn: '2026-09-11',
    endsOn: '2026-09-13',
  }) as BracketReading

const twoParts = fixture('20-athletes-two-parts-stale-feeders')
const numbers = ({ matches }: BracketReading) => matches.map(({ matchNumber }) => matchNumber)

describe('a bracket page', () => {
  it('is partial, and its tree still has size 32, when the second of two parts is missing', () => {
    const reading = read(fixture('20-athletes-second-part-missing'))
    expect(reading).toMatchObject({ verdict: 'partial', treeSize: 32 })
    expect(reading.problems).toEqual([{ code: 'cells-missing', where: 'Bracket 2/2', detail: '16 of 31 matches' }])
    expect(numbers(reading)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 17, 18, 19, 20, 25, 26, 29, 31])
  })

  it('is partial when the finals are missing, and no other match counts as the final', () => {
    const reading = read(fixture('20-athletes-finals-missing'))
    expect(reading).toMatchObject({ verdict: 'partial', treeSize: 32 })
    expect(reading.problems).toEqual([{ code: 'cells-missing', where: 'bracket', detail: '30 of 31 matches' }])
    expect(reading.matches.filter(({ isFinal }) => isFinal)).toEqual([])
  })

  it('is partial when it has a podium but no cells, and the podium is read', () => {
    const reading = read(fixture('podium-without-cells'))
    expect(reading).toMatchObject({ verdict: 'partial', treeSize: null, matches: [] })
    expect(reading.problems).toEqual([{ code: 'cells-missing', where: 'bracket', detail: 'a podium without a match' }])
    expect(reading.placements).toHaveLength(4)
  })

  it('is partial when its titles name a missing part, even if the other matches make a whole tree', () => {
    const start = twoParts.indexOf('<div class="row">')
    const end = twoParts.indexOf('<div class="bracket-title">Bracket 2/2')
    const firstCell =
      /<div class="tournament-category__match">[^]*?<hr>[^]*?<\/div>\s*<\/div>\s*<\/div>\s*<\/div>/.exec(
        twoParts.slice(start, end),
      )?.[0]
    const footer = twoParts.slice(twoParts.indexOf('</div>\n<footer'))
    const oneCell =
      twoParts.slice(0, start).replace('tournament-category__bracket-15', '') + firstCell + '</div>' + footer
    const reading = read(oneCell)
    expect(numbers(reading)).toEqual([1])
    expect(reading).toMatchObject({ verdict: 'partial', treeSize: 32 })
    expect(reading.problems.map(({ where }) => where)).toEqual(['Bracket 2/2'])
  })

  it('has a tree of the announced size when some of the cells are missing', () => {
    const body = fixture('7-athletes-finished-with-podium-and-swap')
    const reading = read(body.replaceAll(/tournament-category__match-card match-[4-7]"/g, 'other"'))
    expect(reading).toMatchObject({ verdict: 'partial', treeSize: 8 })
    expect(reading.problems.map(({ detail }) => detail)).toEqual(['3 of 7 matches'])
  })

  it('is complete when no part is missing, whatever the number of athletes', () => {
    const whole = [
      '1-athlete',
      '3-athletes-loser-fights-again',
      '4-athletes-close-out-final',
      '7-athletes-finished-with-podium-and-swap',
      '20-athletes-two-parts-stale-feeders',
      '40-athletes-four-parts',
      'double-disqualification-and-no-times',
      'portuguese-24-hour-clock',
      'not-drawn-yet',
    ]
    expect(whole.map((name) => [name, read(fixture(name)).verdict])).toEqual(whole.map((name) => [name, 'whole']))
  })
})
