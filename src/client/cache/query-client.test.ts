import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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

it.each([
  ['after a failure of the server', 503, 'teams'],
  ['when the server was not reached', 0, 'teams'],
])(
  'a query on the screen that could not be loaded is fetched again as soon as another one succeeds, %s',
  async (_, status, expected) => {
    const { client, answer, shown } = await withFailedQuery(status)
    answer.isUp = true
    await client.fetchQuery({ queryKey: ['/api/matches/upcoming'], queryFn: () => 'matches' })
    expect(shown()).toBeUndefined()
    vi.setSystemTime(Date.now() + 2_000)
    await client.fetchQuery({ queryKey: ['/api/matches/live'], queryFn: () => 'matches' })
    await expect.poll(shown).toBe(expected)
  },
)

it('a query on the screen that was refused is not fetched again when another one succeeds', async () => {
  const { client, answer, calls } = await withFailedQuery(403)
  answer.isUp = true
  vi.setSystemTime(Date.now() + 60_000)
  await client.fetchQuery({ queryKey: ['/api/matches/live'], queryFn: () => 'matches' })
  expect(calls()).toBe(1)
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A client with an observed query that has failed with `status`; it succeeds when `answer.isUp` is set. */
async function withFailedQuery(status: number) {
  const client = createQueryClient()
  const answer = { isUp: false }
  let count = 0
  const queryFn = (): Promise<string> => {
    count++
    return answer.isUp ? Promise.resolve('teams') : Promise.reject(new CallError(status, ''))
  }
  const observer = new QueryObserver<string>(client, { queryKey: ['/api/follow-rules'], queryFn, retry: false })
  onTestFinished(observer.subscribe(() => {}))
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  return { client, answer, shown: () => observer.getCurrentResult().data, calls: () => count }
}
