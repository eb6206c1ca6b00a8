// Shows on every screen why data may be old: offline, no live channel, or polling. It overlays the bottom of the page, so that
// nothing moves when it appears, and is outside the screens, so that it survives navigation.
import { useQuery } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import { useCallback } from 'react'
import { useLive, useUpdateChannel } from '#client/live/context.tsx'
import { pollingEvery } from '#client/live/polling.ts'
import { type Reach, useReach } from '#client/requests/network.ts'
import { offlineSentence } from '#client/texts/connection-words.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'

export function ConnectionNotice() {
  const reach = useReach()
  const updateChannel = useUpdateChannel()
  const isPolled = reach === 'online' && updateChannel === 'polled'
  const isShown = reach !== 'online' || updateChannel !== 'live'
  const Icon = isPolled ? Hourglass : WifiOff
  return (
    <div
      id="connection"
      data-shown={isShown || undefined}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-late bg-surface text-sm font-semibold text-late data-shown:border-t data-shown:py-1.5 lg:bottom-0 lg:left-60"
    >
      <div className="flex items-center gap-2 px-3 sm:px-5">
        {isShown && <Icon aria-hidden className="size-4 shrink-0" />}
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          {/* Rendered before it has text, because screen readers would not announce it otherwise. */}
          <p role="status">{isShown && sentenceOf(reach, updateChannel)}</p>
          {isPolled && <LastRead />}
        </div>
      </div>
    </div>
  )
}

function sentenceOf(reach: Reach, updateChannel: 'live' | 'polled' | 'lost'): string {
  if (reach !== 'online') return reach === 'offline' ? offlineSentence() : t('connection.intercepted')
  return updateChannel === 'polled'
    ? t('connection.polled', { count: pollingEvery.normal / 60_000 })
    : t('connection.lost')
}

function LastRead() {
  const { data } = useQuery(useLive().queries.upcoming)
  const readAt = data?.serverTime ?? null
  const read = useCallback(
    (now: number) =>
      readAt === null
        ? null
        : { text: t('connection.lastRead', { age: ageText(now - Date.parse(readAt)) }), tone: 'plain' as const },
    [readAt],
  )
  return <Ticking read={read} className="font-normal" />
}
