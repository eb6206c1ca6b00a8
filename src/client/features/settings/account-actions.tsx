// The theme, the language, and the way out.
import { LogOut } from 'lucide-react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { LanguageField } from '#client/ui/language-field.tsx'
import { setTheme, useTheme } from '#client/ui/theme.ts'

export function AccountActions({ onLogOut, isLoggingOut }: { onLogOut: () => void; isLoggingOut: boolean }) {
  const isDark = useTheme() === 'dark'
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isDark}
        aria-label={t('settings.darkTheme')}
        aria-describedby="dark-theme-text"
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
        className="-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 text-left transition-colors hover:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-base font-semibold">{t('settings.darkTheme')}</span>
          <span id="dark-theme-text" className="block text-sm text-muted">
            {t('settings.darkThemeText')}
          </span>
        </span>
        <span
          aria-hidden
          className={`flex h-7 w-12 shrink-0 items-center rounded-full border px-1 transition-colors ${isDark ? 'border-accent bg-accent' : 'border-line bg-raised'}`}
        >
          <span
            className={`size-5 rounded-full transition-transform ${isDark ? 'translate-x-4.5 bg-on-accent' : 'bg-muted'}`}
          />
        </span>
      </button>
      <LanguageField className="-mx-2 px-2!" />
      <Button look="outline" className="self-start px-5 text-base!" disabled={isLoggingOut} onClick={onLogOut}>
        <LogOut aria-hidden className="size-4.5" />
        {t('settings.logOut')}
      </Button>
    </>
  )
}
