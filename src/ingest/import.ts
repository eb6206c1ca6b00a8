// Plans the import of a tournament, the most useful pages first. One day page holds all days and the full roster, so athletes
// can be searched after two requests; brackets follow in the background, those of followed athletes and of live tournaments first.
// Each page has its own fetch state, so an interrupted import resumes where it stopped.
import { isOpenClass } from '#domain/division.ts'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Category, ImportProgress, Tournament } from '#domain/tournament.ts'
import { missingParts, type TournamentState } from '#domain/tournament-state.ts'
import type { FetchState } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import { boardPageCount, createFetchPlan } from './fetch-plan.ts'
import type { PlannedFetch } from './fetch-plan.ts'

/** After this many failures, the import no longer waits for a page; the page is read again later like any other. */
const maxFailures = 5
/** After this many answers that a page is missing, the page is treated as not published. */
const maxMissingAnswers = 2
/** The import first reads this many brackets from across the list; when none has a match, no bracket counts as published. */
const sampleSize = 3

/**
 * The stages of an import. All imports go through the stages before `bracket` together, so that a tournament can be searched within
 * seconds of being added. The brackets, hundreds of pages, then follow tournament by tournament: the most urgent one first, and of
 * two equally urgent ones the one with fewer unread pages.
 */
const orders = {
  firstPage: 0,
  list: 1,
  otherPage: 2,
  schedule: 3,
  sampleBracket: 4,
  watchedBracket: 5,
  bracket: 6,
  openBracket: 7,
} as const
/** In ms. */
const day = 24 * 60 * 60 * 1000
/** The rank of the least urgent tournament. */
const leastUrgent = 9_999

export type ImportInput = {
  state: TournamentState
  watchedCategoryIds: ReadonlySet<number>
  fetchState: (key: string) => FetchState | undefined
  boardPages: (dayId: string) => number
  /** The day pages that the home page or the programme links to; empty if none is known. */
  knownDayIds: string[]
  /** The venue's date, YYYY-MM-DD. */
  today: string
  /** True while the circuit is open or the host has requested a pause; failures of a page may then be the host's. */
  isHostBlocked: boolean
}

/** The fetches that an import still needs, and its progress. */
export type ImportPlan = { fetches: PlannedFetch[]; progress: ImportProgress }

/** Plans the pages that are still to be read, the most useful first, and counts the progress. */
export function planImport(input: ImportInput): ImportPlan {
  const { state, fetchState } = input
  const tournament = state.tournament.bjjCompSystemId
  const isPageSettled = (page: Page): boolean => isSettled(fetchState(pageKey(page)), input.isHostBlocked)
  const fetches = createFetchPlan(fetchState)
  const unread: { page: Page; order: number }[] = []
  const add = (page: Page, order: number): void => {
    if (!isPageSettled(page)) unread.push({ page, order })
  }

  const dayIds =
    state.tournament.days.length > 0 ? state.tournament.days.map((day) => day.bjjCompSystemId) : input.knownDayIds
  const firstPages = dayIds.map((id): Page => ({ kind: 'board', tournament, day: id, page: 1 }))
  const lists: Page[] = (['male', 'female'] as const).map((gender) => ({ kind: 'categories', tournament, gender }))
  const otherPages = state.tournament.days.flatMap((day) =>
    Array.from({ length: boardPageCount(day, input.boardPages(day.bjjCompSystemId)) - 1 }, (_, index): Page => ({
      kind: 'board',
      tournament,
      day: day.bjjCompSystemId,
      page: index + 2,
    })),
  )
  const brackets = [...state.categories.values()].map((category) => ({
    isOpen: isOpenClass(category.weight),
    order: orderOf(category, input.watchedCategoryIds),
    page: { kind: 'bracket', tournament, category: category.bjjCompSystemId } as const satisfies Page,
  }))
  const missing = missingParts(state)
  if (missing.includes('brackets')) for (const bracket of sampleBrackets(brackets)) bracket.order = orders.sampleBracket
  const settledBrackets = brackets.filter(({ page }) => isPageSettled(page)).length
  // False if the sample was read and no bracket is published; the other brackets are read once one is.
  const mayBracketsBePublished = settledBrackets < sampleSize || !missing.includes('brackets')

  for (const page of firstPages) add(page, orders.firstPage)
  add({ kind: 'schedule', tournament }, dayIds.length === 0 ? orders.firstPage : orders.schedule)
  for (const page of lists) add(page, orders.list)
  for (const page of otherPages) add(page, orders.otherPage)
  if (mayBracketsBePublished) for (const { page, order } of brackets) add(page, order)

  // Due times far in the past: all pages are overdue, and within one priority the due times decide the order.
  const firstDue =
    Number.MIN_SAFE_INTEGER + urgencyOf(state.tournament, input.today) * 1e5 + Math.min(unread.length, 9_999) * 10
  for (const { page, order } of unread)
    fetches.add(page, priorities.import, firstDue + Math.min(order, orders.bracket) * 1e9 + order)

  const days = { done: firstPages.filter(isPageSettled).length, total: dayIds.length }
  const fighters = { done: lists.filter(isPageSettled).length, total: lists.length }
  const areListsRead = fighters.done === fighters.total
  // The number of brackets is unknown until the import no longer waits for the lists.
  const categories = {
    done: settledBrackets,
    total: !areListsRead ? 0 : mayBracketsBePublished ? brackets.length : settledBrackets,
  }
  const hasStarted = areListsRead || firstPages.some(isPageSettled)
  const remaining = fetches.list()
  const athletes = state.athletes.size
  const isDone = remaining.length === 0
  return {
    fetches: remaining,
    progress: {
      state: isDone ? 'done' : 'running',
      step: !hasStarted ? 'tournament' : days.done < dayIds.length ? 'days' : !areListsRead ? 'fighters' : 'finalizing',
      usable: athletes > 0,
      days,
      fighters,
      athletes,
      categories,
      missing: isDone ? missing : [],
    },
  }
}

function orderOf({ id, weight }: Category, watchedIds: ReadonlySet<number>): number {
  if (watchedIds.has(id)) return orders.watchedBracket
  return isOpenClass(weight) ? orders.openBracket : orders.bracket
}

/**
 * The rank of a tournament's import among others at the same stage: 0 while it is live, then the days until it begins; a past one
 * comes last.
 */
function urgencyOf({ status, startsOn }: Tournament, today: string): number {
  if (status === 'live') return 0
  if (status === 'past') return leastUrgent
  if (startsOn === null) return leastUrgent - 1
  const days = Math.ceil((Date.parse(startsOn) - Date.parse(today)) / day)
  return Math.min(leastUrgent - 1, Math.max(1, days))
}

/**
 * Samples the start, the middle and the end of the list, because neighbouring categories are drawn at the same time. Open classes
 * are left out, because they are drawn last.
 */
function sampleBrackets<Bracket extends { isOpen: boolean }>(brackets: Bracket[]): Bracket[] {
  const weightClasses = brackets.filter(({ isOpen }) => !isOpen)
  const places = Array.from({ length: sampleSize }, (_, index) =>
    Math.round((index * (weightClasses.length - 1)) / (sampleSize - 1)),
  )
  return places.flatMap((place) => weightClasses[place] ?? [])
}

/** True if the import no longer waits for a page: it was read, or it cannot be. */
const isSettled = (fetchState: FetchState | undefined, isHostBlocked: boolean): boolean =>
  fetchState !== undefined &&
  (fetchState.readAt !== null ||
    fetchState.isGone ||
    fetchState.missingAnswers >= maxMissingAnswers ||
    (fetchState.failures >= maxFailures && !isHostBlocked))
