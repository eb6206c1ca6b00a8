import { describe, expect, it } from 'vitest'
import { holdOrder } from './stable-order.ts'

type Card = { key: string; text: string }
const cards = (...keys: string[]): Card[] => keys.map((key) => ({ key, text: 'old' }))
const hold = (shown: Card[], next: Card[], latest: Card[] = []) =>
  holdOrder(
    shown,
    next,
    ({ key }) => key,
    (gone) => latest.find(({ key }) => key === gone.key),
  )

describe('an order that is held', () => {
  it('shows changed cards in their old places, with nothing waiting', () => {
    const next = [...cards('a'), { key: 'b', text: 'new' }]
    expect(hold(cards('a', 'b'), next)).toEqual({ items: next, changeCount: 0 })
  })

  it('keeps the places of cards that moved, and counts them', () => {
    const { items, changeCount } = hold(cards('a', 'b', 'c'), cards('b', 'a', 'c'))
    expect(items.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(changeCount).toBe(2)
  })

  it('holds back what is new', () => {
    const { items, changeCount } = hold(cards('a'), cards('x', 'a'))
    expect(items.map(({ key }) => key)).toEqual(['a'])
    expect(changeCount).toBe(1)
  })

  it('leaves a card that went away in its place, as it was last', () => {
    const { items, changeCount } = hold(cards('a', 'b'), cards('b'), [{ key: 'a', text: 'finished' }])
    expect(items).toEqual([{ key: 'a', text: 'finished' }, ...cards('b')])
    expect(changeCount).toBe(1)
  })

  it('stays the same when it is held again', () => {
    const next = cards('c', 'a', 'x')
    const once = hold(cards('a', 'b', 'c'), next)
    expect(hold(once.items, next)).toEqual(once)
  })
})
