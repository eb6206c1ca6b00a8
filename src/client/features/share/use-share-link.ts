// The owner's share link and its actions. Each action shows its result in a toast, and a failure also on the screen.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { OwnShareResponse } from '#contract/sharing.ts'
import { storeShareLink, type StoredShareLink, linkIdIn, readShareLink } from '#client/offline/stored-share-link.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { deleteShareLink } from '#client/session/delete-user-data.ts'
import { t } from '#client/texts/t.ts'
import { useClockValue } from '#client/ui/clock.tsx'
import { showToast } from '#client/ui/toast.ts'
import { isExpired, type KnownLink, linkState } from './link-state.ts'

export type Share = ReturnType<typeof useShareLink>

const ownKey = [addressOf('ownShare')] as const

/** Offline, each action fails at once: renewing or deleting a link minutes later would surprise the user. */
export function useShareLink() {
  const queryClient = useQueryClient()
  const [stored, setStored] = useState(readShareLink)
  const [failure, setFailure] = useState<string | null>(null)
  const [changes, setChanges] = useState(0)
  const own = useQuery({ queryKey: ownKey, queryFn: ({ signal }) => call('ownShare', { signal }), staleTime: 0 })
  const known = own.data?.link
  const latest = known ?? stored
  const mayClaim = known?.mayClaim ?? false
  const hasExpired = useClockValue(useCallback((now) => String(isExpired(latest, now)), [latest])) === 'true'
  const state = linkState(stored, known, { hasExpired, hasFailed: own.isError || own.isPaused })

  const { url, title, expiresAt } = state.kind === 'ready' ? state.link : noLink
  const isKnown = known !== undefined
  useEffect(() => {
    if (!isKnown) return
    if (url) storeShareLink({ url, title, expiresAt })
    else deleteShareLink()
  }, [isKnown, url, title, expiresAt])

  /** Caches an action's result, and cancels a pending read, which may be older. */
  const cacheLink = (link: KnownLink | null): void => {
    void queryClient.cancelQueries({ queryKey: ownKey })
    queryClient.setQueryData<OwnShareResponse>(ownKey, { success: true, link })
  }
  const setLink = (link: KnownLink | null): void => {
    cacheLink(link)
    setStored(link?.shareUrl ? { url: link.shareUrl, expiresAt: link.expiresAt, title: link.title ?? '' } : null)
    setChanges((count) => count + 1)
  }
  const done = (title: string, text: string): void => {
    setFailure(null)
    showToast({ title, text })
  }
  const fail = (title: string, text: string): void => {
    setFailure(text)
    showToast({ kind: 'failure', title, text })
    // Another device may have changed the link.
    void own.refetch()
  }

  const generate = useMutation({
    mutationFn: (title: string) => call('share', { body: { title: title.trim() || null } }),
    onSuccess: ({ shareUrl, expiresAt, title }) => {
      setLink({ shareUrl, expiresAt, title, mayClaim: false })
      done(t('share.createdTitle'), t('share.createdText'))
    },
    onError: () => fail(t('share.createFailedTitle'), t('share.createFailedText')),
  })
  const renew = useMutation({
    mutationFn: () => call('share', { body: {} }),
    onSuccess: ({ shareUrl, expiresAt, title }) => {
      setLink({ shareUrl, expiresAt, title, mayClaim: false })
      done(t('share.renewedTitle'), t('share.renewedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.renewFailedText')),
  })
  const save = useMutation({
    mutationFn: ({ link, title }: { link: StoredShareLink; title: string }) =>
      call('setShareTitle', { params: { linkId: linkIdIn(link) }, body: { title: title.trim() || null } }),
    onSuccess: ({ title }, { link }) => {
      setLink({ shareUrl: link.url, expiresAt: link.expiresAt, title, mayClaim })
      done(t('share.savedTitle'), t('share.savedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.saveFailedText')),
  })
  const remove = useMutation({
    /** `link` is null if its address is unknown. */
    mutationFn: (link: StoredShareLink | null) =>
      link ? call('deleteShare', { params: { linkId: linkIdIn(link) } }) : call('deleteOwnShare'),
    onSuccess: () => {
      setLink(null)
      done(t('share.deletedTitle'), t('share.deletedText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.deleteFailedText')),
  })

  const setRight = useMutation({
    mutationFn: (isGiven: boolean) => call('setClaimRight', { body: { mayClaim: isGiven } }),
    onSuccess: ({ mayClaim: isOn }) => {
      if (known) cacheLink({ ...known, mayClaim: isOn })
      if (isOn) done(t('share.claimsOnTitle'), t('share.claimsOnText'))
      else done(t('share.claimsOffTitle'), t('share.claimsOffText'))
    },
    onError: () => fail(t('share.failedTitle'), t('share.claimsFailedText')),
  })

  return {
    state,
    /** Whether the link gives the right to claim matches; undefined until the server has answered. */
    mayClaim: known?.mayClaim,
    /** The number of successful actions since the screen was opened; changes of the right to claim do not count. */
    changes,
    failure,
    dismissFailure: () => setFailure(null),
    reload: () => void own.refetch(),
    generate,
    renew,
    save,
    remove,
    setRight,
  }
}

const noLink: StoredShareLink = { url: '', title: '', expiresAt: '' }
