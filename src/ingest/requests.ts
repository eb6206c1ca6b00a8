// What users ask of one tournament: one athlete's data, now. An ask raises pages' priority and never passes the budget; pages
// that were read a moment ago are not read again, however many people press the button.
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import type { PageMemories } from './page-memory.ts'
import { priorities } from './politeness.ts'
import type { Taken } from './read-page.ts'
import type { Wish } from './schedule.ts'

/** A page is fresh enough for an ask when it was read this short a time before. */
const freshFor = 30_000
/** By then the user has been told that the data comes in the background. */
const longestWait = 20_000

export type AthleteAsk = { id: number; athleteId: number }
/** `alreadyRead`: nothing was read for it, because all was read at most so long before, in ms. */
export type AskResult = { ok: true; ms: number; alreadyRead?: number } | { ok: false; why: string }

export type Requests = {
  add(ask: AthleteAsk): void
  wishes(): Wish[]
  /** A page was read, or could not be: finishes the asks that waited for nothing else. */
  told(page: Page, taken: Taken): void
  /** Finishes the asks that have what they wanted, cannot get it, or have waited long enough. */
  settle(): Promise<void>
}

type RequestsParts = {
  held: () => Held
  memories: PageMemories
  clock: Clock
  hostClosed: () => boolean
  boardPagesOf: (date: string) => Page[]
  finish: (ask: AthleteAsk, result: AskResult) => Promise<void>
}

type Open = { ask: AthleteAsk; at: number; failed: string | null }

/** No asks at first. */
export function createRequests({ held, memories, clock, hostClosed, boardPagesOf, finish }: RequestsParts): Requests {
  const open = new Map<number, Open>()
  /** Categories that an athlete's own list named, before the store knows the athlete's entries. */
  const listed = new Map<string, string[]>()

  function pagesOf({ ask }: Open): Page[] {
    const tournamentNow = held()
    const { state } = tournamentNow
    const athlete = state.athletes.get(ask.athleteId)
    if (!athlete) return []
    const tournament = state.tournament.bjjCompSystemId
    const competitor: Page = { kind: 'competitor', tournament, competitor: athlete.bjjCompSystemId }
    const categories = new Set(listed.get(athlete.bjjCompSystemId) ?? [])
    for (const id of athlete.categoryIds) {
      const category = state.categories.get(id)
      if (category && category.state !== 'finished') categories.add(category.bjjCompSystemId)
    }
    const dates = new Set(
      tournamentNow
        .matchesOfAthlete(ask.athleteId)
        .flatMap((match) =>
          match.outcome === null && match.board === 'listed' && match.date !== null ? [match.date] : [],
        ),
    )
    const mats = new Set(tournamentNow.matchesOfAthlete(ask.athleteId).map((match) => match.mat))
    const boards = [...dates].flatMap(boardPagesOf).filter((page) => {
      const known = memories.find(pageKey(page))?.mats
      return known != null && [...mats].some((mat) => mat !== null && known.has(mat))
    })
    return [
      competitor,
      ...[...categories].map((category): Page => ({ kind: 'bracket', tournament, category })),
      ...boards,
    ]
  }

  const isFresh = (page: Page, at: number): boolean => {
    const memory = memories.find(pageKey(page))
    return memory !== undefined && (memory.gone || (memory.readAt !== null && memory.readAt >= at - freshFor))
  }

  async function settle(): Promise<void> {
    for (const entry of open.values()) {
      const result = resultOf(entry)
      if (!result) continue
      open.delete(entry.ask.id)
      await finish(entry.ask, result)
    }
  }

  function resultOf(entry: Open): AskResult | null {
    const waited = clock.monotonic() - entry.at
    if (entry.failed !== null) return { ok: false, why: entry.failed }
    if (!held().state.athletes.has(entry.ask.athleteId)) return { ok: false, why: 'no such athlete' }
    const pages = pagesOf(entry)
    if (pages.every((page) => isFresh(page, entry.at))) {
      const readAt = pages.flatMap((page) => memories.find(pageKey(page))?.readAt ?? [])
      const isSpared = readAt.length > 0 && readAt.every((at) => at < entry.at)
      const alreadyRead = isSpared ? { alreadyRead: Math.round(entry.at - Math.min(entry.at, ...readAt)) } : {}
      return { ok: true, ms: Math.round(waited), ...alreadyRead }
    }
    if (hostClosed()) return { ok: false, why: 'the source does not answer' }
    return waited > longestWait ? { ok: false, why: 'the source is slow' } : null
  }

  return {
    add(ask) {
      open.set(ask.id, { ask, at: clock.monotonic(), failed: null })
    },
    wishes: () =>
      [...open.values()].flatMap((entry) =>
        pagesOf(entry)
          .filter((page) => !isFresh(page, entry.at))
          .map((page): Wish => ({ page, key: pageKey(page), priority: priorities.ask, dueAt: 0, every: null })),
      ),
    told(page, taken) {
      if (taken.kind === 'recorded' && 'rows' in taken.reading && page.kind === 'competitor')
        listed.set(page.competitor, [...new Set(taken.reading.rows.flatMap((row) => row.categoryId ?? []))])
      if (taken.kind === 'failed' || taken.kind === 'unusable')
        for (const entry of open.values())
          if (pagesOf(entry).some((wanted) => pageKey(wanted) === pageKey(page)))
            entry.failed = `a page could not be read (${taken.kind})`
    },
    settle,
  }
}
