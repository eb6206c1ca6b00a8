import { describe, expect, it } from 'vitest'
import type { Estimate } from '#domain/estimate.ts'
import { texts } from '#client/texts/en/shared.ts'
import { exampleNow } from '#client/texts/example-match.ts'
import { addTexts } from '#client/texts/t.ts'
import { exampleSharedMatch } from './example-page.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { sharedTicking, sharedWords } from './shared-words.ts'

addTexts(texts)
const minute = 60_000
const start = Date.parse('2026-11-21T19:27:00Z')
/** Not on a board, so that the clock alone determines its status. */
const match = exampleSharedMatch({ board: 'unseen', ahead: null })
const published = withoutEstimate(match)

describe('The countdown of the public page', () => {
  it('shows hours only when there are any', () => {
    expect(sharedTicking(match, start - 62 * minute - 3_000, published)?.text).toBe('Starts in: 1h 02m 03s')
    expect(sharedTicking(match, start - 12 * minute, published)?.text).toBe('Starts in: 12m 00s')
    expect(sharedTicking(match, start - 61_000, published)?.text).toBe('Starts in: 1m 01s')
    expect(sharedTicking(match, start - 51 * 60 * minute, published)?.text).toBe('Starts in: 51h 00m 00s')
  })

  it('is "Now" from a minute before the start to two hours after, and while the source has the status started', () => {
    expect(sharedTicking(match, start - minute, published)?.text).toBe('Now')
    expect(sharedTicking(match, start + 120 * minute, published)?.text).toBe('Now')
    expect(sharedTicking({ ...match, rawStatus: 'started' }, start - 30 * minute, published)?.text).toBe('Now')
  })

  it('is at zero more than two hours after the start', () => {
    expect(sharedTicking(match, start + 121 * minute, published)?.text).toBe('Starts in: 0m 00s')
  })
})

describe('The countdown of an estimate on the public page', () => {
  const minutes = { at: 40, early: 31, late: 55 }
  const estimate: Estimate = {
    basis: 'estimate',
    at: exampleNow + minutes.at * minute,
    early: exampleNow + minutes.early * minute,
    late: exampleNow + minutes.late * minute,
    fightsAhead: 4,
    isOld: false,
  }

  it('counts down to the early edge of its window, and is "any moment" from then on', () => {
    expect(sharedTicking(match, exampleNow, estimate)?.text).toBe('Starts in: 31m 00s')
    expect(sharedWords(match, exampleNow, true, estimate)).toMatchObject({
      earliest: 'earliest',
      estimate: { window: '1:58 – 2:22', published: '2:27 PM' },
    })
    expect(sharedTicking(match, exampleNow + 32 * minute, estimate)?.text).toBe('any moment')
  })

  it('is "Now" for a match that is live', () => {
    expect(sharedTicking({ ...match, rawStatus: 'started' }, exampleNow, estimate)?.text).toBe('Now')
  })
})

describe('A card of the public page', () => {
  it('shows TBD for missing values', () => {
    const bare = exampleSharedMatch({
      round: null,
      day: null,
      localTime: null,
      matNumber: null,
      opponentName: null,
    })
    const words = sharedWords(bare, exampleNow, true, published)
    expect(words.facts).toBe('TBD · Adult / Male / BLUE / Light · Houston Open')
    expect(words).toMatchObject({ versus: 'vs TBD', mat: null, time: null })
    expect(words.place).toMatch(/^TBD/)
  })

  it('shows the viewer’s own time only after hydration', () => {
    const far = exampleSharedMatch({ tournamentTimezone: 'Pacific/Kiritimati' })
    expect(sharedWords(far, exampleNow, false, published).place).toBe('Sat 11/21 · Kiritimati')
    expect(sharedWords(far, exampleNow, true, published).place).toMatch(/^Sat 11\/21 · Kiritimati · .+ your time$/)
  })
})
