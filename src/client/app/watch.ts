// Watches what may change behind the page's back: who is signed in, and whether the server can be reached. Loaded after the first
// screen; until then every call names its user, too (docs/decisions/062).
import { onlineManager } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { watchNetwork } from '#client/requests/watch-network.ts'
import { isLoggingOut } from '#client/session/logout.ts'
import { isKnownSignedOut, ownerKey, sessionKey, storedUserId, userKey } from '#client/session/session.ts'

/** Starts watching; call it once. */
export function watch(client: LiveClient): void {
  watchNetwork()
  const probe = (): void => client.setVisible(document.visibilityState === 'visible')
  addEventListener('online', probe)
  onlineManager.subscribe((isOnline) => isOnline && probe())

  addEventListener('storage', ({ key }) => (key === sessionKey || key === ownerKey) && sessionMayHaveChanged(client))
  // A page in the back-forward cache receives no storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && sessionMayHaveChanged(client))
}

/** Another user may have signed in, or the user out. */
function sessionMayHaveChanged(client: LiveClient): void {
  const { queryClient } = client
  const user = queryClient.getQueryData<User | null>(userKey)
  if (isKnownSignedOut()) {
    // If this tab is logging out, the answer to the logout call removes the session.
    if (user && !isLoggingOut()) client.forgetSession()
    return
  }
  const owner = storedUserId()
  if (user && owner !== null && owner !== user.id) {
    client.forgetSession()
    // Until the answer nothing is shown, not even the login screen.
    queryClient.getQueryCache().find({ queryKey: userKey })?.reset()
  }
  client.confirmUser()
}
