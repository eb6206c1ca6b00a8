// The screen to share the RollCall: create, title, renew and delete a link (sharing-and-admin.md section 4).
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Page, PageSection } from '#client/ui/page.tsx'
import { ClaimRight } from './claim-right.tsx'
import { LinkReady } from './link-ready.tsx'
import type { LinkState } from './link-state.ts'
import { longDate } from './long-date.ts'
import { NewLink } from './new-link.tsx'
import { RenewAndDelete } from './renew-and-delete.tsx'
import { type Share, useShareLink } from './use-share-link.ts'

export function ShareScreen() {
  const share = useShareLink()
  const { state, changes } = share
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button is removed when the link is created or deleted, so the focus must be moved.
    if (changes > 0 && document.activeElement === document.body) text.current?.focus({ preventScroll: true })
  }, [changes])
  return (
    <Page title={t('share.title')} action={<Close />}>
      <PageSection title={headingOf(state)}>
        <p ref={text} tabIndex={-1} className="max-w-prose text-base text-muted outline-none">
          {t('share.text')}
        </p>
        {state.kind === 'none' && state.end && <Notice tone="late">{t(`share.${state.end}`)}</Notice>}
        <OwnLink share={share} />
        {share.failure !== null && <Failure text={share.failure} className="" />}
      </PageSection>
    </Page>
  )
}

function headingOf({ kind }: LinkState): string {
  if (kind === 'ready') return t('share.ready')
  if (kind === 'hidden') return t('share.hiddenTitle')
  return kind === 'none' ? t('share.newLink') : t('share.link')
}

function OwnLink({ share }: { share: Share }) {
  const { state } = share
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{t('share.loading')}</span>
          <span aria-hidden className="mt-6 h-12 animate-shimmer rounded-md bg-raised" />
          <span aria-hidden className="h-11 w-40 animate-shimmer rounded-md bg-raised" />
        </div>
      )
    case 'failed':
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Failure text={t('share.loadFailed')} className="" />
          <Button look="outline" onClick={share.reload}>
            {t('connection.tryAgain')}
          </Button>
        </div>
      )
    case 'none':
      return <NewLink lastTitle={state.lastTitle} share={share} />
    case 'hidden':
      return <HiddenLink link={state} share={share} />
    case 'ready':
      return <LinkReady link={state.link} share={share} />
  }
}

/** An active link whose address is no longer known. */
function HiddenLink({ link, share }: { link: LinkState & { kind: 'hidden' }; share: Share }) {
  const date = longDate(link.expiresAt)
  return (
    <>
      <p className="max-w-prose text-base break-words">
        {link.title === null ? t('share.hiddenUnnamed', { date }) : t('share.hiddenNamed', { title: link.title, date })}{' '}
        {t('share.hiddenText')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <RenewAndDelete link={null} share={share} />
      </div>
      <ClaimRight share={share} />
    </>
  )
}

function Close() {
  return (
    <Link
      href="/"
      aria-label={t('share.close')}
      title={t('share.close')}
      className="inline-flex size-11 items-center justify-center rounded-md text-muted transition-colors hover:bg-raised hover:text-text"
    >
      <X aria-hidden className="size-5" />
    </Link>
  )
}
