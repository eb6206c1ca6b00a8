import { describe, expect, it } from 'vitest'
import { texts } from '#client/texts/en/shared.ts'
import { addTexts } from '#client/texts/t.ts'
import type { SharedState } from './shared-feed.ts'
import { bannerText, lastUpdatedText } from './status-words.ts'

addTexts(texts)
const minute = 60_000
const at = (minutes: number, connection: SharedState['connection'] = 'live'): string =>
  lastUpdatedText({ updatedAt: 0, connection }, minutes * minute)

describe('The label of the last update', () => {
  it('gives no age while the page was never read', () => {
    expect(lastUpdatedText({ updatedAt: null, connection: 'live' }, minute)).toBe('Never')
  })

  it('gives no age for one minute, and then only the age until five minutes have passed', () => {
    expect([0, 0.99, 1, 2, 4.99].map((minutes) => at(minutes))).toEqual([
      'Up to date',
      'Up to date',
      '1 minute ago',
      '2 minutes ago',
      '4 minutes ago',
    ])
  })

  it('suggests a refresh from five minutes on, with the age in minutes, hours or days', () => {
    expect([5, 59, 60, 125, 24 * 60, 49 * 60].map((minutes) => at(minutes))).toEqual([
      '5 minutes ago - refresh to update',
      '59 minutes ago - refresh to update',
      '1 hour ago - refresh to update',
      '2 hours ago - refresh to update',
      '1 day ago - refresh to update',
      '2 days ago - refresh to update',
    ])
  })
})

describe('The connection texts', () => {
  it('never call the page up to date while the connection is lost', () => {
    for (const connection of ['live', 'reading', 'lost'] as const)
      for (const minutes of [0, 0.99, 1, 5, 90]) {
        const texts = `${bannerText(connection)} ${at(minutes, connection)}`
        expect(texts).not.toMatch(/Connection lost.*Up to date/)
      }
    expect(at(0, 'lost')).toBe('less than a minute ago')
    expect(at(0, 'reading')).toBe('Up to date')
  })

  it('name the connection: live, polled each minute, or lost', () => {
    expect((['live', 'reading', 'lost'] as const).map(bannerText)).toEqual([
      'Live monitoring active - Real-time updates from BJJ Comp System',
      'Real-time updates paused - This page is read again every minute',
      'Connection lost - updates paused',
    ])
  })
})
