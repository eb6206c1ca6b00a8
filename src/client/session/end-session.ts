// The end of a session in this browser, by the user or the server: removes all data of the user, cached and stored.
import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { callFor } from '#client/requests/call.ts'
import { deleteTabDrafts, deleteUserData, deleteShareLink, moveDraftsToTab } from './delete-user-data.ts'
import {
  mayStillBeSignedIn,
  type LastSession,
  lastSessionKey,
  storedUserId,
  storeSignedIn,
  userKey,
} from './session.ts'

/**
 * Observes the user query, the only one that decides who is signed in: makes all calls for this user and stores who it is, or calls
 * `onSessionOver` when nobody is signed in.
 */
export function watchSession(queryClient: QueryClient, onSessionOver: () => void): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== userKey[0]) return
    const user = event.query.state.data as User | null | undefined
    callFor(user?.id ?? null)
    if (!user) return onSessionOver()
    deleteDataOfOthers(user.id)
    storeSignedIn(user.id)
  })
}

/** Removes all of the user's data: after a logout, or when another user has signed in. */
export function forgetSession(queryClient: QueryClient): void {
  deleteTabDrafts()
  clear(queryClient, false)
}

/** Call when the server has ended the session: the login page reports that, and unsaved drafts stay in this tab. */
export function endSession(queryClient: QueryClient): void {
  // Concurrent calls may all answer 401; then the first one has already ended the session.
  if (queryClient.getQueryData(userKey) === null) return
  // A session that ended with the browser keeps no drafts, because the next user of the browser may be somebody else.
  if (mayStillBeSignedIn()) moveDraftsToTab()
  clear(queryClient, true)
}

/** Deletes what is stored for another user than this one. A share link of an earlier version may be anybody's. */
function deleteDataOfOthers(userId: number): void {
  const owner = storedUserId()
  if (owner === userId) return
  deleteShareLink()
  if (owner === null) return
  deleteUserData()
  deleteTabDrafts()
}

/** Sets the user to null before removing the data, so that screens unmount first. */
function clear(queryClient: QueryClient, isEnded: boolean): void {
  const user = queryClient.getQueryData<User | null>(userKey)
  const owner = storedUserId()
  // What is stored may already be another user's, who has signed in in another tab.
  if (!user || owner === null || owner === user.id) {
    deleteShareLink()
    storeSignedIn(null)
    deleteUserData()
  }
  queryClient.setQueryData(userKey, null)
  // The id of the last user stays, so that another user who logs in is not redirected to that user's page.
  const staysCached = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean =>
    name === userKey[0] || name === lastSessionKey[0]
  queryClient.removeQueries({ predicate: (query) => !staysCached(query) })
  if (user) queryClient.setQueryData<LastSession>(lastSessionKey, { userId: user.id, isEnded })
}
