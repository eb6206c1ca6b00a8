// The slide-in menu on phones.
import { Trophy } from 'lucide-react'
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { rememberTab, tabAddress } from '#client/features/dashboard/tabs.ts'
import { t } from '#client/texts/t.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Account } from './account.tsx'
import { destinationsOf } from './destinations.ts'
import { NavRow } from './nav-row.tsx'
import { Sponsors } from './sponsors.tsx'

export function Menu({
  user,
  isTournamentsShown,
  onClose,
}: {
  user: User
  /** Whether the tournaments tab is shown. */
  isTournamentsShown: boolean
  onClose: () => void
}) {
  const [path] = useLocation()
  return (
    <Dialog title={t('nav.menu')} shape="sheet" onClose={onClose}>
      <div className="flex flex-1 flex-col overflow-y-auto overscroll-contain">
        <nav aria-label={t('nav.menu')} className="px-2 pt-2">
          <NavRow
            href={tabAddress('tournaments')}
            icon={Trophy}
            isShown={isTournamentsShown}
            onClick={() => {
              rememberTab('tournaments')
              onClose()
            }}
          >
            {t('nav.tournaments')}
          </NavRow>
          {destinationsOf(user).map(({ href, icon, text }) => (
            <NavRow key={href} href={href} icon={icon} isShown={path === href} onClick={onClose}>
              {t(text)}
            </NavRow>
          ))}
        </nav>
        <div className="mt-auto px-2 pb-3">
          <Sponsors onLeave={onClose} />
          <Account user={user} className="border-t border-line pt-1" />
        </div>
      </div>
    </Dialog>
  )
}
