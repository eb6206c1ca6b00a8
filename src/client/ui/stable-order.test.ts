import { describe, expect, it } from 'vitest'
import { holdOrder } from './stable-order.ts'

type Card = { key: string; text: string }
const cards = (...keys: string[]): Card[] => keys.map((key) => ({ key, text: 'old' }))
const hold = (shown: Card[], next: Card[], latest: Card[] = []) =>
  holdOrder(
    shown,
    next,
    ({ key }) => key,
    (removed) => latest.find(({ key }) => key === removed.key),
  )

describe('A held order', () => {
  it('shows changed cards in their old places, without counting them', () => {
    const next = [...cards('a'), { key: 'b', text: 'new' }]
    expect(hold(cards('a', 'b'), next)).toEqual({ items: next, changeCount: 0 })
  })

  it('keeps moved cards in their places, and counts them', () => {
    const { items, changeCount } = hold(cards('a', 'b', 'c'), cards('b', 'a', 'c'))
    expect(items.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(changeCount).toBe(1)
  })

  it('counts only the card that moved, not those that it passes', () => {
    expect(hold(cards('a', 'b', 'c', 'd'), cards('b', 'c', 'd', 'a')).changeCount).toBe(1)
    expect(hold(cards('a', 'b', 'c', 'd'), cards('d', 'a', 'c', 'b')).changeCount).toBe(2)
  })

  it('hides new cards, and counts them', () => {
    const { items, changeCount } = hold(cards('a'), cards('x', 'a'))
    expect(items.map(({ key }) => key)).toEqual(['a'])
    expect(changeCount).toBe(1)
  })

  it('keeps a removed card in its place, in its last state, and counts it', () => {
    const { items, changeCount } = hold(cards('a', 'b'), cards('b'), [{ key: 'a', text: 'finished' }])
    expect(items).toEqual([{ key: 'a', text: 'finished' }, ...cards('b')])
    expect(changeCount).toBe(1)
  })

  it('is unchanged when it is held again', () => {
    const next = cards('c', 'a', 'x')
    const once = hold(cards('a', 'b', 'c'), next)
    expect(hold(once.items, next)).toEqual(once)
  })
})
