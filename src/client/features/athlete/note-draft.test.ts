import { describe, expect, it } from 'vitest'
import { type Draft, isSame, mergedWith, readDraft } from './note-draft.ts'

const original = { notes: 'Starts slowly.', tags: ['guard', 'rival'] }
const draft = (changes: Partial<Draft>): Draft => ({ ...original, was: original, ...changes })

describe('Notes of two devices', () => {
  it('contain both texts, without repetition', () => {
    const saved = { ...original, notes: 'Likes the left.' }
    expect(mergedWith(draft({ notes: 'Starts fast.' }), saved).notes).toBe('Likes the left.\n\nStarts fast.')
    expect(mergedWith(draft({}), saved).notes).toBe('Likes the left.')
    expect(mergedWith(draft({ notes: 'Starts fast.' }), original).notes).toBe('Starts fast.')
    const longer = 'Starts slowly. Likes the left.'
    expect(mergedWith(draft({ notes: longer }), { ...original, notes: 'Likes the left.' }).notes).toBe(longer)
    expect(mergedWith(draft({ notes: 'Likes the left.' }), { ...original, notes: longer }).notes).toBe(longer)
  })

  it('have every tag that either device added, and none that either removed', () => {
    const saved = { ...original, tags: ['guard', 'Coach'] }
    const { tags, was: base } = mergedWith(draft({ tags: ['rival', 'coach', 'left'] }), saved)
    expect(tags).toEqual(['Coach', 'left'])
    expect(base).toBe(saved)
  })

  it('are equal if they differ only in spaces that saving removes', () => {
    expect(isSame(draft({ notes: ' Starts slowly.\r\n' }), original)).toBe(true)
    expect(isSame(draft({ tags: ['rival', 'guard'] }), original)).toBe(false)
    expect(isSame(draft({ notes: 'Starts' }), original)).toBe(false)
  })
})

it('a stored draft is read, and any other value is not', () => {
  const stored = draft({ notes: 'Starts fast.' })
  expect(readDraft(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  const others = [
    undefined,
    null,
    7,
    'notes',
    {},
    original,
    { ...original, was: null },
    { ...stored, tags: 'guard' },
    { ...stored, tags: [7] },
    { ...stored, notes: null },
    { ...stored, was: { notes: 'Starts' } },
  ]
  expect(others.map(readDraft)).toEqual(others.map(() => null))
})
