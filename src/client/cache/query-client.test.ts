import { expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { endSession, forgetSession } from '#client/session/end-session.ts'
import { lastSessionKey, userKey } from '#client/session/session.ts'
import { createQueryClient } from './query-client.ts'

it('ends the session with a 401, but not of a query that runs in the background', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  const refused = (queryKey: string[]): Promise<unknown> =>
    queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(new CallError(401, 'Please log in.')) })
  await expect(refused(['/api/background/matches'])).rejects.toThrow('401: Please log in.')
  expect(queryClient.getQueryData(userKey)).toEqual({ id: 1 })
  await expect(refused(['/api/matches/live'])).rejects.toThrow('401: Please log in.')
  expect(queryClient.getQueryData(userKey)).toBeNull()
})

it('tells who was signed in that their session has ended, and nobody whose login is refused', async () => {
  const queryClient = createQueryClient()
  const refused = (): Promise<unknown> =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(new CallError(401, '')), retry: false })
      .execute(undefined)
  await expect(refused()).rejects.toThrow('401')
  expect(queryClient.getQueryData(lastSessionKey)).toBeUndefined()
  queryClient.setQueryData(userKey, { id: 1 })
  // Calls that were under way together are all refused.
  await Promise.allSettled([refused(), refused()])
  expect(queryClient.getQueryData(lastSessionKey)).toEqual({ userId: 1, isEnded: true })
})

it('knows whose session ended also when another tab says so, too', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  endSession(queryClient)
  forgetSession(queryClient)
  expect(queryClient.getQueryData(lastSessionKey)).toMatchObject({ userId: 1 })
})

it('tells nobody who has logged out that their session has ended', () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  forgetSession(queryClient)
  expect(queryClient.getQueryData(lastSessionKey)).toEqual({ userId: 1, isEnded: false })
})
