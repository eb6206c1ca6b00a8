// What can be done on a profile: have it read again, stop following, write notes. Each says how it ended.
import { useMutation } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoints.ts'
import type { OrderOfFightsResponse } from '#contract/athletes.ts'
import { editCached } from '#client/cache/query-client.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { answerToast, failureToast } from './refresh-toast.ts'

/** Has the competition system asked again for this athlete. One answer a tap: it is not tried twice behind the back. */
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

/** Stops following; the lists follow at once and are put back when the server refuses. `onDone` leaves the profile. */
export function useUnfollow(athleteId: number, onDone: () => void) {
  const { followFlow, queryClient, queries } = useLive()
  return useMutation({
    mutationFn: () => followFlow.unfollow(athleteId),
    onSuccess: () => {
      onDone()
      queryClient.removeQueries({ queryKey: queries.profile(athleteId).queryKey })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('profile.unfollowFailed'),
        text: error instanceof CallError ? error.sentence : error.message,
      }),
  })
}

type SaveNotes = BodyOf<'athleteNotes'>

/**
 * Keeps notes and tags; `onSaved` runs with what was sent and what the server has now, once the profile shows the latter.
 * Where they were changed meanwhile, the profile is read anew.
 */
export function useSaveNotes(athleteId: number, onSaved: (sent: SaveNotes, saved: SaveNotes) => void) {
  const { queryClient, queries } = useLive()
  const { queryKey } = queries.profile(athleteId)
  return useMutation({
    mutationFn: (body: SaveNotes) => call('athleteNotes', { params: { id: athleteId }, body }),
    onSuccess: ({ notes, tags }, sent) => {
      editCached<OrderOfFightsResponse>(queryClient, queryKey, (read) => ({
        ...read,
        data: { ...read.data, notes, tags },
      }))
      onSaved(sent, { notes, tags })
      showToast({ title: t('profile.saved') })
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) return queryClient.invalidateQueries({ queryKey })
    },
  })
}
