// A bracket page: the whole tree of one category with its results and its podium. The only page that says how a match
// ended.
import { isOver, type Match } from '#domain/match.ts'
import type { BracketMatch, BracketReading } from '#domain/reading.ts'
import { roundOfMatch, treeSizeFor } from '#domain/round.ts'
import type { Category } from '#domain/tournament.ts'
import { mergeEntrants } from './athletes.ts'
import type { Draft } from './draft.ts'
import { unite, uniteDuplicates } from './duplicates.ts'
import { closedIfOver, newMatch, withPlace } from './match.ts'
import { pairUp, type Row } from './match-identity.ts'
import type { TracedMatch } from './provenance.ts'
import { outcomeOf, podiumOf } from './results.ts'
import { sidesOf, withLaterAthletes } from './sides.ts'

export function mergeBracket(draft: Draft, reading: BracketReading): void {
  const known = draft.findCategory(reading.page.category)
  if (!known && !reading.division) return
  const before = known ? draft.matchesOf(known, known.division) : []
  // Where a part of the page is missing nothing is gone, and what was fought does not come to nothing.
  const isComplete = reading.verdict === 'whole' && !(reading.matches.length === 0 && before.some(isOver))
  const category = mergeCategory(draft, reading, known, isComplete, before)
  uniteDuplicates(draft)
  const tree = [...new Map(reading.matches.map((match) => [match.matchNumber, match])).values()]
  mergeEntrants(
    draft,
    category,
    tree.flatMap((match) => match.sides),
    isComplete && tree.length > 0,
  )

  const stored = draft.matchesOf(category, category.division)
  const numbered = new Map(
    stored.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
  )
  const size = Math.max(
    reading.treeSize ?? treeSizeFor(Math.max(0, ...tree.map((match) => match.matchNumber))),
    isComplete ? 0 : treeSizeFor(Math.max(0, ...numbered.keys())),
  )
  const unnumbered = placesOfUnnumbered(stored, tree, size, category)
  for (const read of tree) {
    const own = numbered.get(read.matchNumber)
    // In a tree that the page does not show to its end other matches feed this one than the page makes believe.
    const shown = isComplete || reading.treeSize === size ? read : withoutFeeders(read)
    const begun = beginning(draft, read, category, own, unnumbered.get(read.matchNumber))
    mergeMatch(draft, shown, begun, {
      categoryId: category.id,
      division: category.division,
      matchNumber: read.matchNumber,
      round: roundOfMatch(read.matchNumber, size),
      outcome: outcomeOf(read, category.placements, tree) ?? (isComplete ? null : (own?.outcome ?? null)),
    })
  }
  if (isComplete) dropMissing(draft, stored, new Set(tree.map((match) => match.matchNumber)))
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
  const placements = podiumOf(reading, isComplete ? people : [...before.flatMap((match) => match.sides), ...people])
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

/** The places in the tree, by match number, of the matches that only boards and lists know yet. */
function placesOfUnnumbered(
  stored: readonly Match[],
  tree: readonly BracketMatch[],
  size: number,
  category: Category,
): Map<number, Match> {
  const unnumbered = stored.filter((match) => match.matchNumber === null)
  if (unnumbered.length === 0) return new Map()
  const rows = tree
    .filter((match) => !match.sides.some((side) => side.kind === 'bye'))
    .map((match): Row & BracketMatch => ({
      ...match,
      category,
      division: category.division,
      round: roundOfMatch(match.matchNumber, size),
      ofBracket: true,
    }))
  return new Map([...pairUp(rows, () => unnumbered)].map(([row, match]) => [row.matchNumber, match]))
}

/** The match to go on from: the tree's own, with what is known of an unnumbered one in its place; else a new one. */
function beginning(
  draft: Draft,
  read: BracketMatch,
  category: Category,
  own: Match | undefined,
  unnumbered: Match | undefined,
): TracedMatch {
  if (own && unnumbered) return unite(draft, own, unnumbered)
  const known = own ?? unnumbered
  return known
    ? draft.traced(known)
    : newMatch(draft, {
        categoryId: category.id,
        division: category.division,
        round: null,
        sides: sidesOf(read.sides),
      })
}

/** Puts in a match as the page shows it; `facts` are those of which the bracket alone has the say. */
function mergeMatch(draft: Draft, read: BracketMatch, { match, trace }: TracedMatch, facts: Partial<Match>): void {
  // A board or list read later than this page may know an athlete whom the page still shows as open.
  const isNewer = draft.page.overrules(trace.sides)
  const printed = sidesOf(read.sides)
  const begun: TracedMatch = {
    match: { ...match, ...facts, sides: isNewer ? printed : withLaterAthletes(printed, match.sides) },
    trace: { ...trace, sides: isNewer ? draft.page.statement() : trace.sides },
  }
  const merged = closedIfOver(withPlace(begun, read, draft), draft)
  draft.putMatch(merged.match, merged.trace)
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
