// One line about what is shown: connection, cadence, age. Each is its own signal.
import { WifiOff } from 'lucide-react'
import { useCallback } from 'react'
import { useIsLost, useIsOnline } from '#client/live/online.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'
import { Notice } from '#client/ui/notice.tsx'

type Props = {
  isLive: boolean
  /** The cadence that the server promises, in minutes. */
  interval: number | undefined
  /** When the newest of what is shown was read from the source, ISO. */
  updatedAt: string | null
}

export function StatusBanner({ isLive, interval, updatedAt }: Props) {
  const isLost = useIsLost()
  const isOnline = useIsOnline()
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
        {interval !== undefined && (
          <span>
            {isLive && !isLost && (
              <span className="mr-1.5 inline-block size-2 animate-pulse rounded-full bg-live">
                <span className="sr-only">{t('banner.live')}</span>
              </span>
            )}
            {t('banner.cadence', { count: interval })}
          </span>
        )}
        <Ticking read={readAge} className="ml-auto" />
      </p>
      {!isOnline ? (
        <Notice tone="late" icon={<WifiOff aria-hidden className="size-4 shrink-0" />}>
          <strong>{t('connection.offline')}</strong> · {t('connection.offlineText')}
        </Notice>
      ) : (
        isLost && (
          <Notice tone="late" icon={<WifiOff aria-hidden className="size-4 shrink-0" />}>
            {t('connection.lost')}
          </Notice>
        )
      )}
    </div>
  )
}
