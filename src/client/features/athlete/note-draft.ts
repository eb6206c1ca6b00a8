// An unsaved draft of an athlete's notes, with the saved notes on which the draft is based, so that changes of two devices can be
// merged.
import { distinctTags } from '#contract/athlete-notes.ts'
import { cleanNote } from '#domain/name.ts'

export type AthleteNotes = { readonly notes: string; readonly tags: readonly string[] }
/** `was`: the saved notes that the draft is based on. */
export type Draft = AthleteNotes & { readonly was: AthleteNotes }

/** Whether the two are equal once saved: spaces that saving removes make no difference. */
export const isSame = (a: AthleteNotes, b: AthleteNotes): boolean =>
  cleanNote(a.notes) === cleanNote(b.notes) && JSON.stringify(a.tags) === JSON.stringify(b.tags)

/** Merges a draft with the notes that another device has saved; a tag that one of the two has removed is removed. */
export function mergedWith({ notes, tags, was }: Draft, saved: AthleteNotes): Draft {
  const savedTags = saved.tags.filter((tag) => tags.includes(tag) || !was.tags.includes(tag))
  const own = tags.filter((tag) => !was.tags.includes(tag))
  return { notes: bothTexts(notes, was.notes, saved.notes), tags: distinctTags([...savedTags, ...own]), was: saved }
}

/** Both texts, unless one is unchanged or contains the other. */
function bothTexts(own: string, base: string, savedText: string): string {
  if (own === base || savedText.includes(own)) return savedText
  return savedText === base || own.includes(savedText) ? own : `${savedText}\n\n${own}`
}

/** Reads a stored draft; null for any other value. */
export const readDraft = (stored: unknown): Draft | null =>
  isNotes(stored) && 'was' in stored && isNotes(stored.was) ? { ...stored, was: stored.was } : null

const isNotes = (stored: unknown): stored is AthleteNotes =>
  typeof stored === 'object' &&
  stored !== null &&
  'notes' in stored &&
  typeof stored.notes === 'string' &&
  'tags' in stored &&
  Array.isArray(stored.tags) &&
  stored.tags.every((tag) => typeof tag === 'string')
