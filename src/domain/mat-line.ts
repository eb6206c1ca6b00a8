// The matches before each match on its mat, counted from the first match of the day, so that the number stays the same when a
// match ends. The matches ahead now are those before a match minus those that have left the board (hall-record.ts). Pure.
import { aheadOf } from './mat-records.ts'
import { isBye, type Match } from './match.ts'
import { matchLength } from './match-length.ts'
import { meanTurnover } from './turnover.ts'

/** A number of matches, and the sum of their expected turnovers at pace 1, minutes. */
export type Left = { fights: number; turnovers: number }

/** `breaks`: planned breaks after the listed matches before this one, minutes. */
export type Before = Left & { breaks: number }

export type MatLine = {
  /** The matches that have left the board: in progress, over, or decided without a fight. */
  left: Left
  /** By match id, for each listed match. */
  before: ReadonlyMap<number, Before>
}

/** The line of one mat and day. `unlisted`: of these only the matches that left the board count; `listed`: in board order. */
export function matLine(unlisted: Iterable<Match>, listed: readonly Match[]): MatLine {
  const left = { fights: 0, turnovers: 0 }
  for (const match of unlisted) {
    if (match.board !== 'left' || isBye(match)) continue
    left.fights++
    left.turnovers += meanTurnover(matchLength(match.division))
  }
  const ahead = aheadOf(pendingOf(listed))
  const before = new Map(
    listed.map(({ id }, index) => {
      const { fights = 0, turnovers = 0, breaks = 0 } = ahead[index] ?? {}
      return [
        id,
        {
          fights: left.fights + fights,
          turnovers: tenth(left.turnovers + turnovers),
          breaks: Math.round(breaks),
        },
      ]
    }),
  )
  return { left: { fights: left.fights, turnovers: tenth(left.turnovers) }, before }
}

/** The listed matches in the form that the estimator takes. */
export const pendingOf = (listed: readonly Match[]): { length: number | null; publishedAt: number | null }[] =>
  listed.map(({ division, scheduledAt }) => ({
    length: matchLength(division),
    publishedAt: scheduledAt === null ? null : Date.parse(scheduledAt),
  }))

const tenth = (minutes: number): number => Math.round(minutes * 10) / 10
