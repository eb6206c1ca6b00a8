// Sponsors: their logos, the benefits of a partnership, contact (sharing-and-admin.md section 2, decision D16).
import { useQuery } from '@tanstack/react-query'
import { Eye, Handshake, MapPin, Target, Zap } from 'lucide-react'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Page, PageSection, SectionItem } from '#client/ui/page.tsx'
import { SponsorWall } from '#client/ui/sponsor-wall.tsx'
import { MailLink } from './mail-link.tsx'

export function SponsorsScreen() {
  const { data: site, isError } = useQuery(useLive().queries.site)
  const email = site?.supportEmail
  return (
    <Page title={t('sponsors.title')}>
      <div className="pb-1">
        <p className="text-2xl font-extrabold tracking-tight">{t('sponsors.heading')}</p>
        <p className="mt-1 max-w-prose text-lg text-muted">{t('sponsors.text')}</p>
      </div>
      <PageSection title={t('sponsors.current')}>
        <SponsorWall
          sponsors={isError ? [] : site?.sponsors}
          className="max-w-160 grid-cols-2 sm:grid-cols-3"
          freePlaces="shown"
        />
      </PageSection>
      <PageSection title={t('sponsors.benefits')}>
        <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
          <SectionItem icon={Eye} title={t('sponsors.visibilityTitle')} text={t('sponsors.visibilityText')} />
          <SectionItem icon={MapPin} title={t('sponsors.presenceTitle')} text={t('sponsors.presenceText')} />
          <SectionItem icon={Target} title={t('sponsors.audienceTitle')} text={t('sponsors.audienceText')} />
          <SectionItem icon={Zap} title={t('sponsors.engagementTitle')} text={t('sponsors.engagementText')} />
        </div>
      </PageSection>
      <PageSection title={t('sponsors.contact')} icon={Handshake}>
        <p className="max-w-prose text-base text-muted">
          {email === null ? t('sponsors.contactNone') : t('sponsors.contactText')}
        </p>
        {email != null && (
          <MailLink email={email} subject={t('sponsors.contactSubject')} text={t('sponsors.contactButton')} />
        )}
      </PageSection>
    </Page>
  )
}
