// Which pages of a tournament are to be read, and when: one pure function from what is known to a list of wishes. It holds
// no timers and no queue; asked again after each change, it answers anew.
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
  resultDue,
} from './cadence.ts'
import type { AwaitedResult, DayPhase } from './cadence.ts'
import type { PageMemory } from './page-memory.ts'
import { priorities } from './politeness.ts'
import type { Priority } from './politeness.ts'

const minute = 60_000
const matsPerPage = 4
/** The first fights of a day are called this long before they begin. */
const callsBefore = 3 * minute
/** A page that is not there is looked at no more often in the long run, live day or not. */
const missingRest = 10 * minute
/** Sweeps take at most a request in two seconds. */
const sweepEvery = 2_000

/** A page to be read at `dueAt` (monotonic ms). `every`: the interval promised for it, null for a single reading. */
export type Wish<Item extends SourceItem = Page> = {
  page: Item
  key: string
  priority: Priority
  dueAt: number
  every: number | null
}

/** Everything the plan depends on. */
export type View = {
  state: TournamentState
  agenda: Agenda
  /** People who have the tournament open. */
  viewers: number
  /** Athletes of it that somebody follows. */
  followed: number
  memory: (key: string) => PageMemory | undefined
  /** By match id. */
  awaited: ReadonlyMap<number, AwaitedResult & { categoryId: number; date: string | null }>
  clubOf: (athleteBjjCompSystemId: string) => string | null
  /** A day page that the home page or the programme links; empty when none is known. */
  knownDayIds: readonly string[]
  /** How many board pages a day is known to have, by the day's source id. */
  boardPages: (dayId: string) => number
  /** When a board of this date last changed, monotonic. */
  movedAt: (date: string) => number
  /** When the last page of a sweep was read, monotonic. */
  sweptAt: number
  /** While the import runs, pages that were never read are its business, but those that it no longer waits for. */
  importing: boolean
  /** Factor on all intervals while the host is slow or the day's bytes are used up. */
  slowdown: number
  /** The source's wall clock, and the monotonic clock. */
  now: number
  mono: number
}

/** How many board pages a day has, as far as its mats and the pages themselves (`known`) tell. */
export const boardPageCount = ({ matsCount }: { matsCount: number }, known: number): number =>
  Math.max(1, Math.ceil(matsCount / matsPerPage), known)

/** Collects wishes; of two for one page the sooner and the more urgent count. */
export type Wishes = { add(page: Page, priority: Priority, dueAt: number, every?: number | null): void; list(): Wish[] }

/** An empty collection over the memory of pages. */
export function collectWishes(memory: View['memory']): Wishes {
  const wishes = new Map<string, Wish>()
  return {
    add(page, priority, dueAt, every = null) {
      const key = pageKey(page)
      const at = Math.max(dueAt, memory(key)?.notBefore ?? -Infinity)
      const known = wishes.get(key)
      if (!known) {
        wishes.set(key, { page, key, priority, dueAt: at, every })
        return
      }
      known.dueAt = Math.min(known.dueAt, at)
      known.priority = Math.min(known.priority, priority) as Priority
      known.every = known.every === null ? every : Math.min(known.every, every ?? known.every)
    },
    list: () => [...wishes.values()].toSorted((a, b) => a.priority - b.priority || a.dueAt - b.dueAt),
  }
}

/** The wishes of a tournament at this moment, the most urgent first; not all of them are due. */
export function planReadings(view: View): Wish[] {
  const { state } = view
  const wishes = collectWishes(view.memory)
  const plan: Plan = {
    view,
    wishes,
    again: repeater(view, wishes),
    tournament: state.tournament.bjjCompSystemId,
    missing: missingParts(state),
    looks: publicationInterval(...eventSpan(state.tournament), view.now),
  }
  const days = state.tournament.days.map((day) => inTime(day, view))
  for (const day of days) {
    planBoards(plan, day)
    if (day.agenda && day.phase === 'over') sweep(plan, day.agenda)
  }
  planCalls(plan)
  planResults(plan, new Set(days.flatMap(({ day, phase }) => (phase === 'over' ? day.date : []))))
  const phase = liveliest(days.map((day) => day.phase))
  planLists(plan, phase)
  planBrackets(plan, phase)
  return wishes.list()
}

type Plan = {
  view: View
  wishes: Wishes
  again: Again
  /** Its id at the source. */
  tournament: string
  missing: readonly PublishedPart[]
  /** How often what is missing is looked for, ms. */
  looks: number
}

/** A day whose date is not known has no agenda; it counts as near. */
type DayInTime = { day: Day; agenda: DayAgenda | undefined; phase: DayPhase }

function inTime(day: Day, view: View): DayInTime {
  const agenda = day.date === null ? undefined : view.agenda.days.get(day.date)
  return { day, agenda, phase: agenda ? dayPhase(agenda.window, agenda.listed > 0, view.now) : 'near' }
}

/** What is still to come, by mat. */
function planBoards({ view, again, tournament }: Plan, { day, agenda, phase }: DayInTime): void {
  const pause = agenda !== undefined && isPause(agenda, view)
  const night = isNight(venueHour(view.now, view.state.tournament.timezone))
  const pages = boardPageCount(day, view.boardPages(day.bjjCompSystemId))
  for (let number = 1; number <= pages; number++) {
    const page: Page = { kind: 'board', tournament, day: day.bjjCompSystemId, page: number }
    const memory = view.memory(pageKey(page))
    const interval = boardInterval({
      phase,
      watchedCall: agenda !== undefined && holdsCall(agenda, memory),
      viewers: view.viewers,
      followed: view.followed,
      unchanged: memory?.unchanged ?? 0,
      pause,
      night,
    })
    again(page, phase === 'live' ? priorities.live : priorities.idle, interval)
  }
}

/** The brackets of fights that left their board; on a day that is over the sweep brings them. */
function planResults({ view, wishes, tournament }: Plan, overDates: ReadonlySet<string | null>): void {
  for (const awaited of view.awaited.values()) {
    const category = view.state.categories.get(awaited.categoryId)
    if (!category || overDates.has(awaited.date)) continue
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    wishes.add(page, priorities.result, resultDue(awaited))
  }
}

/** The lists of categories, the programme, and the days that only links name. */
function planLists({ view, again, tournament, missing, looks }: Plan, phase: DayPhase): void {
  const isWanted = view.viewers > 0 || view.followed > 0
  for (const gender of ['male', 'female'] as const) {
    const page: Page = { kind: 'categories', tournament, gender }
    again(page, priorities.idle, categoriesInterval(phase, isWanted))
    if (missing.includes('divisions')) again(page, priorities.idle, looks)
  }
  if (isBefore(phase))
    again({ kind: 'schedule', tournament }, priorities.idle, missing.includes('days') ? looks : dailyInterval)
  if (missing.includes('days'))
    for (const day of view.knownDayIds) again({ kind: 'board', tournament, day, page: 1 }, priorities.idle, looks)
  // After the end a daily look tells when the source stops serving the tournament.
  if (phase === 'over') again({ kind: 'categories', tournament, gender: 'male' }, priorities.idle, dailyInterval)
}

/**
 * One bracket tells whether they are out, each time another one; then those that are still to come are looked for, but open
 * classes, which are drawn on the day.
 */
function planBrackets(plan: Plan, phase: DayPhase): void {
  const { view, again, tournament, missing, looks } = plan
  const areMissing = missing.includes('brackets')
  if (areMissing && !view.importing) lookForBrackets(plan)
  for (const category of view.state.categories.values()) {
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    const isLate = category.state === 'none' && !isOpenClass(category.weight) && (isBefore(phase) || phase === 'soon')
    if (isLate && !areMissing) again(page, priorities.idle, looks)
    const watched = view.agenda.watchedCategoryIds.has(category.id)
    const finished = category.state === 'finished'
    if (view.memory(pageKey(page)) !== undefined)
      again(page, priorities.idle, bracketInterval({ phase, watched, finished, followed: view.followed }))
    // An open class that appeared on the day has never been read.
    else if (!areMissing) again(page, isBefore(phase) ? priorities.idle : priorities.result, dailyInterval)
  }
}

const isBefore = (phase: DayPhase): boolean => phase === 'far' || phase === 'near'

/** Start of the first and the last day, epoch ms, as UTC: looks for what is missing need no zone. */
const eventSpan = ({ startsOn, endsOn }: Tournament): [number | null, number | null] => [
  startsOn === null ? null : Date.parse(startsOn),
  endsOn === null ? null : Date.parse(endsOn),
]

/** Reads the bracket page that was never read, or longest ago; open classes are drawn last, and so looked at last. */
function lookForBrackets({ view: { state, memory }, wishes, tournament, looks }: Plan): void {
  const pages = [...state.categories.values()].map((category) => {
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    return { page, isOpen: isOpenClass(category.weight), readAt: memory(pageKey(page))?.readAt ?? -Infinity }
  })
  const [least] = pages.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen) || a.readAt - b.readAt)
  const lastLook = Math.max(...pages.map(({ readAt }) => readAt))
  if (least) wishes.add(least.page, priorities.idle, lastLook === -Infinity ? 0 : lastLook + looks, looks)
}

type Again = (page: Page, priority: Priority, interval: number | null) => void

/** Adds a page that is read again and again: an interval after its last reading, at once when it never was. */
function repeater(view: View, wishes: Wishes): Again {
  return (page, priority, interval) => {
    const key = pageKey(page)
    const memory = view.memory(key)
    if (memory?.confirmAt != null) wishes.add(page, priorities.result, memory.confirmAt)
    if (interval === null) return
    if (memory?.readAt == null) {
      const rest = Math.max(interval, missingRest)
      const isMissing = memory !== undefined && memory.missing > 0
      const dueAt = isMissing ? memory.missedAt + missingRetry(memory.missing, rest) : 0
      // What the import no longer waits for is looked at again before the brackets, of which it has many.
      if (!view.importing) wishes.add(page, priority, dueAt, interval)
      else if (isMissing) wishes.add(page, Math.min(priority, priorities.result) as Priority, dueAt, interval)
      return
    }
    wishes.add(
      page,
      priority,
      memory.readAt + jittered(interval, key, memory.readings) * view.slowdown,
      interval * view.slowdown,
    )
  }
}

const isNight = (hour: number): boolean => hour >= 22 || hour < 6

/** Lunch: nothing moved on any mat for ten minutes and no next fight is due. */
const isPause = (day: DayAgenda, view: View): boolean =>
  view.mono - view.movedAt(day.date) > 10 * minute && (day.nextStart === null || day.nextStart > view.now + 2 * minute)

/** A page whose mats are not known yet is taken to hold any. */
function holdsCall(day: DayAgenda, memory: PageMemory | undefined): boolean {
  const mats = memory?.mats
  if (!mats) return day.callMats.size > 0
  for (const mat of day.callMats) if (mats.has(mat)) return true
  return false
}

/**
 * The lists that tell the source's own word for watched fights near their call; one club's list where it tells of two.
 * Before the first fights of a day nobody is called.
 */
function planCalls({ view, again, tournament }: Plan): void {
  const opens = (date: string | null): number => view.agenda.days.get(date ?? '')?.window.first ?? Infinity
  const calls = view.agenda.calls.filter(({ match }) => view.now >= opens(match.date) - callsBefore)
  const clubs = new Map<string, number>()
  const clubsOf = (athletes: string[]): string[] => athletes.flatMap((athlete) => view.clubOf(athlete) ?? [])
  for (const { athletes } of calls)
    for (const club of new Set(clubsOf(athletes))) clubs.set(club, (clubs.get(club) ?? 0) + 1)
  for (const { match, ahead, athletes } of calls) {
    const [athlete] = athletes
    if (athlete === undefined) continue
    const club = clubsOf(athletes).find((candidate) => (clubs.get(candidate) ?? 0) > 1)
    const page: Page =
      club === undefined ? { kind: 'competitor', tournament, competitor: athlete } : { kind: 'club', tournament, club }
    const interval = callInterval({
      ahead,
      rawStatus: match.rawStatus,
      viewers: view.viewers,
      unchanged: view.memory(pageKey(page))?.unchanged ?? 0,
    })
    again(page, priorities.live, interval)
  }
}

/**
 * Once a day is over each of its categories is read once more, and again the next morning: corrections come late. So are
 * those of no day that have not finished: who is alone in a category fights nobody, and yet wins a medal.
 */
function sweep({ view, wishes, tournament }: Plan, day: DayAgenda): void {
  if (view.importing) return
  const morning = morningAfter(day.date, view.state.tournament.timezone)
  const since = view.now >= morning ? morning : day.window.last + 60 * minute
  for (const id of [...day.categoryIds, ...unfinishedWithoutDay(view)]) {
    const category = view.state.categories.get(id)
    if (!category) continue
    const page: Page = { kind: 'bracket', tournament, category: category.bjjCompSystemId }
    const memory = view.memory(pageKey(page))
    if (memory && (memory.gone || memory.notBefore > view.mono || (memory.readOn ?? 0) >= since)) continue
    wishes.add(page, priorities.idle, view.sweptAt + sweepEvery)
    return
  }
}

function unfinishedWithoutDay({ state, agenda }: View): number[] {
  const dated = new Set([...agenda.days.values()].flatMap((day) => [...day.categoryIds]))
  return [...state.categories.values()].flatMap((category) =>
    category.state !== 'finished' && !dated.has(category.id) ? category.id : [],
  )
}

const liveliness: DayPhase[] = ['live', 'soon', 'near', 'far', 'over']

/** The phase of the tournament: its liveliest day's; a tournament without days is to come. */
const liveliest = (phases: DayPhase[]): DayPhase => liveliness.find((phase) => phases.includes(phase)) ?? 'near'
