// Alerts to the devices of an athlete's followers: their content, and the users' preferences. match-news.ts decides which
// changes of a match or a podium cause an alert.
import { clockAt } from './instant.ts'
import { isOver, type Match, resultFor, type Side, sideOf, type Unfought, unfoughtAs } from './match.ts'
import type { Athlete } from './athlete.ts'
import type { MatchNews } from './match-news.ts'

/**
 * near: the match is in progress, due, ten minutes away, or two fights and at most half an hour away. moved: its time or mat has
 * changed. conflict: two matches at once on different mats. result: a result or a medal. entry: who enters, and who withdraws.
 */
export const alertKinds = ['near', 'moved', 'conflict', 'result', 'entry'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The content of an alert as data. Its text is made for the language of each device. */
export type Alert =
  | {
      about: 'match'
      tournamentId: number
      matchId: number
      news: MatchNews
      /** The one or two athletes of the match whom the user follows; with two, `opponent` is null. */
      athletes: { id: number; name: string }[]
      opponent: string | null
      mat: number | null
      /** Venue-local 'HH:MM', 24 h. */
      time: string | null
      /** The estimated start and its window, venue-local 'HH:MM'; null for none. Absent in alerts of an earlier version. */
      estimate?: { time: string; from: string; to: string } | null
      /** Matches before this one on its mat; null off the board. */
      ahead: number | null
      round: string | null
      /** The result of the first athlete. */
      result: 'win' | 'loss' | null
      /** Why the match was not fought; null if it was. Absent in alerts of an earlier version. */
      unfought?: Unfought | null
      /** The winner's name; needed when both are followed. */
      winner: string | null
      /** The first athlete's place on the podium; null if the match did not decide it. */
      place: number | null
    }
  | {
      about: 'medal'
      tournamentId: number
      athletes: [{ id: number; name: string }]
      division: string
      place: number
      /** True if another place was known before. */
      corrected: boolean
    }
  /**
   * Matches on different mats that all overlap with each other, the earliest first. Times are venue-local 'HH:MM': estimated if
   * `isEstimate`, else published. `pairs`: the conflicts that no earlier alert has reported, as pairs of match ids, the
   * smaller id first.
   */
  | {
      about: 'conflict'
      tournamentId: number
      pairs: [number, number][]
      matches: { athletes: { id: number; name: string }[]; mat: number; time: string; isEstimate: boolean }[]
    }
  /** Athletes whom the user follows in another tournament have entered this one. */
  | { about: 'entry'; tournamentId: number; tournament: string; athletes: { id: number; name: string }[] }
  /** The changes of a followed team in a tournament since the last alert about the team. `entered`: it had no entry before. */
  | {
      about: 'team'
      tournamentId: number
      tournament: string
      team: string
      entered: boolean
      joined: number
      withdrew: number
    }
  /**
   * A step of the day whose deadline is near, or a time to report that has moved earlier; `time` is venue-local 'HH:MM'. Several
   * athletes only if they report at the same time, which has moved alike for all of them; `division` is then that of the first
   * one.
   */
  | {
      about: 'step'
      tournamentId: number
      step: 'report' | 'open-class'
      athletes: { id: number; name: string }[]
      division: string
      time: string
      /** By how many minutes the time to report has moved earlier; absent if it has not. */
      earlier?: number
    }
  | { about: 'test' }

/**
 * Times 'HH:MM' in the user's zone (IANA name); they span midnight if `from` is later than `to`. Without a zone they do not apply: an
 * alert at the wrong time is better than none.
 */
export type QuietHours = { from: string; to: string; timezone: string | null }

/** Which kinds of alerts a user wants, and the quiet hours, in which the user wants none. */
export type AlertPreferences = Record<AlertKind, boolean> & { quiet: QuietHours | null }

/** The preferences of a user who has not changed any. */
export const defaultPreferences: AlertPreferences = {
  near: true,
  moved: true,
  conflict: true,
  result: true,
  entry: true,
  quiet: null,
}

/** True if the user wants one of the kinds, and `now` (epoch ms) is not in the quiet hours. */
export const isWanted = (preferences: AlertPreferences, kinds: readonly AlertKind[], now: number): boolean =>
  kinds.some((kind) => preferences[kind]) && !(preferences.quiet && isQuiet(preferences.quiet, now))

function isQuiet({ from, to, timezone }: QuietHours, now: number): boolean {
  if (timezone === null) return false
  const time = clockAt(now, timezone)
  return from <= to ? from <= time && time < to : from <= time || time < to
}

type MatchAlert = Extract<Alert, { about: 'match' }>
type Place = { athleteId: number; place: number }

/**
 * The alert about a match for a user who follows `athletes`, one or both of its sides; undefined if none of them is on a side.
 * `places`: the podium places that the match decided; `estimate`: see `Alert`.
 */
export function matchAlert(
  match: Match,
  ahead: number | null,
  news: MatchNews,
  athletes: readonly Athlete[],
  places: readonly Place[],
  estimate: MatchAlert['estimate'] = null,
): MatchAlert | undefined {
  const followed = athletes
    .flatMap((athlete) => {
      const side = sideOf(match, athlete)
      return side === null ? [] : [{ side, athlete }]
    })
    .toSorted((one, other) => one.side - other.side)
  const [first] = followed
  if (!first) return undefined
  const { outcome } = match
  return {
    about: 'match',
    tournamentId: match.tournamentId,
    matchId: match.id,
    news,
    athletes: followed.map(({ athlete: { id, name } }) => ({ id, name })),
    opponent: followed.length > 1 ? null : nameOf(match.sides[first.side === 0 ? 1 : 0]),
    mat: match.mat,
    time: match.time,
    estimate,
    ahead,
    round: match.round,
    result: isOver(match) ? resultFor(match, first.side) : null,
    unfought: unfoughtAs(match),
    winner:
      outcome && 'winner' in outcome && outcome.winner !== null ? nameOf(match.sides[outcome.winner] ?? null) : null,
    place: places.find(({ athleteId }) => athleteId === first.athlete.id)?.place ?? null,
  }
}

const nameOf = (side: Side | null): string | null => (side?.kind === 'athlete' ? side.name : null)
