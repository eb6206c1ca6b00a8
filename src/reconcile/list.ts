// A by_competitor or by_club list: the matches that somebody can still reach, with the source's own word on each.
import type { Match } from '#domain/match.ts'
import { parseDivision } from '#domain/division.ts'
import type { CompetitorRow, ListReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { pairUp, withoutRepeats, type Row } from './match-identity.ts'
import { enterAthlete } from './athletes.ts'
import { newMatch, settled, sideOfRead, withPlace, withSides, type Traced } from './match.ts'
import { overrules, saidUntil, type Voice } from './provenance.ts'
import { uniteTwins } from './duplicates.ts'
import type { Draft } from './slice.ts'

type ListRow = Row & CompetitorRow & { category: Category | undefined }

export function mergeList(draft: Draft, reading: ListReading, voice: Voice): void {
  uniteTwins(draft)
  const rows = withoutRepeats(reading.rows.map((row) => asRow(draft, row)))
  const byGroup = new Map(rows.map((row) => [row.group, row]))
  const known = pairUp(rows, (group) => {
    const row = byGroup.get(group)
    return row ? draft.matchesOf(row.category, row.division) : []
  })
  const told = new Set<number>()
  for (const row of rows) {
    const match = mergeRow(draft, row, known.get(row), voice)
    if (match) told.add(match.id)
  }
  if (reading.verdict === 'whole') silence(draft, voice, told)
}

const asRow = (draft: Draft, row: CompetitorRow): ListRow => {
  const category =
    (row.categoryId === null ? undefined : categoryFor(draft, row.categoryId, row.division)) ??
    draft.categoryOf(row.division)
  return { ...row, category, group: category ? String(category.id) : row.division }
}

/** The category a row links to; a list can be the first page to show a category of the day. */
export function categoryFor(draft: Draft, bjjCompSystemId: string, division: string): Category | undefined {
  const known = draft.findCategory(bjjCompSystemId)
  if (known) return known
  const parts = parseDivision(division)
  if (!parts) return undefined
  const category: Category = {
    id: draft.newId(),
    tournamentId: draft.slice.state.tournament.id,
    bjjCompSystemId,
    division,
    ...parts,
    state: 'none',
    placements: [],
  }
  draft.putCategory(category)
  return category
}

function mergeRow(draft: Draft, row: ListRow, known: Match | undefined, voice: Voice): Match | undefined {
  const people = row.sides.some((side) => side.kind === 'athlete')
  // Once a bracket is known it has every fight; an open one that fits none of them is not there any more.
  if (!known && !people && row.category && row.category.state !== 'none') return undefined
  for (const side of row.sides) enterAthlete(draft, side, row.category, row.division)
  const sides: Match['sides'] = [sideOfRead(row.sides[0]), sideOfRead(row.sides[1])]
  const begun: Traced = known
    ? { match: known, trace: draft.trace(known.id) }
    : newMatch(draft, {
        categoryId: row.category?.id ?? null,
        division: row.category?.division ?? row.division,
        round: row.round,
        sides,
      })
  const linked: Traced = {
    match: { ...begun.match, categoryId: begun.match.categoryId ?? row.category?.id ?? null },
    trace: begun.trace,
  }
  const placed = withPlace(withSides(linked, row.sides, voice, draft), row, voice, draft)
  const heard = overrules(voice, placed.trace.raw, draft.slice.fetchedAt)
    ? {
        match: { ...placed.match, rawStatus: row.rawStatus },
        trace: { ...placed.trace, raw: { page: voice.page, at: null } },
      }
    : placed
  const { match, trace } = settled(heard, draft)
  draft.putMatch(match, trace)
  return match
}

/** A match that this list told of and tells of no more: its status is withdrawn, its when and where grow old. */
function silence(draft: Draft, voice: Voice, told: ReadonlySet<number>): void {
  for (const match of draft.slice.state.matches.values()) {
    if (told.has(match.id)) continue
    const trace = draft.trace(match.id)
    const isRaw = trace.raw?.page === voice.page
    const isWhen = trace.when?.page === voice.page && trace.when.at === null
    if (isRaw || isWhen)
      draft.putMatch(isRaw ? { ...match, rawStatus: null } : match, {
        ...trace,
        raw: isRaw ? null : trace.raw,
        when: trace.when && isWhen ? saidUntil(trace.when, draft.slice.fetchedAt) : trace.when,
      })
  }
}
