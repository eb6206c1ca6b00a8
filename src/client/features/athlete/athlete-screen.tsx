// The profile of one followed athlete: the athlete, the day's path, the results. The socket's messages update it in place.
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { AthleteProfile } from '#contract/athletes.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { buttonLook } from '#client/ui/button.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { NotReached } from '#client/ui/not-reached.tsx'
import { useTitle } from '#client/ui/title.ts'
import { useRefresh, useUnfollow } from './actions.ts'
import { DayPath } from './day-path.tsx'
import { Fights } from './fights.tsx'
import { Hero } from './hero.tsx'
import { Notes } from './notes.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { Results } from './results.tsx'
import { Steps } from './steps.tsx'
import { TournamentDetails } from './tournament-details.tsx'
import { Unfollowing } from './unfollowing.tsx'

const Appearances = lazyPart(withTexts('athletes', async () => (await import('./appearances.tsx')).Appearances))

type Props = {
  /** Null for an address without a valid id. */
  athleteId: number | null
  /** Goes back to the previous page, else to the dashboard's athletes. */
  onBack: () => void
  /** Called after the athlete was unfollowed. */
  onUnfollowed: () => void
}

export function AthleteScreen({ athleteId, onBack, onUnfollowed }: Props) {
  return athleteId === null ? (
    <AthleteNotFound onBack={onBack} />
  ) : (
    <Athlete athleteId={athleteId} onBack={onBack} onUnfollowed={onUnfollowed} />
  )
}

function Athlete({ athleteId, onBack, onUnfollowed }: Props & { athleteId: number }) {
  const { queries } = useLive()
  const profile = useQuery(queries.profile(athleteId))
  const refresh = useRefresh(athleteId)
  const unfollow = useUnfollow(athleteId, onUnfollowed)
  const isLeaving = unfollow.isPending || unfollow.isSuccess
  const data = profile.data?.data
  useTitle(data?.athlete.name)

  if (!isLeaving && profile.error instanceof CallError && [400, 404].includes(profile.error.status))
    return <AthleteNotFound onBack={onBack} />
  return (
    <>
      <ProfileHeader
        profile={data}
        isRefreshing={refresh.isPending}
        onRefresh={() => refresh.mutate()}
        onBack={onBack}
      />
      {data ? (
        <Profile profile={data} onUnfollow={() => unfollow.mutate()} />
      ) : profile.isPending && profile.fetchStatus === 'fetching' ? (
        <ProfileSkeleton />
      ) : (
        <Failed onRetry={() => void profile.refetch()} />
      )}
      {isLeaving && <Unfollowing />}
    </>
  )
}

/** One column on phones, two on desktops. In both, the order of the elements is the order in which they are shown. */
function Profile({ profile, onUnfollow }: { profile: AthleteProfile; onUnfollow: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-4 sm:px-5 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
      {/* Not used for scroll anchoring, so that the fights below do not move when these parts change. */}
      <div className="flex flex-col gap-3 [overflow-anchor:none]">
        <Hero profile={profile} />
        <DayPath profile={profile} />
        <Steps profile={profile} />
      </div>
      <div className="flex flex-col gap-3">
        <Fights profile={profile} />
        <TournamentDetails profile={profile} onUnfollow={onUnfollow} />
        <Results profile={profile} />
        <Notes profile={profile} />
        <Suspense>
          <Appearances athleteId={profile.athlete.id} name={profile.athlete.name} />
        </Suspense>
      </div>
    </div>
  )
}

function AthleteNotFound({ onBack }: { onBack: () => void }) {
  useTitle(t('profile.notFoundTitle'))
  return (
    <>
      <ProfileHeader onBack={onBack} />
      <EmptyState
        drawing={<EmptySearch />}
        title={t('profile.notFoundTitle')}
        text={t('profile.notFoundText')}
        action={
          <Link href="/" className={buttonLook('primary')}>
            {t('profile.goToDashboard')}
          </Link>
        }
      />
    </>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <NotReached
    isOnline={useIsOnline()}
    title={t('profile.failedTitle')}
    text={t('profile.failedText')}
    onRetry={onRetry}
  />
)
