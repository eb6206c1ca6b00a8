import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import { boardsEvery, createBoardRefresh } from './board-refresh.ts'

const serverTime = '2026-11-21T18:27:00Z'
let requested: number[]
let boards: ReturnType<typeof createBoardRefresh>
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  requested = []
  const queryClient = new QueryClient()
  const unsubscribes = [7, 8].map((id) =>
    new QueryObserver(queryClient, {
      queryKey: [`/api/tournaments/${id}/boards`, null],
      queryFn: () => requested.push(id),
      initialData: 0,
      staleTime: Infinity,
    }).subscribe(() => undefined),
  )
  boards = createBoardRefresh(queryClient)
  close = () => unsubscribes.forEach((unsubscribe) => unsubscribe())
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const sourceUpdate = (changedAt: string, tournamentId = 7): ServerMessage => ({
  type: 'source_update',
  tournamentId,
  source: { state: 'ok', fetchedAt: serverTime, changedAt },
  serverTime,
})

it('the boards of a tournament are refreshed after an update about its source only if the source has changed', async () => {
  boards.handleMessage(sourceUpdate('18:00'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual([7])
  boards.handleMessage(sourceUpdate('18:00'))
  await vi.advanceTimersByTimeAsync(10 * boardsEvery)
  expect(requested).toEqual([7])
  boards.handleMessage(sourceUpdate('18:01'))
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual([7, 7])
})

it.each<ServerMessage>([
  { type: 'match_change', tournamentId: 7, epoch: 'a', seq: 6, athleteId: 10, matches: [], removed: [1] },
  {
    type: 'match_update',
    tournamentId: 7,
    epoch: 'a',
    seq: 6,
    serverTime,
    athleteId: 10,
    athlete: { id: 10, name: 'Thiago Alvorada' },
    status: 'removed',
    matches: [],
    removed: [1],
    timestamp: serverTime,
  },
])('the boards of a tournament are refreshed after a $type of one of its athletes [L28]', async (message) => {
  boards.handleMessage(message)
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual([7])
})

it('the boards of a tournament are refreshed at most every ten seconds, once for all changes in between', async () => {
  for (let second = 0; second < 10; second++) {
    boards.handleMessage(sourceUpdate(`18:00:0${second}`))
    await vi.advanceTimersByTimeAsync(900)
  }
  expect(requested).toEqual([7])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requested).toEqual([7, 7])
  await vi.advanceTimersByTimeAsync(10 * boardsEvery)
  expect(requested).toEqual([7, 7])
})

it('all open boards are refreshed after a reconnect, after a change of follows, and when a poll requests it', async () => {
  boards.handleMessage({
    type: 'subscription_confirmed',
    userId: 1,
    serverTime,
    positions: {},
    recovered: { '7': true },
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual([7, 8])
  boards.handleMessage({ type: 'followed_athletes_updated', serverTime })
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual([7, 8, 7, 8])
  await boards.refreshAll()
  expect(requested).toHaveLength(6)
})
