// What is being written about an athlete and is not saved yet. This browser keeps it, for when there is no network or the
// app is closed, and it knows what was there when the writing began, so that two devices lose neither's words.
import { useState } from 'react'
import { distinctTags } from '#contract/athlete-notes.ts'
import { cleanNote } from '#domain/name.ts'
import { draftsKey } from '#client/live/forget-kept.ts'

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

/** The user's draft about this athlete, how it is changed, and whether this browser keeps it. */
export function useDraft(userId: number | undefined, athleteId: number) {
  const key = `${userId}/${athleteId}`
  const [{ draft, isKept }, setState] = useState(() => {
    const kept = readDrafts()[key] ?? null
    return { draft: kept, isKept: kept !== null }
  })
  const setDraft = (next: Draft | null): void => setState({ draft: next, isKept: keepDraft(key, next) })
  return { draft, isKept, setDraft }
}

function readDrafts(): Record<string, Draft> {
  try {
    return JSON.parse(localStorage.getItem(draftsKey) ?? '{}') as Record<string, Draft>
  } catch {
    return {} // A browser that stores nothing knows the draft until the page is left.
  }
}

function keepDraft(key: string, draft: Draft | null): boolean {
  const { [key]: _, ...others } = readDrafts()
  try {
    localStorage.setItem(draftsKey, JSON.stringify(draft ? { ...others, [key]: draft } : others))
    return true
  } catch {
    return false
  }
}
