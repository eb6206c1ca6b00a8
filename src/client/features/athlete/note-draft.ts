// What is being written about an athlete and is not saved yet. It knows what was there when the writing began, so that two
// devices lose neither's words.
import { distinctTags } from '#contract/athlete-notes.ts'
import { cleanNote } from '#domain/name.ts'

export type Written = { readonly notes: string; readonly tags: readonly string[] }
/** `was`: what was there when the writing began. */
export type Draft = Written & { readonly was: Written }

/** Whether both say the same once they are saved. */
export const isSame = (a: Written, b: Written): boolean =>
  cleanNote(a.notes) === cleanNote(b.notes) && JSON.stringify(a.tags) === JSON.stringify(b.tags)

/** A draft that has what both devices wrote, now that `there` is what is saved; tags go where either took them away. */
export function mergedWith({ notes, tags, was }: Draft, there: Written): Draft {
  const theirs = there.tags.filter((tag) => tags.includes(tag) || !was.tags.includes(tag))
  const own = tags.filter((tag) => !was.tags.includes(tag))
  return { notes: bothTexts(notes, was.notes, there.notes), tags: distinctTags([...theirs, ...own]), was: there }
}

function bothTexts(own: string, was: string, theirs: string): string {
  if (own === was || theirs.includes(own)) return theirs
  return theirs === was || own.includes(theirs) ? own : `${theirs}\n\n${own}`
}

/** A draft as this browser kept it; null for anything else. */
export const readDraft = (kept: unknown): Draft | null =>
  isWritten(kept) && 'was' in kept && isWritten(kept.was) ? { ...kept, was: kept.was } : null

const isWritten = (kept: unknown): kept is Written =>
  typeof kept === 'object' &&
  kept !== null &&
  'notes' in kept &&
  typeof kept.notes === 'string' &&
  'tags' in kept &&
  Array.isArray(kept.tags) &&
  kept.tags.every((tag) => typeof tag === 'string')
