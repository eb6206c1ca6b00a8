// Finds matches of the user's athletes that collide: two that overlap on different mats, or one after the other on one mat. Also
// makes the lanes that show the next hour. Pure; instants are epoch ms by the server's clock.
import { matchLength } from '../domain/match-length.ts'
import { type DayEntry, inOrderOfStart } from './day-list.ts'

const minute = 60_000

/**
 * The hall of a tournament, by its id: tournaments at one venue share a hall, where equal mat numbers mean the same mat. Nobody
 * can walk from one hall to another.
 */
export type HallOf = (tournamentId: number) => number

const ownHall: HallOf = (tournamentId) => tournamentId

/** The constants, with their reasons. */
const constants = {
  /** The walk from one mat to another, in minutes. */
  walk: 3,
  /** The length of a match of an unknown division, in minutes: the most frequent one. */
  usualLength: 5,
  /** A window ends this many standard deviations from its estimate: 5 % of the starts lie beyond each end. */
  windowEnd: 1.645,
  /** The standard deviation of a published time, in minutes: an hour ahead its median error is 9. */
  scheduleDeviation: 13,
  /**
   * The least probability of an overlap. Two five-minute matches four minutes apart reach 0.55 when their windows are 22 minutes
   * wide, as they are 15 minutes ahead; with a higher bound a conflict would be reported too late for a substitute to arrive. Two
   * published times at most ten minutes apart reach 0.25.
   */
  least: { sure: 0.55, likely: 0.25 },
  /**
   * Matches on different mats that start at most this far apart, in minutes, are always a likely conflict: a coach who walks in
   * between misses a beginning or an end.
   */
  close: 10,
}

/** A match with one or two of the user's athletes; if two of them meet, it is still one match. */
export type Fight<Entry extends DayEntry = DayEntry> = {
  id: number
  entries: Entry[]
  mat: number
  tournamentId: number
  /**
   * What the start is based on: the source's statement that the match is in progress, an estimate, or only the published time,
   * even if a board or the clock suggests that the match has begun (decision 002).
   */
  basis: 'on' | 'estimate' | 'schedule'
  /** The start, and the window that holds it with a probability of 90 %. */
  at: number
  early: number
  late: number
  /** Nominal, in minutes. */
  length: number
}

export type Grade = 'sure' | 'likely' | 'tight'

export type Conflict<Entry extends DayEntry = DayEntry> = {
  grade: Grade
  /** The earlier one first. */
  fights: [Fight<Entry>, Fight<Entry>]
  /** The probability of an overlap, from 0 to 1; 0 for a tight pair. */
  probability: number
}

/**
 * The conflicts among the matches that are in progress or upcoming, the earliest first.
 *
 * Two matches on different mats overlap if one begins before the other has ended (nominal length) and three minutes' walk have
 * passed. The probability follows from the windows: a start lies before its estimate as often as after it, and is normally
 * distributed on each side, with 5 % beyond the window's end; the two starts are independent. `sure`: the probability is at least
 * 0.55, so that one person can probably not see both matches. `likely`: at least 0.25, or the estimates are at most ten minutes
 * apart. `tight`: one is or may be the next after the other on the same mat. Fight numbers of two tournaments in one hall are
 * independent, so two of their matches on one mat count as tight if their starts are at most ten minutes apart. Matches in
 * different halls never conflict, because nobody can go from one hall to the other in time.
 */
export function conflictsOf<Entry extends DayEntry>(
  entries: readonly Entry[],
  now: number,
  hallOf: HallOf = ownHall,
): Conflict<Entry>[] {
  const fights = fightsOf(entries, now)
  const conflicts: Conflict<Entry>[] = []
  for (const [index, first] of fights.entries())
    for (const second of fights.slice(index + 1)) {
      if (hallOf(first.tournamentId) !== hallOf(second.tournamentId)) continue
      const isOneMat = first.mat === second.mat
      const probability = isOneMat ? 0 : overlapProbability(first, second)
      const grade = isOneMat ? gradeOnOneMat(first, second) : gradeApart(first, second, probability)
      if (grade) conflicts.push({ grade, fights: [first, second], probability })
    }
  return conflicts
}

function gradeApart(a: Fight, b: Fight, probability: number): Grade | null {
  if (probability >= constants.least.sure) return 'sure'
  return areClose(a, b) || probability >= constants.least.likely ? 'likely' : null
}

const gradeOnOneMat = (a: Fight, b: Fight): Grade | null =>
  (a.tournamentId === b.tournamentId ? areBackToBack(a, b) : areClose(a, b)) ? 'tight' : null

const areClose = (a: Fight, b: Fight): boolean => Math.abs(a.at - b.at) <= constants.close * minute

/** The matches that are in progress or upcoming and have a mat and a start, the earliest first. */
function fightsOf<Entry extends DayEntry>(entries: readonly Entry[], now: number): Fight<Entry>[] {
  const fights = new Map<number, Fight<Entry>>()
  for (const entry of inOrderOfStart(entries)) {
    const known = fights.get(entry.item.id)
    if (known) known.entries.push(entry)
    else {
      const fight = fightOf(entry, now)
      if (fight) fights.set(fight.id, fight)
    }
  }
  return [...fights.values()].toSorted((a, b) => a.at - b.at || a.id - b.id)
}

function fightOf<Entry extends DayEntry>(entry: Entry, now: number): Fight<Entry> | null {
  const { item, estimate, status } = entry
  const { id, tournamentId, matNumber: mat } = item
  if (mat === null || ['finished', 'stale', 'awaiting-result'].includes(status.kind)) return null
  const length = matchLength(item.division) ?? constants.usualLength
  const known = { id, entries: [entry], mat, tournamentId, length }
  // A match in progress began within the last `length` minutes.
  if (status.kind === 'live' && status.basis === 'source')
    return { ...known, basis: 'on', at: now - (length / 2) * minute, early: now - length * minute, late: now }
  if (estimate.at === null) return null
  // A match that has not begun begins now at the earliest. A match that no board has listed may have begun at its published time.
  const least = status.kind === 'live' && status.basis === 'schedule' ? -Infinity : now
  const at = Math.max(estimate.at, least)
  if (estimate.basis === 'estimate')
    return {
      ...known,
      basis: 'estimate',
      at,
      early: clamp(estimate.early, least, at),
      late: Math.max(estimate.late, at),
    }
  const reach = constants.windowEnd * constants.scheduleDeviation * minute
  return { ...known, basis: 'schedule', at, early: Math.max(least, at - reach), late: at + reach }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Whether one follows the other on its board or, off the board, by its fight number. */
function areBackToBack({ entries: [first] }: Fight, { entries: [second] }: Fight): boolean {
  if (!first || !second || first.item.day !== second.item.day) return false
  const [aheadOfFirst, aheadOfSecond] = [first.estimate.fightsAhead, second.estimate.fightsAhead]
  if (aheadOfFirst !== null && aheadOfSecond !== null) return Math.abs(aheadOfFirst - aheadOfSecond) === 1
  const [a, b] = [first.item, second.item]
  return a.fightNumber !== null && b.fightNumber !== null && Math.abs(a.fightNumber - b.fightNumber) === 1
}

function overlapProbability(a: Fight, b: Fight): number {
  // The difference of the starts. It grows if b starts after its estimate, or a before its own.
  const difference = b.at - a.at
  const earlier = deviation(b.at - b.early, a.late - a.at)
  const later = deviation(b.late - b.at, a.at - a.early)
  const below = (value: number): number => normal((value - difference) / (value < difference ? earlier : later))
  return below((a.length + constants.walk) * minute) - below(-(b.length + constants.walk) * minute)
}

/** The standard deviation of the difference, in ms, from the sides of the two windows that affect it. */
const deviation = (a: number, b: number): number => Math.max(1, Math.hypot(a, b) / constants.windowEnd)

/** The standard normal distribution function, accurate to 0.00002 (Abramowitz and Stegun, 26.2.16). */
function normal(z: number): number {
  const t = 1 / (1 + 0.33267 * Math.abs(z))
  const tail = ((0.4361836 - 0.1201676 * t + 0.937298 * t ** 2) * t * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  return z > 0 ? 1 - tail : tail
}

/** Matches that all overlap with each other, the earliest first; each pair is of this grade or a surer one. */
export type AtOnce<Match> = { grade: 'sure' | 'likely'; fights: Match[] }

/**
 * Groups of matches that all overlap with each other, the earliest first. Every pair is in a group of its own grade or of a more
 * certain one. A match is the same object in all its pairs.
 */
export function groupsAtOnce<Match extends { id: number; at: number }>(
  conflicts: readonly { grade: Grade; fights: readonly [Match, Match] }[],
): AtOnce<Match>[] {
  const groups: AtOnce<Match>[] = []
  for (const grade of ['sure', 'likely'] as const) {
    const pairs = conflicts.filter((each) => each.grade === 'sure' || each.grade === grade)
    const keys = new Set(pairs.map(({ fights: [a, b] }) => pairKey(a, b)))
    const candidates = [...new Set(pairs.flatMap(({ fights }) => fights))]
    for (const { fights } of pairs) {
      if (groups.some((group) => fights.every((fight) => group.fights.includes(fight)))) continue
      const group: Match[] = [...fights]
      for (const fight of candidates) if (group.every((member) => keys.has(pairKey(member, fight)))) group.push(fight)
      groups.push({ grade, fights: group.toSorted((a, b) => a.at - b.at || a.id - b.id) })
    }
  }
  return groups.toSorted((a, b) => (a.fights[0]?.at ?? 0) - (b.fights[0]?.at ?? 0))
}

const pairKey = (a: { id: number }, b: { id: number }): string => `${Math.min(a.id, b.id)}/${Math.max(a.id, b.id)}`

/** The other matches in conflict with this one, the most certain conflicts first, tight ones last. */
export function conflictsOfMatch<Entry extends DayEntry>(
  conflicts: readonly Conflict<Entry>[],
  matchId: number,
): { grade: Grade; with: Fight<Entry> }[] {
  const order: readonly Grade[] = ['sure', 'likely', 'tight']
  return conflicts
    .flatMap(({ grade, fights: [a, b] }) =>
      a.id === matchId ? { grade, with: b } : b.id === matchId ? { grade, with: a } : [],
    )
    .toSorted((a, b) => order.indexOf(a.grade) - order.indexOf(b.grade))
}

/** The time that lanes show, in ms. */
const lanesSpan = 60 * minute
/** The least width of a bar as a share of its lane; the bar of a match without a window must have space for a name. */
const leastWidth: Record<Fight['basis'], number> = { on: 0.25, estimate: 0.08, schedule: 0.25 }

/** A match on a lane: from the early to the late edge of its window, as shares of the lane from 0 to 1. */
export type Bar<Entry extends DayEntry = DayEntry> = {
  fight: Fight<Entry>
  from: number
  to: number
  /** The position of the estimate or the published time; null if it is beyond the lane. */
  at: number | null
  /** Whether the window ends after the lane. */
  endsLater: boolean
  /** Bars that would overlap are on different tracks, numbered from 0. */
  track: number
}

/** One mat over the next hour. */
export type Lane<Entry extends DayEntry = DayEntry> = {
  tournamentId: number
  tournamentName: string
  mat: number
  bars: Bar<Entry>[]
  tracks: number
}

/**
 * The lanes of the next hour, by tournament and mat: the matches in progress, and those whose window begins within it. A
 * published time has no window: its bar begins at the time.
 */
export function lanesOf<Entry extends DayEntry>(entries: readonly Entry[], now: number): Lane<Entry>[] {
  const lanes = new Map<string, Lane<Entry>>()
  for (const fight of fightsOf(entries, now)) {
    const [from, to] = fight.basis === 'schedule' ? [fight.at, fight.at] : [fight.early, fight.late]
    if (from > now + lanesSpan) continue
    const { tournamentId, mat, entries: own } = fight
    const key = `${tournamentId}/${mat}`
    const tournamentName = own[0]?.item.tournamentName ?? ''
    const lane = lanes.get(key) ?? { tournamentId, tournamentName, mat, bars: [], tracks: 0 }
    lanes.set(key, lane)
    const share = (instant: number): number => clamp((instant - now) / lanesSpan, 0, 1)
    const least = leastWidth[fight.basis]
    const start = Math.min(share(from), 1 - least)
    const bar = { fight, from: start, to: Math.max(share(to), start + least), endsLater: to > now + lanesSpan }
    const track = freeTrack(lane.bars, bar)
    lane.bars.push({ ...bar, at: fight.at > now + lanesSpan ? null : share(fight.at), track })
    lane.tracks = Math.max(lane.tracks, track + 1)
  }
  return [...lanes.values()].toSorted(
    (a, b) => a.tournamentName.localeCompare(b.tournamentName) || a.tournamentId - b.tournamentId || a.mat - b.mat,
  )
}

/** The first track on which the bar overlaps no other. */
function freeTrack(bars: readonly Bar[], { from, to }: { from: number; to: number }): number {
  const taken = new Set(bars.filter((bar) => bar.from < to && from < bar.to).map(({ track }) => track))
  let track = 0
  while (taken.has(track)) track++
  return track
}
