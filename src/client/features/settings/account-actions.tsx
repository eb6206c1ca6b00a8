// Theme, language, logout.
import { LogOut } from 'lucide-react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { LanguageField } from '#client/ui/language-field.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { setTheme, useTheme } from '#client/ui/theme.ts'

export function AccountActions({ onLogOut, isLoggingOut }: { onLogOut: () => void; isLoggingOut: boolean }) {
  const isDark = useTheme() === 'dark'
  return (
    <>
      <Switch
        label={t('settings.darkTheme')}
        text={t('settings.darkThemeText')}
        isOn={isDark}
        onSwitch={(on) => setTheme(on ? 'dark' : 'light')}
      />
      <LanguageField className="-mx-2 px-2!" />
      <Button look="outline" className="self-start px-5 text-base!" disabled={isLoggingOut} onClick={onLogOut}>
        <LogOut aria-hidden className="size-4.5" />
        {t('settings.logOut')}
      </Button>
    </>
  )
}
