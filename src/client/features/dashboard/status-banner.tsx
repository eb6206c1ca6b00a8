// One line about what is shown: cadence and age. Each is its own signal; the connection has its own place in the shell.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLive, useUpdateChannel, useSourceTrouble } from '#client/live/context.tsx'
import { useIsOnline } from '#client/requests/network.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'
import { SourceNotice } from '#client/ui/source-notice.tsx'

export function StatusBanner() {
  const { data: upcoming, isError } = useQuery(useLive().queries.upcoming)
  const updateChannel = useUpdateChannel()
  const isOnline = useIsOnline()
  const trouble = useSourceTrouble()
  // What is promised is said while it is kept.
  const isKept = isOnline && updateChannel !== 'lost'
  const isPulsing = upcoming?.mode === 'live' && isKept && updateChannel === 'live' && !isError && trouble === null
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
        {upcoming && isKept && (
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
      <SourceNotice trouble={trouble} />
    </div>
  )
}

/** What is wrong with the source, when something is. */
export const Notices = () => <SourceNotice trouble={useSourceTrouble()} />
