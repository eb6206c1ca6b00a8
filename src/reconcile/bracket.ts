// A bracket page: the whole tree of one category with its results and its podium. The only page that says how a match
// ended.
import { isOver, type Match, type Outcome, type Side } from '#domain/match.ts'
import { fold } from '#domain/name.ts'
import type { BracketMatch, BracketReading, ReadSide } from '#domain/reading.ts'
import { roundOfMatch, treeSizeFor } from '#domain/round.ts'
import type { Category, Placement } from '#domain/tournament.ts'
import { pairUp, type Row } from './match-identity.ts'
import { mergeEntrants } from './athletes.ts'
import { newMatch, settled, sideOfRead, withLaterAthletes, withPlace, type Traced } from './match.ts'
import { saidAt, type Voice } from './provenance.ts'
import { united, uniteTwins } from './duplicates.ts'
import type { Draft } from './slice.ts'

export function mergeBracket(draft: Draft, reading: BracketReading, voice: Voice): void {
  const known = draft.findCategory(reading.page.category)
  if (!known && !reading.division) return
  const before = known ? draft.matchesOf(known, known.division) : []
  // Where a part of the page is missing nothing is gone, and what was fought does not come to nothing.
  const isComplete = reading.verdict === 'whole' && !(reading.matches.length === 0 && before.some(isOver))
  const category = mergeCategory(draft, reading, known, isComplete, before)
  uniteTwins(draft)
  const read = [...new Map(reading.matches.map((match) => [match.matchNumber, match])).values()]
  mergeEntrants(
    draft,
    category,
    read.flatMap((match) => match.sides),
    isComplete && read.length > 0,
  )

  const stored = draft.matchesOf(category, category.division)
  const numbered = new Map(
    stored.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
  )
  const size = Math.max(
    reading.treeSize ?? treeSizeFor(Math.max(0, ...read.map((match) => match.matchNumber))),
    isComplete ? 0 : treeSizeFor(Math.max(0, ...numbered.keys())),
  )
  const adopted = adoptable(stored, read, size, category)
  for (const match of read) {
    const own = numbered.get(match.matchNumber)
    const begun = begin(draft, match, own, adopted.get(match.matchNumber), category)
    const outcome = outcomeOf(match, category, read) ?? (isComplete ? null : (own?.outcome ?? null))
    // In a tree that the page does not show to its end other matches feed this one than the page makes believe.
    const shown = isComplete || reading.treeSize === size ? match : withoutFeeders(match)
    const merged = withBracket(begun, shown, outcome, category, roundOfMatch(match.matchNumber, size), voice, draft)
    draft.putMatch(merged.match, merged.trace)
  }
  if (isComplete) dropMissing(draft, stored, new Set(read.map((match) => match.matchNumber)))
}

/**
 * The page's category: known from the index, or (with a readable title) made from the page itself. An incomplete page
 * neither takes a bracket or a podium away nor ends the category: the page is read again until it is whole.
 */
function mergeCategory(
  draft: Draft,
  reading: BracketReading,
  known: Category | undefined,
  isComplete: boolean,
  before: readonly Match[],
): Category {
  const shown = reading.matches.length === 0 ? 'none' : reading.placements.length > 0 ? 'finished' : 'bracket'
  const stateBefore = known?.state ?? 'none'
  const people = reading.matches.flatMap((match) => match.sides)
  const placements = placementsOf(reading, isComplete ? people : [...before.flatMap((match) => match.sides), ...people])
  const category: Category = {
    ...(known ?? {
      id: draft.newId(),
      tournamentId: draft.slice.state.tournament.id,
      bjjCompSystemId: reading.page.category,
      division: '',
      age: '',
      gender: '',
      belt: '',
      weight: '',
    }),
    ...reading.division,
    state: isComplete ? shown : stateBefore === 'none' && shown !== 'none' ? 'bracket' : stateBefore,
    placements: !isComplete && known && placements.length < known.placements.length ? known.placements : placements,
  }
  draft.putCategory(category)
  return category
}

const withoutFeeders = (match: BracketMatch): BracketMatch => ({
  ...match,
  sides: match.sides.map((side) =>
    side.kind === 'open' ? { ...side, fromMatch: null } : side,
  ) as BracketMatch['sides'],
})

/** Which board-only matches are which of the tree's. */
function adoptable(
  before: readonly Match[],
  read: readonly BracketMatch[],
  size: number,
  category: Category,
): Map<number, Match> {
  const loose = before.filter((match) => match.matchNumber === null)
  if (loose.length === 0) return new Map()
  const rows: (Row & { matchNumber: number })[] = read
    .filter((match) => !match.sides.some((side) => side.kind === 'bye'))
    .map((match) => ({
      ...match,
      group: String(category.id),
      round: roundOfMatch(match.matchNumber, size),
      ofBracket: true,
    }))
  return new Map([...pairUp(rows, () => loose)].map(([row, match]) => [row.matchNumber, match]))
}

/** The match to go on from: the tree's own; with a board-only twin, what the board says of that; else a new one. */
function begin(
  draft: Draft,
  read: BracketMatch,
  own: Match | undefined,
  twin: Match | undefined,
  category: Category,
): Traced {
  if (!own && !twin)
    return newMatch(draft, {
      categoryId: category.id,
      division: category.division,
      round: null,
      sides: [sideOfRead(read.sides[0]), sideOfRead(read.sides[1])],
    })
  if (!own || !twin) {
    const match = (own ?? twin) as Match
    return { match, trace: draft.trace(match.id) }
  }
  const one = united(draft, own, twin)
  draft.dropMatch(twin.id)
  return one
}

function withBracket(
  begun: Traced,
  read: BracketMatch,
  outcome: Outcome | null,
  category: Category,
  round: string | null,
  voice: Voice,
  draft: Draft,
): Traced {
  const { match, trace } = begun
  // A board or list read later than this page may know an athlete whom the page still shows as open.
  const laterKnows =
    trace.sides !== null && trace.sides.page !== voice.page && saidAt(trace.sides, draft.slice.fetchedAt) > voice.at
  const printed: Match['sides'] = [sideOfRead(read.sides[0]), sideOfRead(read.sides[1])]
  const sides: Match['sides'] = laterKnows ? withLaterAthletes(printed, match.sides) : printed
  return settled(
    withPlace(
      {
        match: {
          ...match,
          categoryId: category.id,
          division: category.division,
          matchNumber: read.matchNumber,
          round,
          sides,
          outcome,
        },
        trace: { ...trace, sides: laterKnows ? trace.sides : { page: voice.page, at: null } },
      },
      read,
      voice,
      draft,
    ),
    draft,
  )
}

/**
 * How the page says that a match ended: by loser marks alone. One without a mark is over nevertheless when one of its
 * athletes already stands in a later match of the tree, or on the podium.
 */
function outcomeOf(read: BracketMatch, category: Category, tree: readonly BracketMatch[]): Outcome | null {
  const [a, b] = read.sides
  if (a.kind === 'bye' || b.kind === 'bye') return null
  const lost = (side: ReadSide): boolean => side.kind === 'athlete' && side.loser
  if (lost(a) && lost(b)) return { kind: 'double-disqualification' }
  if (lost(a)) return { kind: 'won', winner: 1 }
  if (lost(b)) return { kind: 'won', winner: 0 }
  if (category.placements.length === 0) return hasGoneOn(read, tree) ? { kind: 'not-recorded' } : null
  const teamMates =
    a.kind === 'athlete' && b.kind === 'athlete' && a.team !== null && b.team !== null && fold(a.team) === fold(b.team)
  if (!read.isFinal || !teamMates) return { kind: 'not-recorded' }
  const first = category.placements.find((placement) => placement.place === 1)
  const winner = [a, b].findIndex((side) => first && isPlaced(sideOfRead(side), first))
  return { kind: 'close-out', winner: winner === 0 || winner === 1 ? winner : null }
}

const hasGoneOn = (match: BracketMatch, tree: readonly BracketMatch[]): boolean => {
  const idOf = (side: ReadSide): string | null => (side.kind === 'athlete' ? side.bjjCompSystemId : null)
  const people = match.sides.map(idOf).filter((id) => id !== null)
  return tree.some(
    (later) => later.matchNumber > match.matchNumber && later.sides.some((side) => people.includes(idOf(side) ?? '')),
  )
}

const isPlaced = (side: Side, placement: Placement): boolean =>
  side.kind === 'athlete' &&
  (placement.athleteBjjCompSystemId !== null
    ? side.bjjCompSystemId === placement.athleteBjjCompSystemId
    : fold(side.name) === fold(placement.name))

/** Podium rows with the athlete's id, where name and team (or the name alone) fit exactly one of the bracket's sides. */
function placementsOf(reading: BracketReading, sides: readonly (Side | ReadSide)[]): Placement[] {
  const people = new Map<string, { name: string; team: string }>()
  for (const side of sides)
    if (side.kind === 'athlete' && side.bjjCompSystemId !== null)
      people.set(side.bjjCompSystemId, { name: fold(side.name), team: fold(side.team ?? '') })
  return reading.placements.map(({ place, name, team }) => {
    const sameName = [...people].filter(([, person]) => person.name === fold(name))
    const sameTeam = sameName.filter(([, person]) => person.team === fold(team))
    const [found] = sameTeam.length === 1 ? sameTeam : sameName.length === 1 ? sameName : []
    return { place, name, team, athleteBjjCompSystemId: found?.[0] ?? null }
  })
}

/** Inside its category the bracket is the authority: what it does not show is gone, unless a board still lists it. */
function dropMissing(draft: Draft, before: readonly Match[], shown: ReadonlySet<number>): void {
  for (const { id } of before) {
    const match = draft.match(id)
    if (!match) continue
    const stays =
      match.matchNumber !== null ? shown.has(match.matchNumber) : shown.size === 0 || match.board === 'listed'
    if (!stays) draft.dropMatch(id)
  }
}
