// Users' requests to read athletes' pages now. The pages of all open requests are planned together: one club list serves all its
// athletes, one board all who fight on it. A request raises the priority of the pages and never exceeds the budget. Recently read
// pages are not read again, however many users request them (decision 046).
import type { Athlete } from '#domain/athlete.ts'
import { isBye, isOver, type Match } from '#domain/match.ts'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import { missingParts } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import { canBeRead } from './fetch-state.ts'
import type { FetchStates } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import type { PageResult } from './read-page.ts'
import type { PlannedFetch } from './fetch-plan.ts'

/** A page that was read at most this long before the request is not read again, ms. */
const freshFor = 30_000
/** ms. After this time, the answer to the user says that the data will follow in the background. */
const requestTimeout = 20_000
/** From this number of requested athletes of one club on, the club's list is read instead of their own lists. */
const fewestOfClub = 2

/**
 * `isRefresh`: a user's refresh, which reads all pages of the athletes again. Otherwise the request is for new followers, and only
 * missing pages are read.
 */
export type AthleteReadRequest = { id: number; athleteIds: readonly number[]; isRefresh: boolean }
/** `alreadyRead`: no page was fetched, because all had been read at most this many ms before. */
export type ReadRequestResult = { ok: true; ms: number; alreadyRead?: number } | { ok: false; why: string }

type AthleteReadRequestsParts = {
  held: () => Held
  fetchStates: FetchStates
  clock: Clock
  /** True while the host accepts no request: its circuit is open or it requested a pause. */
  isHostClosed: () => boolean
  boardPagesOf: (date: string) => Page[]
  /** The venue's date. */
  today: () => string
  /** The source's id of the club whose list includes the athlete, by the athlete's id at the source. */
  clubOf: (athlete: string) => string | null
  finish: (request: AthleteReadRequest, result: ReadRequestResult) => Promise<void>
}

/** `at`: when the request was claimed, monotonic. */
type OpenRequest = { request: AthleteReadRequest; at: number; failed: string | null }
/**
 * The latest answer of a club's list, and from its latest reading: which athletes it shows, and whether all of it was readable.
 */
type ClubAnswer = { at: number; hasFailed: boolean; shown: ReadonlySet<string>; isWhole: boolean }

export class AthleteReadRequests {
  private readonly parts: AthleteReadRequestsParts
  private readonly open = new Map<number, OpenRequest>()
  /** Categories on an athlete's own list or the club's, by athlete, for entries that the store does not hold yet. */
  private readonly listed = new Map<string, string[]>()
  private readonly clubAnswers = new Map<string, ClubAnswer>()

  constructor(parts: AthleteReadRequestsParts) {
    this.parts = parts
  }

  add(request: AthleteReadRequest): void {
    this.open.set(request.id, { request, at: this.parts.clock.monotonic(), failed: null })
  }

  plannedFetches(): PlannedFetch[] {
    return [...this.pagesByRequest()].flatMap(([{ at }, pages]) =>
      pages
        .filter((page) => !this.isFresh(page, at))
        .map((page): PlannedFetch => ({
          page,
          key: pageKey(page),
          priority: priorities.request,
          dueAt: 0,
          every: null,
        })),
    )
  }

  /** Applies a page's result to the requests that wait for the page. */
  noteResult(page: Page, result: PageResult): void {
    if (result.kind === 'recorded') this.noteCategories(result.reading)
    if (page.kind === 'club') return this.noteClub(page.club, result)
    if (result.kind !== 'failed' && result.kind !== 'unusable') return
    for (const [entry, pages] of this.pagesByRequest())
      if (pages.some((wanted) => pageKey(wanted) === pageKey(page)))
        entry.failed = `a page could not be read (${result.kind})`
  }

  /** Answers the requests that are complete, have failed or have timed out. */
  async settle(): Promise<void> {
    for (const [entry, pages] of this.pagesByRequest()) {
      const result = this.resultOf(entry, pages)
      if (!result) continue
      this.open.delete(entry.request.id)
      await this.parts.finish(entry.request, result)
    }
  }

  private noteCategories(reading: Reading): void {
    if (!('rows' in reading)) return
    const own = reading.page.kind === 'competitor' ? [reading.page.competitor] : []
    const found = new Map<string, Set<string>>()
    for (const { categoryId, sides } of reading.rows) {
      if (categoryId === null) continue
      for (const athlete of own.length > 0 ? own : idsOf(sides))
        found.set(athlete, (found.get(athlete) ?? new Set()).add(categoryId))
    }
    for (const athlete of own) found.set(athlete, found.get(athlete) ?? new Set())
    for (const [athlete, categories] of found) this.listed.set(athlete, [...categories])
  }

  /** A failed club list does not fail the requests: the athletes' own lists are read instead. */
  private noteClub(club: string, result: PageResult): void {
    const at = this.parts.clock.monotonic()
    const before = this.clubAnswers.get(club) ?? { shown: new Set<string>(), isWhole: false }
    if (result.kind === 'recorded' && 'rows' in result.reading) {
      const { rows, verdict } = result.reading
      const shown = new Set(rows.flatMap(({ sides }) => idsOf(sides)))
      this.clubAnswers.set(club, { at, hasFailed: false, shown, isWhole: verdict === 'whole' })
    } else this.clubAnswers.set(club, { ...before, at, hasFailed: result.kind !== 'unchanged' })
  }

  /** The pages of each open request, including fresh ones. */
  private pagesByRequest(): Map<OpenRequest, Page[]> {
    if (this.open.size === 0) return new Map()
    const held = this.parts.held()
    const areBracketsMissing = missingParts(held.state).includes('brackets')
    const wanted = [...this.open.values()].map((entry) => {
      const athletes = entry.request.athleteIds.flatMap((id) => held.state.athletes.get(id) ?? [])
      const isUnknown = (athlete: Athlete): boolean => !areBracketsMissing && !this.isKnown(athlete)
      return { entry, athletes, unlisted: entry.request.isRefresh ? athletes : athletes.filter(isUnknown) }
    })
    const ofClub = new Map<string, Set<number>>()
    for (const { id, bjjCompSystemId } of wanted.flatMap(({ unlisted }) => unlisted)) {
      const club = this.parts.clubOf(bjjCompSystemId)
      if (club !== null) ofClub.set(club, (ofClub.get(club) ?? new Set()).add(id))
    }
    return new Map(
      wanted.map(({ entry, athletes, unlisted }) => {
        const matches = athletes.flatMap(({ id }) => held.matchesOfAthlete(id))
        const categories = entry.request.isRefresh ? this.unfinished(athletes) : this.outdated(matches)
        const pages = [
          ...unlisted.map((athlete) => this.listOf(athlete, entry.at, ofClub)),
          ...this.boardsOf(matches, entry.request.isRefresh),
          ...[...categories].map((category) => this.bracket(category)),
        ]
        return [entry, [...new Map(pages.map((page) => [pageKey(page), page])).values()]]
      }),
    )
  }

  /** The list that covers an athlete: the athlete's own or the club's. */
  private listOf({ id, bjjCompSystemId }: Athlete, at: number, ofClub: ReadonlyMap<string, Set<number>>): Page {
    const { held, fetchStates, clubOf, clock } = this.parts
    const tournament = held().state.tournament.bjjCompSystemId
    const own: Page = { kind: 'competitor', tournament, competitor: bjjCompSystemId }
    const club = clubOf(bjjCompSystemId)
    if (club === null || this.isFresh(own, at)) return own
    const page: Page = { kind: 'club', tournament, club }
    const answer = this.clubAnswers.get(club)
    if (answer && answer.at >= at - freshFor) {
      const isExpected = held()
        .matchesOfAthlete(id)
        .some((match) => !isOver(match) && !isBye(match))
      const isAnswered = answer.shown.has(bjjCompSystemId) || (answer.isWhole && !isExpected)
      return isAnswered && !answer.hasFailed ? page : own
    }
    const hasEnough = (ofClub.get(club)?.size ?? 0) >= fewestOfClub
    return hasEnough && canBeRead(fetchStates.find(pageKey(page)), clock.monotonic()) ? page : own
  }

  /** True if the athlete's brackets were read: with the boards they show everything except the raw status. */
  private isKnown({ categoryIds }: Athlete): boolean {
    const { categories } = this.parts.held().state
    return (
      categoryIds.length > 0 &&
      categoryIds.every((id) => {
        const category = categories.get(id)
        return !category || category.state === 'finished' || this.wasRead(category.bjjCompSystemId)
      })
    )
  }

  private wasRead(category: string): boolean {
    return this.parts.fetchStates.find(pageKey(this.bracket(category)))?.readAt != null
  }

  /** Source ids of the athletes' unfinished categories. */
  private unfinished(athletes: readonly Athlete[]): Set<string> {
    const { categories } = this.parts.held().state
    const found = new Set(athletes.flatMap(({ bjjCompSystemId }) => this.listed.get(bjjCompSystemId) ?? []))
    for (const id of athletes.flatMap(({ categoryIds }) => categoryIds)) {
      const category = categories.get(id)
      if (category && category.state !== 'finished') found.add(category.bjjCompSystemId)
    }
    return found
  }

  /** Source ids of categories whose bracket lacks the result of a match, or a match that a list has. */
  private outdated(matches: readonly Match[]): Set<string> {
    const { categories } = this.parts.held().state
    const found = new Set<string>()
    for (const match of matches) {
      const category = match.categoryId === null ? undefined : categories.get(match.categoryId)?.bjjCompSystemId
      if (category === undefined || isOver(match) || isBye(match)) continue
      if (match.board === 'left' || (match.matchNumber === null && this.wasRead(category))) found.add(category)
    }
    return found
  }

  private bracket(category: string): Page {
    return { kind: 'bracket', tournament: this.parts.held().state.tournament.bjjCompSystemId, category }
  }

  /** The boards of the athletes' mats; for new followers only today's, because the others change little. */
  private boardsOf(matches: readonly Match[], isRefresh: boolean): Page[] {
    const today = this.parts.today()
    const toCome = matches.filter(
      ({ outcome, board, date }) => outcome === null && board === 'listed' && (isRefresh || date === today),
    )
    const dates = new Set(toCome.flatMap(({ date }) => date ?? []))
    const mats = new Set((isRefresh ? matches : toCome).flatMap(({ mat }) => mat ?? []))
    return [...dates]
      .flatMap((date) => this.parts.boardPagesOf(date))
      .filter((page) => {
        const known = this.parts.fetchStates.find(pageKey(page))?.mats
        return known != null && [...mats].some((mat) => known.has(mat))
      })
  }

  private isFresh(page: Page, at: number): boolean {
    const fetchState = this.parts.fetchStates.find(pageKey(page))
    return (
      fetchState !== undefined &&
      (fetchState.gone || (fetchState.readAt !== null && fetchState.readAt >= at - freshFor))
    )
  }

  private resultOf(entry: OpenRequest, pages: readonly Page[]): ReadRequestResult | null {
    const { held, fetchStates, clock, isHostClosed } = this.parts
    const waited = clock.monotonic() - entry.at
    if (entry.failed !== null) return { ok: false, why: entry.failed }
    if (!entry.request.athleteIds.some((id) => held().state.athletes.has(id)))
      return { ok: false, why: 'no such athlete' }
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

/** The source's ids of the athletes in a list's row. */
const idsOf = (sides: readonly { kind: string; bjjCompSystemId?: string | null }[]): string[] =>
  sides.flatMap(({ bjjCompSystemId }) => bjjCompSystemId ?? [])
