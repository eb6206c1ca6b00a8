// Limits and error texts of a user's notes about a followed athlete (decision D33), separate from the schemas, so that the
// browser need not load those.

/** Lengths in characters. */
export const notesLimits = { notes: 2_000, tag: 30, tags: 10 } as const

export const notesTexts = {
  notesLong: 'Notes can have at most 2,000 characters.',
  tagLong: 'A tag can have at most 30 characters.',
  tagEmpty: 'A tag needs at least one letter.',
  tagsMany: 'An athlete can have at most 10 tags.',
} as const

/** Drops repeated tags, ignoring case. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const key = tag.toLocaleLowerCase('en')
    return !seen.has(key) && seen.add(key)
  })
}
