import { describe, expect, it } from 'vitest'
import { isSlow, qualityOf, withoutGuess } from './network.ts'

describe('The network', () => {
  it('is slow with 2g, a slow downlink, a long round trip or the data saver', () => {
    expect(isSlow({ effectiveType: '2g' })).toBe(true)
    expect(isSlow({ downlink: 1.4 })).toBe(true)
    expect(isSlow(withoutGuess({ effectiveType: '4g', downlink: 1.25 }))).toBe(true)
    expect(isSlow({ rtt: 301 })).toBe(true)
    expect(isSlow({ saveData: true })).toBe(true)
    expect(isSlow({ effectiveType: '4g', downlink: 1.5, rtt: 300 })).toBe(false)
    expect(isSlow({})).toBe(false)
  })

  it('is not slow before the browser has measured it', () => {
    // Observed in new Chromium profiles on a wired network, by host name; also together with a measured round trip.
    for (const downlink of [1.3, 1.35, 1.4, 1.45, 1.5, 1.55, 1.6])
      for (const rtt of [0, 50, 100, 150])
        expect(isSlow(withoutGuess({ effectiveType: '4g', downlink, rtt }))).toBe(false)
  })

  it("is slow for any other reason even if the downlink is the browser's default", () => {
    const guess = { effectiveType: '4g', downlink: 1.4, rtt: 100 }
    expect(isSlow(withoutGuess({ ...guess, saveData: true }))).toBe(true)
    expect(isSlow(withoutGuess({ ...guess, rtt: 350 }))).toBe(true)
    expect(isSlow(withoutGuess({ ...guess, effectiveType: '3g' }))).toBe(true)
  })

  it('has one of four qualities', () => {
    expect(qualityOf({ effectiveType: 'slow-2g' })).toBe('poor')
    expect(qualityOf({ effectiveType: '4g', rtt: 400 })).toBe('fair')
    expect(qualityOf({})).toBe('good')
    expect(qualityOf({ effectiveType: '4g', downlink: 10 })).toBe('excellent')
  })
})
