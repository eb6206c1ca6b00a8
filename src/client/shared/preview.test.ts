import { describe, expect, it } from 'vitest'
import { texts as previewTexts } from '#client/texts/en/preview.ts'
import { texts } from '#client/texts/en/shared.ts'
import { exampleNow } from '#client/texts/example-match.ts'
import { addTexts } from '#client/texts/t.ts'
import { examplePage, exampleSharedMatch } from './example-page.ts'
import { previewOf } from './preview.ts'

addTexts({ ...texts, ...previewTexts })

describe('The link preview', () => {
  it('shows the title and the next fight', () => {
    expect(previewOf(examplePage(), exampleNow)).toEqual({
      title: 'Spring camp',
      description:
        'Next: Thiago Alvorada vs Rúben Pedreira · Lótus Team · Mat 4 · 2:27 PM · Sat 11/21 · Eastern · Houston Open',
    })
  })

  it('prefers a live fight to the next one', () => {
    const live = exampleSharedMatch({ id: 2, athleteName: 'Ana Live', rawStatus: 'started', status: 'live' })
    const page = examplePage({ upcomingMatches: [exampleSharedMatch(), live] })
    expect(previewOf(page, exampleNow).description).toMatch(/^Live now: Ana Live /)
  })

  it('shows the owner when there is no title, and the number of athletes when there is no fight', () => {
    const page = examplePage({ title: null, upcomingMatches: [] })
    expect(previewOf(page, exampleNow)).toEqual({
      title: 'A RollCall by Coach',
      description: 'Live matches, mats and times of 1 athlete.',
    })
    expect(previewOf({ ...page, athletes: [] }, exampleNow).description).toBe('Live matches, mats and times.')
  })
})
