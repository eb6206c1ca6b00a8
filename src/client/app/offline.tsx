// Shown if not even the signed-in user could be loaded: the session stays, and the user can retry.
import { useReach } from '#client/requests/network.ts'
import { t } from '#client/texts/t.ts'
import { NotReached } from '#client/ui/not-reached.tsx'

export function Offline() {
  const reach = useReach()
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotReached
        isOnline={reach !== 'offline'}
        title={t(reach === 'intercepted' ? 'connection.intercepted' : 'connection.errorTitle')}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
