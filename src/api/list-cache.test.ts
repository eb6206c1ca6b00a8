import { expect, it } from 'vitest'
import { acceptedEncoding, ListCache } from './list-cache.ts'

const made = (moment: string) => ({ matches: ['x'.repeat(500)], serverTime: moment })

it('makes a list once while nothing changes and its time is right', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, made)
  expect(lists.get('7/upcoming', 'v1', undefined, 5_900, made)).toBe(first)
  expect(lists.get('7/upcoming', 'v2', undefined, 5_900, made)).not.toBe(first)
})

it('makes a list anew after a second, because it carries the time, but not for somebody who has it', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, made)
  expect(lists.get('7/upcoming', 'v1', first.etag, 60_000, made)).toBe(first)
  const second = lists.get('7/upcoming', 'v1', undefined, 60_000, made)
  expect(second).not.toBe(first)
  expect(second.etag).toBe(first.etag)
})

it('makes a list anew when the clock was set back: it would carry a time that is to come', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 3_600_000, made)
  expect(lists.get('7/upcoming', 'v1', undefined, 5_000, made)).not.toBe(first)
})

it('gives another tag to a list that says something else', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, made)
  expect(lists.get('7/upcoming', 'v2', undefined, 5_000, () => ({ matches: [] })).etag).not.toBe(first.etag)
})

it('keeps no more than it may', () => {
  const lists = new ListCache(1_200)
  const first = lists.get('1/upcoming', 'v1', undefined, 0, made)
  lists.get('2/upcoming', 'v1', undefined, 0, made)
  lists.get('3/upcoming', 'v1', undefined, 0, made)
  expect(lists.get('1/upcoming', 'v1', undefined, 0, made)).not.toBe(first)
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('answers %s in %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
