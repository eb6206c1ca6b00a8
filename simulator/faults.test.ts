import { describe, expect, it } from 'vitest'
import { FaultList, corrupt } from './faults.ts'

describe('a list of faults', () => {
  it('applies a fault to matching paths as often as its count says, counts the hits, and removes it on request', () => {
    const faults = new FaultList()
    const { id } = faults.add({ match: '/categories/\\d+$', kind: 'status', count: 2 })
    const paths = [
      '/tournaments/1/categories/5',
      '/tournaments',
      '/tournaments/1/categories/6',
      '/tournaments/1/categories/7',
    ]
    expect(paths.map((path) => faults.takeMatching(path).length)).toEqual([1, 0, 1, 0])
    expect(faults.list()).toMatchObject([{ id, hits: 2 }])
    faults.clear(id)
    expect(faults.list()).toEqual([])
  })

  it('does not apply a fault whose time has ended', () => {
    const faults = new FaultList()
    faults.add({ match: '', kind: 'slow', untilMs: Date.now() - 1 })
    faults.add({ match: '', kind: 'empty', untilMs: Date.now() + 60_000 })
    expect(faults.takeMatching('/').map(({ kind }) => kind)).toEqual(['empty'])
  })

  it('throws for an invalid pattern', () => {
    expect(() => new FaultList().add({ match: '(', kind: 'empty' })).toThrow(SyntaxError)
  })
})

describe('a page with a fault', () => {
  const page =
    '<ul class="a">\n<li class="match--created">\n<div class="tournament-day__category-name">x</div></li>\n</ul><footer></footer>'

  it('has empty lists, doubled rows or only its first half', () => {
    expect(corrupt('empty-lists', page)).toBe('<ul class="a"></ul><footer></footer>')
    expect(String(corrupt('duplicate-rows', page)).split('match--created')).toHaveLength(3)
    expect(corrupt('truncate', page)).toBe(page.slice(0, page.length >> 1))
  })

  it('is unchanged by faults of the connection', () => {
    expect(corrupt('slow', page)).toBeUndefined()
    expect(corrupt('cut', page)).toBeUndefined()
  })
})
