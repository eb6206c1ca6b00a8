import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import { boardsEvery, createBoardRefresh } from './board-refresh.ts'

const serverTime = '2026-11-21T18:27:00Z'
let asked: number[]
let boards: ReturnType<typeof createBoardRefresh>
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  const queryClient = new QueryClient()
  const observers = [7, 8].map((id) =>
    new QueryObserver(queryClient, {
      queryKey: [`/api/tournaments/${id}/boards`, null],
      queryFn: () => asked.push(id),
      initialData: 0,
      staleTime: Infinity,
    }).subscribe(() => undefined),
  )
  boards = createBoardRefresh(queryClient)
  close = () => observers.forEach((leave) => leave())
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const read = (changedAt: string, tournamentId = 7): ServerMessage => ({
  type: 'source_update',
  tournamentId,
  source: { state: 'ok', fetchedAt: serverTime, changedAt },
  serverTime,
})

it('asks for the boards of a tournament whose source told something new, and not when it told nothing new', async () => {
  boards.hear(read('18:00'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([7])
  boards.hear(read('18:00'))
  await vi.advanceTimersByTimeAsync(10 * boardsEvery)
  expect(asked).toEqual([7])
  boards.hear(read('18:01'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([7, 7])
})

it('asks at most every ten seconds, and then for everything that happened meanwhile at once', async () => {
  for (let second = 0; second < 10; second++) {
    boards.hear(read(`18:00:0${second}`))
    await vi.advanceTimersByTimeAsync(900)
  }
  expect(asked).toEqual([7])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([7, 7])
  await vi.advanceTimersByTimeAsync(10 * boardsEvery)
  expect(asked).toEqual([7, 7])
})

it('asks for all that are looked at after a return, when other athletes are followed, and when polled', async () => {
  boards.hear({ type: 'subscription_confirmed', userId: 1, serverTime, positions: {}, recovered: { '7': true } })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([7, 8])
  boards.hear({ type: 'followed_athletes_updated', serverTime })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([7, 8, 7, 8])
  await boards.all()
  expect(asked).toHaveLength(6)
})
