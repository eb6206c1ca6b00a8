// Loaded after the first screen: watches who is signed in in this browser and whether the server can be reached, and sends the claims
// of an earlier visit. Every call names its user from the start (docs/decisions/062).
import { onlineManager } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { watchNetwork } from '#client/requests/watch-network.ts'
import { claimsKey } from '#client/session/delete-user-data.ts'
import { isLoggingOut } from '#client/session/logout.ts'
import { isKnownSignedOut, ownerKey, sessionKey, storedUserId, userKey } from '#client/session/session.ts'

/** Starts this work; call it once. */
export function watch(client: LiveClient): void {
  watchNetwork()
  sendClaims(client)
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

/** Sends the claims of an earlier visit that were not sent, and reports those that were lost. */
function sendClaims(client: LiveClient): void {
  if (!hasStoredClaims()) return
  const user = client.queryClient.ensureQueryData(client.queries.user)
  void Promise.all([import('#client/features/dashboard/claims.ts'), user])
    .then(([{ startClaims }]) => startClaims(client))
    .catch(() => undefined)
}

/** Whether an earlier visit stored claims. */
function hasStoredClaims(): boolean {
  try {
    return localStorage.getItem(claimsKey) !== null
  } catch {
    return false
  }
}
