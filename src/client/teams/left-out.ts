// Shows the user that a rule now excludes an athlete whom the user has just unfollowed, and offers to undo that.
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** How long the undo is offered, in ms. */
const undoFor = 8_000

type Unfollowed = Omit<AthleteHit, 'isFollowed'> & Pick<FollowedAthlete, 'via' | 'tournament'>

/**
 * Call after an unfollow. Does nothing for an athlete whom the user followed directly, or while the unfollow waits for a
 * network.
 */
export async function offerUndo({ followFlow, pendingChanges }: LiveClient, athlete: Unfollowed): Promise<void> {
  const { via: team, name } = athlete
  if (team === null || pendingChanges.changes().some(({ athleteId }) => athleteId === athlete.id)) return
  await loadTexts('athletes')
  const undo = (): void => {
    followFlow
      .follow({ ...athlete, isFollowed: false }, athlete.tournament)
      .catch(() => showToast({ kind: 'failure', title: t('athletes.followFailed', { name }) }))
  }
  showToast({
    title: t('team.leavesOut', { team, name }),
    duration: undoFor,
    action: { text: t('team.undo'), label: t('team.followAgainOf', { name }), run: undo },
  })
}
