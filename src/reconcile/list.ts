// Merges a list by competitor or club: matches with the source's raw status.
import type { Match } from '#domain/match.ts'
import type { CompetitorRow, ListReading } from '#domain/reading.ts'
import { categoryFor } from './categories.ts'
import type { Draft } from './draft.ts'
import { uniteDuplicates } from './duplicates.ts'
import { closedIfOver, matchOfRow } from './match.ts'
import { pairUp, withoutRepeats, type Row } from './match-identity.ts'

type ListRow = Row & CompetitorRow

/** Merges one list; withdraws the raw status of matches that a wholly read list no longer shows. */
export function mergeList(draft: Draft, reading: ListReading): void {
  uniteDuplicates(draft)
  const rows = withoutRepeats(reading.rows.map((row) => withCategory(draft, row)))
  const known = pairUp(rows, ({ category, division }) => draft.matchesOf(category, division))
  const shown = new Set<number>()
  for (const row of rows) {
    const match = mergeRow(draft, row, known.get(row))
    if (match) shown.add(match.id)
  }
  if (reading.verdict !== 'whole') return
  withdrawMissing(draft, shown)
  noteEmptyList(draft, reading)
}

/** If this is the list of an athlete without a division, records whether it is empty. */
function noteEmptyList(draft: Draft, { page, rows }: ListReading): void {
  const athlete = page.kind === 'competitor' ? draft.findAthlete(page.competitor) : undefined
  if (athlete?.division === null) draft.putAthlete({ ...athlete, hasEmptyList: rows.length === 0 })
}

/** A row with the category that it links to, else with the one of its division. */
const withCategory = (draft: Draft, row: CompetitorRow): ListRow => ({
  ...row,
  category:
    (row.categoryId === null ? undefined : categoryFor(draft, row.categoryId, row.division)) ??
    draft.categoryOf(row.division),
})

/** Merges a row, and its raw status if this list is the most recent page with one; undefined if no match is stored for the row. */
function mergeRow(draft: Draft, row: ListRow, known: Match | undefined): Match | undefined {
  const placed = matchOfRow(draft, row, known)
  if (!placed) return undefined
  const { match, trace } = closedIfOver(
    draft.page.supersedes(placed.trace.raw)
      ? {
          match: { ...placed.match, rawStatus: row.rawStatus },
          trace: { ...placed.trace, raw: draft.page.statement() },
        }
      : placed,
    draft,
  )
  draft.putMatch(match, trace)
  return match
}

/**
 * Withdraws the raw status of matches that this list no longer shows. The statement of their time and place ends at the list's
 * previous reading.
 */
function withdrawMissing(draft: Draft, shown: ReadonlySet<number>): void {
  const { page } = draft
  for (const match of draft.slice.state.matches.values()) {
    if (shown.has(match.id)) continue
    const trace = draft.trace(match.id)
    const hasStatedRaw = page.stated(trace.raw)
    const hasStatedWhen = page.stated(trace.when) && trace.when?.at === null
    if (hasStatedRaw || hasStatedWhen)
      draft.putMatch(hasStatedRaw ? { ...match, rawStatus: null } : match, {
        ...trace,
        raw: hasStatedRaw ? null : trace.raw,
        when: hasStatedWhen ? page.ended(trace.when) : trace.when,
      })
  }
}
