// What stands around every screen of a signed-in user: a sidebar on a desktop, a bottom bar and a menu on a phone.
import { useQuery } from '@tanstack/react-query'
import { ListChecks, type LucideIcon, Menu as MenuIcon, Swords, Trophy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { type DashboardTab, rememberTab, tabAddress, tabIn } from '#client/features/dashboard/tabs.ts'
import { useConnection, useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Account } from './account.tsx'
import { destinationsOf } from './destinations.ts'
import { NavRow } from './nav-row.tsx'

const Menu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }))
const Sponsors = lazy(async () => ({ default: (await import('./sponsors.tsx')).Sponsors }))

type Item = { tab: DashboardTab; icon: LucideIcon; text: `nav.${DashboardTab}` }
const matches: Item = { tab: 'matches', icon: Swords, text: 'nav.matches' }
const athletes: Item = { tab: 'athletes', icon: ListChecks, text: 'nav.athletes' }
const tournaments: Item = { tab: 'tournaments', icon: Trophy, text: 'nav.tournaments' }

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const isLive = useIsLive()
  const isWide = useIsWide()
  const [path] = useLocation()
  useAlertRenewal(user)
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus-visible:translate-y-0"
      >
        {t('app.skip')}
      </a>
      <nav
        aria-label={t('nav.label')}
        className="fixed inset-y-0 left-0 z-30 hidden w-60 flex-col overflow-y-auto border-r border-line bg-surface px-3 pt-4 pb-2 lg:flex"
      >
        <Brand className="px-3 pb-5" />
        {[matches, athletes, tournaments].map((item) => (
          <SideItem key={item.tab} item={item} isLive={isLive && item !== tournaments} />
        ))}
        {destinationsOf(user).map(({ href, icon, text }) => (
          <NavRow key={href} href={href} icon={icon} isShown={path === href}>
            {t(text)}
          </NavRow>
        ))}
        <div className="mt-auto">
          <Suspense>{isWide && <Sponsors />}</Suspense>
          <Account user={user} className="border-t border-line pt-1" />
        </div>
      </nav>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-360 pb-[calc(5rem+env(safe-area-inset-bottom))] outline-none lg:pb-8 lg:pl-60"
      >
        {children}
      </main>
      <BottomBar user={user} isLive={isLive} />
    </>
  )
}

/** True when the live channel is up and any of the user's tournaments is live. */
function useIsLive(): boolean {
  const isOpen = useConnection().phase === 'open'
  const { data: isAnyLive } = useQuery({
    ...useLive().queries.tournaments,
    select: (list) => list.tournaments.some(({ status }) => status === 'live'),
  })
  return isOpen && isAnyLive === true
}

/** Each load tells the server that this browser still shows alerts; nothing of it is loaded where none are allowed. */
function useAlertRenewal({ id }: User): void {
  const language = useLanguage()
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    void import('#client/live/alerts.ts').then(({ renewAlerts }) => renewAlerts(id, language)).catch(() => {})
  }, [id, language])
}

const wide = '(width >= 64rem)'

/** Whether the sidebar is seen: what only it shows is not fetched on a phone. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )

/** The tab that is shown, or null on another screen. */
function useShownTab(): DashboardTab | null {
  const [path] = useLocation()
  const search = useSearch()
  return path === '/' ? (tabIn(search) ?? 'matches') : null
}

function LiveMark({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1 text-xs font-bold text-live ${className}`}>
      <span aria-hidden className="size-2 animate-pulse rounded-full bg-current" />
      <span className="@max-[6rem]:sr-only">{t('nav.live')}</span>
    </span>
  )
}

function SideItem({ item: { tab, icon, text }, isLive }: { item: Item; isLive: boolean }) {
  return (
    <NavRow href={tabAddress(tab)} icon={icon} isShown={useShownTab() === tab} onClick={() => rememberTab(tab)}>
      <span className="flex-1">{t(text)}</span>
      {isLive && <LiveMark />}
    </NavRow>
  )
}

const barItem =
  '@container relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted transition-colors aria-[current=page]:text-text'

function BottomBar({ user, isLive }: { user: User; isLive: boolean }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const shown = useShownTab()
  const [path] = useLocation()
  const isInMenu = shown === 'tournaments' || destinationsOf(user).some(({ href }) => href === path)
  return (
    <>
      <nav
        aria-label={t('nav.label')}
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {[matches, athletes].map(({ tab, icon: Icon, text }) => (
          <Link
            key={tab}
            href={tabAddress(tab)}
            onClick={() => rememberTab(tab)}
            aria-current={shown === tab ? 'page' : undefined}
            className={barItem}
          >
            {shown === tab && <span aria-hidden className="absolute top-0 h-0.5 w-10 rounded-full bg-text" />}
            <span className="relative">
              <Icon aria-hidden className="size-5.5" />
              {isLive && <LiveMark className="absolute top-0.5 left-full ml-1.5" />}
            </span>
            {t(text)}
          </Link>
        ))}
        <button type="button" className={barItem} aria-haspopup="dialog" onClick={() => setIsMenuOpen(true)}>
          {isInMenu && <span aria-hidden className="absolute top-0 h-0.5 w-10 rounded-full bg-text" />}
          <MenuIcon aria-hidden className="size-5.5" />
          {t('nav.menu')}
        </button>
      </nav>
      {isMenuOpen && (
        <Suspense>
          <Menu user={user} isTournaments={shown === 'tournaments'} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
