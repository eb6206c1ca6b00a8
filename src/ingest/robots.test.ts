import { expect, it } from 'vitest'
import type { Fetched } from './fetcher.ts'
import { createRobots } from './robots.ts'

const origin = 'https://source.example'
const board = new URL('/tournaments/3105/tournament_days/9?page=2', origin)
const hour = 3_600_000
const text = (body: string): Fetched => ({
  kind: 'page',
  status: 200,
  body: new TextEncoder().encode(body),
  charset: 'utf-8',
  validators: { etag: null, lastModified: null },
  date: null,
  bytes: 1,
  ms: 1,
})
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

it('allows nothing before robots.txt was read, and is due at once', () => {
  const robots = createRobots(origin, null)
  expect(robots.url.href).toBe('https://source.example/robots.txt')
  expect(robots.verdict(board, 0)).toBe('unknown')
  expect(robots.dueAt()).toBe(0)
})

it('obeys rules for everybody and for this robot', () => {
  const robots = createRobots(origin, null)
  robots.tell(text('User-agent: *\nDisallow: /\n'), 0)
  expect(robots.verdict(board, 1)).toBe('disallowed')
  robots.tell(text('User-agent: *\nDisallow: /\n\nUser-agent: RollCallBot\nAllow: /\nCrawl-delay: 3\n'), 0)
  expect(robots.verdict(board, 1)).toBe('allowed')
  expect(robots.crawlDelay()).toBe(3_000)
})

it('reads where it is disallowed only with a permission', () => {
  const robots = createRobots(origin, 'the federation, by letter of 3 May')
  robots.tell(text('User-agent: *\nDisallow: /\nCrawl-delay: 60'), 0)
  expect(robots.verdict(board, 1)).toBe('allowed')
  expect(robots.crawlDelay()).toBeNull()
})

it('takes a 4xx for no rules, and a 5xx or silence for a closed door', () => {
  for (const [answer, verdict] of [
    [{ kind: 'gone', status: 404, date: null, bytes: 0, ms: 1 }, 'allowed'],
    [failed(401), 'allowed'],
    [failed(503), 'unknown'],
    [failed(429), 'unknown'],
    [failed(null), 'unknown'],
  ] as [Fetched, string][]) {
    const robots = createRobots(origin, null)
    robots.tell(answer, 0)
    expect(robots.verdict(board, 1)).toBe(verdict)
  }
})

it('is read daily, retried every minute, and what it said serves for a day while it is out of reach', () => {
  const robots = createRobots(origin, null)
  robots.tell(text('User-agent: *\nAllow: /'), 0)
  expect(robots.dueAt()).toBe(24 * hour)
  robots.tell(failed(503), 24 * hour)
  expect(robots.dueAt()).toBe(24 * hour + 60_000)
  expect(robots.verdict(board, 24 * hour + 1)).toBe('allowed')
  expect(robots.verdict(board, 26 * hour)).toBe('unknown')
})
