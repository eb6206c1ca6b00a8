// Nothing could be loaded, not even who is signed in: the session stays, the page asks to try again.
import { NotReached } from '#client/ui/not-reached.tsx'

export function Offline() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotReached isOnline={navigator.onLine} onRetry={() => location.reload()} />
    </main>
  )
}
