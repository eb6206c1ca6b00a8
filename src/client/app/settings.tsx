// The settings screen, with the logout.
import { useQuery } from '@tanstack/react-query'
import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { useLogOut } from './log-out.ts'

export function Settings() {
  const { data: user } = useQuery(useLive().queries.user)
  const logOut = useLogOut(t('logout.doneOnProfile'))
  return user && <SettingsScreen user={user} onLogOut={logOut.mutate} isLoggingOut={logOut.isPending} />
}
