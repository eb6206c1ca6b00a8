// The same person in other tournaments: dates, division, record, medals.
import { useQuery } from '@tanstack/react-query'
import { Medal } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { Appearance } from '#contract/people.ts'
import { appearancesQuery, useAnswers, useSamePerson } from '#client/follow/person-offers.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { tournamentDates } from '#client/texts/calendar-words.ts'
import { medalWord } from '#client/texts/medal-words.ts'
import { offerFailure } from '#client/texts/people-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { moveFocus } from '#client/ui/move-focus.ts'
import { PageSection } from '#client/ui/page.tsx'
import { showToast } from '#client/ui/toast.ts'

const tones = { live: 'live', upcoming: 'plain', past: 'quiet' } as const
/** How long the undo is offered, in ms. */
const undoFor = 8_000

/** Renders nothing until other tournaments of the person are loaded, or if RollCall knows of none. */
export function Appearances({ athleteId, name }: { athleteId: number; name: string }) {
  const { data } = useQuery(appearancesQuery(athleteId))
  const isOnline = useIsOnline()
  const appearances = data?.appearances ?? []
  const { isPending, failureOf, answer } = useAnswers({
    accepted: (athlete) => showToast({ title: t('people.followed', { name: athlete.name }) }),
  })
  const separate = useSeparate(athleteId)
  const list = useRef<HTMLUListElement>(null)
  const isAnswerable = appearances.some(({ isMerged, canFollow }) => isMerged || canFollow)
  if (appearances.length === 0) return null
  return (
    <PageSection title={t('people.elsewhere')}>
      {!isOnline && isAnswerable && <p className="text-sm text-late">{t('people.offline')}</p>}
      <ul ref={list} tabIndex={-1} className="flex list-none flex-col gap-3 outline-none">
        {appearances.map((appearance) => (
          <Row
            key={appearance.athleteId}
            appearance={appearance}
            name={name}
            canFollow={appearance.canFollow === true && !isPending(appearance.athleteId)}
            isOnline={isOnline}
            failure={failureOf(appearance.athleteId)}
            // The focused button disappears and, with the last entry, the list itself.
            onFollow={() => {
              moveFocus(list.current)
              answer({ id: appearance.athleteId, name }, 'accepted')
            }}
            onSeparate={() => {
              moveFocus(appearances.length > 1 ? list.current : null)
              separate(appearance)
            }}
          />
        ))}
      </ul>
    </PageSection>
  )
}

/** Stores that another entry belongs to another person, and offers to undo it. */
function useSeparate(athleteId: number): (other: Appearance) => void {
  const { mutate } = useSamePerson(athleteId, {
    done: ({ otherId, isSame }) => {
      if (isSame) return
      const undo = (): void => mutate({ otherId, isSame: true })
      showToast({
        title: t('people.separated'),
        duration: undoFor,
        action: { text: t('team.undo'), label: t('people.undoOf'), run: undo },
      })
    },
    failed: (error) => showToast({ kind: 'failure', title: t('people.notSaved'), text: offerFailure(error) }),
  })
  return (other) => mutate({ otherId: other.athleteId, isSame: false })
}

type Props = {
  appearance: Appearance
  name: string
  canFollow: boolean
  isOnline: boolean
  failure: Error | null
  onFollow: () => void
  onSeparate: () => void
}

function Row({ appearance, name, canFollow, isOnline, failure, onFollow, onSeparate }: Props) {
  const { tournament, division, athleteId, isFollowed, isMerged } = appearance
  const labelOf = (action: string): string => t('people.about', { action, name, tournament: tournament.name })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line/60 pt-3 first:border-t-0 first:pt-0">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h3 className="text-base leading-tight font-semibold break-words">
          {isFollowed ? (
            <Link
              href={`/athlete-profile/${athleteId}`}
              className="-my-3.5 inline-block py-3.5 text-accent underline-offset-4 hover:underline"
            >
              {tournament.name}
            </Link>
          ) : (
            tournament.name
          )}
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone={tones[tournament.status]} pulse={tournament.status === 'live'}>
            {t(`tournaments.${tournament.status}`)}
          </Badge>
          {tournamentDates(tournament)}
        </p>
        {division !== null && <p className="mt-1 text-sm text-muted">{sourceText(division)}</p>}
        <Result appearance={appearance} />
        {isMerged && <p className="mt-1 text-sm text-muted">{t('people.merged')}</p>}
        {failure && <Failure text={offerFailure(failure)} className="mt-1" />}
      </div>
      <div className="-mr-2 ml-auto flex flex-wrap justify-end gap-1">
        {isMerged && (
          <Button look="danger" aria-label={labelOf(t('people.separate'))} disabled={!isOnline} onClick={onSeparate}>
            {t('people.separate')}
          </Button>
        )}
        {canFollow && (
          <Button look="outline" aria-label={labelOf(t('athletes.follow'))} disabled={!isOnline} onClick={onFollow}>
            {t('athletes.follow')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Wins and losses, and the medals in words; renders nothing if there are neither. */
function Result({ appearance: { wins, losses, placements } }: { appearance: Appearance }) {
  const medals = placements.map(medalWord).filter((medal) => medal !== null)
  if (wins + losses === 0 && medals.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      {wins + losses > 0 && (
        <span className="text-base font-bold">
          <span aria-hidden>{t('opponent.winsLosses', { wins, losses })}</span>
          <span className="sr-only">{t('opponent.winsLossesSpoken', { wins, losses })}</span>
        </span>
      )}
      {medals.map(({ place, text }) => (
        <span key={text} className="flex items-start gap-1.5 font-semibold">
          <Medal aria-hidden className="mt-0.5 size-4.5 shrink-0" style={{ color: `var(--${place})` }} />
          {text}
        </span>
      ))}
    </p>
  )
}
