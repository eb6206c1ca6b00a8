// The age of the shown data, and whether the source answers (reliability 1.4); sent with every list.
import type { Tournament } from '#domain/tournament.ts'
import { dateAt } from '#reconcile'

export type SourceAge = {
  state: 'ok' | 'stale' | 'quarantined' | 'down'
  fetchedAt: string | null
  changedAt: string | null
}

/** The facts about one page from which the age is computed. Times in epoch ms. */
export type PageAge = {
  key: string
  kind: string
  /** The source's id of the day that a board belongs to. */
  day: string | null
  state: string
  failures: number
  fetchedAt: number | null
  changedAt: number | null
  everyMs: number | null
  /** The mats of a board page at its last reading; null while unknown. */
  mats: readonly number[] | null
}

/** A page is stale if its last reading is older than two intervals plus this margin, ms. */
const staleMargin = 10_000

/** The board pages of a venue-local date. */
export function boardsOn(date: string, { days }: Tournament, pages: Iterable<PageAge>): PageAge[] {
  const ids = new Set(days.filter((day) => day.date === date).map((day) => day.bjjCompSystemId))
  return [...pages].filter(({ kind, day }) => kind === 'board' && day !== null && ids.has(day))
}

/**
 * When the board of a mat was last read, epoch ms. `boards` are the board pages of the date. While it is unknown which of them
 * shows the mat, the least recently read one counts. Null if none was ever read.
 */
export function boardReadAt(boards: readonly PageAge[], mat: number): number | null {
  const own = lastReading(boards.filter(({ mats }) => mats?.includes(mat)))
  const readTimes = boards.flatMap(({ fetchedAt }) => fetchedAt ?? [])
  return own ?? (readTimes.length > 0 ? Math.min(...readTimes) : null)
}

/** When one of these pages was last read, epoch ms; null if none was. */
export function lastReading(pages: Iterable<PageAge>): number | null {
  const readTimes = [...pages].flatMap(({ fetchedAt }) => fetchedAt ?? [])
  return readTimes.length > 0 ? Math.max(...readTimes) : null
}

/**
 * The age of a tournament's data: on a day with boards, that of the least recently read board page; on other days, that of the
 * most recently read page. Stale if the source no longer serves any of today's boards (reliability U-17).
 */
export function sourceAge(tournament: Tournament, pages: Iterable<PageAge>, now: number): SourceAge {
  const known = [...pages].filter(
    (page) => page.fetchedAt !== null || page.failures > 0 || page.state === 'quarantined',
  )
  const ofToday = new Set(boardsOn(dateAt(now, tournament.timezone ?? 'UTC'), tournament, known))
  const isOfToday = (page: PageAge): boolean => ofToday.has(page)
  const served = known.filter((page) => page.state !== 'gone')
  // Boards that the source no longer serves count only if it serves none of today's.
  const goneBoards = served.some(isOfToday) ? [] : known.filter((page) => page.state === 'gone' && isOfToday(page))
  const counted = [...served, ...goneBoards]
  const boards = counted.filter(isOfToday)
  const byAge = (boards.length > 0 ? boards : counted).toSorted((a, b) => (a.fetchedAt ?? 0) - (b.fetchedAt ?? 0))
  // A board that was never read has no age; its state shows that reading it fails.
  const decisive = boards.length > 0 ? (byAge.find(({ fetchedAt }) => fetchedAt !== null) ?? byAge[0]) : byAge.at(-1)
  const changedAt = Math.max(...counted.map((page) => page.changedAt ?? 0), 0)
  return {
    state: worst((boards.length > 0 ? boards : decisive ? [decisive] : []).map((page) => stateOf(page, now))),
    fetchedAt: instant(decisive?.fetchedAt ?? null),
    changedAt: instant(changedAt === 0 ? null : changedAt),
  }
}

/** The age of a list that belongs to no tournament. */
export const listAge = (page: PageAge | undefined, now: number): SourceAge => ({
  state: page ? stateOf(page, now) : 'stale',
  fetchedAt: instant(page?.fetchedAt ?? null),
  changedAt: instant(page?.changedAt ?? null),
})

const statesBestFirst = ['ok', 'stale', 'quarantined', 'down'] as const

const worst = (states: readonly SourceAge['state'][]): SourceAge['state'] =>
  statesBestFirst[Math.max(0, ...states.map((state) => statesBestFirst.indexOf(state)))] ?? 'ok'

function stateOf(page: PageAge, now: number): SourceAge['state'] {
  if (page.state === 'quarantined' || page.state === 'down') return page.state
  if (page.state === 'gone') return 'stale'
  const isLate =
    page.everyMs !== null && page.fetchedAt !== null && now - page.fetchedAt > 2 * page.everyMs + staleMargin
  return isLate ? 'stale' : 'ok'
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
