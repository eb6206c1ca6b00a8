// One match card of the dashboard: its words, its glow, its links.
import { memo, useCallback } from 'react'
import type { MatchItem } from '#contract/match-item.ts'
import type { SourceAge } from '#contract/source.ts'
import { useHighlight } from '#client/live/context.tsx'
import { matchWords, seenWord, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { MatchCard } from '#client/ui/match-card.tsx'
import { ProfileLink } from '#client/ui/profile-link.tsx'
import type { MedalWord } from '#client/texts/medal-words.ts'

type Props = {
  item: MatchItem
  source: SourceAge | undefined
  /** Where the competition system shows this athlete's fights. */
  orderOfFights: string | null
  isLive: boolean
  medal: MedalWord | null
}

export const DashboardMatch = memo(function DashboardMatch({ item, source, orderOfFights, isLive, medal }: Props) {
  const glow = useHighlight(item)
  return (
    <MatchCard
      words={useCallback((now) => matchWords(item, now), [item])}
      statusKey={useCallback((now) => statusKey(item, now), [item])}
      ticking={useCallback((now) => tickingWord(item, now), [item])}
      seen={useCallback((now) => seenWord(source, isLive, now), [source, isLive])}
      glow={glow}
      medal={medal}
      actions={
        <>
          <ProfileLink athleteId={item.athleteId} name={item.athleteName} />
          {orderOfFights && (
            <ExternalLink
              href={orderOfFights}
              text={t('match.orderOfFights')}
              label={t('match.orderOfFightsOf', { name: item.athleteName })}
            />
          )}
        </>
      }
    />
  )
})
