import { describe, expect, it } from 'vitest'
import { exampleCategory, exampleItem } from '#support/examples.ts'
import type { Category } from '#domain/tournament.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { withoutMatch } from './without-match.ts'

const podium = (...places: number[]): Category['placements'] =>
  places.map((place) => ({ place, name: '', team: '', athleteBjjCompSystemId: null }))
const match = (over: Partial<MatchItem> = {}): MatchItem => ({ ...exampleItem(), ...over })
const won = match({ status: 'finished', result: 'win' })
const lost = match({ status: 'finished', result: 'loss' })

const reason = (category: Partial<Category>, ...matches: MatchItem[]): string | undefined =>
  reasonWith([1], category, ...matches)
const reasonWith = (places: number[], over: Partial<Category>, ...matches: MatchItem[]): string | undefined => {
  const category = exampleCategory(over)
  const own = places.map((place) => ({ category: category.division, place }))
  return withoutMatch([category], matches, own, [])[0]?.reason
}

describe('An athlete has no upcoming match in a category', () => {
  it('because its bracket is not published', () => {
    expect(reason({ state: 'none' })).toBe('bracket-missing')
  })

  it('because nobody else is in it, as a podium of one without a match shows', () => {
    expect(reason({ state: 'finished', placements: podium(1) })).toBe('alone')
    expect(reason({ state: 'finished', placements: podium(1, 2) })).toBe('over')
    expect(reasonWith([], { state: 'finished', placements: podium(1) })).toBe('over')
  })

  it('because the next match is not known yet, after a bye or a win', () => {
    expect(reason({})).toBe('waiting')
    expect(reason({}, won)).toBe('waiting')
  })

  it('because a match was lost, or the category has ended', () => {
    expect(reason({}, won, lost)).toBe('out')
    expect(reason({ state: 'finished', placements: podium(1, 2) }, won)).toBe('over')
  })

  it('only if each of the athlete’s matches in it is finished or cancelled', () => {
    expect(reason({}, won, match())).toBeUndefined()
    expect(reason({}, match({ status: 'cancelled' }))).toBe('waiting')
    expect(reason({}, match({ division: 'Adult / Male / BLUE / Open Class' }))).toBe('waiting')
  })
})
