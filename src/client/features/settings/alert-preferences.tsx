// The user's alert preferences for all devices: kinds of alerts, and quiet hours. Each change is saved at once.
import { useState } from 'react'
import type { PushResponse } from '#contract/push.ts'
import { alertSettings, deviceZone } from '#client/alerts/alerts.ts'
import { call } from '#client/requests/call.ts'
import { zoneText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Switch } from '#client/ui/switch.tsx'
import { useSavePreferences } from './save-preferences.ts'

type Preferences = PushResponse['preferences']
type Quiet = NonNullable<Preferences['quiet']>

const kinds = ['near', 'moved', 'conflict', 'result', 'entry'] as const
const sendPreferences = (preferences: Preferences) => call('writeAlertPreferences', { body: preferences })
const defaultHours = { from: '22:00', to: '07:00' }

export function AlertPreferences({ preferences }: { preferences: Preferences }) {
  const save = useSavePreferences(alertSettings.queryKey, sendPreferences)
  const { quiet } = preferences
  const timezone = deviceZone()
  return (
    <div className="flex flex-col">
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`alerts.${kind}`)}
          text={t(`alerts.${kind}Text`)}
          isOn={preferences[kind]}
          onSwitch={(on) => save({ ...preferences, [kind]: on })}
        />
      ))}
      <Switch
        label={t('alerts.quiet')}
        text={t('alerts.quietText')}
        isOn={quiet !== null}
        onSwitch={(on) => save({ ...preferences, quiet: on ? { ...defaultHours, timezone } : null })}
      />
      {quiet && (
        <QuietHours quiet={quiet} onChange={(hours) => save({ ...preferences, quiet: { ...hours, timezone } })} />
      )}
    </div>
  )
}

function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (hours: typeof defaultHours) => void }) {
  const [saved, setSaved] = useState(quiet)
  const [hours, setHours] = useState({ from: quiet.from, to: quiet.to })
  // Another device has changed the times, or a change could not be saved.
  if (saved.from !== quiet.from || saved.to !== quiet.to) {
    setSaved(quiet)
    setHours({ from: quiet.from, to: quiet.to })
  }
  /** Saves a valid time when the field loses focus, since a time is typed digit by digit. */
  const save = (): void => {
    const isValid = hours.from !== '' && hours.to !== '' && hours.from !== hours.to
    if (!isValid) setHours({ from: quiet.from, to: quiet.to })
    else if (hours.from !== quiet.from || hours.to !== quiet.to) onChange(hours)
  }
  return (
    <div className="mt-1 flex flex-wrap items-end gap-3">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex flex-col gap-1 text-sm font-semibold">
          {t(`alerts.${end}`)}
          <input
            type="time"
            value={hours[end]}
            onChange={({ target }) => setHours({ ...hours, [end]: target.value })}
            onBlur={save}
            className="h-12 rounded-md border border-line bg-ink px-3 text-lg"
          />
        </label>
      ))}
      {quiet.timezone !== null && <p className="pb-3 text-sm text-muted">{zoneText(quiet.timezone)}</p>}
    </div>
  )
}
