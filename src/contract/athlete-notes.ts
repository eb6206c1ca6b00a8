// What a user may write about a followed athlete (decision D33): limits and refusals, apart from the schemas, so that the
// browser knows them without loading those.

/** Lengths in characters. */
export const notesLimits = { notes: 2_000, tag: 30, tags: 10 } as const

export const notesTexts = {
  notesLong: 'Notes can have at most 2,000 characters.',
  tagLong: 'A tag can have at most 30 characters.',
  tagEmpty: 'A tag needs at least one letter.',
  tagsMany: 'An athlete can have at most 10 tags.',
} as const

/** The tags without those that are there already, in the same or another case. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const key = tag.toLocaleLowerCase('en')
    return !seen.has(key) && seen.add(key)
  })
}
