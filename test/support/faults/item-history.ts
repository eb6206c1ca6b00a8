// What was true when: the change log of a tournament, played again, says of every match of some athletes from which
// change to which it was as it was. What clients showed is held against it (reliability 1.4, P2 to P4).
import type { MatchItem } from '#contract/match-item.ts'
import { presentMatch } from '#views/match.ts'
import { applyChange, type Change, type TournamentState } from '#domain/tournament-state.ts'
import type { Observation } from './viewer.ts'
import type { Sql } from '#support/sql.ts'

/** An item was so from one change up to, and without, another. */
type Span = { facts: string | null; from: number; until: number }
export type History = ReadonlyMap<string, readonly Span[]>

/** What an item says of its match, without when it was made and what is not told of far fights (rule L23). */
export function factsOf({ timestamp: _made, ahead: _far, ...facts }: MatchItem): string {
  return JSON.stringify(facts)
}

export type ChangeLogReplay = {
  /** Plays on as far as the log goes now, and tells all that was. */
  catchUp(sql: Sql): Promise<History>
}

/** Plays the log of a tournament: every item of these athletes, by '<athlete>/<match>'. */
export function replayChangeLog(tournamentId: number, athleteIds: readonly number[]): ChangeLogReplay {
  const state = { categories: new Map(), athletes: new Map(), matches: new Map() } as Partial<TournamentState>
  const history = new Map<string, Span[]>()
  let played = 0
  function play(seq: number, change: Change): void {
    played = seq
    applyChange(state as TournamentState, change)
    if (!state.tournament || change.entity === 'category') return
    const present = state as TournamentState
    const touched =
      change.entity === 'match'
        ? [change.id]
        : change.entity === 'athlete' && !athleteIds.includes(change.id)
          ? []
          : present.matches.keys()
    // Of another athlete nothing is told by an athlete's own entry.
    const touchedAthletes = change.entity === 'athlete' ? [change.id] : athleteIds
    for (const matchId of touched)
      for (const athleteId of touchedAthletes) note(history, present, athleteId, matchId, seq)
  }
  return {
    async catchUp(sql) {
      const rows = await sql<{ seq: number; payload: Change }[]>`
        select seq, payload from change_log where tournament_id = ${tournamentId} and seq > ${played} order by seq`
      for (const { seq, payload } of rows) play(seq, payload)
      return history
    },
  }
}

function note(
  history: Map<string, Span[]>,
  state: TournamentState,
  athleteId: number,
  matchId: number,
  seq: number,
): void {
  const match = state.matches.get(matchId)
  const athlete = state.athletes.get(athleteId)
  const item =
    match && athlete ? presentMatch({ tournament: state.tournament, athlete, match, ahead: null, now: 0 }) : null
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
 * What a client must never have seen: something that was never so; something that was over when it was told; something
 * older after something newer; at a position, something that had changed before it. Sentences, none when all is well.
 * What was so twice may be meant either way: a client is believed until neither can be.
 */
export function violationsOf(seen: readonly Observation[], history: History): string[] {
  const violations: string[] = []
  /** What is shown of each item: the spans in which it was so, and by what it was told. */
  const shown = new Map<string, { spans: readonly Span[]; told: string }>()
  for (const each of seen) {
    if (each.kind === 'stood') {
      for (const [key, { spans, told }] of shown) {
        const until = Math.max(...spans.map((span) => span.until))
        if (until > each.seq) continue
        const next = history.get(key)?.find(({ from }) => from === until)
        const fate = next?.facts === null ? 'it was removed' : 'it changed'
        violations.push(
          `lost: at position ${each.seq} ${key} is shown as it was until ${fate} at ${until}, told by ${told}`,
        )
      }
      continue
    }
    const { key, facts, seq, source: from } = each
    if (facts === null) {
      shown.delete(key)
      continue
    }
    const told = `${from} at ${seq}`
    const everSo = (history.get(key) ?? []).filter((span) => span.facts === facts)
    // A list may be newer than the position that it names, a message says how things are at its own.
    const spans = everSo.filter(({ from: since, until }) => seq < until && (from === 'list' || since <= seq))
    if (spans.length === 0) {
      violations.push(`${everSo.length === 0 ? 'invented' : 'out of date'}: ${key} by ${told}: ${facts}`)
      continue
    }
    const known = shown.get(key)
    const earliest = known ? Math.min(...known.spans.map((span) => span.from)) : 0
    const later = spans.filter((span) => span.from >= earliest)
    if (later.length === 0) violations.push(`went back: ${key} by ${told}`)
    shown.set(key, { spans: later.length === 0 ? spans : later, told })
  }
  return violations
}
