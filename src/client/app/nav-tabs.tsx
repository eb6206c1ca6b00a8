// The dashboard's tabs in the sidebar and the bottom bar.
import { ListChecks, type LucideIcon, Swords, Trophy } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { type DashboardTab, tabIn } from '#client/features/dashboard/tabs.ts'
import { t } from '#client/texts/t.ts'

export type NavTab = { tab: DashboardTab; icon: LucideIcon; text: `nav.${DashboardTab}` }
export const matches: NavTab = { tab: 'matches', icon: Swords, text: 'nav.matches' }
export const athletes: NavTab = { tab: 'athletes', icon: ListChecks, text: 'nav.athletes' }
export const tournaments: NavTab = { tab: 'tournaments', icon: Trophy, text: 'nav.tournaments' }

/** The dashboard's current tab; null on another screen. */
export function useShownTab(): DashboardTab | null {
  const [path] = useLocation()
  const search = useSearch()
  return path === '/' ? (tabIn(search) ?? 'matches') : null
}

export function LiveMark({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1 text-xs font-bold text-live ${className}`}>
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-current" />
      <span className="@max-[6rem]:sr-only">{t('nav.live')}</span>
    </span>
  )
}
