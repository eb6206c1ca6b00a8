// Donations: their purpose, and the link to the hosted page (sharing-and-admin.md section 2, decision D16).
import { useQuery } from '@tanstack/react-query'
import { Code, HeartHandshake, Lock, Server, Users } from 'lucide-react'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { Page, PageSection, SectionItem } from '#client/ui/page.tsx'

export function DonateScreen() {
  const { data: site } = useQuery(useLive().queries.site)
  const donationUrl = site?.donationUrl
  return (
    <Page title={t('donate.title')}>
      <PageSection title={t('donate.heading')} icon={HeartHandshake}>
        <p className="max-w-prose text-lg text-muted">{t('donate.text')}</p>
        {donationUrl === null && <p className="max-w-prose text-base font-semibold">{t('donate.none')}</p>}
        {donationUrl != null && (
          <div className="flex flex-col items-start gap-2">
            <ExternalLink
              href={donationUrl}
              text={t('donate.button')}
              label={t('donate.buttonLabel')}
              look="primary"
              className="min-h-12 px-4 text-base!"
            />
            <p className="flex items-center gap-1.5 text-sm text-muted">
              <Lock aria-hidden className="size-3.5 shrink-0" />
              {t('donate.secure')}
            </p>
          </div>
        )}
      </PageSection>
      <PageSection title={t('donate.uses')}>
        <div className="grid gap-x-6 gap-y-5 lg:grid-cols-3">
          <SectionItem icon={Code} title={t('donate.developmentTitle')} text={t('donate.developmentText')} />
          <SectionItem icon={Server} title={t('donate.infrastructureTitle')} text={t('donate.infrastructureText')} />
          <SectionItem icon={Users} title={t('donate.communityTitle')} text={t('donate.communityText')} />
        </div>
      </PageSection>
    </Page>
  )
}
