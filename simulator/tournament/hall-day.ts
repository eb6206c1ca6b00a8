import type { Hall, Range } from './hall.ts'
import { plannedSlot } from './match-length.ts'
import type { Board, Day, Match, Tournament } from './model.ts'
import { decideOutcome, isFought, unfoughtShare } from './outcomes.ts'
import { randomFrom, type Random } from './random.ts'

const minute = 60_000
const noShowMinutes: Range = [0.5, 2]
/** A stop of the whole hall begins between these minutes after the opening. */
const stopAfter: Range = [60, 360]
/** A mat that breaks down does so between these minutes after the opening. */
const breakAfter: Range = [40, 300]
/** A mat starts again within these minutes after a pause. */
const resumeMinutes: Range = [0, 4]

/** A time in which no fight starts on a mat, milliseconds after the opening of the day. */
export interface Pause {
  from: number
  to: number
}

/** The pace of a day, before and after a switch; `switchesAfter` in milliseconds after the opening. */
export interface Pace {
  first: number
  later: number
  switchesAfter: number
}

const within = (random: Random, [least, most]: Range): number => least + (most - least) * random.next()

function drawPause(random: Random, after: Range, minutes: Range): Pause {
  const from = within(random, after) * minute
  return { from, to: from + within(random, minutes) * minute }
}

/** Draws the pace of a day. */
export function drawPace({ pace, paceSwitch }: Hall, random: Random): Pace {
  const mean = pace.mean + pace.sd * Math.max(-2, Math.min(2, random.normal()))
  if (!paceSwitch) return { first: mean, later: mean, switchesAfter: Infinity }
  const factor = Math.sqrt(within(random, paceSwitch.factor)) ** (random.chance(0.5) ? 1 : -1)
  return { first: mean / factor, later: mean * factor, switchesAfter: within(random, paceSwitch.after) * minute }
}

/** Draws the pauses of a day, one list for each of its mats. */
export function drawPauses({ stops, lunch, brokenMats }: Hall, random: Random, mats: number): Pause[][] {
  const common = [
    ...(random.chance(stops.share) ? [drawPause(random, stopAfter, stops.minutes)] : []),
    ...(lunch ? [drawPause(random, lunch.after, lunch.minutes)] : []),
  ]
  const indexes = Array.from({ length: mats }, (_, index) => index)
  const broken = brokenMats ? random.shuffle(indexes).slice(0, brokenMats.mats) : []
  return indexes.map((index) =>
    brokenMats && broken.includes(index) ? [...common, drawPause(random, breakAfter, brokenMats.minutes)] : common,
  )
}

/** When a mat that is in a pause at `at` can be used again; undefined outside of pauses. */
export function pauseEnd({ seed, plan }: Tournament, { day, mat, pauses }: Board, at: number): number | undefined {
  const passed = at - day.opensAt
  const pause = pauses.find(({ from, to }) => passed >= from && passed < to)
  if (!pause) return undefined
  const random = randomFrom(seed, plan.id, 'resume', day.index, mat, pause.from)
  return Math.ceil(day.opensAt + pause.to + within(random, resumeMinutes) * minute)
}

function paceAt({ opensAt, pace }: Day, at: number): number {
  return at - opensAt < pace.switchesAfter ? pace.first : pace.later
}

/**
 * Draws the turnover of a fight that starts at `at`. `turnover`: the milliseconds to the next start on its mat, if the mat does
 * not have to wait. `fight`: the milliseconds of it that the fight takes: 90 %, but at most the fight's length and a minute.
 */
export function drawTurnover(
  tournament: Tournament,
  board: Board,
  match: Match,
  at: number,
): { turnover: number; fight: number } {
  const { seed, plan } = tournament
  const { length } = match.category
  const random = randomFrom(seed, plan.id, 'turnover', match.category.id, match.n)
  const pace = (paceAt(board.day, at) * (plan.hall.paceByLength[length] ?? 1)) / (1 + plan.hall.waits.pace)
  const mean = plannedSlot(length) * pace
  const turnover = Math.round(
    drawNoShow(tournament, board, match, random)
      ? within(random, noShowMinutes) * minute
      : foughtTurnover(plan.hall, random, mean),
  )
  return { turnover, fight: Math.round(Math.min(0.9 * turnover, (length + 1) * minute)) }
}

/** Draws whether the turnover of a fight is that of a no-show; continues or begins a run of no-shows on the mat. */
function drawNoShow(tournament: Tournament, board: Board, match: Match, random: Random): boolean {
  const { noShows } = tournament.plan.hall
  const inRuns = noShows.share * noShows.inRuns
  const [least, most] = noShows.fights
  const runBegins = random.chance(inRuns / ((1 - inRuns) * ((least + most) / 2)))
  const alone = random.chance((noShows.share - inRuns) / (1 - inRuns) - unfoughtShare(tournament.plan.oddities))
  if (board.noShowsLeft > 0) {
    board.noShowsLeft -= 1
    return true
  }
  if (runBegins) board.noShowsLeft = random.int(least, most) - 1
  return runBegins || alone || !isFought(decideOutcome(tournament, match))
}

/** A stall, or a log-normal turnover. No-shows and log-normal turnovers together have the given mean and the hall's spread. */
function foughtTurnover({ noShows, spread, stalls }: Hall, random: Random, mean: number): number {
  if (random.chance(stalls.share)) return mean * within(random, stalls.turnovers)
  const short = (((noShowMinutes[0] + noShowMinutes[1]) / 2) * minute) / mean
  const relativeMean = (1 - noShows.share * short) / (1 - noShows.share)
  const square = (1 + spread ** 2 - noShows.share * short ** 2) / (1 - noShows.share)
  const logVariance = Math.log(Math.max(1, square / relativeMean ** 2))
  return mean * relativeMean * Math.exp(random.normal() * Math.sqrt(logVariance) - logVariance / 2)
}
