// Follow and unfollow with optimistic updates, and a toast when that fails.
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { offerUndo } from '#client/teams/left-out.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** Follows an athlete of this tournament; does nothing until the tournament is known. */
export function useFollow(tournament: TournamentItem | undefined): (athlete: AthleteHit) => void {
  const { followFlow } = useLive()
  return (athlete) => {
    if (!tournament) return
    const { id, name, startsOn, endsOn, dateRange, bjjCompSystemId, timezone, status } = tournament
    const shown = { id, name, startsOn, endsOn, dateRange, bjjCompSystemId, timezone, status }
    followFlow.follow(athlete, shown).catch((error: unknown) =>
      showToast({
        kind: 'failure',
        title: t('athletes.followFailed', { name: athlete.name }),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
    )
  }
}

/** Unfollows an athlete. A toast names the followed teams whose rules exclude the athlete from now on, and offers to undo that. */
export function useUnfollow(): (athlete: FollowedAthlete) => void {
  const live = useLive()
  return (athlete) => {
    live.followFlow.unfollow(athlete.id).then(
      (teams) => offerUndo(live, athlete, teams),
      (error: unknown) =>
        showToast({
          kind: 'failure',
          title: t('athletes.unfollowFailed', { name: athlete.name }),
          ...(error instanceof CallError && {
            text: error.status === 0 ? error.sentence : t('athletes.unfollowStatus', { status: String(error.status) }),
          }),
        }),
    )
  }
}
