import type { ClockChange, SimulatedClock } from './clock.ts'
import type { Fault, FaultBook, FaultOrder } from './faults.ts'
import type { RequestLog, RequestReport } from './request-log.ts'
import type { AthleteAction, MatchAction, TournamentAction } from './tournament/commands.ts'
import { ImpossibleCommand } from './tournament/commands.ts'
import { dayIdOf, type CategoryPlan, type TournamentPlan } from './tournament/plan.ts'
import { addDays, instantOf } from './tournament/venue-time.ts'
import { truthOf, type Truth } from './truth.ts'
import type { WorldSite } from './world-site.ts'

export interface ListedTournament {
  id: number
  name: string
  city: string
  timezone: string
  /** Entries of all categories; an athlete of two categories counts twice. */
  entries: number
  categories: number
  /** Whether a day is being fought now, by its plan. */
  live: boolean
  /** `endsAt`: when the last fight of the day should be over, by the plan. */
  days: { id: number; date: string; opensAt: number; endsAt: number; mats: number; firstMat: number }[]
}

export interface SimulatorState {
  /** Simulated time, epoch milliseconds. */
  now: number
  /** Simulated seconds for each real second; 0 while paused. */
  speed: number
  seed: number
  tournaments: ListedTournament[]
}

/** Steers a simulator from the same process; /__control offers the same over HTTP. */
export interface SimulatorControl {
  state(): SimulatorState
  clock(change: ClockChange): { now: number; speed: number }
  /** Every fight of a tournament as it really is. Throws ImpossibleCommand for an unknown one. */
  truth(tournament: number): Truth
  requests(): RequestReport
  clearRequests(): void
  addFault(fault: FaultOrder): Fault
  faults(): Fault[]
  /** Takes one fault back, or all. */
  clearFaults(id?: number): void
  match(order: { tournament: number; category: number; match: number } & MatchAction): void
  athlete(order: { tournament: number; athlete: number } & AthleteAction): void
  /** Adds a category that is made on the day. */
  category(order: { tournament: number; add: CategoryPlan }): void
  tournament(order: { tournament: number } & TournamentAction): void
}

/** The parts that are steered. `world` is missing where recorded pages are served. */
export interface Controlled {
  clock: SimulatedClock
  faults: FaultBook
  log: RequestLog
  seed: number
  world: WorldSite | undefined
  /** Called after every command, because a copy of the world in the past is out of date then. */
  changed: () => void
}

export function createControl({ clock, faults, log, seed, world, changed }: Controlled): SimulatorControl {
  const requireWorld = (): WorldSite => {
    if (!world) throw new ImpossibleCommand('a recording has no tournaments to steer')
    return world
  }
  const steer = (tournament: number, command: Parameters<WorldSite['command']>[2]): void => {
    requireWorld().command(tournament, clock.now(), command)
    changed()
  }
  return {
    state: () => ({
      now: clock.now(),
      speed: clock.speed,
      seed,
      tournaments: world?.listed(clock.now()).map((plan) => listedTournament(plan, clock.now())) ?? [],
    }),
    clock: (change) => {
      clock.change(change)
      return { now: clock.now(), speed: clock.speed }
    },
    truth: (id) => {
      const tournament = requireWorld().tournament(id, clock.now())
      if (!tournament) throw new ImpossibleCommand(`there is no tournament ${id}`)
      return truthOf(tournament)
    },
    requests: () => log.read(),
    clearRequests: () => log.clear(),
    addFault: (order) => faults.add(order),
    faults: () => faults.list(),
    clearFaults: (id) => faults.clear(id),
    match: ({ tournament, ...order }) => steer(tournament, { on: 'match', ...order }),
    athlete: ({ tournament, ...order }) => steer(tournament, { on: 'athlete', ...order }),
    category: ({ tournament, add }) => steer(tournament, { on: 'category', add }),
    tournament: ({ tournament, ...order }) => steer(tournament, { on: 'tournament', ...order }),
  }
}

function listedTournament(plan: TournamentPlan, now: number): ListedTournament {
  const { id, name, city, timezone, firstDay, firstMat, mats, categories, fightMinutes } = plan
  const days = Array.from({ length: plan.days }, (_, index) => {
    const date = addDays(firstDay, index)
    const opensAt = instantOf(timezone, date, plan.opensAt)
    const endsAt = opensAt + (fightsOfDay(plan, index + 1) / mats) * fightMinutes * 60_000
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

/** Every fight takes one athlete out of a category; those without a day are shared out evenly. */
function fightsOfDay({ days, categories }: TournamentPlan, day: number): number {
  return categories.reduce((sum, category) => {
    const share = category.day === undefined ? 1 / days : Number(category.day === day)
    return sum + (category.athletes - 1) * share
  }, 0)
}
