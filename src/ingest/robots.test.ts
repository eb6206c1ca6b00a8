import { expect, it } from 'vitest'
import { examplePage } from './example-page.ts'
import type { Fetched } from './fetcher.ts'
import { createRobots } from './robots.ts'

const origin = 'https://source.example'
const board = new URL('/tournaments/3105/tournament_days/9?page=2', origin)
const hour = 3_600_000
const text = (body: string): Fetched => examplePage({ body: new TextEncoder().encode(body) })
const failed = (status: number | null): Fetched => ({
  kind: 'failed',
  why: 'status',
  status,
  retryAfter: null,
  detail: '',
  date: null,
  bytes: 0,
  ms: 1,
})

it('robots.txt is due at once, and nothing is allowed until it has been read', () => {
  const robots = createRobots(origin, null)
  expect(robots.url.href).toBe('https://source.example/robots.txt')
  expect(robots.verdict(board, 0)).toBe('unknown')
  expect(robots.dueAt()).toBe(0)
})

it('the rules for all robots and those for RollCallBot are obeyed', () => {
  const robots = createRobots(origin, null)
  robots.record(text('User-agent: *\nDisallow: /\n'), 0)
  expect(robots.verdict(board, 1)).toBe('disallowed')
  robots.record(text('User-agent: *\nDisallow: /\n\nUser-agent: RollCallBot\nAllow: /\nCrawl-delay: 3\n'), 0)
  expect(robots.verdict(board, 1)).toBe('allowed')
  expect(robots.crawlDelay()).toBe(3_000)
})

it('a permission overrides the rules of robots.txt', () => {
  const robots = createRobots(origin, 'the federation, by letter of 3 May')
  robots.record(text('User-agent: *\nDisallow: /\nCrawl-delay: 60'), 0)
  expect(robots.verdict(board, 1)).toBe('allowed')
  expect(robots.crawlDelay()).toBeNull()
})

it('a 4xx other than 429 for robots.txt allows everything; a 5xx, a 429 or no answer allows nothing', () => {
  for (const [answer, verdict] of [
    [{ kind: 'gone', status: 404, date: null, bytes: 0, ms: 1 }, 'allowed'],
    [failed(401), 'allowed'],
    [failed(503), 'unknown'],
    [failed(429), 'unknown'],
    [failed(null), 'unknown'],
  ] as [Fetched, string][]) {
    const robots = createRobots(origin, null)
    robots.record(answer, 0)
    expect(robots.verdict(board, 1)).toBe(verdict)
  }
})

it('robots.txt is requested again after a minute when the first answer is a 304', () => {
  const robots = createRobots(origin, null)
  robots.record({ kind: 'not-modified', status: 304, date: null, bytes: 0, ms: 1 }, 0)
  expect(robots.verdict(board, 1)).toBe('unknown')
  expect(robots.dueAt()).toBe(60_000)
})

it('robots.txt is read daily and, after a failure, every minute; its last rules apply for 25 hours', () => {
  const robots = createRobots(origin, null)
  robots.record(text('User-agent: *\nAllow: /'), 0)
  expect(robots.dueAt()).toBe(24 * hour)
  robots.record(failed(503), 24 * hour)
  expect(robots.dueAt()).toBe(24 * hour + 60_000)
  expect(robots.verdict(board, 25 * hour)).toBe('allowed')
  expect(robots.verdict(board, 25 * hour + 1)).toBe('unknown')
})
