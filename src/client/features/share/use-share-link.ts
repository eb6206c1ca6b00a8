// The owner's link and what can be done with it; each deed is told in a toast, and a failure on the screen too.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { addressOf, call } from '#client/live/call.ts'
import {
  forgetShareLink,
  keepShareLink,
  type KeptShareLink,
  linkIdIn,
  readKeptShareLink,
} from '#client/live/kept-share-link.ts'
import { t } from '#client/texts/t.ts'
import { useClockValue } from '#client/ui/clock.tsx'
import { showToast } from '#client/ui/toast.ts'
import { hasEnded, linkState } from './link-state.ts'
import { longDate } from './long-date.ts'

export type Share = ReturnType<typeof useShareLink>

// Without a network each fails at once: a link that is renewed or deleted minutes later would surprise whoever has it.
export function useShareLink() {
  const [kept, setKept] = useState(readKeptShareLink)
  const [failure, setFailure] = useState<string | null>(null)
  const own = useQuery({
    queryKey: [addressOf('ownShare')],
    queryFn: ({ signal }) => call('ownShare', { signal }),
    staleTime: 0,
  })
  /** The answer that was there when the link was last made, changed or deleted here, and knows nothing of that. */
  const [oldAnswer, setOldAnswer] = useState(0)
  const known = own.isFetchedAfterMount && own.dataUpdatedAt !== oldAnswer ? own.data?.link : undefined
  const isOver = useClockValue(useCallback((now) => String(hasEnded(kept, now)), [kept])) === 'true'
  const { link, elsewhere, end } = linkState(kept, known, isOver)

  const keep = (next: KeptShareLink | null): void => {
    if (next) keepShareLink(next)
    else forgetShareLink()
    setKept(next)
    setOldAnswer(own.dataUpdatedAt)
    void own.refetch()
  }
  const done = (title: string, text: string): void => {
    setFailure(null)
    showToast({ title, text })
  }
  const fail = (title: string, text: string): void => {
    setFailure(text)
    showToast({ kind: 'failure', title, text })
  }

  const generate = useMutation({
    mutationFn: (title: string) => call('share', { body: { title: title.trim() || null } }),
    onSuccess: ({ shareUrl, expiresAt, title }) => {
      keep({ url: shareUrl, expiresAt, title: title ?? '' })
      done(t('share.createdTitle'), t('share.createdText'))
    },
    onError: () => fail(t('share.createFailedTitle'), t('share.createFailedText')),
  })
  const renew = useMutation({
    mutationFn: () => call('share', { body: {} }),
    onSuccess: ({ shareUrl, expiresAt, title }) => {
      keep({ url: shareUrl, expiresAt, title: title ?? '' })
      done(t('share.renewedTitle'), t('share.renewedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.renewFailedText')),
  })
  const save = useMutation({
    mutationFn: ({ of, title }: { of: KeptShareLink; title: string }) =>
      call('setShareTitle', { params: { linkId: linkIdIn(of) }, body: { title: title.trim() || null } }),
    onSuccess: ({ title }, { of }) => {
      keep({ ...of, title: title ?? '' })
      done(t('share.savedTitle'), t('share.savedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.saveFailedText')),
  })
  const remove = useMutation({
    mutationFn: (of: KeptShareLink) => call('deleteShare', { params: { linkId: linkIdIn(of) } }),
    onSuccess: () => {
      keep(null)
      done(t('share.deletedTitle'), t('share.deletedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.deleteFailedText')),
  })

  return {
    link,
    elsewhere,
    /** What the next link is called, unless somebody says otherwise. */
    lastTitle: end === 'expired' && kept ? kept.title : '',
    notice: end && t(`share.${end}`),
    failure,
    generate,
    renew,
    save,
    remove,
  }
}

/** What is said of a link that was made elsewhere. */
export const elsewhereText = ({ title, expiresAt }: { title: string | null; expiresAt: string }): string =>
  title === null
    ? t('share.elsewhereUnnamed', { date: longDate(expiresAt) })
    : t('share.elsewhereNamed', { title, date: longDate(expiresAt) })
