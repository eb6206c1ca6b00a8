// The end of a session in this browser, whoever ended it: nothing of the user stays, in the cache or in what was kept.
import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { deleteTabDrafts, deleteUserData, deleteShareLink, moveDraftsToTab } from './delete-user-data.ts'
import { mayStillBeSignedIn, type LastSession, lastSessionKey, storeSignedIn, userKey } from './session.ts'

/** Calls back when nobody is signed in any more. One query alone tells who is, whoever has asked or answered. */
export function watchSession(queryClient: QueryClient, onOver: () => void): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== userKey[0]) return
    if (event.query.state.data) storeSignedIn(true)
    else onOver()
  })
}

/** Whoever was signed in has left: nothing of theirs stays. */
export function forgetSession(queryClient: QueryClient): void {
  deleteTabDrafts()
  leave(queryClient, false)
}

/** The server says that nobody is signed in: whoever was, is told, and finds in this tab what they had not saved. */
export function endSession(queryClient: QueryClient): void {
  // Of the calls that were under way together the first has said it.
  if (queryClient.getQueryData(userKey) === null) return
  // A session that ended with the browser leaves nothing for who opens it next.
  if (mayStillBeSignedIn()) moveDraftsToTab()
  leave(queryClient, true)
}

/** What screens show of the user goes first, so that they leave before their data do. */
function leave(queryClient: QueryClient, isEnded: boolean): void {
  const user = queryClient.getQueryData<User | null>(userKey)
  deleteShareLink()
  storeSignedIn(false)
  deleteUserData()
  queryClient.setQueryData(userKey, null)
  // Who it was stays known until somebody else leaves: nobody else is led to where they were.
  const isKept = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean =>
    name === userKey[0] || name === lastSessionKey[0]
  queryClient.removeQueries({ predicate: (query) => !isKept(query) })
  if (user) queryClient.setQueryData<LastSession>(lastSessionKey, { userId: user.id, isEnded })
}
