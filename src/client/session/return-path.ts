// After logging in one lands where one was sent away from. The address is kept in the login page's entry of the history: no
// other site can write there, and it goes with the tab.
import type { QueryClient } from '@tanstack/react-query'
import type { LastSession } from './session.ts'
import { lastSessionKey } from './session.ts'

/** `userId`: who was signed in there until then; null when nobody was. */
type ReturnPath = { from: string; userId: number | null }

/** The way back to the page that is shown, for the history's entry of the login page. */
export const returnPath = (queryClient: QueryClient): ReturnPath => ({
  from: location.pathname + location.search,
  userId: queryClient.getQueryData<LastSession>(lastSessionKey)?.userId ?? null,
})

/** Where a user lands who has logged in at an entry of the history with this state: on no other site, and not where somebody else was. */
export function pathAfterLogin(state: unknown, user: number): string {
  const { from, userId } = (state ?? {}) as Partial<ReturnPath>
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && (userId ?? user) === user ? from : '/'
}
