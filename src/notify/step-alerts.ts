// Alerts about the steps of an athlete's day that have a deadline: half an hour before the time to report, when that time has moved
// earlier, and when the time to register for the open class begins. Each causes one alert to each user. Pure.
import { type Alert, isWanted } from '#domain/alert.ts'
import { clockAt } from '#domain/instant.ts'
import { type DeliveredStep, isAlertedEarlier } from '#domain/match-news.ts'
import { type DayStep, defaultSteps, movedMinutes, stageOf, wantedSteps } from '#domain/steps.ts'
import type { AlertFollower, Followers, NewAlert, StepChoices } from '#store'
import { presentSteps } from '#views/steps.ts'

type AlertedStep = Extract<DayStep, { kind: 'report' | 'open-class' }>

/** A step that can cause an alert now. */
export type StepFact = {
  kind: 'step'
  key: string
  athlete: { id: number; name: string }
  step: AlertedStep
  /** The ids of the users to alert: those who follow the athlete and want the step. */
  users: ReadonlySet<number>
  /** The deadline, in epoch ms. */
  until: number
  /** The deadline as venue-local 'HH:MM'. */
  time: string
  /** Whether the deadline is so near that each user is alerted once. */
  isNear: boolean
  /** The time to report before it moved earlier, and when the last move was seen, in epoch ms; null without a move. */
  moved: { from: number; seenAt: number } | null
}

/** A step that is news to some users. `earlier`: the minutes by which the time has moved since the last alert, if that is news. */
export type StepNews = StepFact & { earlier: number | null }

const minute = 60_000
/** How long before the time to report the alert is sent. */
const reportNotice = 30 * minute
/** An alert about a move that is sent so long before the time to report replaces the alert before that time. */
const moveIsNotice = 45 * minute
const minUsefulFor = 5 * minute

type Alerted = { held: Parameters<typeof presentSteps>[0]; followers: Followers; steps: StepChoices }

/** The steps of the followed athletes that can cause an alert at `now` (epoch ms). */
export function stepFacts({ held, followers, steps }: Alerted, now: number): StepFact[] {
  const { athletes, tournament } = held.state
  return [...followers].flatMap(([id, userIds]) => {
    const athlete = athletes.get(id)
    if (!athlete) return []
    return presentSteps(held, athlete).flatMap((step) => {
      const until = deadlineOf(step)
      if (!isAlerted(step) || until === null || stageOf(step, now) !== 'now') return []
      const isNear = step.kind !== 'report' || until - now <= reportNotice
      const moved = moveOf(step, until)
      if (!isNear && !moved) return []
      const isWantedBy = (userId: number): boolean => wantedSteps([step], steps.get(userId) ?? defaultSteps).length > 0
      const users = new Set(userIds.filter(isWantedBy))
      if (users.size === 0) return []
      return {
        kind: 'step',
        key: `step ${step.kind} ${id} ${step.category}`,
        athlete: { id, name: athlete.name },
        step,
        users,
        until,
        time: clockAt(until, tournament.timezone ?? 'UTC'),
        isNear,
        moved,
      } satisfies StepFact
    })
  })
}

/**
 * A step that is near causes one alert to each user, however often its time changes. A time to report that has moved earlier since
 * the last alert causes one to all users, by the rule for matches. Returns the users to alert and the minutes of the move.
 */
export function newsOfStep(
  delivered: DeliveredStep | undefined,
  { step, users: wanted, until, isNear, moved }: Pick<StepFact, 'step' | 'users' | 'until' | 'isNear' | 'moved'>,
  now: number,
): { delivered: DeliveredStep | undefined; users: ReadonlySet<number>; earlier: number | null } {
  const before = delivered?.reportBy ? Date.parse(delivered.reportBy) : moved?.from
  const minutes = moved && before ? Math.round((before - until) / minute) : 0
  const earlier = isAlertedEarlier(minutes, (until - now) / minute) ? minutes : null
  // A process of an earlier version alerts all users at once, and does not record them.
  const known = delivered && !delivered.users ? wanted : new Set(delivered?.users)
  const unnoticed = [...wanted].filter((id) => !known.has(id))
  const users = earlier === null ? new Set(isNear ? unnoticed : []) : wanted
  if (users.size === 0) return { delivered, users, earlier: null }
  const isNotice = isNear || isSoon({ until }, now)
  const reportBy = earlier === null && delivered ? delivered.reportBy : new Date(until).toISOString()
  const next: DeliveredStep = {
    at: delivered?.at ?? new Date(now).toISOString(),
    ...((!delivered || delivered.users) && { users: [...known, ...(isNotice ? unnoticed : [])] }),
    ...(step.kind === 'report' && reportBy && { reportBy }),
  }
  return { delivered: next, users, earlier }
}

/** The alerts for a user; athletes who report at the same time share one alert. */
export function stepAlerts(
  facts: readonly StepNews[],
  tournamentId: number,
  follower: AlertFollower,
  now: number,
): NewAlert[] {
  const wanted = facts.filter(
    (fact) =>
      fact.users.has(follower.userId) &&
      isNewTo(follower, fact, now) &&
      wantedSteps([fact.step], follower.steps).length > 0,
  )
  // The quiet hours apply to steps, too. `near` is set because steps have preferences of their own.
  if (!isWanted({ ...follower.preferences, near: true }, ['near'], now)) return []
  const groups = Map.groupBy(wanted, ({ step, time, earlier, athlete }) =>
    step.kind === 'report' ? `${time} ${earlier}` : athlete.id,
  )
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const alert: Alert = {
      about: 'step',
      tournamentId,
      step: first.step.kind,
      athletes: [first, ...others].map(({ athlete }) => athlete),
      division: first.step.category,
      time: first.time,
      ...(first.earlier !== null && { earlier: first.earlier }),
    }
    const { step, time, athlete } = first
    const tag = `${step.kind === 'report' ? `report-${time.replace(':', '')}` : 'open-class'}-${athlete.id}`
    const usefulFor = Math.max(minUsefulFor, first.until - now)
    return follower.deviceIds.map((deviceId) => ({
      deviceId,
      tag,
      alert,
      urgent: first.step.kind === 'open-class',
      usefulFor,
    }))
  })
}

/** A user who began to follow after the move saw its time; the alert before the deadline is for all. */
const isNewTo = ({ since }: AlertFollower, { athlete, isNear, moved, until }: StepNews, now: number): boolean => {
  const began = since.get(athlete.id)
  return began !== undefined && (isNear || isSoon({ until }, now) || (moved !== null && began <= moved.seenAt))
}

const isSoon = ({ until }: Pick<StepFact, 'until'>, now: number): boolean => until - now <= moveIsNotice

/** Small moves cause no alert, so they are no facts. */
function moveOf(step: DayStep, until: number): StepFact['moved'] {
  const minutes = movedMinutes(step)
  if (step.kind !== 'report' || !step.was || !isAlertedEarlier(minutes, 0)) return null
  return { from: until + minutes * minute, seenAt: Date.parse(step.was.seenAt) }
}

const isAlerted = (step: DayStep): step is AlertedStep => step.kind === 'report' || step.kind === 'open-class'

/** In epoch ms; null for a step without a deadline, or if it is unknown. */
const deadlineOf = (step: DayStep): number | null => {
  const until = step.kind === 'report' ? step.at : step.kind === 'open-class' ? step.until : null
  return until === null ? null : Date.parse(until)
}
