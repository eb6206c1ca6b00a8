import type { ClockChange, SimulatedClock } from './clock.ts'
import type { Fault, FaultList, FaultSpec } from './faults.ts'
import type { RequestLog, RequestReport } from './request-log.ts'
import type { AthleteAction, LateEntry, MatchAction, TournamentAction } from './tournament/commands.ts'
import { ImpossibleCommand } from './tournament/commands.ts'
import { matchLength, plannedSlot } from './tournament/match-length.ts'
import { dayIdOf, type CategoryPlan, type TournamentPlan } from './tournament/plan.ts'
import { addDays, instantOf } from './tournament/venue-time.ts'
import { truthOf, type Truth } from './truth.ts'
import type { GeneratedSite } from './generated-site.ts'

export interface ListedTournament {
  id: number
  name: string
  city: string
  timezone: string
  /** Entries of all categories; an athlete of two categories counts twice. */
  entries: number
  categories: number
  /** True while a day is in progress, according to its plan. */
  live: boolean
  /** `endsAt`: about the planned end of the day's last fight, from the number of athletes. */
  days: { id: number; date: string; opensAt: number; endsAt: number; mats: number; firstMat: number }[]
}

export interface SimulatorState {
  /** Simulated time, epoch milliseconds. */
  now: number
  /** Simulated seconds per real second; 0 while paused. */
  speed: number
  seed: number
  tournaments: ListedTournament[]
}

/** Controls a simulator in the same process; /__control offers the same over HTTP. */
export interface SimulatorControl {
  state(): SimulatorState
  clock(change: ClockChange): { now: number; speed: number }
  /** The true state of a tournament, fight by fight. Throws ImpossibleCommand for an unknown tournament. */
  truth(tournament: number): Truth
  requests(): RequestReport
  clearRequests(): void
  addFault(fault: FaultSpec): Fault
  faults(): Fault[]
  /** Removes one fault, or all of them. */
  clearFaults(id?: number): void
  match(command: { tournament: number; category: number; match: number } & MatchAction): void
  athlete(command: { tournament: number; athlete: number } & AthleteAction): void
  /** Adds a category during the event. */
  category(command: { tournament: number; add: CategoryPlan }): void
  /** Enters a new athlete after the draw. */
  entry(command: { tournament: number } & LateEntry): void
  tournament(command: { tournament: number } & TournamentAction): void
}

/** The parts that the control changes. `generated` is undefined when recorded pages are served. */
export interface Controlled {
  clock: SimulatedClock
  faults: FaultList
  log: RequestLog
  seed: number
  generated: GeneratedSite | undefined
  /** Called after every command on a tournament, because the copy of the site at an earlier time does not contain the command. */
  onCommand: () => void
}

/** Creates the control of a simulator with these parts. */
export function createControl({ clock, faults, log, seed, generated, onCommand }: Controlled): SimulatorControl {
  const requireGenerated = (): GeneratedSite => {
    if (!generated) throw new ImpossibleCommand('a recording has no tournaments to control')
    return generated
  }
  const runCommand = (tournament: number, command: Parameters<GeneratedSite['command']>[2]): void => {
    requireGenerated().command(tournament, clock.now(), command)
    onCommand()
  }
  return {
    state: () => ({
      now: clock.now(),
      speed: clock.speed,
      seed,
      tournaments: generated?.listed(clock.now()).map((plan) => listedTournament(plan, clock.now())) ?? [],
    }),
    clock: (change) => {
      clock.change(change)
      return { now: clock.now(), speed: clock.speed }
    },
    truth: (id) => {
      const tournament = requireGenerated().tournament(id, clock.now())
      if (!tournament) throw new ImpossibleCommand(`there is no tournament ${id}`)
      return truthOf(tournament)
    },
    requests: () => log.read(),
    clearRequests: () => log.clear(),
    addFault: (spec) => faults.add(spec),
    faults: () => faults.list(),
    clearFaults: (id) => faults.clear(id),
    match: ({ tournament, ...command }) => runCommand(tournament, { on: 'match', ...command }),
    athlete: ({ tournament, ...command }) => runCommand(tournament, { on: 'athlete', ...command }),
    category: ({ tournament, add }) => runCommand(tournament, { on: 'category', add }),
    entry: ({ tournament, ...command }) => runCommand(tournament, { on: 'entry', ...command }),
    tournament: ({ tournament, ...command }) => runCommand(tournament, { on: 'tournament', ...command }),
  }
}

function listedTournament(plan: TournamentPlan, now: number): ListedTournament {
  const { id, name, city, timezone, firstDay, firstMat, mats, categories } = plan
  const days = Array.from({ length: plan.days }, (_, index) => {
    const date = addDays(firstDay, index)
    const opensAt = instantOf(timezone, date, plan.opensAt)
    const endsAt = opensAt + plannedTime(plan, index + 1) / mats
    return { id: dayIdOf(plan, index), date, opensAt, endsAt: Math.round(endsAt), mats, firstMat }
  })
  return {
    id,
    name,
    city,
    timezone,
    entries: categories.reduce((sum, { athletes }) => sum + athletes, 0),
    categories: categories.length,
    live: days.some(({ opensAt, endsAt }) => now >= opensAt && now < endsAt),
    days,
  }
}

/**
 * The planned time of all fights of a day if one mat had them all, in ms. Each category counts one fight fewer than athletes; a
 * category without a day is divided equally among all days.
 */
function plannedTime({ days, categories }: TournamentPlan, day: number): number {
  return categories.reduce((sum, category) => {
    const share = category.day === undefined ? 1 / days : Number(category.day === day)
    return sum + (category.athletes - 1) * share * plannedSlot(matchLength(category))
  }, 0)
}
