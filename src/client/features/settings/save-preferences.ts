// Saves a change of preferences immediately: shown before the server has answered, and reverted if the call fails.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError } from '#client/requests/call-error.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** `queryKey`: the key of the settings. `send` sends all of their `preferences`. Returns a function that saves new preferences. */
export function useSavePreferences<Preferences>(
  queryKey: QueryKey,
  send: (preferences: Preferences) => Promise<unknown>,
): (preferences: Preferences) => void {
  const client = useQueryClient()
  const mutationKey = ['preferences', queryKey[0]]
  /** False while another change runs or waits; a later one sends these preferences, too. */
  const isOnlyChange = (): boolean => client.isMutating({ mutationKey }) === 1
  /** The settings that the server has, while changes wait. */
  const saved = useRef<{ preferences: Preferences } | undefined>(undefined)
  const { mutate } = useMutation({
    mutationKey,
    // Sequential: each call sends all preferences, so the last change must arrive last.
    scope: { id: mutationKey.join(' ') },
    mutationFn: send,
    retry: false,
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey })
      if (isOnlyChange()) saved.current = client.getQueryData<{ preferences: Preferences }>(queryKey)
      client.setQueryData<{ preferences: Preferences }>(queryKey, (known) => known && { ...known, preferences })
    },
    onSuccess: (_, preferences) => {
      saved.current = saved.current && { ...saved.current, preferences }
    },
    onError: (error) => {
      if (saved.current && isOnlyChange()) client.setQueryData(queryKey, saved.current)
      showToast({
        kind: 'failure',
        title: t('alerts.saveFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      })
    },
    onSettled: () => (isOnlyChange() ? client.invalidateQueries({ queryKey }) : undefined),
  })
  return mutate
}
