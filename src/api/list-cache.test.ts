import { expect, it } from 'vitest'
import { acceptedEncoding, ListCache } from './list-cache.ts'

const makeList = (moment: string) => ({ matches: ['x'.repeat(500)], serverTime: moment })

it('A list cache reuses a list for a second while its version is the same', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, makeList)
  expect(lists.get('7/upcoming', 'v1', undefined, 5_900, makeList)).toBe(first)
  expect(lists.get('7/upcoming', 'v2', undefined, 5_900, makeList)).not.toBe(first)
})

it('A list cache renews a list after a second, except for a client that already has the list', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, makeList)
  expect(lists.get('7/upcoming', 'v1', first.etag, 60_000, makeList)).toBe(first)
  const second = lists.get('7/upcoming', 'v1', undefined, 60_000, makeList)
  expect(second).not.toBe(first)
  expect(second.etag).toBe(first.etag)
})

it('A list cache renews a list when the clock was set back', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 3_600_000, makeList)
  expect(lists.get('7/upcoming', 'v1', undefined, 5_000, makeList)).not.toBe(first)
})

it('A list with another content has another ETag', () => {
  const lists = new ListCache(1_000_000)
  const first = lists.get('7/upcoming', 'v1', undefined, 5_000, makeList)
  expect(lists.get('7/upcoming', 'v2', undefined, 5_000, () => ({ matches: [] })).etag).not.toBe(first.etag)
})

it('A list cache drops the oldest list when it exceeds its size', () => {
  const lists = new ListCache(1_200)
  const first = lists.get('1/upcoming', 'v1', undefined, 0, makeList)
  const second = lists.get('2/upcoming', 'v1', undefined, 0, makeList)
  const third = lists.get('3/upcoming', 'v1', undefined, 0, makeList)
  expect(lists.get('2/upcoming', 'v1', undefined, 0, makeList)).toBe(second)
  expect(lists.get('3/upcoming', 'v1', undefined, 0, makeList)).toBe(third)
  expect(lists.get('1/upcoming', 'v1', undefined, 0, makeList)).not.toBe(first)
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('The best encoding for the Accept-Encoding header %s is %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
