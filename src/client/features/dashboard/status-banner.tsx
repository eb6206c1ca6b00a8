// One line about the data (update interval and age), and the notice of source problems. The connection has its own notice in the
// shell.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLive, useSources, useUpdateChannel } from '#client/live/context.tsx'
import { useIsOnline } from '#client/requests/network.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'
import { areOk, SourceNotice } from '#client/ui/source-notice.tsx'

export function StatusBanner() {
  const { data: upcoming, isError } = useQuery(useLive().queries.upcoming)
  const updateChannel = useUpdateChannel()
  const isOnline = useIsOnline()
  const sources = useSources()
  // The update interval is shown only while updates arrive.
  const isUpdating = isOnline && updateChannel !== 'lost'
  const isPulsing = upcoming?.mode === 'live' && isUpdating && updateChannel === 'live' && !isError && areOk(sources)
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
        {upcoming && isUpdating && (
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
      <SourceNotice sources={sources} />
    </div>
  )
}

/** A notice about source problems, if there are any. */
export const Notices = () => <SourceNotice sources={useSources()} />
