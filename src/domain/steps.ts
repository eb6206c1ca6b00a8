// The steps of an athlete's day in each category, from the rules of the tournament (step-rules.ts): report, weigh in, podium,
// open class. Pure: the server, which queues alerts about the steps, and the browser share these functions.
import type { Athlete } from './athlete.ts'
import type { DivisionStart } from './division-start.ts'
import { isOpenClass } from './division.ts'
import { instantOf } from './instant.ts'
import { hasForfeited, isBye, isOver, type Match, sideOf } from './match.ts'
import { type Check, hasOpenClass, isInGi, isUnder18, type StepRules, stepRules } from './step-rules.ts'
import type { Category, Tournament } from './tournament.ts'

/** Instants are ISO 8601, `day` (YYYY-MM-DD) and `time` (HH:MM) venue-local; `category` is the division text. */
export type DayStep =
  /** Be at the venue, ready, by `at`; null while the venue's zone is unknown. */
  | { kind: 'report'; category: string; day: string; time: string; at: string | null; isDone: boolean; was?: Moved }
  /** Weigh in before the first match, from the time to report on. */
  | ({ kind: 'weigh-in'; category: string; from: string | null; isDone: boolean } & WeighIn)
  /** The athlete is alone in the division: no match, weigh in by `at`; null while unknown. */
  | ({
      kind: 'alone'
      category: string
      day: string | null
      time: string | null
      at: string | null
      was?: Moved
    } & WeighIn)
  /** `from` is null if the time of the medal is unknown. */
  | { kind: 'podium'; category: string; place: number; from: string | null; isDone: boolean }
  /** Register for the open class between `from` and `until`; null if the time of the medal is unknown. */
  | {
      kind: 'open-class'
      category: string
      from: string | null
      until: string | null
      /** How long after the medal. */
      minutes: number
      isUnder18: boolean
      isDone: boolean
    }
  /** The athlete left the division before the first match; `category` is null for one who was never seen in a division. */
  | { kind: 'withdrawn'; category: string | null }

/** Venue-local, like `day` and `time`: where the step was before it moved earlier; `seenAt` is the instant of the last move. */
export type Moved = { day: string; time: string; seenAt: string } | undefined

/** Absent in steps of an earlier version. */
type WeighIn = { tries?: number | undefined; checks?: Check[] | undefined }

/** The steps that a user wants; `openClassYouth` is the open class of athletes under 18. */
export type StepPreferences = {
  report: boolean
  weighIn: boolean
  openClass: boolean
  openClassYouth: boolean
  podium: boolean
}

/** The steps shown to a user who has changed nothing. */
export const defaultSteps: StepPreferences = {
  report: true,
  weighIn: true,
  openClass: true,
  openClassYouth: false,
  podium: true,
}

type StepFacts = {
  tournament: Pick<Tournament, 'name' | 'ruleSet' | 'import'>
  athlete: Athlete
  /** All categories of the tournament, by id. */
  categories: ReadonlyMap<number, Category>
  /** All matches of the athlete. */
  matches: readonly Match[]
  /** The athlete's place in a category; null for none. */
  placeIn: (category: Category) => number | null
}

const minute = 60_000

/** The steps by category, each in the order of the day; none in a tournament whose rules are unknown. */
export function stepsOfDay(facts: StepFacts): DayStep[] {
  const rules = stepRules(facts.tournament.ruleSet)
  if (!rules) return []
  const entered = enteredBy(facts)
  if (entered.length === 0) return stepsInNone(facts)
  return entered.flatMap((category) => stepsIn(category, { ...facts, rules }))
}

type KnownFacts = StepFacts & { rules: StepRules }

const enteredBy = ({ athlete, categories }: StepFacts): Category[] =>
  athlete.categoryIds.flatMap((id) => categories.get(id) ?? [])

function stepsIn(category: Category, facts: KnownFacts): DayStep[] {
  const { division, start } = category
  const { podium } = facts.rules
  const own = ownMatches(category, facts)
  const place = facts.placeIn(category)
  if (!isAlone(category, own, place)) {
    if (isWithdrawn(own)) return [{ kind: 'withdrawn', category: division }]
    const medal = place !== null && place <= podium.places ? medalSteps(category, place, false, facts) : []
    return [...arrivalSteps(category, own, place !== null, facts), ...medal]
  }
  const by = start?.basis === 'weigh-in' ? start : null
  const when = { day: by?.date ?? null, time: by?.time ?? null, at: by?.at ?? null, ...(by && movedBy(by, 0)) }
  return [{ kind: 'alone', category: division, ...when, ...weighInOf(facts) }, ...medalSteps(category, 1, true, facts)]
}

function weighInOf({ tournament, rules: { weighIn } }: KnownFacts): WeighIn {
  return { tries: weighIn.tries, checks: [...weighIn.checks[isInGi(tournament) ? 'gi' : 'noGi']] }
}

/**
 * The report and weigh-in steps. An open class has neither: its athletes come from the weight classes, and its start is flexible.
 */
function arrivalSteps(
  category: Category,
  own: readonly Match[],
  isOverForAthlete: boolean,
  facts: KnownFacts,
): DayStep[] {
  const { division, start } = category
  if (isOpenClass(category.weight) || !start || start.basis === 'weigh-in') return []
  const isDone = isOverForAthlete || own.some(hasBegun)
  const reportBy = earlier(start, facts.rules.report.minutesBefore)
  return [
    { kind: 'report', category: division, ...reportBy, isDone, ...movedBy(start, facts.rules.report.minutesBefore) },
    { kind: 'weigh-in', category: division, from: reportBy.at, isDone, ...weighInOf(facts) },
  ]
}

/**
 * The podium and open class steps. An athlete alone in the division has gold after the weigh-in, and no page states when the
 * medal is handed over. Anybody else whose podium has no time received the medal long ago.
 */
function medalSteps(category: Category, place: number, alone: boolean, facts: KnownFacts): DayStep[] {
  const { rules, tournament } = facts
  const { division, podiumAt } = category
  const from = alone ? null : podiumAt
  const isLongAgo = !alone && podiumAt === null
  const podium: DayStep = { kind: 'podium', category: division, place, from, isDone: isLongAgo }
  const isQualified = !isOpenClass(category.weight) && hasOpenClass(rules, category, isInGi(tournament))
  if (!isQualified || isLongAgo) return [podium]
  const { minutes } = rules.openClass
  return [
    {
      kind: 'open-class',
      category: division,
      from,
      until: addTo(from, minutes * minute),
      minutes,
      isUnder18: isUnder18(category.age),
      isDone: enteredBy(facts).some(({ weight }) => isOpenClass(weight)),
    },
    podium,
  ]
}

const ownMatches = (category: Category, { athlete, matches }: StepFacts): OwnMatch[] =>
  matches.flatMap((match) => {
    const side = isBye(match) ? null : sideOf(match, athlete)
    const isHere = match.categoryId === null ? match.division === category.division : match.categoryId === category.id
    return side !== null && isHere ? [{ ...match, side }] : []
  })

type OwnMatch = Match & { side: 0 | 1 }

/** True for a division of one athlete: the source gives a bye and, from the start, a podium of one. */
function isAlone({ state, start, placements }: Category, own: readonly Match[], place: number | null): boolean {
  if (own.length > 0) return false
  return start?.basis === 'weigh-in' || (state === 'finished' && place !== null && placements.length === 1)
}

/**
 * True if the athlete's first match was decided by the athlete's withdrawal or disqualification before it began. In a bracket of
 * three the loser may have a second match, which then ends in the same way.
 */
function isWithdrawn(own: readonly OwnMatch[]): boolean {
  const over = own.filter(isOver)
  return over.length > 0 && over.every(({ sides, side }) => hasForfeited(sides[side]))
}

/**
 * The steps of an athlete in no category: withdrawn, or none. The source may show a withdrawn and an overweight athlete in the
 * same way: neither is in the bracket any more. An athlete who left before the first reading is only on the roster, and the
 * athlete's own list shows that there is no match. Nobody counts as withdrawn before the bracket is published.
 */
function stepsInNone({ tournament, athlete, categories, matches }: StepFacts): DayStep[] {
  if (matches.some((match) => !isBye(match))) return []
  const hasLeft =
    athlete.division === null
      ? athlete.hasEmptyList && areBracketsPublished(tournament, categories)
      : [...categories.values()].some(({ division, state }) => division === athlete.division && state !== 'none')
  return hasLeft ? [{ kind: 'withdrawn', category: athlete.division }] : []
}

/** Open classes do not count, because they are drawn on the day. */
const areBracketsPublished = (tournament: StepFacts['tournament'], categories: StepFacts['categories']): boolean =>
  tournament.import.state === 'done' &&
  categories.size > 0 &&
  [...categories.values()].every(({ state, weight }) => state !== 'none' || isOpenClass(weight))

const hasBegun = (match: Match): boolean =>
  isOver(match) || match.board === 'left' || match.rawStatus === 'started' || match.rawStatus === 'finished'

/** The venue-local date and clock, and the instant, this many minutes before a start. */
function earlier({ date, time, at }: { date: string; time: string; at?: string | null }, minutes: number) {
  const local = new Date(Date.parse(`${date}T${time}:00Z`) - minutes * minute).toISOString()
  return {
    day: local.slice(0, 10),
    time: local.slice(11, 16),
    at: at ? new Date(Date.parse(at) - minutes * minute).toISOString() : null,
  }
}

/** Where a step this many minutes before a start was before the start moved earlier; nothing without a move. */
function movedBy({ moved }: Pick<DivisionStart, 'moved'>, minutes: number): { was?: NonNullable<Moved> } {
  if (!moved) return {}
  const { day, time } = earlier(moved, minutes)
  return { was: { day, time, seenAt: moved.seenAt } }
}

/** By how many minutes a step has moved earlier; 0 without a move. */
export function movedMinutes(step: DayStep): number {
  if (!('was' in step) || !step.was || step.day === null || step.time === null) return 0
  const local = ({ day, time }: { day: string; time: string }): number => Date.parse(`${day}T${time}Z`)
  return Math.round((local(step.was) - local({ day: step.day, time: step.time })) / minute)
}

/**
 * How long before its time a report, or the weigh-in of an athlete who is alone, is shown on cards, and how long a weigh-in and a
 * podium stay there, ms.
 */
const shown = { before: 16 * 60 * minute, weighIn: 12 * 60 * minute, podium: 60 * minute }

/** `now`: the step to take. `ahead`: later. `done`: taken, or its time has passed. */
export type StepStage = 'done' | 'now' | 'ahead'

/** The stage of a step at `now` (epoch ms). A step without a time is never the one to take. */
export function stageOf(step: DayStep, now: number): StepStage {
  switch (step.kind) {
    case 'report':
      return step.isDone ? 'done' : within(now, addTo(step.at, -shown.before), step.at)
    case 'weigh-in':
      return step.isDone ? 'done' : within(now, step.from, addTo(step.from, shown.weighIn))
    case 'alone':
      return within(now, addTo(step.at, -shown.before), step.at)
    case 'podium':
      return step.isDone ? 'done' : within(now, step.from, addTo(step.from, shown.podium))
    case 'open-class':
      return step.isDone ? 'done' : within(now, step.from, step.until)
    case 'withdrawn':
      return 'done'
  }
}

/** The steps that the user wants to see. */
export const wantedSteps = (steps: readonly DayStep[], preferences: StepPreferences): DayStep[] =>
  steps.filter((step) => {
    switch (step.kind) {
      case 'report':
        return preferences.report
      case 'weigh-in':
      case 'alone':
        return preferences.weighIn
      case 'podium':
        return preferences.podium
      case 'open-class':
        return step.isUnder18 ? preferences.openClassYouth : preferences.openClass
      case 'withdrawn':
        return true
    }
  })

/** The athlete's next match. */
export type NextMatch = { division: string | null; scheduledDateTime: string | null }

/**
 * The steps for a card with the athlete's next match, null for none: those of its division, and the podium and the open class,
 * which must be taken now whatever comes next. A weigh-in without a match belongs to no card of a match, unless it is due before
 * the match.
 */
export const stepsBeside = (steps: readonly DayStep[], next: NextMatch | null): DayStep[] =>
  steps.filter(
    (step) =>
      !next ||
      step.category === next.division ||
      step.kind === 'podium' ||
      step.kind === 'open-class' ||
      (step.kind === 'alone' && instant(step.at) <= instant(next.scheduledDateTime)),
  )

/** NaN for null, so that no comparison is true. */
const instant = (iso: string | null): number => instantOf(iso ?? '')

/** By kind: which step comes first if several are to be taken; those of equal urgency by time. */
const urgency: Record<DayStep['kind'], number> = {
  'open-class': 0,
  podium: 1,
  'weigh-in': 2,
  alone: 3,
  report: 3,
  withdrawn: 4,
}

/** The one step to take at `now` (epoch ms); undefined for none. */
export const nextStep = (steps: readonly DayStep[], now: number): DayStep | undefined =>
  steps
    .filter((step) => stageOf(step, now) === 'now')
    .toSorted((a, b) => urgency[a.kind] - urgency[b.kind] || timeOf(a) - timeOf(b))[0]

/** The whole minutes until a step can no longer be taken, rounded up; 0 after that. `now` in epoch ms. */
export const minutesLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / minute))

const timeOf = (step: DayStep): number =>
  step.kind === 'withdrawn' ? 0 : Date.parse(('at' in step ? step.at : step.from) ?? '') || 0

const addTo = (at: string | null, ms: number): string | null => at && new Date(Date.parse(at) + ms).toISOString()

function within(now: number, from: string | null, until: string | null): StepStage {
  if (from === null || until === null || now < Date.parse(from)) return 'ahead'
  return now < Date.parse(until) ? 'now' : 'done'
}
