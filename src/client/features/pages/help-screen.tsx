// Help & Support: usage, the meaning of the texts on a match card, contact (sharing-and-admin.md section 2).
import { useQuery } from '@tanstack/react-query'
import {
  Clock,
  ListOrdered,
  type LucideIcon,
  Mail,
  MonitorCheck,
  Rocket,
  Share2,
  ShieldAlert,
  Sparkles,
  SquareUser,
  Swords,
  Tags,
  UserPlus,
  Wifi,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Build } from '#contract/site.ts'
import { useLive } from '#client/live/context.tsx'
import { clockText, clockTime } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { Page, PageSection, SectionItem } from '#client/ui/page.tsx'
import { MailLink } from './mail-link.tsx'

type Topic = 'follow' | 'profiles' | 'matches' | 'sharing' | 'tipEarly' | 'tipWifi' | 'tipOfficial' | 'tipDelay'
type TopicIcons = readonly (readonly [Topic, LucideIcon])[]

const start: TopicIcons = [
  ['follow', UserPlus],
  ['profiles', SquareUser],
  ['matches', Swords],
  ['sharing', Share2],
]
const tips: TopicIcons = [
  ['tipEarly', Clock],
  ['tipWifi', Wifi],
  ['tipOfficial', MonitorCheck],
  ['tipDelay', ListOrdered],
]

export function HelpScreen() {
  const { data: site } = useQuery(useLive().queries.site)
  const email = site?.supportEmail
  return (
    <Page title={t('help.title')} action={<Badge tone="quiet">{t('help.version')}</Badge>}>
      <p className="max-w-prose pb-1 text-lg text-muted">{t('help.intro')}</p>
      <PageSection title={t('help.start')} icon={Rocket}>
        <SectionItems topics={start} />
      </PageSection>
      <PageSection title={t('help.words')} icon={Tags}>
        <CardWords />
      </PageSection>
      <PageSection title={t('help.tips')} icon={Sparkles}>
        <SectionItems topics={tips} />
      </PageSection>
      <div className="grid gap-3 lg:grid-cols-2">
        <PageSection title={t('help.contact')} icon={Mail}>
          <p className="text-base text-muted">{email === null ? t('help.contactNone') : t('help.contactText')}</p>
          {email != null && (
            <MailLink email={email} subject={t('help.contactSubject')} text={t('help.contactButton', { email })} />
          )}
        </PageSection>
        <PageSection title={t('help.disclaimer')} icon={ShieldAlert} className="border-late!">
          <p className="text-base">{t('help.disclaimerText')}</p>
        </PageSection>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ExternalLink href="/licenses.txt" text={t('help.licenses')} label={t('help.licensesLabel')} />
        {site && <BuildLine build={site.build} />}
      </div>
    </Page>
  )
}

/** Which program answers: what a follower tells the operator, and the operator compares with a release. */
function BuildLine({ build: { version, commit } }: { build: Build }) {
  return (
    <p className="text-sm text-muted">
      {commit === null ? t('help.build', { version }) : t('help.buildOf', { version, commit: commit.slice(0, 7) })}
    </p>
  )
}

function SectionItems({ topics }: { topics: TopicIcons }) {
  return (
    <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
      {topics.map(([topic, icon]) => (
        <SectionItem key={topic} icon={icon} title={t(`help.${topic}Title`)} text={t(`help.${topic}Text`)} />
      ))}
    </div>
  )
}

/** The texts of a match card as they look there, with their meanings. */
function CardWords() {
  const estimated = clockTime('14:27')
  const published = clockTime('14:40')
  return (
    <dl className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
      <CardWord text={t('help.liveText')}>
        <Live />
      </CardWord>
      <CardWord text={t('help.likelyText')}>
        <Live basis={t('match.likely')} />
      </CardWord>
      <CardWord text={t('help.byScheduleText')}>
        <Live basis={t('match.bySchedule')} />
      </CardWord>
      <CardWord text={t('help.dueText')}>
        <Badge tone="strong">{t('match.due')}</Badge>
      </CardWord>
      <CardWord text={t('help.aheadText')}>
        <span className="text-sm font-bold">{t('match.nextOnMat')}</span>
        <span className="text-sm font-semibold text-muted">{t('match.ahead', { count: 2 })}</span>
      </CardWord>
      <CardWord text={t('help.aboutText')}>
        <span className="text-sm font-bold">{t('match.about', { time: clockText(estimated) })}</span>
        <span className="text-sm font-semibold">
          {t('match.window', { early: clockTime('14:18').clock, late: clockTime('14:42').clock })}
        </span>
      </CardWord>
      <CardWord text={t('help.publishedText')}>
        <span className="text-xs font-semibold text-muted">{t('match.published', { time: clockText(published) })}</span>
      </CardWord>
      <CardWord text={t('help.scheduleText')}>
        <span className="text-sm font-bold">{clockText(published)}</span>
        <span className="text-sm font-semibold text-muted">{t('match.schedule')}</span>
      </CardWord>
      <CardWord text={t('help.oldWindowText')}>
        <span className="text-sm font-semibold">{t('match.oldWindow')}</span>
      </CardWord>
      <CardWord text={t('help.lateText')}>
        <Badge tone="late">{t('match.late')}</Badge>
      </CardWord>
      <CardWord text={t('help.movedEarlierText')}>
        <span className="text-sm font-semibold text-ahead">
          {t('match.movedEarlier', { duration: t('help.exampleMoved') })}
        </span>
      </CardWord>
      <CardWord text={t('help.awaitingText')}>
        <Badge tone="quiet">{t('match.awaiting')}</Badge>
      </CardWord>
      <CardWord text={t('help.ageText')}>
        <span className="text-xs text-muted">{t('match.seen', { age: t('help.exampleAge') })}</span>
      </CardWord>
    </dl>
  )
}

function CardWord({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_1fr]">
      <dt className="flex min-h-6 flex-wrap items-center gap-x-2 self-start">{children}</dt>
      <dd className="max-w-prose text-base text-muted">{text}</dd>
    </div>
  )
}

function Live({ basis }: { basis?: string }) {
  return (
    <>
      <Badge tone="live" pulse>
        {t('match.live')}
      </Badge>
      {basis !== undefined && <span className="text-xs text-muted">{basis}</span>}
    </>
  )
}
