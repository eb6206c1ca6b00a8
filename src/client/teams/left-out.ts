// Shows the user that a rule now excludes an athlete whom the user has just unfollowed, and offers to undo that.
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { namesText } from '#client/texts/names-text.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** How long the undo is offered, in ms. */
const undoFor = 8_000

type Unfollowed = Omit<AthleteHit, 'isFollowed'> & Pick<FollowedAthlete, 'tournament'>

/** Call after an unfollow, with the teams whose rules now exclude the athlete; does nothing without teams. */
export async function offerUndo(
  { followFlow }: LiveClient,
  athlete: Unfollowed,
  teams: readonly string[],
): Promise<void> {
  const { name } = athlete
  const [team, another] = teams
  if (team === undefined) return
  await loadTexts('athletes')
  const undo = (): void => {
    followFlow
      .follow({ ...athlete, isFollowed: false }, athlete.tournament)
      .catch(() => showToast({ kind: 'failure', title: t('athletes.followFailed', { name }) }))
  }
  showToast({
    title:
      another === undefined
        ? t('team.leavesOut', { team, name })
        : t('team.leaveOut', { teams: namesText(teams), name }),
    duration: undoFor,
    action: { text: t('team.undo'), label: t('team.followAgainOf', { name }), run: undo },
  })
}
