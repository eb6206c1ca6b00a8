import { describe, expect, it } from 'vitest'
import { texts } from '#client/texts/en/shared.ts'
import { addTexts } from '#client/texts/t.ts'
import { lastUpdatedText } from './last-updated.ts'

addTexts(texts)
const minute = 60_000
const at = (minutes: number): string => lastUpdatedText(0, minutes * minute)

describe('the label of when the page was read', () => {
  it('says that it never was', () => {
    expect(lastUpdatedText(null, minute)).toBe('Never')
  })

  it('says nothing to worry about for five minutes', () => {
    expect([0, 0.99, 1, 2, 4.99].map(at)).toEqual([
      'Up to date',
      'Up to date',
      '1 minute ago',
      '2 minutes ago',
      '4 minutes ago',
    ])
  })

  it('asks to refresh from then on, in minutes, hours and days', () => {
    expect([5, 59, 60, 125, 24 * 60, 49 * 60].map(at)).toEqual([
      '5 minutes ago - refresh to update',
      '59 minutes ago - refresh to update',
      '1 hour ago - refresh to update',
      '2 hours ago - refresh to update',
      '1 day ago - refresh to update',
      '2 days ago - refresh to update',
    ])
  })
})
