// Plans which pages of a tournament are fetched when: a pure function from the known state to a list of planned fetches. It has
// neither timers nor a queue; the caller plans again after each change.
import { pageKey } from '#domain/page.ts'
import type { Page, SourceItem } from '#domain/page.ts'
import type { TournamentState } from '#domain/tournament-state.ts'
import { isOpenClass } from '#domain/division.ts'
import { missingParts } from '#domain/tournament-state.ts'
import type { Day, PublishedPart, Tournament } from '#domain/tournament.ts'
import { morningAfter, venueHour } from './agenda.ts'
import type { Agenda, DayAgenda } from './agenda.ts'
import {
  boardInterval,
  bracketInterval,
  callInterval,
  categoriesInterval,
  dailyInterval,
  dayPhase,
  jittered,
  missingRetry,
  publicationInterval,
  resultDueAt,
} from './cadence.ts'
import type { AwaitedResult, DayPhase } from './cadence.ts'
import { canBeRead } from './fetch-state.ts'
import type { FetchState } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import type { Priority } from './politeness.ts'

const minute = 60_000
const matsPerPage = 4
/** Calls are looked for from this long before the first match of a day on, ms. */
const callLead = 3 * minute
/**
 * The delays between the fetches of a missing page double up to the page's interval, but at least up to this, ms. It is also the
 * shortest time between two checks for brackets.
 */
const minMissingInterval = 10 * minute
/** A sweep sends at most one request per this time, ms. */
const sweepInterval = 2_000

/** A page to be fetched at `dueAt` (monotonic ms). `every`: its interval, ms; null for a single fetch. */
export type PlannedFetch<Item extends SourceItem = Page> = {
  page: Item
  key: string
  priority: Priority
  dueAt: number
  every: number | null
}

/** The input of the plan. */
export type PlanInput = {
  state: TournamentState
  agenda: Agenda
  /** Number of open sockets whose user follows one of the tournament's athletes, or whose shared page shows one. */
  viewers: number
  /** Number of athletes of the tournament that somebody follows. */
  followedCount: number
  fetchState: (key: string) => FetchState | undefined
  /** The matches whose results are awaited, by match id. */
  awaited: ReadonlyMap<number, AwaitedResult & { categoryId: number; date: string | null }>
  clubOf: (athleteBjjCompSystemId: string) => string | null
  /** The day pages that the home page or the programme links to; empty if none is known. */
  knownDayIds: readonly string[]
  /** The number of known board pages of a day, by the day's source id. */
  boardPages: (dayId: string) => number
  /** When a board of this date last changed, monotonic. */
  boardsChangedAt: (date: string) => number
  /** When the last fetch of a bracket began, monotonic. */
  lastBracketFetchAt: number
  /** True while the import runs. `planImport` then plans the pages that were never read, except missing ones. */
  isImporting: boolean
  /** A factor on all intervals: for the configured cadence, a slow host, and a day whose bytes are used up. */
  slowdown: number
  /** By the source's wall clock, epoch ms. */
  now: number
  /** By the monotonic clock, ms. */
  mono: number
}

/** The number of board pages of a day, from its mats and from the highest page number seen (`known`). */
export const boardPageCount = ({ matsCount }: { matsCount: number }, known: number): number =>
  Math.max(1, Math.ceil(matsCount / matsPerPage), known)

/** Collects planned fetches, one per page: with the earliest due time, the most urgent priority and the shortest interval added. */
export type FetchPlan = {
  add(page: Page, priority: Priority, dueAt: number, every?: number | null): void
  list(): PlannedFetch[]
}

/** An empty plan. The back-off in a page's fetch state delays the page's due time. */
export function createFetchPlan(fetchState: PlanInput['fetchState']): FetchPlan {
  const fetches = new Map<string, PlannedFetch>()
  return {
    add(page, priority, dueAt, every = null) {
      const key = pageKey(page)
      const at = Math.max(dueAt, fetchState(key)?.notBefore ?? -Infinity)
      const known = fetches.get(key)
      if (!known) {
        fetches.set(key, { page, key, priority, dueAt: at, every })
        return
      }
      known.dueAt = Math.min(known.dueAt, at)
      known.priority = Math.min(known.priority, priority) as Priority
      known.every = known.every === null ? every : Math.min(known.every, every ?? known.every)
    },
    list: () => [...fetches.values()].toSorted((a, b) => a.priority - b.priority || a.dueAt - b.dueAt),
  }
}

/** Plans the fetches of a tournament now, the most urgent first; not all of them are due. */
export function planFetches(input: PlanInput): PlannedFetch[] {
  const { state } = input
  const fetches = createFetchPlan(input.fetchState)
  const plan: Plan = {
    input,
    fetches,
    addRepeating: createAddRepeating(input, fetches),
    tournament: state.tournament.bjjCompSystemId,
    missing: missingParts(state),
    missingInterval: publicationInterval(...eventSpan(state.tournament), input.now),
  }
  const days = state.tournament.days.map((day) => withPhase(day, input))
  for (const day of days) {
    planBoards(plan, day)
    if (day.agenda && day.phase === 'over') sweep(plan, day.agenda)
  }
  planCalls(plan)
  planResults(plan, new Set(days.flatMap(({ day, phase }) => (phase === 'over' ? day.date : []))))
  const phase = tournamentPhase(days.map((day) => day.phase))
  planLists(plan, phase)
  planUndrawn(plan)
  planBrackets(plan, phase)
  return fetches.list()
}

type Plan = {
  input: PlanInput
  fetches: FetchPlan
  addRepeating: AddRepeating
  /** The tournament's id at the source. */
  tournament: string
  missing: readonly PublishedPart[]
  /** How often to look for missing parts, ms. */
  missingInterval: number
}

/** A day of unknown date has no agenda; its phase is 'near'. */
type DayWithPhase = { day: Day; agenda: DayAgenda | undefined; phase: DayPhase }

function withPhase(day: Day, input: PlanInput): DayWithPhase {
  const agenda = day.date === null ? undefined : input.agenda.days.get(day.date)
  return { day, agenda, phase: agenda ? dayPhase(agenda.window, agenda.listedCount > 0, input.now) : 'near' }
}

/** Plans the board pages of a day. */
function planBoards({ input, addRepeating, tournament }: Plan, { day, agenda, phase }: DayWithPhase): void {
  const isPause = agenda !== undefined && isInPause(agenda, input)
  const isNight = isNightHour(venueHour(input.now, input.state.tournament.timezone))
  const pages = boardPageCount(day, input.boardPages(day.bjjCompSystemId))
  for (let number = 1; number <= pages; number++) {
    const page: Page = { kind: 'board', tournament, day: day.bjjCompSystemId, page: number }
    const fetchState = input.fetchState(pageKey(page))
    const interval = boardInterval({
      phase,
      hasWatchedCall: agenda !== undefined && showsWatchedCall(agenda, fetchState),
      viewers: input.viewers,
      followedCount: input.followedCount,
      unchangedReadings: fetchState?.unchangedReadings ?? 0,
      isPause,
      isEmpty: agenda?.listedCount === 0,
      isNight,
    })
    addRepeating(page, phase === 'live' ? priorities.live : priorities.idle, interval)
  }
}

/** Plans the brackets of matches that left their board. On a day that is over, the sweep reads them instead. */
function planResults({ input, fetches, tournament }: Plan, overDates: ReadonlySet<string | null>): void {
  for (const awaited of input.awaited.values()) {
    const category = input.state.categories.get(awaited.categoryId)
    if (!category || overDates.has(awaited.date)) continue
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    fetches.add(page, priorities.result, resultDueAt(awaited))
  }
}

/** Plans the lists of categories, the programme, and day pages that are known only from links. */
function planLists({ input, addRepeating, tournament, missing, missingInterval }: Plan, phase: DayPhase): void {
  const isWanted = input.viewers > 0 || input.followedCount > 0
  for (const gender of ['male', 'female'] as const) {
    const page: Page = { kind: 'categories', tournament, gender }
    addRepeating(page, priorities.idle, categoriesInterval(phase, isWanted))
    if (missing.includes('divisions')) addRepeating(page, priorities.idle, missingInterval)
  }
  if (isBefore(phase))
    addRepeating(
      { kind: 'schedule', tournament },
      priorities.idle,
      missing.includes('days') ? missingInterval : dailyInterval,
    )
  if (missing.includes('days'))
    for (const day of input.knownDayIds)
      addRepeating({ kind: 'board', tournament, day, page: 1 }, priorities.idle, missingInterval)
  // Read daily after the end, to detect that the source no longer serves the tournament.
  if (phase === 'over') addRepeating({ kind: 'categories', tournament, gender: 'male' }, priorities.idle, dailyInterval)
}

/**
 * Plans one fetch of the list of each followed athlete who is in no bracket although brackets are published: the list shows a late
 * entry, or that the athlete has withdrawn.
 */
function planUndrawn({ input, fetches, tournament, missing }: Plan): void {
  if (input.isImporting || missing.includes('brackets')) return
  for (const competitor of input.agenda.undrawn) {
    const page: Page = { kind: 'competitor', tournament, competitor }
    const fetchState = input.fetchState(pageKey(page))
    if (fetchState?.readAt == null && canBeRead(fetchState, input.mono)) fetches.add(page, priorities.result, 0)
  }
}

/**
 * Plans the brackets: those that were read before at `bracketInterval`, new ones at once. Before any is published, a different one
 * is checked each time. Afterwards the missing ones are checked until the event begins, except open classes, which are drawn on
 * the day.
 */
function planBrackets(plan: Plan, phase: DayPhase): void {
  const { input, addRepeating, tournament, missing, missingInterval } = plan
  const areAllMissing = missing.includes('brackets')
  if (areAllMissing && !input.isImporting) checkForBrackets(plan)
  for (const category of input.state.categories.values()) {
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    const isBracketMissing =
      category.state === 'none' && !isOpenClass(category.weight) && (isBefore(phase) || phase === 'soon')
    if (isBracketMissing && !areAllMissing) addRepeating(page, priorities.idle, missingInterval)
    const situation = {
      phase,
      isWatched: input.agenda.watchedCategoryIds.has(category.id),
      isFinished: category.state === 'finished',
      followedCount: input.followedCount,
      watchedCategoryCount: input.agenda.watchedCategoryIds.size,
    }
    const known = input.fetchState(pageKey(page))
    if (known !== undefined) {
      // Before any bracket is published, those whose last request failed are read only in their turn as a check.
      const isCheckOnly = areAllMissing && !input.isImporting && !isReadable(known)
      if (!isCheckOnly) addRepeating(page, priorities.idle, bracketInterval(situation))
    }
    // Never read: for instance an open class that was created on the day.
    else if (!areAllMissing) addRepeating(page, isBefore(phase) ? priorities.idle : priorities.result, dailyInterval)
  }
}

const isBefore = (phase: DayPhase): boolean => phase === 'far' || phase === 'near'

/** The start of the first and the last day in UTC, epoch ms; checks for missing parts do not need the time zone. */
const eventSpan = ({ startsOn, endsOn }: Tournament): [number | null, number | null] => [
  startsOn === null ? null : Date.parse(startsOn),
  endsOn === null ? null : Date.parse(endsOn),
]

/**
 * Plans one bracket page: one that was never read, otherwise the least recently read. Open classes come after the others, because
 * they are drawn last; brackets whose last request failed come after the open classes. Two checks are at least ten minutes apart.
 */
function checkForBrackets({ input, fetches, tournament, missingInterval }: Plan): void {
  const { state, fetchState, lastBracketFetchAt } = input
  const pages = [...state.categories.values()].map((category) => {
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    const known = fetchState(pageKey(page))
    const order = known !== undefined && !isReadable(known) ? 2 : isOpenClass(category.weight) ? 1 : 0
    return { page, order, readAt: known?.readAt ?? -Infinity, answers: known?.answerCount ?? 0 }
  })
  const [oldest] = pages.toSorted((a, b) => a.order - b.order || a.readAt - b.readAt || a.answers - b.answers)
  const lastReadAt = Math.max(...pages.map(({ readAt }) => readAt))
  if (oldest)
    fetches.add(
      oldest.page,
      priorities.idle,
      Math.max(0, lastReadAt + missingInterval, lastBracketFetchAt + minMissingInterval),
      missingInterval,
    )
}

/** True for a page whose last request succeeded. */
const isReadable = ({ readAt, isGone, failures }: FetchState): boolean => readAt !== null && !isGone && failures === 0

type AddRepeating = (page: Page, priority: Priority, interval: number | null) => void

/**
 * Returns a function that plans a page at an interval: immediately if it was never read, after `missingRetry` if it was missing,
 * else one interval after its last reading, with a jitter. A reading that is to be confirmed is planned even without an interval.
 */
function createAddRepeating(input: PlanInput, fetches: FetchPlan): AddRepeating {
  return (page, priority, interval) => {
    const key = pageKey(page)
    const fetchState = input.fetchState(key)
    if (fetchState?.confirmAt != null) fetches.add(page, priorities.result, fetchState.confirmAt)
    if (interval === null) return
    if (fetchState?.readAt == null) {
      const retryLimit = Math.max(interval, minMissingInterval)
      const isMissing = fetchState !== undefined && fetchState.missingAnswers > 0
      const dueAt = isMissing ? fetchState.missedAt + missingRetry(fetchState.missingAnswers, retryLimit) : 0
      // The import plans the pages that were never read. Missing ones, for which it no longer waits, are read before its
      // brackets.
      if (!input.isImporting) fetches.add(page, priority, dueAt, interval)
      else if (isMissing) fetches.add(page, Math.min(priority, priorities.result) as Priority, dueAt, interval)
      return
    }
    fetches.add(
      page,
      priority,
      fetchState.readAt + jittered(interval, key, fetchState.answerCount) * input.slowdown,
      interval * input.slowdown,
    )
  }
}

const isNightHour = (hour: number): boolean => hour >= 22 || hour < 6

/** A pause such as lunch: no board changed for ten minutes and no next match is due within two minutes. */
const isInPause = (day: DayAgenda, input: PlanInput): boolean =>
  input.mono - input.boardsChangedAt(day.date) > 10 * minute &&
  (day.nextStart === null || day.nextStart > input.now + 2 * minute)

/** True if the board page shows a mat with a watched call; a page whose mats are unknown may show any mat. */
function showsWatchedCall(day: DayAgenda, fetchState: FetchState | undefined): boolean {
  const mats = fetchState?.mats
  if (!mats) return day.callMats.size > 0
  for (const mat of day.callMats) if (mats.has(mat)) return true
  return false
}

/**
 * Plans the lists that hold the raw status of watched matches near their call. If two such matches have athletes of one club,
 * plans the club's list instead, unless it cannot be read now. No list is planned before the first matches of a day are called.
 */
function planCalls({ input, addRepeating, tournament }: Plan): void {
  const firstStart = (date: string | null): number => input.agenda.days.get(date ?? '')?.window.first ?? Infinity
  const calls = input.agenda.calls.filter(({ match }) => input.now >= firstStart(match.date) - callLead)
  const callsByClub = new Map<string, number>()
  const clubsOf = (athletes: string[]): string[] => athletes.flatMap((athlete) => input.clubOf(athlete) ?? [])
  for (const { athletes } of calls)
    for (const club of new Set(clubsOf(athletes))) callsByClub.set(club, (callsByClub.get(club) ?? 0) + 1)
  for (const { match, ahead, athletes } of calls) {
    const [athlete] = athletes
    if (athlete === undefined) continue
    const own: Page = { kind: 'competitor', tournament, competitor: athlete }
    const [page = own] = clubsOf(athletes)
      .filter((club) => (callsByClub.get(club) ?? 0) > 1)
      .map((club): Page => ({ kind: 'club', tournament, club }))
      .filter((shared) => canBeRead(input.fetchState(pageKey(shared)), input.mono))
    const interval = callInterval({
      ahead,
      rawStatus: match.rawStatus,
      viewers: input.viewers,
      unchangedReadings: input.fetchState(pageKey(page))?.unchangedReadings ?? 0,
    })
    addRepeating(page, priorities.live, interval)
  }
}

/**
 * After a day, the bracket of each of its categories is read once more, and again the next morning, because corrections come late.
 * Plans the next of these readings: one at a time. Unfinished categories without a day are included: the only athlete of a
 * category wins a medal without a match.
 */
function sweep({ input, fetches, tournament }: Plan, day: DayAgenda): void {
  if (input.isImporting) return
  const morning = morningAfter(day.date, input.state.tournament.timezone)
  const since = input.now >= morning ? morning : day.window.last + 60 * minute
  for (const id of [...day.categoryIds, ...unfinishedWithoutDay(input)]) {
    const category = input.state.categories.get(id)
    if (!category) continue
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    const fetchState = input.fetchState(pageKey(page))
    if (
      fetchState &&
      (fetchState.isGone || fetchState.notBefore > input.mono || (fetchState.sourceReadAt ?? 0) >= since)
    )
      continue
    fetches.add(page, priorities.idle, input.lastBracketFetchAt + sweepInterval)
    return
  }
}

function unfinishedWithoutDay({ state, agenda }: PlanInput): number[] {
  const dated = new Set([...agenda.days.values()].flatMap((day) => [...day.categoryIds]))
  return [...state.categories.values()].flatMap((category) =>
    category.state !== 'finished' && !dated.has(category.id) ? category.id : [],
  )
}

const phasesByPrecedence: DayPhase[] = ['live', 'soon', 'near', 'far', 'over']

/** The tournament's phase: the first one in `phasesByPrecedence` that one of its days has; 'near' without days. */
const tournamentPhase = (phases: DayPhase[]): DayPhase =>
  phasesByPrecedence.find((phase) => phases.includes(phase)) ?? 'near'
