import { describe, expect, it } from 'vitest'
import { FaultBook, spoil } from './faults.ts'

describe('the book of faults', () => {
  it('strikes the paths that match, as often as it says, and counts', () => {
    const book = new FaultBook()
    const { id } = book.add({ match: '/categories/\\d+$', kind: 'status', count: 2 })
    const struck = [
      '/tournaments/1/categories/5',
      '/tournaments',
      '/tournaments/1/categories/6',
      '/tournaments/1/categories/7',
    ]
    expect(struck.map((path) => book.strike(path).length)).toEqual([1, 0, 1, 0])
    expect(book.list()).toMatchObject([{ id, struck: 2 }])
    book.clear(id)
    expect(book.list()).toEqual([])
  })

  it('ends at its moment', () => {
    const book = new FaultBook()
    book.add({ match: '', kind: 'slow', untilMs: Date.now() - 1 })
    book.add({ match: '', kind: 'empty', untilMs: Date.now() + 60_000 })
    expect(book.strike('/').map(({ kind }) => kind)).toEqual(['empty'])
  })

  it('refuses a pattern that is none', () => {
    expect(() => new FaultBook().add({ match: '(', kind: 'empty' })).toThrow(SyntaxError)
  })
})

describe('a spoiled page', () => {
  const page =
    '<ul class="a">\n<li class="match--created">\n<div class="tournament-day__category-name">x</div></li>\n</ul><footer></footer>'

  it('is emptied of its lists, doubled in its rows, or cut to its first half', () => {
    expect(spoil('empty-lists', page)).toBe('<ul class="a"></ul><footer></footer>')
    expect(String(spoil('duplicate-rows', page)).split('match--created')).toHaveLength(3)
    expect(spoil('truncate', page)).toBe(page.slice(0, page.length >> 1))
  })

  it('is left alone by faults of the connection', () => {
    expect(spoil('slow', page)).toBeUndefined()
    expect(spoil('cut', page)).toBeUndefined()
  })
})
