// The first reading of a tournament, in the order in which it becomes useful: one day page holds all days and the full roster,
// so athletes can be searched after two requests; brackets follow in the background, those of followed athletes first.
// What was read is remembered per page, so an import that was cut off goes on where it was.
import { isOpenClass } from '#domain/division.ts'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { ImportProgress } from '#domain/tournament.ts'
import { missingParts, type TournamentState } from '#domain/tournament-state.ts'
import type { PageMemory } from './page-memory.ts'
import { priorities } from './politeness.ts'
import { boardPageCount, collectWishes } from './schedule.ts'
import type { Wish } from './schedule.ts'

/** Failures after which a page no longer holds up the import; it is read again later like any other. */
const givenUpAfter = 5
/** Answers that a page is not there after which it is taken for not published. */
const missedEnough = 2
/** Brackets without a match after which none is taken to be drawn: samples from the whole list. */
const tellingBrackets = 3

export type ImportView = {
  state: TournamentState
  watchedCategoryIds: ReadonlySet<number>
  memory: (key: string) => PageMemory | undefined
  boardPages: (dayId: string) => number
  /** A day page that the home page or the programme links; empty when none is known. */
  knownDayIds: string[]
  /** The host answers to nobody now: a page that failed then has not had its chances. */
  hostClosed: boolean
}

/** An import's pages and how far they are. */
export type ImportPlan = { wishes: Wish[]; progress: ImportProgress }

/** The pages still to be read, the most useful first, and the progress in real counts. */
export function planImport(view: ImportView): ImportPlan {
  const { state, memory } = view
  const tournament = state.tournament.bjjCompSystemId
  const settled = (page: Page): boolean => isSettled(memory(pageKey(page)), view.hostClosed)
  const wishes = collectWishes(memory)
  // Long due, the more useful the longer: the order within one priority.
  const want = (page: Page, order: number): void => {
    if (!settled(page)) wishes.add(page, priorities.import, Number.MIN_SAFE_INTEGER + order)
  }

  const dayIds =
    state.tournament.days.length > 0 ? state.tournament.days.map((day) => day.bjjCompSystemId) : view.knownDayIds
  const firstPages = dayIds.map((day): Page => ({ kind: 'board', tournament, day, page: 1 }))
  const lists: Page[] = (['male', 'female'] as const).map((gender) => ({ kind: 'categories', tournament, gender }))
  const otherPages = state.tournament.days.flatMap((day) =>
    Array.from({ length: boardPageCount(day, view.boardPages(day.bjjCompSystemId)) - 1 }, (_, index): Page => ({
      kind: 'board',
      tournament,
      day: day.bjjCompSystemId,
      page: index + 2,
    })),
  )
  const brackets = [...state.categories.values()].map((category) => ({
    isOpen: isOpenClass(category.weight),
    order: view.watchedCategoryIds.has(category.id) ? 4 : isOpenClass(category.weight) ? 6 : 5,
    page: { kind: 'bracket', tournament, category: category.bjjCompSystemId } as const satisfies Page,
  }))
  const missing = missingParts(state)
  if (missing.includes('brackets')) for (const bracket of samplesOf(brackets)) bracket.order = 3.5
  const readBrackets = brackets.filter(({ page }) => settled(page)).length
  // The samples say that nothing is drawn yet: the others are read when something is.
  const areOut = readBrackets < tellingBrackets || !missing.includes('brackets')

  for (const page of firstPages) want(page, 0)
  want({ kind: 'schedule', tournament }, dayIds.length === 0 ? 0 : 3)
  for (const page of lists) want(page, 1)
  for (const page of otherPages) want(page, 2)
  if (areOut) for (const { page, order } of brackets) want(page, order)

  const days = { done: firstPages.filter(settled).length, total: dayIds.length }
  const fighters = { done: lists.filter(settled).length, total: lists.length }
  const listed = fighters.done === fighters.total
  // Before both lists are there nobody knows how many brackets there are.
  const categories = { done: readBrackets, total: !listed ? 0 : areOut ? brackets.length : readBrackets }
  const begun = listed || firstPages.some(settled)
  const left = wishes.list()
  const athletes = state.athletes.size
  const done = left.length === 0
  return {
    wishes: left,
    progress: {
      state: done ? 'done' : 'running',
      step: !begun ? 'tournament' : days.done < dayIds.length ? 'days' : !listed ? 'fighters' : 'finalizing',
      usable: athletes > 0,
      days,
      fighters,
      athletes,
      categories,
      missing: done ? missing : [],
    },
  }
}

/** From the start, the middle and the end of the list: neighbours are drawn together. Open classes are drawn last. */
function samplesOf<Bracket extends { isOpen: boolean }>(brackets: Bracket[]): Bracket[] {
  const closed = brackets.filter(({ isOpen }) => !isOpen)
  const places = Array.from({ length: tellingBrackets }, (_, index) =>
    Math.round((index * (closed.length - 1)) / (tellingBrackets - 1)),
  )
  return places.flatMap((place) => closed[place] ?? [])
}

/** Read, or known to be out of reach: it does not hold up the import. */
const isSettled = (memory: PageMemory | undefined, hostClosed: boolean): boolean =>
  memory !== undefined &&
  (memory.readAt !== null ||
    memory.gone ||
    memory.missing >= missedEnough ||
    (memory.failures >= givenUpAfter && !hostClosed))
