// Where a user publishes a link to the RollCall: none, created, titled, renewed, deleted (sharing-and-admin.md section 4).
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { Notice } from '#client/ui/notice.tsx'
import { Page, PageSection } from '#client/ui/page.tsx'
import { LinkReady } from './link-ready.tsx'
import { NewLink } from './new-link.tsx'
import { useShareLink } from './use-share-link.ts'

export function ShareScreen() {
  const share = useShareLink()
  return (
    <Page title={t('share.title')} action={<Close />}>
      <PageSection title={share.link ? t('share.ready') : t('share.newLink')} className="max-w-150">
        <p className="max-w-prose text-base text-muted">{t('share.text')}</p>
        {share.notice !== null && <Notice tone="late">{share.notice}</Notice>}
        {share.link ? <LinkReady key={share.link.url} link={share.link} share={share} /> : <NewLink share={share} />}
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
