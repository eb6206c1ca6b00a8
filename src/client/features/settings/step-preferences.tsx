// The steps of the day that the user wants to see and to be alerted to. Each change is saved at once.
import { useQuery } from '@tanstack/react-query'
import type { StepPreferences as Preferences } from '#domain/steps.ts'
import { stepSettings } from '#client/cache/step-settings.ts'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Switch } from '#client/ui/switch.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { useSavePreferences } from './save-preferences.ts'

const steps = ['report', 'weighIn', 'podium', 'openClass', 'openClassYouth'] as const satisfies (keyof Preferences)[]

const sendSteps = (preferences: Preferences) => call('writeSteps', { body: preferences })

export function StepPreferences() {
  const { data, isError, refetch } = useQuery(stepSettings)
  const save = useSavePreferences(stepSettings.queryKey, sendSteps)
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
            onSwitch={(on) => save({ ...preferences, [step]: on })}
          />
        ))}
      </div>
    </>
  )
}
