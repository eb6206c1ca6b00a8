// The actions of a profile: refresh, unfollow, save notes. notes.tsx shows that saving failed; the other results that need
// words are shown in a toast.
import { useMutation } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoints.ts'
import type { AthleteProfile, OrderOfFightsResponse } from '#contract/athletes.ts'
import { editCached } from '#client/cache/query-client.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { offerUndo } from '#client/teams/left-out.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { answerToast, failureToast } from './refresh-toast.ts'

/** Reads this athlete's pages of the competition system again. Without retries: each tap makes one request. */
export function useRefresh(athleteId: number) {
  const { queryClient, queries } = useLive()
  return useMutation({
    mutationFn: () => call('refreshOrderOfFights', { params: { id: athleteId }, priority: 'athlete-data' }),
    retry: false,
    onSuccess: (answer) => {
      showToast(answerToast(answer))
      return queryClient.invalidateQueries({ queryKey: queries.profile(athleteId).queryKey })
    },
    onError: (error) => showToast(failureToast(error)),
  })
}

/**
 * Unfollows the athlete, optimistically in the list of followed athletes: deferred if the server is not reached, undone after any
 * other failure. `onDone` leaves the profile.
 */
export function useUnfollow(athleteId: number, onDone: () => void) {
  const live = useLive()
  const { followFlow, queryClient, queries } = live
  return useMutation({
    mutationFn: () => followFlow.unfollow(athleteId),
    onSuccess: (teams) => {
      const { queryKey } = queries.profile(athleteId)
      const profile = queryClient.getQueryData<OrderOfFightsResponse>(queryKey)?.data
      onDone()
      if (profile) void offerUndo(live, followOf(profile), teams)
      queryClient.removeQueries({ queryKey })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('profile.unfollowFailed'),
        text: error instanceof CallError ? error.sentence : error.message,
      }),
  })
}

const followOf = ({ athlete, tournament, status }: AthleteProfile) => ({
  ...athlete,
  division: athlete.categories[0] ?? null,
  tournament: { ...tournament, status },
})

type SaveNotes = BodyOf<'athleteNotes'>

/**
 * Saves notes and tags. Once the profile shows the stored values, calls `onSaved` with the sent and the stored values. If another
 * device has changed them in the meantime, the profile is refetched.
 */
export function useSaveNotes(athleteId: number, onSaved: (sent: SaveNotes, saved: SaveNotes) => void) {
  const { queryClient, queries } = useLive()
  const { queryKey } = queries.profile(athleteId)
  return useMutation({
    mutationFn: (body: SaveNotes) => call('athleteNotes', { params: { id: athleteId }, body }),
    onSuccess: ({ notes, tags }, sent) => {
      editCached<OrderOfFightsResponse>(queryClient, queryKey, (answer) => ({
        ...answer,
        data: { ...answer.data, notes, tags },
      }))
      onSaved(sent, { notes, tags })
      showToast({ title: t('profile.saved') })
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) return queryClient.invalidateQueries({ queryKey })
    },
  })
}
