// The true history of match items, replayed from a tournament's change log: each item's content, with the changes at which it
// began and ended. The observations of the clients are checked against it (reliability 1.4, P2 to P4).
import type { MatchItem, WireMatchItem } from '#contract/match-item.ts'
import { withoutDisplayFields } from '#views/display-fields.ts'
import { presentMatch } from '#views/match.ts'
import { applyChange, type Change, type TournamentState } from '#domain/tournament-state.ts'
import type { Observation } from './viewer.ts'
import type { Sql } from '#support/sql.ts'

/** An item had these facts from change `from` until before change `until`; if `facts` is null, it did not exist. */
type Span = { facts: string | null; from: number; until: number }
export type History = ReadonlyMap<string, readonly Span[]>

/**
 * An item without its timestamp, its display fields (rule L51), and what depends on other matches: `ahead` (rule L23) and
 * `before`.
 */
export function factsOf(item: MatchItem): string {
  const {
    timestamp: _timestamp,
    ahead: _ahead,
    before: _before,
    ...facts
  } = withoutDisplayFields(item as WireMatchItem)
  return JSON.stringify(facts)
}

export type ChangeLogReplay = {
  /** Replays what was appended to the log since the last call, and returns the whole history. */
  catchUp(sql: Sql): Promise<History>
}

/** Replays the change log of a tournament into the items of these athletes, by '<athlete>/<match>'. */
export function replayChangeLog(tournamentId: number, athleteIds: readonly number[]): ChangeLogReplay {
  const state = { categories: new Map(), athletes: new Map(), matches: new Map() } as Partial<TournamentState>
  const history = new Map<string, Span[]>()
  let lastSeq = 0
  function replay(seq: number, change: Change): void {
    lastSeq = seq
    applyChange(state as TournamentState, change)
    if (!state.tournament || change.entity === 'category') return
    const present = state as TournamentState
    const matchIds =
      change.entity === 'match'
        ? [change.id]
        : change.entity === 'athlete' && !athleteIds.includes(change.id)
          ? []
          : present.matches.keys()
    // A change of an athlete affects only that athlete's items.
    const changedAthletes = change.entity === 'athlete' ? [change.id] : athleteIds
    for (const matchId of matchIds)
      for (const athleteId of changedAthletes) recordItem(history, present, athleteId, matchId, seq)
  }
  return {
    async catchUp(sql) {
      const rows = await sql<{ seq: number; payload: Change }[]>`
        select seq, payload from change_log where tournament_id = ${tournamentId} and seq > ${lastSeq} order by seq`
      for (const { seq, payload } of rows) replay(seq, payload)
      return history
    },
  }
}

/** Begins a new span of an item if its facts have changed. */
function recordItem(
  history: Map<string, Span[]>,
  state: TournamentState,
  athleteId: number,
  matchId: number,
  seq: number,
): void {
  const match = state.matches.get(matchId)
  const athlete = state.athletes.get(athleteId)
  const item =
    match && athlete
      ? presentMatch({ tournament: state.tournament, athlete, match, ahead: null, before: null, now: 0 })
      : null
  const facts = item && factsOf(item)
  const key = `${athleteId}/${matchId}`
  const spans = history.get(key) ?? []
  const last = spans.at(-1)
  if ((last?.facts ?? null) === facts) return
  if (last) last.until = seq
  spans.push({ facts, from: seq, until: Infinity })
  history.set(key, spans)
}

/**
 * What a client must never show, one sentence each: an item that never existed (invented), one that does not match the position
 * of its message or list (out of date), an older one after a newer one (went back), or one that changed at or before the
 * position that the client has reached (lost).
 */
export function violationsOf(observations: readonly Observation[], history: History): string[] {
  const violations: string[] = []
  /** What the client shows: the span of each item, and the list or message that contained it. */
  const shown = new Map<string, { span: Span; origin: string }>()
  for (const each of observations) {
    if (each.kind === 'position') {
      for (const [key, { span, origin }] of shown) {
        if (span.until > each.seq) continue
        const next = history.get(key)?.find(({ from }) => from === span.until)
        const change = next?.facts ? `${differingFields(span.facts, next.facts)} changed` : 'it was removed'
        violations.push(
          `lost: at position ${each.seq} ${key} is shown as it was until ${change} at ${span.until}, by the ${origin}`,
        )
      }
      continue
    }
    const { key, facts, seq, source } = each
    if (facts === null) {
      shown.delete(key)
      continue
    }
    const origin = `${source} at ${seq}`
    const matching = (history.get(key) ?? []).filter((span) => span.facts === facts)
    const span = matching.find(({ from, until }) => from <= seq && seq < until)
    if (!span) violations.push(`${matching.length === 0 ? 'invented' : 'out of date'}: ${key} by ${origin}: ${facts}`)
    else if (span.from < (shown.get(key)?.span.from ?? 0)) violations.push(`went back: ${key} by ${origin}`)
    if (span) shown.set(key, { span, origin })
  }
  return violations
}

/** The names of an item's changed fields; 'it' if the facts have no fields. */
function differingFields(before: string | null | undefined, after: string): string {
  if (!before?.startsWith('{')) return 'it'
  const one = JSON.parse(before) as Record<string, unknown>
  const other = JSON.parse(after) as Record<string, unknown>
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).join(', ')
}
