import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '#client/texts/t.ts'
import { bytesText, intervalText, percentText, uptimeText } from './measures.ts'

beforeAll(() => loadTexts('admin'))

describe('A size', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1,023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [5 * 1024 ** 2, '5 MB'],
    [123_456_789, '117.7 MB'],
    [3.25 * 1024 ** 3, '3.3 GB'],
    [5000 * 1024 ** 3, '5,000 GB'],
  ])('of %d bytes reads %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text)
  })

  it('is not rounded up to 1,024 of its unit', () => {
    expect(bytesText(1024 ** 2 - 1)).toBe('1 MB')
  })
})

describe('An uptime', () => {
  it.each([
    [0, '0m'],
    [59, '0m'],
    [60, '1m'],
    [3600, '1h 0m'],
    [3 * 3600 + 7 * 60 + 59, '3h 7m'],
    [86_400, '1d 0h 0m'],
    [2 * 86_400 + 3 * 3600 + 14 * 60, '2d 3h 14m'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(uptimeText(seconds)).toBe(text)
  })
})

it('a hit rate is a percentage with at most one decimal', () => {
  expect([0, 0.974, 0.9996, 1].map(percentText)).toEqual(['0%', '97.4%', '100%', '100%'])
})

it('an interval is shown in seconds below two minutes, and in minutes and hours otherwise', () => {
  expect([15, 90, 120, 3600, 5400].map(intervalText)).toEqual(['15 s', '90 s', '2 min', '1 h', '1 h 30 min'])
})
