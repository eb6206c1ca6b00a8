import { expect, it } from 'vitest'
import { MessageAllowance, MinuteAllowance, OpenCount, RateAllowance } from './allowance.ts'

it('lets a socket send twenty messages at once, and one more each second', () => {
  const allowance = new MessageAllowance(0)
  for (let sent = 0; sent < 20; sent++) expect(allowance.take(0)).toBe(true)
  expect(allowance.take(0)).toBe(false)
  const another = new MessageAllowance(0)
  for (let sent = 0; sent < 20; sent++) another.take(0)
  expect(another.take(1_000)).toBe(true)
})

it('lets a socket send no more than sixty messages in a minute', () => {
  const allowance = new MessageAllowance(0)
  for (let sent = 0; sent < 60; sent++) expect(allowance.take(sent * 900)).toBe(true)
  expect(allowance.take(59_000)).toBe(false)
  expect(allowance.take(61_000)).toBe(true)
})

it('counts by key within a minute, and says how long to wait', () => {
  const allowance = new MinuteAllowance<string>(2)
  expect([allowance.take('a', 0), allowance.take('a', 0), allowance.take('a', 30_000)]).toEqual([0, 0, 30])
  expect(allowance.take('b', 30_000)).toBe(0)
  expect(allowance.take('a', 60_000)).toBe(0)
})

it('lets a rate pass for all together, and regains it with time', () => {
  const rate = new RateAllowance(10, 0)
  const taken = Array.from({ length: 12 }, () => rate.take(0))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(rate.take(50)).toBe(false)
  expect(rate.take(100)).toBe(true)
})

it('counts what is open, by key', () => {
  const open = new OpenCount<string>()
  open.add('a')
  open.add('a')
  open.remove('a')
  expect([open.of('a'), open.of('b')]).toEqual([1, 0])
})
