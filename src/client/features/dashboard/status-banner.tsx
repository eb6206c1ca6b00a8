// One line about what is shown: connection, cadence, age. Each is its own signal.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLive } from '#client/live/context.tsx'
import { useIsLost, useIsOnline } from '#client/live/online.ts'
import { useSourceTrouble } from '#client/live/source-trouble.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'
import { ConnectionNotice } from '#client/ui/connection-notice.tsx'

export function StatusBanner() {
  const { data: upcoming, isError } = useQuery(useLive().queries.upcoming)
  const isLost = useIsLost()
  const isOnline = useIsOnline()
  const trouble = useSourceTrouble()
  const isPulsing = upcoming?.mode === 'live' && isOnline && !isLost && !isError && trouble === null
  const updatedAt = upcoming?.lastProgressiveUpdate ?? null
  const readAge = useCallback(
    (now: number) =>
      updatedAt === null
        ? null
        : {
            text: t('banner.lastUpdated', { age: ageText(now - Date.parse(updatedAt)) }),
            tone: 'quiet' as const,
          },
    [updatedAt],
  )
  return (
    <div className="flex flex-col gap-2">
      <p className="flex min-h-4 flex-wrap items-center gap-x-1.5 text-xs text-muted">
        {upcoming && (
          <span>
            {isPulsing && (
              <span className="mr-1.5 inline-block size-2 animate-pulse rounded-full bg-live">
                <span className="sr-only">{t('banner.live')} </span>
              </span>
            )}
            {t('banner.cadence', { count: upcoming.updateIntervalMinutes })}
          </span>
        )}
        <Ticking read={readAge} className="ml-auto" />
      </p>
      <ConnectionNotice isOnline={isOnline} isLost={isLost} trouble={trouble} />
    </div>
  )
}

/** What stands between the page and the source, when something does. */
export function Notices() {
  const isOnline = useIsOnline()
  const isLost = useIsLost()
  const trouble = useSourceTrouble()
  return <ConnectionNotice isOnline={isOnline} isLost={isLost} trouble={trouble} />
}
