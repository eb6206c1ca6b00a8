// Bracket pages with missing parts: the store must lose nothing, whichever part is missing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BracketReading } from '#domain/reading.ts'
import { bjjcompsystem } from '#sources'
import { simulateEvent, type PageReading } from '../support/simulated-event.ts'
import { record, stateOf, withTournament } from '../support/stored-tournament.ts'

const minute = 60_000

/**
 * Categories of every layout: brackets of one, three, seven and fifteen cells, brackets of two and of four parts. The second
 * category has three athletes.
 */
const event = simulateEvent({
  mats: 8,
  categories: [2, 3, 6, 14, 20, 40].map((athletes, index) => ({
    age: `Master ${index + 1}`,
    gender: 'Male',
    belt: 'BLUE',
    weight: 'Light',
    athletes,
  })),
})

const isBracket = ({ reading }: PageReading): boolean => reading.page.kind === 'bracket'
/** A time at which some results are known, and one at which all are; with the brackets that have results then. */
const moments = [event.opensAt + 75 * minute, event.opensAt + 600 * minute].map((at) => ({
  at,
  pages: event.readAll(at).filter((page) => isBracket(page) && hasResult(page)),
}))

function hasResult({ reading }: PageReading): boolean {
  return (reading as BracketReading).matches.some(({ sides }) => sides.some((side) => 'loser' in side && side.loser))
}

/** The start of an element: the one that contains all brackets, a part of a bracket, its title, a row or a column. */
const partStart = /<div class="(?:tournament-category__|bracket-title|row|col-)/g

/** The indices in a page's text at which an element of its brackets begins. */
function partsOf(body: string): number[] {
  const from = body.indexOf('<div class="tournament-category__brackets">')
  if (from < 0) return []
  const to = endOf(body, from)
  return [...body.slice(from, to).matchAll(partStart)].map(({ index }) => from + index)
}

/** The index at which the element that begins at `start` ends. */
function endOf(body: string, start: number): number {
  const tags = /<(\/?)div\b[^>]*>/g
  tags.lastIndex = start
  let depth = 0
  for (let tag = tags.exec(body); tag; tag = tags.exec(body)) {
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  throw new Error('The element has no end tag.')
}

describe('A bracket page from which any parts were removed', () => {
  for (const [place, name] of (['in the middle of the event', 'after the end of the event'] as const).entries())
    it(`never removes a match, an athlete or a medal from the store, ${name}`, async () => {
      const { at, pages } = moments[place] as (typeof moments)[number]
      expect(pages.length).toBeGreaterThan(3)
      await withTournament(async (stored) => {
        for (const { reading } of pages) await record(stored.store, reading, at)
        const before = await stateOf(stored)
        let now = at
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...pages),
            fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
            async ({ reading, body }, picks) => {
              const damaged = picks.reduce((text, pick) => {
                const parts = partsOf(text)
                const start = parts.length === 0 ? undefined : parts[pick % parts.length]
                return start === undefined ? text : text.slice(0, start) + text.slice(endOf(text, start))
              }, body)
              const read = bjjcompsystem.read(reading.page, damaged, {
                today: '2026-11-21',
                startsOn: '2026-11-21',
                endsOn: '2026-11-21',
              })
              // Enough readings over enough time to confirm any anomaly.
              for (const minutes of [0, 2, 6, 12]) await record(stored.store, read, now + minutes * minute)
              now += 13 * minute
              const after = await stateOf(stored)
              expect([...after.matches.keys()]).toEqual([...before.matches.keys()])
              for (const category of before.categories.values())
                expect(after.categories.get(category.id)?.placements).toEqual(category.placements)
              for (const athlete of before.athletes.values())
                expect(after.athletes.get(athlete.id)?.categoryIds).toEqual(athlete.categoryIds)
            },
          ),
          { numRuns: 60 },
        )
      }, event.id)
    })
})

describe('A bracket page without one part', () => {
  it('leaves all 31 matches, and shows its problem to administrators', async () => {
    const { at, pages } = moments[1] as (typeof moments)[number]
    const whole = pages.find(({ reading }) => (reading as BracketReading).treeSize === 32) as PageReading
    await withTournament(async (stored) => {
      await record(stored.store, whole.reading, at)
      expect((await stateOf(stored)).matches.size).toBe(31)
      const [second, finals] = ['Bracket 2/2', 'Finals'].map((title) => whole.body.indexOf(`>${title}<`))
      const cut = (place = 0) => whole.body.lastIndexOf('<div', place)
      const damaged = whole.body.slice(0, cut(second)) + whole.body.slice(cut(finals))
      const read = bjjcompsystem.read(whole.reading.page, damaged, {
        today: '2026-11-21',
        startsOn: '2026-11-21',
        endsOn: '2026-11-21',
      })
      for (const minutes of [1, 3, 20]) await record(stored.store, read, at + minutes * minute)
      expect((await stateOf(stored)).matches.size).toBe(31)
      const { rows } = await stored.store.sourceStatus.pages({
        search: '',
        limit: 10,
        offset: 0,
        state: 'problems',
        tournamentId: stored.id,
      })
      expect(rows.map(({ problems }) => problems)).toEqual([
        [{ code: 'cells-missing', where: 'Bracket 2/2', detail: '16 of 31 matches' }],
      ])
    }, event.id)
  })
})
