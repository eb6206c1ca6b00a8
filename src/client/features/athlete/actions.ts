// What can be done on a profile: have it read again, stop following, write notes. Each says how it ended.
import { useMutation } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoints.ts'
import type { OrderOfFightsResponse } from '#contract/athletes.ts'
import { call } from '#client/live/call.ts'
import { CallError } from '#client/live/call-error.ts'
import { useLive } from '#client/live/context.tsx'
import { editCached } from '#client/live/query-client.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { answerToast, failureToast } from './refresh-toast.ts'

/** Has the competition system asked again for this athlete. One answer a tap: it is not tried twice behind the back. */
export function useRefresh(athleteId: number) {
  const { queryClient, queries } = useLive()
  return useMutation({
    mutationFn: () => call('refreshOrderOfFights', { params: { id: athleteId }, priority: 'athlete-data' }),
    networkMode: 'always',
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
    networkMode: 'always',
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

/** Keeps notes and tags; `onSaved` runs once the profile shows them as the server has them. */
export function useSaveNotes(athleteId: number, onSaved: () => void) {
  const { queryClient, queries } = useLive()
  return useMutation({
    mutationFn: (body: BodyOf<'athleteNotes'>) => call('athleteNotes', { params: { id: athleteId }, body }),
    networkMode: 'always',
    onSuccess: ({ notes, tags }) => {
      editCached<OrderOfFightsResponse>(queryClient, queries.profile(athleteId).queryKey, (read) => ({
        ...read,
        data: { ...read.data, notes, tags },
      }))
      onSaved()
      showToast({ title: t('profile.saved') })
    },
  })
}
