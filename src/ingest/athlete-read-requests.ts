// Users' requests to read one athlete's pages now. A request raises the priority of the pages and never exceeds the budget.
// Pages that were just read are not read again, however many users ask for them.
import type { Match } from '#domain/match.ts'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import type { FetchStates } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import type { PageResult } from './read-page.ts'
import type { PlannedFetch } from './fetch-plan.ts'

/** A page that was read at most this long before the request is not read again, ms. */
const freshFor = 30_000
/** ms. By then the user has read that the data comes in the background. */
const requestTimeout = 20_000

export type AthleteReadRequest = { id: number; athleteId: number }
/** `alreadyRead`: no page was fetched, because all were read at most this long before, ms. */
export type ReadRequestResult = { ok: true; ms: number; alreadyRead?: number } | { ok: false; why: string }

type AthleteReadRequestsParts = {
  held: () => Held
  fetchStates: FetchStates
  clock: Clock
  /** The host accepts no request now: its circuit is open or it asked for a pause. */
  isHostClosed: () => boolean
  boardPagesOf: (date: string) => Page[]
  finish: (request: AthleteReadRequest, result: ReadRequestResult) => Promise<void>
}

/** `at`: when the request was claimed, monotonic. */
type OpenRequest = { request: AthleteReadRequest; at: number; failed: string | null }

export class AthleteReadRequests {
  private readonly parts: AthleteReadRequestsParts
  private readonly open = new Map<number, OpenRequest>()
  /** Categories on an athlete's own list, by athlete, for entries that the store does not hold yet. */
  private readonly listed = new Map<string, string[]>()

  constructor(parts: AthleteReadRequestsParts) {
    this.parts = parts
  }

  add(request: AthleteReadRequest): void {
    this.open.set(request.id, { request, at: this.parts.clock.monotonic(), failed: null })
  }

  plannedFetches(): PlannedFetch[] {
    return [...this.open.values()].flatMap((entry) =>
      this.pagesOf(entry)
        .filter((page) => !this.isFresh(page, entry.at))
        .map((page): PlannedFetch => ({
          page,
          key: pageKey(page),
          priority: priorities.request,
          dueAt: 0,
          every: null,
        })),
    )
  }

  /** Records what a page's result means for the requests that wait for it. */
  noteResult(page: Page, result: PageResult): void {
    if (result.kind === 'recorded' && 'rows' in result.reading && page.kind === 'competitor')
      this.listed.set(page.competitor, [...new Set(result.reading.rows.flatMap((row) => row.categoryId ?? []))])
    if (result.kind !== 'failed' && result.kind !== 'unusable') return
    for (const entry of this.open.values())
      if (this.pagesOf(entry).some((wanted) => pageKey(wanted) === pageKey(page)))
        entry.failed = `a page could not be read (${result.kind})`
  }

  /** Answers the requests that are complete, have failed or have timed out. */
  async settle(): Promise<void> {
    for (const entry of this.open.values()) {
      const result = this.resultOf(entry)
      if (!result) continue
      this.open.delete(entry.request.id)
      await this.parts.finish(entry.request, result)
    }
  }

  /** The athlete's own list, the athlete's unfinished brackets, and the boards of the mats on which the athlete fights. */
  private pagesOf({ request }: OpenRequest): Page[] {
    const held = this.parts.held()
    const { state } = held
    const athlete = state.athletes.get(request.athleteId)
    if (!athlete) return []
    const tournament = state.tournament.bjjCompSystemId
    const competitor: Page = { kind: 'competitor', tournament, competitor: athlete.bjjCompSystemId }
    const categories = new Set(this.listed.get(athlete.bjjCompSystemId) ?? [])
    for (const id of athlete.categoryIds) {
      const category = state.categories.get(id)
      if (category && category.state !== 'finished') categories.add(category.bjjCompSystemId)
    }
    const brackets = [...categories].map((category): Page => ({ kind: 'bracket', tournament, category }))
    return [competitor, ...brackets, ...this.boardsOf(held.matchesOfAthlete(request.athleteId))]
  }

  private boardsOf(matches: readonly Match[]): Page[] {
    const toCome = matches.filter((match) => match.outcome === null && match.board === 'listed')
    const dates = new Set(toCome.flatMap(({ date }) => date ?? []))
    const mats = matches.flatMap(({ mat }) => mat ?? [])
    return [...dates]
      .flatMap((date) => this.parts.boardPagesOf(date))
      .filter((page) => {
        const known = this.parts.fetchStates.find(pageKey(page))?.mats
        return known != null && mats.some((mat) => known.has(mat))
      })
  }

  private isFresh(page: Page, at: number): boolean {
    const fetchState = this.parts.fetchStates.find(pageKey(page))
    return (
      fetchState !== undefined &&
      (fetchState.gone || (fetchState.readAt !== null && fetchState.readAt >= at - freshFor))
    )
  }

  private resultOf(entry: OpenRequest): ReadRequestResult | null {
    const { held, fetchStates, clock, isHostClosed } = this.parts
    const waited = clock.monotonic() - entry.at
    if (entry.failed !== null) return { ok: false, why: entry.failed }
    if (!held().state.athletes.has(entry.request.athleteId)) return { ok: false, why: 'no such athlete' }
    const pages = this.pagesOf(entry)
    if (pages.every((page) => this.isFresh(page, entry.at))) {
      const readAt = pages.flatMap((page) => fetchStates.find(pageKey(page))?.readAt ?? [])
      const isAlreadyRead = readAt.length > 0 && readAt.every((at) => at < entry.at)
      const alreadyRead = isAlreadyRead ? { alreadyRead: Math.round(entry.at - Math.min(entry.at, ...readAt)) } : {}
      return { ok: true, ms: Math.round(waited), ...alreadyRead }
    }
    if (isHostClosed()) return { ok: false, why: 'the source does not answer' }
    return waited > requestTimeout ? { ok: false, why: 'the source is slow' } : null
  }
}
