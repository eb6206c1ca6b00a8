// The user's private notes about the athlete (decision D33). A draft survives updates of the profile; a notice is shown if
// another device has saved other notes in the meantime.
import { useQuery } from '@tanstack/react-query'
import { Lock, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { distinctTags, notesLimits, notesTexts } from '#contract/athlete-notes.ts'
import type { AthleteProfile } from '#contract/athletes.ts'
import { useLive } from '#client/live/context.tsx'
import { useDraft } from '#client/offline/drafts.ts'
import { CallError } from '#client/requests/call-error.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { serverText, t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { PageSection } from '#client/ui/page.tsx'
import { useSaveNotes } from './actions.ts'
import { type Draft, isSame, mergedWith, readDraft, type AthleteNotes } from './note-draft.ts'

/** The number of remaining characters is shown when there are at most this many. */
const showCountFrom = 200

export function Notes({ profile }: { profile: AthleteProfile }) {
  const { data: user } = useQuery(useLive().queries.user)
  const { draft, setDraft, isStored } = useDraft(user?.id, `athlete ${profile.athlete.id}`, readDraft)
  const isOnline = useIsOnline()
  const save = useSaveNotes(profile.athlete.id, (sent, stored) =>
    // Text typed while saving stays in the draft.
    setDraft(draft && !isSame(draft, sent) ? { ...draft, was: stored } : null),
  )
  const id = useId()
  const saved: AthleteNotes = { notes: profile.notes, tags: profile.tags }
  const { notes, tags } = draft ?? saved
  const left = notesLimits.notes - notes.length
  const change = (part: Partial<AthleteNotes>): void => setDraft({ notes, tags, was: draft?.was ?? saved, ...part })
  const isChangedElsewhere = draft !== null && !save.isPending && !isSame(draft.was, saved) && !isSame(draft, saved)
  /** Replaces the draft after a choice of the user; null discards it. */
  const settle = (next: typeof draft): void => {
    save.reset()
    setDraft(next)
  }

  return (
    <PageSection title={t('profile.notes')} icon={Lock}>
      <p className="-mt-2 text-sm text-muted">{t('profile.notesText')}</p>
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {t('profile.notesField')}
        </label>
        <textarea
          id={id}
          rows={3}
          value={notes}
          maxLength={notesLimits.notes}
          placeholder={t('profile.notesHint')}
          onChange={(event) => change({ notes: event.target.value })}
          className="field-sizing-content max-h-80 min-h-22 w-full rounded-md border border-line bg-ink px-3 py-2.5 text-lg placeholder:text-muted"
        />
        {left <= showCountFrom && <p className="text-sm text-muted">{t('profile.notesLeft', { count: left })}</p>}
      </div>
      <Tags tags={tags} onChange={(next) => change({ tags: next })} />
      {save.isError && !isChangedElsewhere && (
        <p role="alert" className="text-sm font-semibold text-live">
          {save.error instanceof CallError
            ? t('profile.saveFailedFor', { reason: save.error.sentence })
            : t('profile.saveFailed')}
        </p>
      )}
      {draft !== null && isStored && (
        <p role="status" className="text-sm text-muted">
          {isOnline ? t('profile.draft') : t('profile.draftOffline')}
        </p>
      )}
      {draft !== null && isChangedElsewhere && (
        <Changed saved={saved} onKeepBoth={() => settle(mergedWith(draft, saved))} onUseSaved={() => settle(null)} />
      )}
      {draft !== null && !isChangedElsewhere && (
        <div className="flex flex-wrap gap-2">
          <Button disabled={save.isPending} onClick={() => save.mutate(toSave(draft))}>
            {save.isPending ? t('profile.saving') : t('profile.save')}
          </Button>
          <Button look="quiet" disabled={save.isPending} onClick={() => settle(null)}>
            {t('profile.discard')}
          </Button>
        </div>
      )}
    </PageSection>
  )
}

const toSave = ({ notes, tags, was }: Draft) => ({
  notes,
  tags: [...tags],
  was: { notes: was.notes, tags: [...was.tags] },
})

/** The notice that another device has saved other notes meanwhile. */
function Changed({
  saved: { notes, tags },
  onKeepBoth,
  onUseSaved,
}: {
  saved: AthleteNotes
  onKeepBoth: () => void
  onUseSaved: () => void
}) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-late p-3">
      <p className="text-sm font-semibold text-late">{t('profile.notesChanged')}</p>
      <p className="max-h-60 overflow-y-auto text-base break-words whitespace-pre-wrap">
        {notes === '' && tags.length === 0 ? t('profile.notesEmptied') : notes}
      </p>
      {tags.length > 0 && <p className="text-sm break-words text-muted">{tags.join(' · ')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepBoth}>{t('profile.keepBoth')}</Button>
        <Button look="quiet" onClick={onUseSaved}>
          {t('profile.useThis')}
        </Button>
      </div>
    </div>
  )
}

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: readonly string[]) => void }) {
  const [text, setText] = useState('')
  const [isDuplicate, setIsDuplicate] = useState(false)
  const id = useId()
  const isFull = tags.length >= notesLimits.tags

  const add = (event: FormEvent): void => {
    event.preventDefault()
    const tag = text.trim()
    if (tag === '' || isFull) return
    const next = distinctTags([...tags, tag])
    setIsDuplicate(next.length === tags.length)
    if (next.length === tags.length) return
    onChange(next)
    setText('')
  }

  return (
    <div>
      {tags.length > 0 && (
        <ul aria-label={t('profile.tags')} className="mb-2 flex list-none flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex max-w-full items-center rounded-full bg-raised pl-3.5 text-sm font-semibold">
              <span className="min-w-0 truncate">{tag}</span>
              <button
                type="button"
                aria-label={t('profile.removeTag', { tag })}
                className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-text"
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add}>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {t('profile.addTag')}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            value={text}
            maxLength={notesLimits.tag}
            disabled={isFull}
            autoComplete="off"
            enterKeyHint="done"
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setText(event.target.value)
              setIsDuplicate(false)
            }}
            className="h-11 min-w-0 flex-1 rounded-md border border-line bg-ink px-3 text-lg disabled:opacity-60"
          />
          <Button type="submit" look="outline" disabled={isFull || text.trim() === ''}>
            {t('profile.add')}
          </Button>
        </div>
        <p id={`${id}-note`} role="status" className="text-sm text-muted empty:hidden">
          {isFull ? serverText(notesTexts.tagsMany) : isDuplicate ? t('profile.tagThere') : ''}
        </p>
      </form>
    </div>
  )
}
