// The navigation of wide windows: all destinations, the sponsors, the account. Not loaded on phones.
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { rememberTab, tabAddress } from '#client/features/dashboard/tabs.ts'
import { t } from '#client/texts/t.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Account } from './account.tsx'
import { destinationsOf } from './destinations.ts'
import { NavRow } from './nav-row.tsx'
import { athletes, LiveMark, matches, type NavTab, tournaments, useShownTab } from './nav-tabs.tsx'
import { Sponsors } from './sponsors.tsx'

export function Sidebar({ user, isLive }: { user: User; isLive: boolean }) {
  const [path] = useLocation()
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-y-0 left-0 z-30 flex w-60 flex-col overflow-y-auto border-r border-line bg-surface px-3 pt-4 pb-2"
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
        <Sponsors />
        <Account user={user} className="border-t border-line pt-1" />
      </div>
    </nav>
  )
}

function SideItem({ item: { tab, icon, text }, isLive }: { item: NavTab; isLive: boolean }) {
  return (
    <NavRow href={tabAddress(tab)} icon={icon} isShown={useShownTab() === tab} onClick={() => rememberTab(tab)}>
      <span className="flex-1">{t(text)}</span>
      {isLive && <LiveMark />}
    </NavRow>
  )
}
