// The opponent in an upcoming match, opened from its card: seed, ranking, titles, record, earlier meetings.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ChevronDown, Trophy } from 'lucide-react'
import type { MatchItem } from '#contract/match-item.ts'
import type { Opponent } from '#contract/opponent.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { skeletonLook } from '#client/ui/skeleton.tsx'
import { opponentQuery } from './opponent-query.ts'
import { hasPoints, meetingWords, pointsText, recordAgainst, titleTexts } from './opponent-words.ts'

type ToggleProps = { name: string; isOpen: boolean; panelId: string; onToggle: () => void }

/** Shows and hides the opponent's panel; one of the card's actions. */
export function OpponentToggle({ name, isOpen, panelId, onToggle }: ToggleProps) {
  return (
    <Button
      look="quiet"
      aria-label={t('opponent.of', { name })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onToggle}
    >
      {t('opponent.show')}
      <ChevronDown aria-hidden className={`size-4.5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
    </Button>
  )
}

/** `name`: the opponent's, as on the card. */
export function OpponentPanel({ item, name, id }: { item: MatchItem; name: string; id: string }) {
  const isOnline = useIsOnline()
  const { data, isPending, isError, fetchStatus, refetch } = useQuery(opponentQuery(item))
  return (
    <section
      id={id}
      aria-label={t('opponent.of', { name })}
      className="card @container flex flex-col gap-3 py-3 pr-3 pl-4.5"
    >
      {data ? (
        <>
          {(isError || !isOnline) && (
            <Age at={data.data.timestamp} sentence={lastRead} className="text-sm font-semibold text-late" />
          )}
          <Facts opponent={data.data} />
        </>
      ) : isPending && fetchStatus === 'fetching' ? (
        <Loading />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="alert" className="min-w-0 text-base text-muted">
            {isOnline ? t('opponent.failed') : t('connection.offline')}
          </p>
          <Button look="outline" onClick={() => void refetch()}>
            {t('connection.tryAgain')}
          </Button>
        </div>
      )}
    </section>
  )
}

const lastRead = (age: string): string => t('opponent.lastRead', { age })

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t('opponent.loading')}</span>
      <span aria-hidden className={`${skeletonLook} h-10 w-full`} />
      <span aria-hidden className={`${skeletonLook} h-5 w-3/5`} />
      <span aria-hidden className={`${skeletonLook} h-5 w-4/5`} />
    </div>
  )
}

function Facts({ opponent }: { opponent: Opponent }) {
  return (
    <>
      <Figures opponent={opponent} />
      <Ranking opponent={opponent} />
      {opponent.swaps.map(({ from, to }, index) => (
        <p key={`${from.seed}/${to.seed}/${index}`} className="flex gap-2 text-sm text-muted">
          <ArrowLeftRight aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {t('opponent.swap', { from: from.seed, to: to.seed, fromName: from.name, toName: to.name })}
          </span>
        </p>
      ))}
      <Meetings opponent={opponent} />
    </>
  )
}

function Figures({ opponent: { seed, record } }: { opponent: Opponent }) {
  const figures = [
    { label: t('profile.seed'), value: seed },
    { label: t('opponent.record'), value: record && <WinsAndLosses {...record} /> },
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-xl font-extrabold">{value ?? <NotKnown />}</dd>
        </div>
      ))}
    </dl>
  )
}

function WinsAndLosses({ wins, losses }: { wins: number; losses: number }) {
  return (
    <>
      <span aria-hidden>{t('opponent.winsLosses', { wins, losses })}</span>
      <span className="sr-only">{t('opponent.winsLossesSpoken', { wins, losses })}</span>
    </>
  )
}

const NotKnown = () => (
  <>
    <span aria-hidden className="text-muted">
      –
    </span>
    <span className="sr-only">{t('profile.notKnown')}</span>
  </>
)

/** Titles and points of the ranking table that decided the seeds. */
function Ranking({ opponent }: { opponent: Opponent }) {
  const { ranking, shownUntil } = opponent
  if (ranking === null) return <p className="text-sm text-muted">{t('opponent.unranked')}</p>
  return (
    <>
      {ranking.titles.length > 0 && (
        <ul aria-label={t('opponent.titles')} className="flex list-none flex-col gap-1">
          {titleTexts(ranking.titles).map((title) => (
            <li key={title} className="flex gap-2 text-base font-semibold">
              <Trophy aria-hidden className="mt-0.5 size-5 shrink-0" style={{ color: 'var(--gold)' }} />
              <span className="min-w-0 break-words">{title}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <h3 className="text-sm font-semibold text-muted">{t('opponent.points')}</h3>
        {hasPoints(opponent) ? (
          <dl className="mt-0.5 flex flex-col">
            {ranking.points.map(({ column, points }, index) => (
              <div key={`${column}/${index}`} className="flex items-baseline justify-between gap-3 text-base">
                <dt className="min-w-0 break-words">{pointsText(column)}</dt>
                <dd className="shrink-0 font-bold">{points.toLocaleString(shownLanguage())}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="text-base">{t('opponent.pointsNone')}</p>
        )}
        {shownUntil !== null && (
          <p className="mt-1 flex flex-wrap gap-x-1 text-xs text-muted">
            {t('opponent.gone')} <Age at={shownUntil} sentence={lastRead} />
          </p>
        )}
      </div>
    </>
  )
}

/** The results are those of the followed athlete, as on the cards of this page. */
function Meetings({ opponent: { meetings } }: { opponent: Opponent }) {
  const record = recordAgainst(meetings)
  return (
    <div>
      <h3 className="flex items-baseline justify-between gap-3 text-sm font-semibold text-muted">
        {t('opponent.met')}
        {record && (
          <span className="text-base font-bold text-text">
            <WinsAndLosses {...record} />
          </span>
        )}
      </h3>
      {meetings.length === 0 ? (
        <p className="text-base">{t('opponent.metNone')}</p>
      ) : (
        <ul className="mt-1 flex list-none flex-col gap-2">
          {meetings.map((meeting) => (
            <MeetingRow key={meeting.matchId} {...meetingWords(meeting)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const MeetingRow = ({ badge, title, details }: ReturnType<typeof meetingWords>) => (
  <li>
    <span className="flex items-start gap-2">
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      <span className="min-w-0 flex-1 text-base leading-tight font-semibold break-words">{title}</span>
    </span>
    <span className="mt-0.5 block text-sm text-muted">{details}</span>
  </li>
)
