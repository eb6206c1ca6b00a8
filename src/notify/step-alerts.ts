// Alerts about the steps of an athlete's day that have a deadline: half an hour before the time to report, and when the time to
// register for the open class begins. Each causes one alert to each user. Pure.
import { type Alert, isWanted } from '#domain/alert.ts'
import { clockAt } from '#domain/instant.ts'
import type { DeliveredStep } from '#domain/match-news.ts'
import { type DayStep, defaultSteps, stageOf, wantedSteps } from '#domain/steps.ts'
import type { AlertFollower, Followers, NewAlert, StepChoices } from '#store'
import { presentSteps } from '#views/steps.ts'

type AlertedStep = Extract<DayStep, { kind: 'report' | 'open-class' }>

/** A step that is to be alerted now. */
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
}

const minute = 60_000
/** How long before the time to report the alert is sent. */
const reportNotice = 30 * minute
const minUsefulFor = 5 * minute

type Alerted = { held: Parameters<typeof presentSteps>[0]; followers: Followers; steps: StepChoices }

/** The steps of the followed athletes that are to be alerted at `now` (epoch ms). */
export function stepFacts({ held, followers, steps }: Alerted, now: number): StepFact[] {
  const { athletes, tournament } = held.state
  return [...followers].flatMap(([id, userIds]) => {
    const athlete = athletes.get(id)
    if (!athlete) return []
    return presentSteps(held, athlete).flatMap((step) => {
      const until = deadlineOf(step)
      if (!isAlerted(step) || until === null || stageOf(step, now) !== 'now') return []
      if (step.kind === 'report' && until - now > reportNotice) return []
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
      } satisfies StepFact
    })
  })
}

/** A step causes one alert to each user, however often its time changes. Returns those of the `wanted` users who have had none. */
export function newsOfStep(
  delivered: DeliveredStep | undefined,
  wanted: ReadonlySet<number>,
  now: number,
): { delivered: DeliveredStep; users: ReadonlySet<number> } {
  // A process of an earlier version alerts all users at once, and does not record them.
  if (delivered && !delivered.users) return { delivered, users: new Set() }
  const alerted = new Set(delivered?.users)
  const users = [...wanted].filter((id) => !alerted.has(id))
  const at = delivered?.at ?? new Date(now).toISOString()
  return { delivered: { at, users: [...alerted, ...users] }, users: new Set(users) }
}

/** The alerts for a user; athletes who report at the same time share one alert. */
export function stepAlerts(
  facts: readonly StepFact[],
  tournamentId: number,
  follower: AlertFollower,
  now: number,
): NewAlert[] {
  const wanted = facts.filter(
    ({ athlete, step, users }) =>
      users.has(follower.userId) && follower.since.has(athlete.id) && wantedSteps([step], follower.steps).length > 0,
  )
  // The quiet hours apply to steps, too. `near` is set because steps have preferences of their own.
  if (!isWanted({ ...follower.preferences, near: true }, ['near'], now)) return []
  const groups = Map.groupBy(wanted, ({ step, time, athlete }) =>
    step.kind === 'report' ? `report-${time.replace(':', '')}` : `open-class-${athlete.id}`,
  )
  return [...groups].flatMap(([group, [first, ...others]]) => {
    if (!first) return []
    const alert: Alert = {
      about: 'step',
      tournamentId,
      step: first.step.kind,
      athletes: [first, ...others].map(({ athlete }) => athlete),
      division: first.step.category,
      time: first.time,
    }
    const tag = first.step.kind === 'report' ? `${group}-${first.athlete.id}` : group
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

const isAlerted = (step: DayStep): step is AlertedStep => step.kind === 'report' || step.kind === 'open-class'

/** In epoch ms; null for a step without a deadline, or if it is unknown. */
const deadlineOf = (step: DayStep): number | null => {
  const until = step.kind === 'report' ? step.at : step.kind === 'open-class' ? step.until : null
  return until === null ? null : Date.parse(until)
}
