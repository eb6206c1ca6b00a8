// Checks an emailed link when its screen opens, so that an invalid link is reported before the user types anything.
import { useQuery } from '@tanstack/react-query'
import { accountTexts } from '#contract/accounts.ts'
import type { ResponseOf } from '#contract/endpoints.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'

type Check = 'checkReset' | 'checkEmailLink'

/** The server's check of a link: an error if it is invalid. Disabled without a token; cached while the screen is open. */
export const useLinkCheck = <Name extends Check>(name: Name, token: string | null) =>
  useQuery<ResponseOf<Name>>({
    queryKey: ['emailed-link', name, token],
    queryFn: async ({ signal }) =>
      (await call(name as Check, { body: { token: token ?? '' }, signal })) as ResponseOf<Name>,
    enabled: token !== null && token.trim() !== '',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    refetchOnReconnect: false,
  })

/** Whether the link is invalid or was used, so that another one is needed. */
export const isLinkDead = (error: Error | null): boolean =>
  error instanceof CallError &&
  (error.errorText === accountTexts.resetLinkInvalid || error.errorText === accountTexts.linkInvalid)
