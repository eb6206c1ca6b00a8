import type { TeamsPlan } from './clubs.ts'
import { halls, type Hall } from './hall.ts'
import { addDays, instantOf } from './venue-time.ts'
import type { Belt, Gender, Weight } from './vocabulary.ts'

/**
 * A planned special result in a category: team-mates who do not fight their final, a final without a recorded result, or the
 * given ending of the category's first fight.
 */
export type SpecialResult = 'close-out' | 'unrecorded-final' | 'double-dq' | 'no-show' | 'overweight'

/** One category of a planned tournament. */
export interface CategoryPlan {
  /** The id in the category's address. Default: derived from the tournament's id. */
  id?: number
  /** The English age division, such as 'Adult' or 'Master 2'. */
  age: string
  gender: Gender
  belt: Belt
  weight: Weight
  /** Number of athletes, 1 to 64. */
  athletes: number
  /** Ids of athletes who are among the entrants, for an open class that is added by command or entered by medallists. */
  members?: readonly number[]
  /** The day of its fights, from 1. Default: the days are filled evenly. */
  day?: number
  /** The mat numbers of its fights. Default: the mats with the fewest fights. */
  mats?: readonly number[]
  /**
   * The venue time ('12:30') on its day at which it is created, for open classes that are created during the event from athletes
   * of the weight divisions.
   */
  appearsAt?: string
  specialResult?: SpecialResult
  /**
   * Athletes who enter first, by numbers from 0 to 23. In this division, a number means the same person in all tournaments of a
   * simulator.
   */
  regulars?: readonly number[]
}

/** A planned tournament: everything except the people, the draw and the results. */
export interface TournamentPlan {
  /** The id in every address of the tournament. */
  id: number
  name: string
  city: string
  state: string
  country: string
  /** IANA name of the venue's zone. No page shows it; the event list gives the city. */
  timezone: string
  /** The venue's date of the first day, YYYY-MM-DD. */
  firstDay: string
  /** How many days it lasts. */
  days: number
  /** The venue time at which a day's first fights start. */
  opensAt: string
  /** The number of the first mat; the others follow. */
  firstMat: number
  mats: number
  /** How closely its fights follow the plan. */
  hall: Hall
  /** The colour of the match cards on its pages; it has no meaning. */
  cardColour: 'blue' | 'yellow'
  /** Hours before the first fight at which the tournament appears on the home page. */
  listedHoursBefore: number
  /** Hours before the first fight at which days, programme, athletes and brackets are published. */
  publishedHoursBefore: number
  /** Hours after the last day's opening from which it is off the home page and its pages answer 404. */
  goneHoursAfter: number
  /**
   * How often irregularities occur: 0 is never (apart from special results and the hall's moves, every fight has a winner, and no
   * number or mat changes), 1 is as often as at a real tournament.
   */
  oddities: number
  /** The teams, and how many athletes each enters. */
  teams: TeamsPlan
  /** How many athletes enter, and how many withdraw, between the publication and the first day's opening. */
  lateEntries: number
  withdrawals: number
  /**
   * Who enters an open class that is created during the event: any athletes of the weight divisions, or those who have a medal by
   * then.
   */
  openClass: 'anyone' | 'medallists'
  categories: readonly CategoryPlan[]
}

/** A plan with defaults for everything except the categories. Default of `firstDay`: the day on which the simulator starts. */
export type PlanDraft = Partial<TournamentPlan> & { categories: readonly CategoryPlan[] }

/**
 * Completes a draft with defaults: one day on two mats in Houston that opens at 09:30, in a calm hall, without oddities, late
 * entries and withdrawals. `today` returns the venue's date for a draft without a first day.
 */
export function completePlan(draft: PlanDraft, today: (timezone: string) => string): TournamentPlan {
  const id = draft.id ?? 3105
  const timezone = draft.timezone ?? 'America/Chicago'
  const firstDay = draft.firstDay ?? today(timezone)
  return {
    id,
    name: `Houston Open Jiu-Jitsu Championship ${firstDay.slice(0, 4)}`,
    city: 'Houston',
    state: 'Texas',
    country: 'United States',
    days: 1,
    opensAt: '09:30',
    firstMat: 1,
    mats: 2,
    hall: halls.calm,
    cardColour: 'blue',
    listedHoursBefore: 96,
    publishedHoursBefore: 36,
    goneHoursAfter: 48,
    oddities: 0,
    teams: 'even',
    lateEntries: 0,
    withdrawals: 0,
    openClass: 'anyone',
    ...draft,
    timezone,
    firstDay,
  }
}

const dayIdsPerTournament = 10

/** The id of a day (from 0) in its address. */
export function dayIdOf(plan: TournamentPlan, index: number): number {
  return plan.id * dayIdsPerTournament + index + 1
}

/** When a tournament is listed, published, opened and removed, epoch milliseconds. */
export function hoursOf(plan: TournamentPlan): {
  opensAt: number
  listedFrom: number
  publishedFrom: number
  goneFrom: number
} {
  const hour = 3_600_000
  const opensAt = instantOf(plan.timezone, plan.firstDay, plan.opensAt)
  const lastDay = instantOf(plan.timezone, addDays(plan.firstDay, plan.days - 1), plan.opensAt)
  return {
    opensAt,
    listedFrom: opensAt - plan.listedHoursBefore * hour,
    publishedFrom: opensAt - plan.publishedHoursBefore * hour,
    goneFrom: lastDay + plan.goneHoursAfter * hour,
  }
}
