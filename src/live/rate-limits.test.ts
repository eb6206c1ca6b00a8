import { expect, it } from 'vitest'
import { MessageLimiter, MinuteLimiter, OpenCounter, RateLimiter } from './rate-limits.ts'

it('a message limiter allows twenty messages at once, and one more each second', () => {
  const limiter = new MessageLimiter(0)
  for (let sent = 0; sent < 20; sent++) expect(limiter.take(0)).toBe(true)
  expect(limiter.take(0)).toBe(false)
  const another = new MessageLimiter(0)
  for (let sent = 0; sent < 20; sent++) another.take(0)
  expect(another.take(1_000)).toBe(true)
})

it('a message limiter allows sixty messages in a minute', () => {
  const limiter = new MessageLimiter(0)
  for (let sent = 0; sent < 60; sent++) expect(limiter.take(sent * 900)).toBe(true)
  expect(limiter.take(59_000)).toBe(false)
  expect(limiter.take(61_000)).toBe(true)
})

it('a minute limiter counts by key within a minute, and returns the seconds to wait', () => {
  const limiter = new MinuteLimiter<string>(2)
  expect([limiter.take('a', 0), limiter.take('a', 0), limiter.take('a', 30_000)]).toEqual([0, 0, 30])
  expect(limiter.take('b', 30_000)).toBe(0)
  expect(limiter.take('a', 60_000)).toBe(0)
})

it('a rate limiter allows the calls of one second at once, and further ones as time passes', () => {
  const rate = new RateLimiter(10, 0)
  const taken = Array.from({ length: 12 }, () => rate.take(0))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(rate.take(50)).toBe(false)
  expect(rate.take(100)).toBe(true)
})

it('an open counter counts what is open, by key', () => {
  const open = new OpenCounter<string>()
  open.add('a')
  open.add('a')
  open.remove('a')
  expect([open.of('a'), open.of('b')]).toEqual([1, 0])
})
