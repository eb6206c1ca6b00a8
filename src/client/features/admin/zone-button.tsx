// The time zone of a tournament's venue, as a button that opens the dialog to correct it.
import { lazy, Suspense, useState } from 'react'
import type { AdminTournament } from '#contract/administration.ts'
import { zoneText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'

const TimezoneDialog = lazy(async () => ({ default: (await import('./timezone-dialog.tsx')).TimezoneDialog }))

export function ZoneButton({ tournament }: { tournament: AdminTournament }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, timezone, timezoneFixed } = tournament
  const zone = timezone === null ? t('admin.timezoneUnknown') : zoneText(timezone)
  return (
    <>
      <Button
        look="quiet"
        className={`-mx-3 text-left @max-[44rem]:-my-3 ${timezone === null ? 'text-late!' : ''}`}
        title={timezone ?? undefined}
        aria-label={t('admin.setTimezoneOf', { name, zone })}
        onClick={() => setIsOpen(true)}
      >
        <span>
          {zone}
          {timezoneFixed && <span className="block text-xs font-normal text-muted">{t('admin.timezoneFixed')}</span>}
        </span>
      </Button>
      {isOpen && (
        <Suspense>
          <TimezoneDialog tournament={tournament} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
