import { expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { endSession, forgetSession } from '#client/session/end-session.ts'
import { lastSessionKey, userKey } from '#client/session/session.ts'
import { createQueryClient } from './query-client.ts'

/** RollCall's answer to a call without a session. */
const over = new CallError(401, '{"success":false,"error":"Please log in.","code":"unauthorized"}')

it('a query client ends the session at a 401 of any query other than a background query', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  const refused = (queryKey: string[]): Promise<unknown> =>
    queryClient.fetchQuery({ queryKey, queryFn: () => Promise.reject(over) })
  await expect(refused(['/api/background/matches'])).rejects.toThrow(over)
  expect(queryClient.getQueryData(userKey)).toEqual({ id: 1 })
  await expect(refused(['/api/matches/live'])).rejects.toThrow(over)
  expect(queryClient.getQueryData(userKey)).toBeNull()
})

it('a query client records an ended session at a 401 of a signed-in user, and none at a refused login', async () => {
  const queryClient = createQueryClient()
  const refused = (): Promise<unknown> =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => Promise.reject(over), retry: false })
      .execute(undefined)
  await expect(refused()).rejects.toThrow('401')
  expect(queryClient.getQueryData(lastSessionKey)).toBeUndefined()
  queryClient.setQueryData(userKey, { id: 1 })
  // Concurrent calls are all refused.
  await Promise.allSettled([refused(), refused()])
  expect(queryClient.getQueryData(lastSessionKey)).toEqual({ userId: 1, isEnded: true })
})

it('the last session keeps its user when the session ends twice, as with a second tab', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  endSession(queryClient)
  forgetSession(queryClient)
  expect(queryClient.getQueryData(lastSessionKey)).toMatchObject({ userId: 1 })
})

it('the last session is not marked as ended after a logout', () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(userKey, { id: 1 })
  forgetSession(queryClient)
  expect(queryClient.getQueryData(lastSessionKey)).toEqual({ userId: 1, isEnded: false })
})
