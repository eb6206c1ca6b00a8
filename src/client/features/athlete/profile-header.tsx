// The sticky header of a profile: back, the age of the data, the alert bell and the refresh button; below it the notice of source
// problems.
import { ArrowLeft, RefreshCw } from 'lucide-react'
import { useCallback } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { seenWord } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Ticking } from '#client/ui/clock.tsx'
import { PillPlace } from '#client/ui/pill-place.tsx'
import { SourceNotice } from '#client/ui/source-notice.tsx'
import { AlertBell } from './alert-bell.tsx'

type Props = {
  profile?: AthleteProfile | undefined
  isRefreshing?: boolean
  /** Omitted if there is nothing to refresh. */
  onRefresh?: () => void
  onBack: () => void
}

export function ProfileHeader({ profile, isRefreshing = false, onRefresh, onBack }: Props) {
  const source = profile?.source
  const isLive = profile?.status === 'live'
  const readAge = useCallback((now: number) => (source ? seenWord(source, isLive, now) : null), [source, isLive])
  return (
    <>
      <header className="@container sticky top-0 z-20 min-h-15 bg-ink/95 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] pb-2 frosted sm:px-5">
        <div className="flex flex-wrap items-center gap-x-1">
          <IconButton label={t('profile.back')} className="-ml-2.5" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5.5" />
          </IconButton>
          {/* Moves below the buttons if the font is enlarged. */}
          <div className="min-w-0 flex-1 @max-[18rem]:order-last @max-[18rem]:basis-full">
            <p className="truncate text-lg leading-tight font-extrabold">{t('profile.title')}</p>
            <p className="min-h-4 text-xs leading-4 text-muted">
              <Ticking read={readAge} className="data-[tone=late]:font-semibold data-[tone=old]:font-bold" />
            </p>
          </div>
          <PillPlace />
          <div className="ml-auto flex shrink-0 gap-1">
            {profile && <AlertBell athleteId={profile.athlete.id} name={profile.athlete.name} />}
            {onRefresh && (
              <IconButton
                label={isRefreshing ? t('profile.refreshing') : t('profile.refresh')}
                className="-mr-2.5"
                aria-disabled={isRefreshing}
                onClick={() => !isRefreshing && onRefresh()}
              >
                <RefreshCw aria-hidden className={`size-5.5 ${isRefreshing ? 'animate-spin' : ''}`} />
              </IconButton>
            )}
          </div>
        </div>
      </header>
      <Trouble profile={profile} />
    </>
  )
}

/** A notice about source problems; not for past or archived tournaments, which are no longer read. */
function Trouble({ profile }: { profile: AthleteProfile | undefined }) {
  const isRead = profile && profile.status !== 'past' && !profile.tournament.archived
  return (
    <div className="px-3 pb-3 empty:hidden sm:px-5">
      {isRead && <SourceNotice sources={[{ name: profile.tournament.name, state: profile.source.state }]} />}
    </div>
  )
}
