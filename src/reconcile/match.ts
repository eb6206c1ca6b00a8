// One match and one page's word on it: when and where, sides, and what follows from the rest.
import { isOver, type Match, type Placed, type RawStatus, type Side } from '#domain/match.ts'
import { fold } from '#domain/name.ts'
import type { LocalTime, ReadSide } from '#domain/reading.ts'
import { sameValue } from '#domain/tournament-state.ts'
import { overrules, saidUntil, type Said, type Trace, type Voice } from './provenance.ts'
import type { Draft } from './slice.ts'
import { instantAt } from './venue-time.ts'

/** A match with its trace, as it goes through a merge. */
export type Traced = { match: Match; trace: Trace }

/** What a page prints of when and where. */
export type ReadPlace = { when: LocalTime; mat: number | null; fightNumber: number | null }

/** How many moves are kept to be shown. */
export const keptMoves = 5

/** A match that only a board or a list knows yet; it keeps its id when its bracket arrives. */
export function newMatch(draft: Draft, facts: Pick<Match, 'categoryId' | 'division' | 'round' | 'sides'>): Traced {
  return {
    match: {
      id: draft.newId(),
      tournamentId: draft.slice.state.tournament.id,
      matchNumber: null,
      date: null,
      time: null,
      scheduledAt: null,
      mat: null,
      fightNumber: null,
      board: 'unseen',
      boardRank: null,
      rawStatus: null,
      outcome: null,
      moves: [],
      ...facts,
    },
    trace: { when: null, sides: null, raw: null, board: null },
  }
}

/**
 * Takes over when and where from a page, if its word is the freshest. What the page does not print stays as known. A
 * page that prints only a part does not become the one that is believed for the rest.
 */
export function withPlace({ match, trace }: Traced, read: ReadPlace, voice: Voice, draft: Draft): Traced {
  const { when, mat, fightNumber } = read
  if (when.date === null && when.time === null && mat === null && fightNumber === null) return { match, trace }
  if (!overrules(voice, trace.when, draft.slice.fetchedAt)) return { match, trace }
  const date = when.date ?? match.date
  const time = when.time ?? match.time
  // Pages that agree leave the word with whom has it: nothing to write.
  const agrees =
    date === match.date &&
    time === match.time &&
    (mat ?? match.mat) === match.mat &&
    (fightNumber ?? match.fightNumber) === match.fightNumber
  if (agrees && trace.when !== null && trace.when.page !== voice.page) return { match, trace }
  const next: Match = {
    ...match,
    date,
    time,
    mat: mat ?? match.mat,
    fightNumber: fightNumber ?? match.fightNumber,
    scheduledAt: scheduledAt(date, time, draft.slice.state.tournament.timezone, match),
  }
  const complete = (when.time !== null && mat !== null) || trace.when === null
  return {
    match: { ...next, moves: movesAfter(match, next, voice.at) },
    trace: complete ? { ...trace, when: { page: voice.page, at: null } } : trace,
  }
}

/** The instant of a venue-local date and time; reuses the match's own where nothing changed. */
function scheduledAt(date: string | null, time: string | null, zone: string | null, known: Match): string | null {
  if (date === null || time === null || zone === null) return null
  return known.scheduledAt !== null && known.date === date && known.time === time
    ? known.scheduledAt
    : instantAt(date, time, zone)
}

/** The same match in a venue whose zone became known or was corrected. */
export const inZone = (match: Match, zone: string | null): Match => ({
  ...match,
  scheduledAt:
    match.date !== null && match.time !== null && zone !== null ? instantAt(match.date, match.time, zone) : null,
})

/** A first time or mat is no move, nor is what happens to the time of a fight that is over. */
function movesAfter(was: Match, is: Match, at: number): Match['moves'] {
  const differs = (key: keyof Placed): boolean => was[key] !== null && is[key] !== null && was[key] !== is[key]
  if (isOver(is) || !(differs('time') || differs('mat') || differs('date'))) return was.moves
  const placed = ({ date, time, mat }: Match): Placed => ({ date, time, mat })
  return [...was.moves, { at: new Date(at).toISOString(), from: placed(was), to: placed(is) }].slice(-keptMoves)
}

/** A printed side as it is remembered. */
export function sideOfRead(read: ReadSide): Side {
  switch (read.kind) {
    case 'athlete': {
      const { bjjCompSystemId, name, team, seed, disqualification } = read
      return { kind: 'athlete', bjjCompSystemId, name, team, seed, disqualification }
    }
    case 'bye':
      return { kind: 'bye' }
    case 'open': {
      const { takes, fightNumber, mat, fromMatch } = read
      if (takes === null || (fightNumber === null && mat === null && fromMatch == null))
        return { kind: 'open', from: null }
      return { kind: 'open', from: { takes, fightNumber, mat, matchNumber: fromMatch ?? null } }
    }
  }
}

/** Whether two sides show one person: by id, and by name only where one of them has no id. */
export function samePerson(a: Side | ReadSide, b: Side | ReadSide): boolean {
  if (a.kind !== 'athlete' || b.kind !== 'athlete') return false
  if (a.bjjCompSystemId !== null && b.bjjCompSystemId !== null) return a.bjjCompSystemId === b.bjjCompSystemId
  return fold(a.name) === fold(b.name)
}

/**
 * What a board or a list adds to the sides: an athlete where the bracket still shows an open side, another athlete
 * where this page is the fresher one. It never takes an athlete away, and keeps the bracket's order of the two.
 */
export function withSides(
  { match, trace }: Traced,
  read: readonly [ReadSide, ReadSide],
  voice: Voice,
  draft: Draft,
): Traced {
  if (!overrules(voice, trace.sides, draft.slice.fetchedAt)) return { match, trace }
  const bracketKnows = match.matchNumber !== null
  const sides = bracketKnows ? filledSides(match.sides, read) : boardSides(match.sides, read)
  if (sameValue(sides, match.sides)) return { match, trace }
  return { match: { ...match, sides }, trace: { ...trace, sides: { page: voice.page, at: voice.at } } }
}

/** The bracket's sides, with the athletes that it does not show yet. */
function filledSides(sides: Match['sides'], read: readonly [ReadSide, ReadSide]): Match['sides'] {
  const known = read.filter((side) => side.kind === 'athlete')
  const filled: Match['sides'] = [...sides]
  for (const side of known) {
    if (filled.some((other) => samePerson(side, other))) continue
    const place = freePlace(filled, known, read.indexOf(side))
    if (place !== null) filled[place] = sideOfRead(side)
  }
  return filled
}

/** These sides with the athletes that are known for their open places. */
export function withLaterAthletes(printed: Match['sides'], known: Match['sides']): Match['sides'] {
  const sides: Match['sides'] = [...printed]
  for (const athlete of known) {
    if (athlete.kind !== 'athlete' || sides.some((side) => samePerson(side, athlete))) continue
    const open = sides.findIndex((side) => side.kind === 'open')
    if (open >= 0) sides[open] = athlete
  }
  return sides
}

/** The sides of a match that no bracket shows, in the order they were first seen in. */
function boardSides(sides: Match['sides'], read: readonly [ReadSide, ReadSide]): Match['sides'] {
  const turned = samePerson(sides[0], read[1]) || samePerson(sides[1], read[0])
  return [keptSide(sides[0], read[turned ? 1 : 0]), keptSide(sides[1], read[turned ? 0 : 1])]
}

/** Where an athlete goes who is not among the sides: the side as printed if open or wrong, else the other one. */
function freePlace(sides: readonly Side[], known: readonly ReadSide[], printed: number): 0 | 1 | null {
  const open = ([printed, 1 - printed] as (0 | 1)[]).filter((place) => sides[place]?.kind === 'open')
  if (open[0] !== undefined) return open[0]
  const wrong = ([printed, 1 - printed] as (0 | 1)[]).find(
    (place) =>
      sides[place]?.kind === 'athlete' &&
      known.length === 2 &&
      !known.some((side) => samePerson(side, sides[place] as Side)),
  )
  return wrong ?? null
}

/** Without a bracket a page's own word stands; an athlete once known is not given back for an open side. */
function keptSide(was: Side, read: ReadSide): Side {
  const is = sideOfRead(read)
  if (was.kind === 'athlete' && is.kind === 'open') return was
  if (was.kind === 'athlete' && is.kind === 'athlete' && samePerson(was, is))
    return {
      ...is,
      team: is.team ?? was.team,
      seed: is.seed ?? was.seed,
      disqualification: is.disqualification ?? was.disqualification,
      bjjCompSystemId: is.bjjCompSystemId ?? was.bjjCompSystemId,
    }
  return is
}

/** Whether a raw status says that something is still to come of the match. */
export const isPending = (raw: RawStatus | null): boolean =>
  raw !== null && ['created', 'assigned', 'weighted', 'started'].includes(raw)

/** A fight that is over is on no board, and the lists' word that it is still to come is outdated. */
export function settled({ match, trace }: Traced, draft: Draft): Traced {
  if (!isOver(match)) return { match, trace }
  const pending = isPending(match.rawStatus)
  const listed = match.board === 'listed'
  if (!listed && !pending) return { match, trace }
  // What the board said of it counts from when it was read last: it will not say it again.
  const until = (said: Said | null): Said | null =>
    listed && said && said.page === trace.board?.page ? saidUntil(said, draft.slice.fetchedAt) : said
  return {
    match: {
      ...match,
      board: listed ? 'left' : match.board,
      boardRank: listed ? null : match.boardRank,
      rawStatus: pending ? null : match.rawStatus,
    },
    trace: { ...trace, raw: pending ? null : trace.raw, when: until(trace.when), board: until(trace.board) },
  }
}
