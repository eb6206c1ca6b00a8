// The menu that slides in on a phone.
import { Trophy } from 'lucide-react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { rememberTab, tabAddress } from '#client/features/dashboard/tabs.ts'
import { t } from '#client/texts/t.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Account } from './account.tsx'

export function Menu({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <Dialog title={t('nav.menu')} shape="sheet" onClose={onClose}>
      <nav aria-label={t('nav.menu')} className="px-2 pt-2">
        <Link
          href={tabAddress('tournaments')}
          onClick={() => {
            rememberTab('tournaments')
            onClose()
          }}
          className="flex min-h-12 items-center gap-3 rounded-md px-3 text-base font-semibold hover:bg-raised"
        >
          <Trophy aria-hidden className="size-5 text-muted" />
          {t('nav.tournaments')}
        </Link>
      </nav>
      <Account user={user} className="mt-auto px-2 pb-3" />
    </Dialog>
  )
}
