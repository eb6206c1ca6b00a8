// The Matches tab of a shared page: the upcoming matches of the athletes.
import { RefreshCw } from 'lucide-react'
import { memo, Suspense, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Halls } from '#contract/halls.ts'
import { estimateOfItem, type HallFacts } from '#contract/match-estimate.ts'
import type { SharedAthlete, SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import type { SourceAge } from '#contract/source.ts'
import { matchesSearch } from '#domain/name.ts'
import { competitorAddress } from '#client/cache/source-links.ts'
import { cardKey } from '#client/live/highlights.ts'
import { isSlow, type NetworkQuality, networkFacts, qualityOf } from '#client/requests/network.ts'
import { seenWord, statusKey } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { IconButton } from '#client/ui/button.tsx'
import { useStableOrder } from '#client/ui/stable-order.ts'
import { useClockValue, useMinute } from '#client/ui/clock.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyMats } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { MatchCard } from '#client/ui/match-card.tsx'
import { UpdatesPill } from '#client/ui/updates-pill.tsx'
import { CardList } from './card-list.tsx'
import { ClaimPlace, HowToClaim } from './claim-places.tsx'
import { matchesInOrder } from './matches-in-order.ts'
import type { SharedFeed, SharedState } from './shared-feed.ts'
import { sharedTicking, sharedWords } from './shared-words.ts'
import { lastUpdatedText } from './status-words.ts'

/** Lazy, because few links give the right to claim. */
const ClaimHint = lazyPart(async () => (await import('./claim-control.tsx')).ClaimHint)
const ClaimControl = lazyPart(async () => (await import('./claim-control.tsx')).ClaimControl)

type Props = {
  rollCall: SharedRollCall
  state: SharedState
  feed: SharedFeed
  search: string
  /** False on the server and during hydration, where the viewer's time zone and connection are unknown. */
  isMounted: boolean
}

export function MatchesTab({ rollCall, state, feed, search, isMounted }: Props) {
  const athletes = useMemo(() => new Map(rollCall.athletes.map((athlete) => [athlete.id, athlete])), [rollCall])
  const now = useMinute()
  const inOrder = useMemo(() => matchesInOrder(rollCall, now), [rollCall, now])
  const found = useMemo(
    () =>
      inOrder.filter((match) =>
        matchesSearch(
          search,
          match.athleteName,
          match.opponentName,
          match.division,
          sourceText(match.division),
          match.tournamentName,
        ),
      ),
    [inOrder, search],
  )
  // A match that has left the list of matches is over if its athlete is still on the page.
  const asFinished = (removed: SharedMatch): SharedMatch | undefined =>
    athletes.has(removed.athleteId) ? { ...removed, rawStatus: 'finished' } : undefined
  const list = useRef<HTMLDivElement>(null)
  const ordered = useStableOrder(found, cardKey, asFinished, search, list)
  return (
    <>
      <StatusLine state={state} feed={feed} isMounted={isMounted} />
      {rollCall.mayClaim &&
        (isMounted ? (
          <Suspense fallback={<HowToClaim />}>
            <ClaimHint />
          </Suspense>
        ) : (
          <HowToClaim />
        ))}
      {search !== '' && (
        <p role="status" className="text-sm font-semibold">
          {t('shared.matchCount', { count: found.length, term: search })}
        </p>
      )}
      <UpdatesPill count={ordered.changeCount} onShow={ordered.release} />
      {ordered.items.length > 0 ? (
        <div ref={list}>
          <CardList
            label={t('shared.matches')}
            items={ordered.items}
            keyOf={cardKey}
            render={(match) => (
              <SharedCard
                match={match}
                athlete={athletes.get(match.athleteId)}
                hall={rollCall.halls[match.tournamentId]}
                source={rollCall.sources[match.tournamentId]}
                feed={feed}
                isMounted={isMounted}
                mayClaim={rollCall.mayClaim}
              />
            )}
          />
        </div>
      ) : (
        <EmptyState
          drawing={search === '' ? <EmptyMats /> : <EmptySearch />}
          title={t('shared.noMatchesTitle')}
          text={search === '' ? t('shared.noMatchesText') : t('shared.noMatchesFor', { term: search })}
        />
      )}
    </>
  )
}

type CardProps = {
  match: SharedMatch
  athlete: SharedAthlete | undefined
  hall: Halls[string] | undefined
  source: SourceAge | undefined
  feed: SharedFeed
  isMounted: boolean
  mayClaim: boolean
}

const SharedCard = memo(function SharedCard({ match, athlete, hall, source, feed, isMounted, mayClaim }: CardProps) {
  const estimate = useCallback(
    (now: number) => estimateOfItem(match, factsOf(match, hall, source), now),
    [match, hall, source],
  )
  const { highlights } = feed
  const readHighlight = () => highlights.of(cardKey(match))
  const linkId = mayClaim ? feed.linkId : null
  const isLive = athlete?.tournament.status === 'live'
  const orderOfFights =
    athlete && competitorAddress([athlete.tournament], match.tournamentBjjCompSystemId, match.athleteBjjCompSystemId)
  return (
    <MatchCard
      words={useCallback((now) => sharedWords(match, now, isMounted, estimate(now)), [match, isMounted, estimate])}
      statusKey={useCallback((now) => statusKey(match, now, estimate(now)), [match, estimate])}
      ticking={useCallback((now) => sharedTicking(match, now, estimate(now)), [match, estimate])}
      seen={useCallback((now) => seenWord(source, isLive, now), [source, isLive])}
      isPlaceApart
      highlight={useSyncExternalStore(highlights.subscribe, readHighlight, readHighlight)}
      actions={
        (linkId !== null || orderOfFights) && (
          <>
            {linkId !== null &&
              (isMounted ? (
                <Suspense fallback={<ClaimPlace />}>
                  <ClaimControl match={match} feed={feed} linkId={linkId} />
                </Suspense>
              ) : (
                <ClaimPlace />
              ))}
            {orderOfFights && (
              <ExternalLink
                href={orderOfFights}
                text={t('match.orderOfFights')}
                label={t('match.orderOfFightsOf', { name: match.athleteName })}
              />
            )}
          </>
        )
      }
    />
  )
})

const factsOf = (
  { tournamentId }: SharedMatch,
  hall: Halls[string] | undefined,
  source: SourceAge | undefined,
): HallFacts => ({
  halls: hall ? { [tournamentId]: hall } : {},
  sources: source ? { [tournamentId]: source } : {},
})

/** The age of the data and a hint at a slow connection. The line is always present, so that the layout does not shift. */
function StatusLine({ state, feed, isMounted }: { state: SharedState; feed: SharedFeed; isMounted: boolean }) {
  const { updatedAt, connection } = state
  const label = useClockValue(
    useCallback((now) => lastUpdatedText({ updatedAt, connection }, now), [updatedAt, connection]),
  )
  const quality = isMounted ? slowQuality() : null
  return (
    <div className="-my-2 flex min-h-11 items-center gap-2 text-xs text-muted">
      <span className="min-w-0 py-2">{t('shared.lastUpdated', { label })}</span>
      {quality && (
        <span role="status" className="ml-auto min-w-0 py-2 text-right">
          {t('shared.optimized', { quality: t(`shared.quality.${quality}`) })}
        </span>
      )}
      <IconButton
        label={t('shared.refresh')}
        className={`-mr-3 ${quality ? '' : 'ml-auto'}`}
        onClick={() => void feed.refresh()}
      >
        <RefreshCw aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

/** The quality of a slow network; null if the network is not slow. */
function slowQuality(): NetworkQuality | null {
  const facts = networkFacts()
  return isSlow(facts) ? qualityOf(facts) : null
}
