// The connection banner, one line of constant height.
import { RefreshCw, WifiOff } from 'lucide-react'
import type { SharedState } from './shared-feed.ts'
import { bannerText } from './status-words.ts'

export function Banner({ connection }: { connection: SharedState['connection'] }) {
  return (
    <p
      role="status"
      className={`flex min-h-10 items-center gap-2.5 px-3 pt-1 text-sm text-pretty sm:px-5 ${connection === 'lost' ? 'font-semibold text-late' : 'text-muted'}`}
    >
      {connection === 'live' && (
        <span aria-hidden className="mx-1 size-2 shrink-0 animate-pulse rounded-full bg-ahead" />
      )}
      {connection === 'reading' && <RefreshCw aria-hidden className="size-4 shrink-0" />}
      {connection === 'lost' && <WifiOff aria-hidden className="size-4 shrink-0" />}
      {bannerText(connection)}
    </p>
  )
}
