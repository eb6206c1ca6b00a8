// The frame of every screen of a signed-in user: a sidebar on desktops, a bottom bar and a menu on phones.
import { useQuery } from '@tanstack/react-query'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { alertsOwner } from '#client/alerts/owner.ts'
import { rememberTab, tabAddress } from '#client/features/dashboard/tabs.ts'
import { useConnection, useLive } from '#client/live/context.tsx'
import { useIsOnline } from '#client/requests/network.ts'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { athletes, LiveMark, matches, useShownTab } from './nav-tabs.tsx'

const Sidebar = lazy(withTexts('account', async () => ({ default: (await import('./sidebar.tsx')).Sidebar })))
const ConnectionNotice = lazyPart(
  withTexts('offers', async () => (await import('./connection-notice.tsx')).ConnectionNotice),
)
const Menu = lazy(withTexts('account', async () => ({ default: (await import('./menu.tsx')).Menu })))

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const isLive = useIsLive()
  const isWide = useIsWide()
  useAlertRenewal(user)
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus-visible:translate-y-0"
      >
        {t('app.skip')}
      </a>
      <Suspense>{isWide && <Sidebar user={user} isLive={isLive} />}</Suspense>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-360 pb-[calc(5rem+var(--foot)+env(safe-area-inset-bottom))] outline-none lg:pb-[calc(2rem+var(--foot))] lg:pl-60"
      >
        {children}
      </main>
      <Suspense>
        <ConnectionNotice />
      </Suspense>
      <BottomBar user={user} isLive={isLive} />
    </>
  )
}

/** True when updates arrive and any of the user's tournaments is live. Offline, a socket can stay open for a minute. */
function useIsLive(): boolean {
  const isOnline = useIsOnline()
  const isOpen = useConnection(({ phase }) => phase === 'open')
  const { data: isAnyLive } = useQuery({
    ...useLive().queries.tournaments,
    select: (list) => list.tournaments.some(({ status }) => status === 'live'),
  })
  return isOnline && isOpen && isAnyLive === true
}

/**
 * Renews this browser's alert subscription at each load, and says if the alerts have stopped here; loads no code if they were never
 * turned on.
 */
function useAlertRenewal({ id }: User): void {
  const language = useLanguage()
  useEffect(() => {
    if (!('Notification' in window) || alertsOwner() !== id) return
    void import('./alerts-stopped.ts').then(({ renewOrSay }) => renewOrSay(id, language)).catch(() => {})
  }, [id, language])
}

const wide = '(width >= 64rem)'

/** Whether the window is wide enough for the sidebar, whose code is not loaded on phones. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )

const barItem =
  '@container relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted transition-colors aria-[current=page]:text-text'

function BottomBar({ user, isLive }: { user: User; isLive: boolean }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const shown = useShownTab()
  const [path] = useLocation()
  // Paths of the menu's screens have one segment; those of an athlete or a tournament have more.
  const isInMenu = shown === 'tournaments' || /^\/[\w-]+$/.test(path)
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
            // A tap on the current tab adds no history entry.
            replace={shown === tab}
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
          <Menu user={user} isTournamentsShown={shown === 'tournaments'} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
