// Where a user publishes a link to the RollCall: none, created, titled, renewed, deleted (sharing-and-admin.md section 4).
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Page, PageSection } from '#client/ui/page.tsx'
import { LinkReady } from './link-ready.tsx'
import { NewLink } from './new-link.tsx'
import { useShareLink } from './use-share-link.ts'

export function ShareScreen() {
  const share = useShareLink()
  const text = useRef<HTMLParagraphElement>(null)
  const hasLink = share.link !== null
  useEffect(() => {
    // The button that made or deleted the link is gone, and the focus must not go with it.
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true })
  }, [hasLink])
  return (
    <Page title={t('share.title')} action={<Close />}>
      <PageSection title={share.link ? t('share.ready') : t('share.newLink')}>
        <p ref={text} tabIndex={-1} className="max-w-prose text-base text-muted outline-none">
          {t('share.text')}
        </p>
        {share.notice !== null && <Notice tone="late">{share.notice}</Notice>}
        {share.link ? <LinkReady link={share.link} share={share} /> : <NewLink share={share} />}
        {share.failure !== null && (
          <p role="alert" className="text-sm font-semibold text-live">
            {share.failure}
          </p>
        )}
      </PageSection>
    </Page>
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
