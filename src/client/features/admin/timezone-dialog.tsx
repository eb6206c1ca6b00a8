// Corrects the time zone of a tournament's venue, because the source states none, and the venue's city may be ambiguous.
import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { AdminTournament } from '#contract/administration.ts'
import { computableZone } from '#domain/instant.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { zoneText } from '#client/texts/format.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { useClockValue } from '#client/ui/clock.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast.ts'
import { placeOf, regionsOf, regionText, zonesToChoose } from './zones.ts'

export function TimezoneDialog({ tournament, onClose }: { tournament: AdminTournament; onClose: () => void }) {
  const { queryClient } = useLive()
  const { id, name } = tournament
  const [regions] = useState(() => regionsOf(zonesToChoose(tournament.timezone)))
  const [timezone, setTimezone] = useState(tournament.timezone ?? '')
  const save = useMutation({
    mutationFn: () => call('adminSetTimezone', { params: { id }, body: { timezone } }),
    onSuccess: async () => {
      // All times of the tournament change, also in the administrator's own lists.
      await queryClient.invalidateQueries()
      onClose()
      showToast({
        title: t('admin.timezoneSaved'),
        text: t('admin.timezoneSavedText', { name, zone: zoneText(timezone) }),
      })
    },
  })
  return (
    <Dialog title={t('admin.timezoneTitle')} text={t('admin.timezoneText', { name })} onClose={onClose}>
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        <label className="relative flex flex-col gap-1 text-sm font-semibold">
          {t('admin.timezone')}
          <select
            required
            value={timezone}
            onChange={(event) => setTimezone(event.target.value)}
            className="h-11 w-full appearance-none rounded-md border border-line bg-surface pr-9 pl-3 text-lg font-normal text-text"
          >
            {tournament.timezone === null && <option value="">{t('admin.timezoneChoose')}</option>}
            {regions.map(({ region, zones }) => (
              <optgroup key={region} label={regionText(region)}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {placeOf(zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 bottom-3 size-5 text-muted" />
        </label>
        <p className="min-h-4.5 text-sm text-muted">{computableZone(timezone) && <TimeThere zone={timezone} />}</p>
        {save.error && (
          <p role="alert" className="text-sm font-semibold text-live">
            {(save.error instanceof CallError && save.error.sentence) || t('admin.timezoneFailed')}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? t('admin.saving') : t('admin.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The current time at the venue, to check the choice. */
function TimeThere({ zone }: { zone: string }) {
  const time = useClockValue((now) =>
    new Intl.DateTimeFormat(shownLanguage(), {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    }).format(now),
  )
  return t('admin.timezoneNow', { time })
}
