import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHighlights } from './highlights.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('A highlight', () => {
  it('lasts 600 ms for an update and 1200 ms for a change of status', () => {
    const highlights = createHighlights()
    highlights.mark('10/1', 'update')
    highlights.mark('10/2', 'status')
    vi.advanceTimersByTime(600)
    expect([highlights.of('10/1'), highlights.of('10/2')]).toEqual([null, 'status'])
    vi.advanceTimersByTime(600)
    expect(highlights.of('10/2')).toBeNull()
  })

  it('of a status change is not replaced by one of an update', () => {
    const highlights = createHighlights()
    highlights.mark('10/1', 'status')
    highlights.mark('10/1', 'update')
    expect(highlights.of('10/1')).toBe('status')
  })
})
