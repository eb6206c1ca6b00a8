// The account section of the sidebar and the menu: the user, the theme, the language, logging out.
import { LogOut, Moon, Sun } from 'lucide-react'
import type { User } from '#contract/accounts.ts'
import { t } from '#client/texts/t.ts'
import { LanguageField } from '#client/ui/language-field.tsx'
import { setTheme, useTheme } from '#client/ui/theme.ts'
import { useLogOut } from './log-out.ts'

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-base font-semibold text-muted transition-colors hover:bg-raised hover:text-text disabled:opacity-60'

export function Account({ user, className }: { user: User; className?: string }) {
  const theme = useTheme()
  const logOut = useLogOut(t('logout.done'))
  const ThemeIcon = theme === 'dark' ? Sun : Moon
  return (
    <div className={className}>
      <p
        className="px-3 py-2 text-sm break-words text-muted"
        title={user.emailStatus === 'missing' ? undefined : user.email}
      >
        {t('nav.signedInAs', { username: user.username })}
      </p>
      <button type="button" className={row} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <ThemeIcon aria-hidden className="size-5" />
        {theme === 'dark' ? t('nav.lightTheme') : t('nav.darkTheme')}
      </button>
      <LanguageField />
      <button type="button" className={row} disabled={logOut.isPending} onClick={() => logOut.mutate()}>
        <LogOut aria-hidden className="size-5" />
        {t('nav.logOut')}
      </button>
    </div>
  )
}
