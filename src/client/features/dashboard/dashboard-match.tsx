// A match card of the dashboard: its texts, highlight and links.
import { memo, useCallback } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { useHighlight } from '#client/live/context.tsx'
import { matchWords, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { MatchCard } from '#client/ui/match-card.tsx'
import { ProfileLink } from '#client/ui/profile-link.tsx'
import { medalWord } from '#client/texts/medal-words.ts'
import { CardClaim } from './card-claim.tsx'
import { useSeen } from './use-seen.ts'

type Props = {
  item: MatchItem
  /** The competition system's page of this athlete's fights; undefined while unknown. */
  orderOfFights: string | null | undefined
  isLive: boolean
  placement: Placement | null
}

/** The athlete's placement in this match's category. */
export type Placement = FollowedAthlete['placements'][number]

export const DashboardMatch = memo(function DashboardMatch({ item, orderOfFights, isLive, placement }: Props) {
  useLanguage()
  const highlight = useHighlight(item)
  return (
    <MatchCard
      words={useCallback((now) => matchWords(item, now), [item])}
      statusKey={useCallback((now) => statusKey(item, now), [item])}
      ticking={useCallback((now) => tickingWord(item, now), [item])}
      seen={useSeen(item.tournamentId, isLive)}
      highlight={highlight}
      medal={placement && medalWord(placement)}
      actions={
        <>
          <CardClaim item={item} />
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
})
