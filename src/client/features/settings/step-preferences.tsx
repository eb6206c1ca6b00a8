// The steps of the day that the user wants to see, and to be alerted of. Each change is saved at once.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StepPreferences as Preferences } from '#domain/steps.ts'
import { stepSettings } from '#client/cache/step-settings.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { showToast } from '#client/ui/toast.ts'

const steps = ['report', 'weighIn', 'podium', 'openClass', 'openClassYouth'] as const satisfies (keyof Preferences)[]

export function StepPreferences() {
  const { data, isError, refetch } = useQuery(stepSettings)
  const save = useSave()
  if (!data) return <NotLoaded isError={isError} text={t('steps.loadFailed')} onRetry={() => void refetch()} />
  const { preferences } = data
  return (
    <>
      <p className="text-base text-muted">{t('steps.text')}</p>
      <div className="flex flex-col">
        {steps.map((step) => (
          <Switch
            key={step}
            label={t(`steps.${step}`)}
            text={t(`steps.${step}Text`)}
            isOn={preferences[step]}
            onSwitch={(on) => save.mutate({ ...preferences, [step]: on })}
          />
        ))}
      </div>
    </>
  )
}

function useSave() {
  const client = useQueryClient()
  const { queryKey } = stepSettings
  return useMutation({
    // Sequential: each call sends all preferences, so the last change must arrive last.
    scope: { id: 'step-preferences' },
    mutationFn: (preferences: Preferences) => call('writeSteps', { body: preferences }),
    retry: false,
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (known) => known && { ...known, preferences })
      return before
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before)
      showToast({
        kind: 'failure',
        title: t('alerts.saveFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
