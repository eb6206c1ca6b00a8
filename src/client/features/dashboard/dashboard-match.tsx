// A match of the dashboard, as a card, or as a row or dense card that expands into a card: its texts, highlight and links.
import { memo, Suspense, useCallback } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { useHighlight, useIsClaiming } from '#client/live/context.tsx'
import { useEstimate } from '#client/live/estimates.ts'
import { cardKey } from '#client/live/highlights.ts'
import { ownTime } from '#client/texts/format.ts'
import { agedKey, agedWords, matchWords, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { medalWord } from '#client/texts/medal-words.ts'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import type { Look } from '#client/ui/card-grid.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { MatchCard } from '#client/ui/match-card.tsx'
import { MatchRow } from '#client/ui/match-row.tsx'
import { ProfileLink } from '#client/ui/profile-link.tsx'
import { CardClaim } from './card-claim.tsx'
import type { ConflictMark } from './match-tags.tsx'
import { useSeen } from './use-seen.ts'
import { withTexts } from '#client/texts/with-texts.ts'

const MatchTags = lazyPart(withTexts('day', async () => (await import('./match-tags.tsx')).MatchTags))

type Props = {
  item: MatchItem
  look: Look
  /** The tournament that a row or a dense card names; null if it names none. */
  tournamentName: string | null
  /** The competition system's page of this athlete's fights; null if there is none, undefined while unknown. */
  orderOfFights: string | null | undefined
  isLive: boolean
  placement: Placement | null
  /** The followed team whose rule created the follow. */
  via: string | undefined
  /** Null without a conflict. */
  mark: ConflictMark | null
}

/** The athlete's placement in this match's category. */
export type Placement = FollowedAthlete['placements'][number]

export const DashboardMatch = memo(function DashboardMatch({ look, ...props }: Props) {
  useLanguage()
  return (
    <article aria-label={props.item.athleteName} className="h-full">
      {look === 'card' ? <Card {...props} /> : <Row isDense={look === 'dense'} {...props} />}
    </article>
  )
})

/** Loaded after the first render. */
const Tags = (props: Pick<Props, 'item' | 'mark' | 'look'>) => (
  <Suspense>
    <MatchTags {...props} />
  </Suspense>
)

type MatchProps = Omit<Props, 'look'>

/** The row stays open if the user returns to this history entry. */
function Row({ isDense, ...props }: MatchProps & { isDense: boolean }) {
  const { item, mark, tournamentName, isLive } = props
  const estimate = useEstimate(item)
  const seen = useSeen(item.tournamentId, isLive)
  const canClaim = useIsClaiming() && !isCompleted(item)
  const [isOpen, setIsOpen] = useHistoryState(`open/${cardKey(item)}`, false)
  return (
    <MatchRow
      words={useCallback(
        (now) => {
          const words = agedWords(matchWords(item, now, estimate(now)), seen(now))
          const own = ownTime(words.instant, item.tournamentTimezone)
          return {
            ...words,
            ownShort: own && t('match.yoursShort', { time: own }),
            tournamentName,
          }
        },
        [item, estimate, seen, tournamentName],
      )}
      statusKey={useCallback((now) => agedKey(statusKey(item, now, estimate(now)), seen(now)), [item, estimate, seen])}
      ticking={useCallback((now) => tickingWord(item, now, estimate(now)), [item, estimate])}
      isDense={isDense}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      highlight={useHighlight(item)}
      tags={!isCompleted(item) && !isOpen && <Tags item={item} mark={mark} look="row" />}
      claim={canClaim && <CardClaim item={item} look={isDense ? 'card' : 'row'} />}
    >
      {isOpen && <Card {...props} />}
    </MatchRow>
  )
}

function Card({ item, mark, orderOfFights, isLive, placement, via }: MatchProps) {
  const estimate = useEstimate(item)
  return (
    <MatchCard
      isInArticle
      words={useCallback((now) => matchWords(item, now, estimate(now)), [item, estimate])}
      statusKey={useCallback((now) => statusKey(item, now, estimate(now)), [item, estimate])}
      ticking={useCallback((now) => tickingWord(item, now, estimate(now)), [item, estimate])}
      seen={useSeen(item.tournamentId, isLive)}
      highlight={useHighlight(item)}
      tags={!isCompleted(item) && <Tags item={item} mark={mark} look="card" />}
      via={via && t('team.via', { team: via })}
      medal={placement && medalWord(placement)}
      actions={
        <>
          <CardClaim item={item} look="card" />
          <ProfileLink athleteId={item.athleteId} name={item.athleteName} />
          {orderOfFights !== null && (
            <ExternalLink
              href={orderOfFights}
              className={orderOfFights ? '' : 'invisible'}
              text={t('match.orderOfFights')}
              label={t('match.orderOfFightsOf', { name: item.athleteName })}
            />
          )}
        </>
      }
    />
  )
}
