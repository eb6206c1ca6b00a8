// Merges a bracket page: the tree of one category with its results and podium. Only this page has the results of matches.
import { isOver, type Match } from '#domain/match.ts'
import type { BracketMatch, BracketReading } from '#domain/reading.ts'
import { roundOfMatch, treeSizeFor } from '#domain/round.ts'
import type { Category } from '#domain/tournament.ts'
import { mergeEntrants } from './athletes.ts'
import type { Draft } from './draft.ts'
import { mergeDraw } from './draw.ts'
import { unite, uniteDuplicates } from './duplicates.ts'
import { closedIfOver, newMatch, withPlace } from './match.ts'
import { pairUp, type Row } from './match-identity.ts'
import type { TracedMatch } from './provenance.ts'
import { outcomeOf, podiumOf } from './results.ts'
import { sidesOf, withLaterAthletes } from './sides.ts'

/**
 * Merges a bracket page: the category with its podium, the entrants, the draw and the matches. Does nothing for an unknown
 * category whose title could not be read.
 */
export function mergeBracket(draft: Draft, reading: BracketReading): void {
  const known = draft.findCategory(reading.page.category)
  if (!known && !reading.division) return
  const before = known ? draft.matchesOf(known, known.division) : []
  // An incomplete page removes nothing; nor does an empty one once there are results.
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
  mergeDraw(draft, category, reading, isComplete)

  const stored = draft.matchesOf(category, category.division)
  const numbered = new Map(
    stored.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
  )
  const size = Math.max(
    reading.treeSize ?? treeSizeFor(Math.max(0, ...tree.map((match) => match.matchNumber))),
    isComplete ? 0 : treeSizeFor(Math.max(0, ...numbered.keys())),
  )
  const unnumbered = unnumberedByPlace(stored, tree, size, category)
  for (const shown of tree) {
    const own = numbered.get(shown.matchNumber)
    // The feeders that the reader derived from a tree that is cut off are wrong.
    const usable = isComplete || reading.treeSize === size ? shown : withoutFeeders(shown)
    const base = baseOf(draft, shown, category, own, unnumbered.get(shown.matchNumber))
    mergeMatch(draft, usable, base, {
      categoryId: category.id,
      division: category.division,
      matchNumber: shown.matchNumber,
      round: roundOfMatch(shown.matchNumber, size),
      outcome: outcomeOf(shown, category.placements, tree) ?? (isComplete ? null : (own?.outcome ?? null)),
    })
  }
  if (isComplete) dropMissing(draft, stored, new Set(tree.map((match) => match.matchNumber)))
}

/**
 * The page's category: the stored one, or a new one if the page's title is readable. An incomplete page removes no bracket or
 * podium and does not finish the category; the page is read again until it is complete.
 */
function mergeCategory(
  draft: Draft,
  reading: BracketReading,
  known: Category | undefined,
  isComplete: boolean,
  before: readonly Match[],
): Category {
  const shownState = reading.matches.length === 0 ? 'none' : reading.placements.length > 0 ? 'finished' : 'bracket'
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
      start: null,
      podiumAt: null,
    }),
    ...reading.division,
    state: isComplete ? shownState : stateBefore === 'none' && shownState !== 'none' ? 'bracket' : stateBefore,
    placements: !isComplete && known && placements.length < known.placements.length ? known.placements : placements,
  }
  const dated = { ...category, podiumAt: podiumTime(draft, category, known, before) }
  draft.putCategory(dated)
  return dated
}

/** A podium that is first read later than this, in ms, after the start of the last match has no known time. */
const podiumDelay = 30 * 60_000

/**
 * If the last reading without the podium (of the bracket page, or of a board that listed one of its matches) is longer ago than
 * this, in ms, the time of that reading counts as the podium's.
 */
const podiumUncertainty = 3 * 60_000

/**
 * When the podium became known: at the reading that first shows it. After a gap between readings, the time of the last reading
 * without a podium, because the time to register for the open class may have begun then. Null without a podium, and if the
 * podium's time is unknown.
 */
function podiumTime(
  draft: Draft,
  { placements }: Category,
  known: Category | undefined,
  before: readonly Match[],
): string | null {
  if (known?.podiumAt || placements.length === 0) return known?.podiumAt ?? null
  if (known?.state !== 'bracket' || known.placements.length > 0) return null
  const lastStart = Math.max(
    ...before.flatMap(({ scheduledAt }) => (scheduledAt === null ? [] : Date.parse(scheduledAt))),
  )
  const { page } = draft
  if (page.fetchedAt - lastStart > podiumDelay) return null
  const earlierStatements = [page.statement(), ...before.map(({ id }) => draft.trace(id).board)]
  const lastWithoutPodium = Math.max(...earlierStatements.map((statement) => page.timeOf(statement)))
  if (lastWithoutPodium === -Infinity) return null
  const isGap = page.fetchedAt - lastWithoutPodium > podiumUncertainty
  return new Date(isGap ? lastWithoutPodium : page.fetchedAt).toISOString()
}

const withoutFeeders = (match: BracketMatch): BracketMatch => ({
  ...match,
  sides: match.sides.map((side) =>
    side.kind === 'open' ? { ...side, fromMatch: null } : side,
  ) as BracketMatch['sides'],
})

/** The matches that only boards and lists have shown, by their match number in the tree. */
function unnumberedByPlace(
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
      isOfBracket: true,
    }))
  return new Map([...pairUp(rows, () => unnumbered)].map(([row, match]) => [row.matchNumber, match]))
}

/**
 * The stored match to merge into: the one with this number (`own`), united with the unnumbered one at its place; else a new match.
 */
function baseOf(
  draft: Draft,
  shown: BracketMatch,
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
        sides: sidesOf(shown.sides),
      })
}

/** Merges a match as shown on the page; `facts` are those for which only the bracket is the authority. */
function mergeMatch(draft: Draft, shown: BracketMatch, { match, trace }: TracedMatch, facts: Partial<Match>): void {
  // A board or list that was fetched later may already show the athlete of a side that is open on this page.
  const isNewer = draft.page.supersedes(trace.sides)
  const printed = sidesOf(shown.sides)
  const base: TracedMatch = {
    match: { ...match, ...facts, sides: isNewer ? printed : withLaterAthletes(printed, match.sides) },
    trace: { ...trace, sides: isNewer ? draft.page.statement() : trace.sides },
  }
  const merged = closedIfOver(withPlace(base, shown, draft), draft)
  draft.putMatch(merged.match, merged.trace)
}

/**
 * Removes the category's matches that the bracket does not show. A match without a number stays while a board lists it, or while
 * the bracket shows no match at all.
 */
function dropMissing(draft: Draft, before: readonly Match[], shown: ReadonlySet<number>): void {
  for (const { id } of before) {
    const match = draft.match(id)
    if (!match) continue
    const stays =
      match.matchNumber !== null ? shown.has(match.matchNumber) : shown.size === 0 || match.board === 'listed'
    if (!stays) draft.dropMatch(id)
  }
}
