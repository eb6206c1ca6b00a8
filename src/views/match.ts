// Presents a match from the side of one followed athlete. Pure.
import type { MatchItem, WireMatchItem } from '#contract/match-item.ts'
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import { isBye, isOver, type Match, resultFor, type Side, sideOf, unfoughtAs } from '#domain/match.ts'
import type { Before } from '#domain/mat-line.ts'
import type { Tournament } from '#domain/tournament.ts'
import { withDisplayFields } from './display-fields.ts'

type Facts = {
  tournament: Tournament
  athlete: Athlete
  match: Match
  ahead: number | null
  before: Before | null
  now: number
}

/**
 * The item of a match from the athlete's side; null for a bye, or if the athlete is on neither side. The HTTP lists and the
 * socket share it, so that a pushed update equals a fresh load.
 */
export function presentMatch({ tournament, athlete, match, ahead, before, now }: Facts): WireMatchItem | null {
  const ownSide = sideOf(match, athlete)
  if (ownSide === null || isBye(match)) return null
  const opponent = match.sides[ownSide === 0 ? 1 : 0]
  const [winner, loser] = winnerAndLoser(match)
  const move = match.moves.at(-1)
  return withDisplayFields({
    id: match.id,
    athleteId: athlete.id,
    athleteName: athlete.name,
    athleteBelt: beltOf(athlete),
    athleteTeam: athlete.team,
    athleteBjjCompSystemId: athlete.bjjCompSystemId,
    side: ownSide === 0 ? 'first' : 'second',
    opponentName: opponent.kind === 'athlete' ? opponent.name : null,
    opponentTeam: opponent.kind === 'athlete' ? opponent.team : null,
    opponentBjjCompSystemId: opponent.kind === 'athlete' ? opponent.bjjCompSystemId : null,
    opponentFrom:
      opponent.kind === 'open' && opponent.from
        ? { takes: opponent.from.takes, fightNumber: opponent.from.fightNumber, mat: opponent.from.mat }
        : null,
    round: match.round,
    division: match.division,
    day: match.date,
    localTime: match.time,
    scheduledDateTime: match.scheduledAt,
    matNumber: match.mat,
    fightNumber: match.fightNumber,
    board: match.board,
    ahead,
    before,
    rawStatus: match.rawStatus,
    status: statusWord(match),
    result: resultFor(match, ownSide),
    winner,
    loser,
    method: methodOf(match),
    unfought: unfoughtAs(match),
    moved: move
      ? { at: move.at, fromTime: move.from.time, toTime: move.to.time, fromMat: move.from.mat, toMat: move.to.mat }
      : null,
    tournamentId: tournament.id,
    tournamentName: tournament.name,
    tournamentTimezone: tournament.timezone,
    tournamentBjjCompSystemId: tournament.bjjCompSystemId,
    timestamp: new Date(now).toISOString(),
    progressivelyUpdated: tournament.import.state !== 'done',
  })
}

function statusWord(match: Match): MatchItem['status'] {
  if (isOver(match) || match.rawStatus === 'finished') return 'finished'
  if (match.rawStatus === 'started') return 'live'
  if (match.rawStatus === 'invalid') return 'cancelled'
  if (match.rawStatus === 'assigned' || match.rawStatus === 'weighted') return match.rawStatus
  return 'upcoming'
}

/** The names of the winner and the loser; null without a winner, or for a side without an athlete. */
function winnerAndLoser(match: Match): [winner: string | null, loser: string | null] {
  const { outcome, sides } = match
  if (!outcome || !('winner' in outcome) || outcome.winner === null) return [null, null]
  const nameOf = (side: Side): string | null => (side.kind === 'athlete' ? side.name : null)
  return [nameOf(sides[outcome.winner]), nameOf(sides[outcome.winner === 0 ? 1 : 0])]
}

/** How a match ended; null for an ordinary result and for an unfinished match. */
export function methodOf(match: Pick<Match, 'sides' | 'outcome'>): MatchItem['method'] {
  const { outcome, sides } = match
  if (!outcome) return null
  if (outcome.kind !== 'won') return outcome.kind
  const loser = sides[outcome.winner === 0 ? 1 : 0]
  return loser.kind === 'athlete' ? loser.disqualification : null
}
