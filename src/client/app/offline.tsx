// Shown if not even the signed-in user could be loaded: the session stays, and the user can retry.
import { NotReached } from '#client/ui/not-reached.tsx'

export function Offline() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotReached isOnline={navigator.onLine} onRetry={() => location.reload()} />
    </main>
  )
}
