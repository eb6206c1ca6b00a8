// Users' requests to read athletes' pages now. The pages of all open requests are planned together: one club list serves all its
// athletes, one board all athletes with a match on it. A request raises the priority of the pages and never exceeds the budget.
// Recently read pages are not read again, however many users request them (decision 046).
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
/** After this time, the answer to the user says that the data will follow in the background, ms. */
const requestTimeout = 20_000
/** From this number of requested athletes of one club on, the club's list is read instead of their own lists. */
const fewestOfClub = 2

/**
 * `isRefresh`: a user's refresh, which reads all pages of the athletes again. Otherwise the request is for new followers. It reads
 * the lists of athletes whose brackets were never read, the brackets that lack a match or a result, and today's boards.
 */
export type AthleteReadRequest = { id: number; athleteIds: readonly number[]; isRefresh: boolean }
/**
 * `ms`: from the claim of the request to its answer. `alreadyRead`: no page was fetched, because all had been read at most this
 * many ms before the claim.
 */
export type ReadRequestResult = { ok: true; ms: number; alreadyRead?: number } | { ok: false; why: string }

type AthleteReadRequestsParts = {
  held: () => Held
  fetchStates: FetchStates
  clock: Clock
  /** True while the host accepts no request (`HostLimiter.isBlocked`). */
  isHostBlocked: () => boolean
  boardPagesOf: (date: string) => Page[]
  /** The venue's date. */
  today: () => string
  /** The source's id of the club whose list includes the athlete, by the athlete's id at the source. */
  clubOf: (athlete: string) => string | null
  finish: (request: AthleteReadRequest, result: ReadRequestResult) => Promise<void>
}

/** `claimedAt`: monotonic; `failure`: why a page could not be read, null while none has failed. */
type OpenRequest = { request: AthleteReadRequest; claimedAt: number; failure: string | null }

/** The latest answer to a fetch of a club's list. */
type ClubAnswer = {
  /** Monotonic. */
  answeredAt: number
  hasFailed: boolean
  /** Source ids of the athletes in the latest reading of the list. */
  shown: ReadonlySet<string>
  /** True if the whole list was readable in that reading. */
  isWhole: boolean
}

export class AthleteReadRequests {
  private readonly parts: AthleteReadRequestsParts
  private readonly open = new Map<number, OpenRequest>()
  /** Categories on an athlete's own list or the club's, by athlete, for entries that the store does not hold yet. */
  private readonly listedCategories = new Map<string, string[]>()
  private readonly clubAnswers = new Map<string, ClubAnswer>()

  constructor(parts: AthleteReadRequestsParts) {
    this.parts = parts
  }

  add(request: AthleteReadRequest): void {
    this.open.set(request.id, { request, claimedAt: this.parts.clock.monotonic(), failure: null })
  }

  plannedFetches(): PlannedFetch[] {
    return [...this.pagesByRequest()].flatMap(([{ claimedAt }, pages]) =>
      pages
        .filter((page) => !this.isFresh(page, claimedAt))
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
        entry.failure = `a page could not be read (${result.kind})`
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

  /** Stores the categories that a list shows for each athlete; the athlete of an empty own list has none. */
  private noteCategories(reading: Reading): void {
    if (!('rows' in reading)) return
    const owners = reading.page.kind === 'competitor' ? [reading.page.competitor] : []
    const categoriesOf = new Map<string, Set<string>>()
    for (const { categoryId, sides } of reading.rows) {
      if (categoryId === null) continue
      for (const athlete of owners.length > 0 ? owners : idsOf(sides))
        categoriesOf.set(athlete, (categoriesOf.get(athlete) ?? new Set()).add(categoryId))
    }
    for (const athlete of owners) categoriesOf.set(athlete, categoriesOf.get(athlete) ?? new Set())
    for (const [athlete, categories] of categoriesOf) this.listedCategories.set(athlete, [...categories])
  }

  /** A failed club list does not fail the requests: the athletes' own lists are read instead. */
  private noteClub(club: string, result: PageResult): void {
    const answeredAt = this.parts.clock.monotonic()
    const before = this.clubAnswers.get(club) ?? { shown: new Set<string>(), isWhole: false }
    if (result.kind === 'recorded' && 'rows' in result.reading) {
      const { rows, verdict } = result.reading
      const shown = new Set(rows.flatMap(({ sides }) => idsOf(sides)))
      this.clubAnswers.set(club, { answeredAt, hasFailed: false, shown, isWhole: verdict === 'whole' })
    } else this.clubAnswers.set(club, { ...before, answeredAt, hasFailed: result.kind !== 'unchanged' })
  }

  /** The pages of each open request, including fresh ones. */
  private pagesByRequest(): Map<OpenRequest, Page[]> {
    if (this.open.size === 0) return new Map()
    const held = this.parts.held()
    const areBracketsMissing = missingParts(held.state).includes('brackets')
    // `athletesToRead`: those whose list is among the pages of the request.
    const wanted = [...this.open.values()].map((entry) => {
      const athletes = entry.request.athleteIds.flatMap((id) => held.state.athletes.get(id) ?? [])
      const isToBeRead = (athlete: Athlete): boolean => !areBracketsMissing && !this.areBracketsRead(athlete)
      return { entry, athletes, athletesToRead: entry.request.isRefresh ? athletes : athletes.filter(isToBeRead) }
    })
    const toReadByClub = new Map<string, Set<number>>()
    for (const { id, bjjCompSystemId } of wanted.flatMap(({ athletesToRead }) => athletesToRead)) {
      const club = this.parts.clubOf(bjjCompSystemId)
      if (club !== null) toReadByClub.set(club, (toReadByClub.get(club) ?? new Set()).add(id))
    }
    return new Map(
      wanted.map(({ entry, athletes, athletesToRead }) => {
        const matches = athletes.flatMap(({ id }) => held.matchesOfAthlete(id))
        const categories = entry.request.isRefresh
          ? this.unfinishedCategories(athletes)
          : this.outdatedCategories(matches)
        const pages = [
          ...athletesToRead.map((athlete) => this.listFor(athlete, entry.claimedAt, toReadByClub)),
          ...this.boardsOf(matches, entry.request.isRefresh),
          ...[...categories].map((category) => this.bracketOf(category)),
        ]
        return [entry, [...new Map(pages.map((page) => [pageKey(page), page])).values()]]
      }),
    )
  }

  /**
   * The list that answers a request for an athlete: the athlete's own or the club's. `toReadByClub`: the ids of the athletes whose
   * list is to be read, by club.
   */
  private listFor(
    { id, bjjCompSystemId }: Athlete,
    claimedAt: number,
    toReadByClub: ReadonlyMap<string, Set<number>>,
  ): Page {
    const { held, fetchStates, clubOf, clock } = this.parts
    const tournament = held().state.tournament.bjjCompSystemId
    const own: Page = { kind: 'competitor', tournament, competitor: bjjCompSystemId }
    const club = clubOf(bjjCompSystemId)
    if (club === null || this.isFresh(own, claimedAt)) return own
    const page: Page = { kind: 'club', tournament, club }
    const answer = this.clubAnswers.get(club)
    if (answer && answer.answeredAt >= claimedAt - freshFor) {
      const isExpected = held()
        .matchesOfAthlete(id)
        .some((match) => !isOver(match) && !isBye(match))
      const isAnswered = answer.shown.has(bjjCompSystemId) || (answer.isWhole && !isExpected)
      return isAnswered && !answer.hasFailed ? page : own
    }
    const hasEnough = (toReadByClub.get(club)?.size ?? 0) >= fewestOfClub
    return hasEnough && canBeRead(fetchStates.find(pageKey(page)), clock.monotonic()) ? page : own
  }

  /** True if the athlete's brackets were read: brackets and boards together show everything except the raw status. */
  private areBracketsRead({ categoryIds }: Athlete): boolean {
    const { categories } = this.parts.held().state
    return (
      categoryIds.length > 0 &&
      categoryIds.every((id) => {
        const category = categories.get(id)
        return !category || category.state === 'finished' || this.wasBracketRead(category.bjjCompSystemId)
      })
    )
  }

  private wasBracketRead(category: string): boolean {
    return this.parts.fetchStates.find(pageKey(this.bracketOf(category)))?.readAt != null
  }

  /** Source ids of the athletes' unfinished categories. */
  private unfinishedCategories(athletes: readonly Athlete[]): Set<string> {
    const { categories } = this.parts.held().state
    const found = new Set(athletes.flatMap(({ bjjCompSystemId }) => this.listedCategories.get(bjjCompSystemId) ?? []))
    for (const id of athletes.flatMap(({ categoryIds }) => categoryIds)) {
      const category = categories.get(id)
      if (category && category.state !== 'finished') found.add(category.bjjCompSystemId)
    }
    return found
  }

  /** Source ids of categories whose bracket lacks the result of a match, or a match that a list has. */
  private outdatedCategories(matches: readonly Match[]): Set<string> {
    const { categories } = this.parts.held().state
    const found = new Set<string>()
    for (const match of matches) {
      const category = match.categoryId === null ? undefined : categories.get(match.categoryId)?.bjjCompSystemId
      if (category === undefined || isOver(match) || isBye(match)) continue
      if (match.board === 'left' || (match.matchNumber === null && this.wasBracketRead(category))) found.add(category)
    }
    return found
  }

  private bracketOf(category: string): Page {
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

  /** True if the page need not be read for the request: it is gone, or was last read at most `freshFor` before the claim. */
  private isFresh(page: Page, claimedAt: number): boolean {
    const fetchState = this.parts.fetchStates.find(pageKey(page))
    return (
      fetchState !== undefined &&
      (fetchState.isGone || (fetchState.readAt !== null && fetchState.readAt >= claimedAt - freshFor))
    )
  }

  /** The answer to a request; null while it waits for a page. */
  private resultOf(entry: OpenRequest, pages: readonly Page[]): ReadRequestResult | null {
    const { held, fetchStates, clock, isHostBlocked } = this.parts
    const waited = clock.monotonic() - entry.claimedAt
    if (entry.failure !== null) return { ok: false, why: entry.failure }
    if (!entry.request.athleteIds.some((id) => held().state.athletes.has(id)))
      return { ok: false, why: 'no such athlete' }
    if (pages.every((page) => this.isFresh(page, entry.claimedAt))) {
      const readTimes = pages.flatMap((page) => fetchStates.find(pageKey(page))?.readAt ?? [])
      const isAlreadyRead = readTimes.length > 0 && readTimes.every((readAt) => readAt < entry.claimedAt)
      const alreadyRead = isAlreadyRead ? { alreadyRead: Math.round(entry.claimedAt - Math.min(...readTimes)) } : {}
      return { ok: true, ms: Math.round(waited), ...alreadyRead }
    }
    if (isHostBlocked()) return { ok: false, why: 'the source does not answer' }
    return waited > requestTimeout ? { ok: false, why: 'the source is slow' } : null
  }
}

/** The source's ids of the athletes in a list's row. */
const idsOf = (sides: readonly { kind: string; bjjCompSystemId?: string | null }[]): string[] =>
  sides.flatMap(({ bjjCompSystemId }) => bjjCompSystemId ?? [])
