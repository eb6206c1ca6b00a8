import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DayEntry } from '#contract/day-list.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { loadTexts } from '#client/texts/t.ts'
import { Lanes } from './lanes.tsx'

const minute = 60_000
const noConflicts = { marks: new Map(), notice: null, sure: [] }

beforeAll(() => loadTexts('day'))

/** The HTML of the only bar of the lanes, for a match that starts `startsIn` minutes from now. */
function bar(startsIn: number, estimate: (at: number) => DayEntry['estimate']): string {
  const item = exampleMatch({ matNumber: 3, ahead: null })
  const entry = { item, status: { kind: 'countdown', startsIn: startsIn * minute } as const }
  const entries = [{ ...entry, estimate: estimate(exampleNow + startsIn * minute) }]
  const html = renderToStaticMarkup(
    <Lanes entries={entries} shows={() => true} now={exampleNow} conflicts={noConflicts} />,
  )
  return /<span class="absolute flex items-center.+?translate="no"/.exec(html)?.[0] ?? ''
}

describe('A bar of the lanes', () => {
  it('has the line of a published time at that time, even if the bar must begin earlier to have space for a name', () => {
    const published = (startsIn: number) => bar(startsIn, (at) => ({ basis: 'schedule', at, fightsAhead: null }))
    expect(published(30)).toMatch(/left:50%;width:25%.+border-dashed border-line" style="left:min\(0%/)
    expect(published(57)).toMatch(/left:75%;width:25%.+border-dashed border-line" style="left:min\((80|79\.9+)/)
  })

  it('is open at its end if the window ends after the hour', () => {
    const estimated = (startsIn: number) =>
      bar(startsIn, (at) => {
        const window = { at, early: at - 10 * minute, late: at + 10 * minute }
        return { basis: 'estimate', ...window, fightsAhead: 1, isOld: false }
      })
    expect([30, 55].map((startsIn) => estimated(startsIn).includes('border-right:0'))).toEqual([false, true])
  })
})
