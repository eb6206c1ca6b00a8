// The page to return to after a login. Its path is stored in the history state of the login page: no other site can write
// it, and it is deleted when the tab is closed.
import type { QueryClient } from '@tanstack/react-query'
import type { LastSession } from './session.ts'
import { lastSessionKey } from './session.ts'

/** `userId`: the user who was signed in on that page; null if nobody was. */
type ReturnPath = { from: string; userId: number | null }

/** The current page, for the history state of the login page. */
export const returnPath = (queryClient: QueryClient): ReturnPath => ({
  from: location.pathname + location.search,
  userId: queryClient.getQueryData<LastSession>(lastSessionKey)?.userId ?? null,
})

/** The path after a login from a history state: never another site's, and not the page of another user. */
export function pathAfterLogin(state: unknown, newUserId: number): string {
  const { from, userId } = (state ?? {}) as Partial<ReturnPath>
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && (userId ?? newUserId) === newUserId ? from : '/'
}
