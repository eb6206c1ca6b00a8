// One match as one followed athlete's card shows it: the one shape in lists, on the socket and in the browser's cache.
import * as z from 'zod/mini'
import type { Athlete } from '../domain/athlete.ts'
import { beltOf } from '../domain/belt.ts'
import { isBye, isOver, type Match, rawStatuses, resultFor, type Side, sideOf } from '../domain/match.ts'
import type { Tournament } from '../domain/tournament.ts'

export const MatchItem = z.object({
  /** Our id of the match; with athleteId it identifies the card. */
  id: z.number(),
  athleteId: z.number(),
  athleteName: z.string(),
  athleteBelt: z.nullable(z.string()),
  athleteTeam: z.nullable(z.string()),
  athleteBjjCompSystemId: z.string(),
  opponentName: z.nullable(z.string()),
  opponentTeam: z.nullable(z.string()),
  opponentBjjCompSystemId: z.nullable(z.string()),
  /** The match whose winner or loser will be the opponent, while open. */
  opponentFrom: z.nullable(
    z.object({ takes: z.enum(['winner', 'loser']), fightNumber: z.nullable(z.number()), mat: z.nullable(z.number()) }),
  ),
  round: z.nullable(z.string()),
  division: z.string(),
  /** 'Sat 11/21', venue-local; null while unknown. */
  date: z.nullable(z.string()),
  /** The same with its year, '2026-11-21': what matches are sorted by where there is no instant. */
  day: z.nullable(z.string()),
  /** '02:27 PM', venue-local. */
  time: z.nullable(z.string()),
  /** 'Sat 11/21 at 02:27 PM'. */
  scheduledTime: z.nullable(z.string()),
  /** ISO instant ending in Z; null while the venue's zone is unknown. */
  scheduledDateTime: z.nullable(z.string()),
  /** 'Mat 4'. */
  mat: z.nullable(z.string()),
  matNumber: z.nullable(z.number()),
  fightNumber: z.nullable(z.number()),
  board: z.enum(['unseen', 'listed', 'left']),
  /** Listed matches before this one on its mat: 0 is on or next. Null off the board. */
  ahead: z.nullable(z.number()),
  rawStatus: z.nullable(z.enum(rawStatuses)),
  status: z.enum(['upcoming', 'assigned', 'weighted', 'live', 'finished', 'cancelled']),
  result: z.nullable(z.enum(['win', 'loss'])),
  winner: z.nullable(z.string()),
  loser: z.nullable(z.string()),
  /** How it ended when not by a plain result. */
  method: z.nullable(
    z.enum([
      'no-show',
      'overweight',
      'withdraw',
      'technical',
      'disciplinary',
      'other',
      'double-disqualification',
      'close-out',
      'not-recorded',
    ]),
  ),
  /** The latest change of when or where. */
  moved: z.nullable(
    z.object({
      at: z.string(),
      fromTime: z.nullable(z.string()),
      toTime: z.nullable(z.string()),
      fromMat: z.nullable(z.number()),
      toMat: z.nullable(z.number()),
    }),
  ),
  tournamentId: z.number(),
  tournamentName: z.string(),
  tournamentTimezone: z.nullable(z.string()),
  tournamentBjjCompSystemId: z.string(),
  /** When this item was made, ISO. */
  timestamp: z.string(),
  progressivelyUpdated: z.boolean(),
  /** The same under the push message's names (core.md section 3, push update match). */
  scheduled_time: z.nullable(z.string()),
  opponent: z.nullable(z.string()),
})
export type MatchItem = z.infer<typeof MatchItem>

type Facts = { tournament: Tournament; athlete: Athlete; match: Match; ahead: number | null; now: number }

/**
 * The item for one athlete's side of a match; null when the athlete is on neither side, or for a bye, which is never
 * fought. The presenter of both the HTTP lists and the socket, so that a push equals a fresh load.
 */
export function presentMatch({ tournament, athlete, match, ahead, now }: Facts): MatchItem | null {
  const own = sideOf(match, athlete)
  if (own === null || isBye(match)) return null
  const opponent = match.sides[own === 0 ? 1 : 0]
  const [winner, loser] = decided(match)
  const date = match.date && shortDate(match.date)
  const time = match.time && twelveHour(match.time)
  const scheduledTime = [date, time].filter(Boolean).join(' at ') || null
  const opponentName = opponent.kind === 'athlete' ? opponent.name : null
  const move = match.moves.at(-1)
  return {
    id: match.id,
    athleteId: athlete.id,
    athleteName: athlete.name,
    athleteBelt: beltOf(athlete),
    athleteTeam: athlete.team,
    athleteBjjCompSystemId: athlete.bjjCompSystemId,
    opponentName,
    opponentTeam: opponent.kind === 'athlete' ? opponent.team : null,
    opponentBjjCompSystemId: opponent.kind === 'athlete' ? opponent.bjjCompSystemId : null,
    opponentFrom:
      opponent.kind === 'open' && opponent.from
        ? { takes: opponent.from.takes, fightNumber: opponent.from.fightNumber, mat: opponent.from.mat }
        : null,
    round: match.round,
    division: match.division,
    date,
    day: match.date,
    time,
    scheduledTime,
    scheduledDateTime: match.scheduledAt,
    mat: match.mat === null ? null : `Mat ${match.mat}`,
    matNumber: match.mat,
    fightNumber: match.fightNumber,
    board: match.board,
    ahead,
    rawStatus: match.rawStatus,
    status: statusWord(match),
    result: resultFor(match, own),
    winner,
    loser,
    method: methodOf(match),
    moved: move
      ? { at: move.at, fromTime: move.from.time, toTime: move.to.time, fromMat: move.from.mat, toMat: move.to.mat }
      : null,
    tournamentId: tournament.id,
    tournamentName: tournament.name,
    tournamentTimezone: tournament.timezone,
    tournamentBjjCompSystemId: tournament.bjjCompSystemId,
    timestamp: new Date(now).toISOString(),
    progressivelyUpdated: tournament.import.state !== 'done',
    scheduled_time: scheduledTime,
    opponent: opponentName,
  }
}

function statusWord(match: Match): MatchItem['status'] {
  if (isOver(match) || match.rawStatus === 'finished') return 'finished'
  if (match.rawStatus === 'started') return 'live'
  if (match.rawStatus === 'invalid') return 'cancelled'
  if (match.rawStatus === 'assigned' || match.rawStatus === 'weighted') return match.rawStatus
  return 'upcoming'
}

function decided(match: Match): [winner: string | null, loser: string | null] {
  const { outcome, sides } = match
  if (!outcome || !('winner' in outcome) || outcome.winner === null) return [null, null]
  const nameOf = (side: Side): string | null => (side.kind === 'athlete' ? side.name : null)
  return [nameOf(sides[outcome.winner]), nameOf(sides[outcome.winner === 0 ? 1 : 0])]
}

function methodOf(match: Match): MatchItem['method'] {
  const { outcome, sides } = match
  if (!outcome) return null
  if (outcome.kind !== 'won') return outcome.kind
  const loser = sides[outcome.winner === 0 ? 1 : 0]
  return loser.kind === 'athlete' ? loser.disqualification : null
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Sat 11/21' for '2026-11-21'. */
function shortDate(date: string): string {
  const [, month, day] = date.split('-')
  return `${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]} ${month}/${day}`
}

/** '02:27 PM' for '14:27'. */
function twelveHour(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}
