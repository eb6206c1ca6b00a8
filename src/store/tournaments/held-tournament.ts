// One tournament in a process's memory: its state, its position in the change log, the latest changes, and indexes.
import type { Athlete } from '#domain/athlete.ts'
import { emptyHall, type HallRecord } from '#domain/hall-record.ts'
import { type HallMat, hallRecord } from '#domain/mat-records.ts'
import { isBye, isOver, sideOf, type Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { type Before, type MatLine, matLine } from '#domain/mat-line.ts'
import { nameKey, searchTerm } from '#domain/name.ts'
import { pageKey } from '#domain/page.ts'
import {
  applyChange,
  type Change,
  type LoggedChange,
  type ValueBefore,
  type Position,
  type TournamentState,
} from '#domain/tournament-state.ts'
import { Teams } from '#domain/team.ts'
import type { Tournament } from '#domain/tournament.ts'
import { dateAt, statusOf } from '#reconcile'
import type { LoadedTournament } from './load-state.ts'
import type { NumberedHistory } from './match-histories.ts'
import { NameIndex } from './name-index.ts'
import { type MatMatches, observedMat } from './observed-mats.ts'
import { boardReadAt, boardsOn, lastReading, sourceAge, type PageAge, type SourceAge } from './source-age.ts'
import { foldedNames } from './write-slice.ts'

/** The read-only interface of a held tournament. */
export type Held = {
  readonly state: TournamentState
  readonly position: Position
  readonly source: SourceAge
  /** The athlete's matches in any state; a side without an id matches by an unambiguous name. */
  matchesOfAthlete(athleteId: number): Match[]
  /** The listed matches of a mat, the head of the mat first. `date` is venue-local (YYYY-MM-DD). */
  listedOnMat(date: string | null, mat: number): Match[]
  /** The match's history; undefined when nothing was observed. */
  historyOf(matchId: number): MatchHistory | undefined
  /**
   * The matches that left a mat's board or are over, without byes, by their start; those without a start come last. `date` is
   * venue-local (YYYY-MM-DD).
   */
  endedOnMat(date: string, mat: number): Match[]
  /** What is before a listed match on its mat that day; null off the board. */
  beforeOnMat(match: Match): Before | null
  /**
   * The record of today's mats, each as of the last reading of its board; without mats on a day whose boards show none. Null while
   * the zone is unknown, no board was read, or only boards of later days were read; after its first record a tournament always has
   * one.
   */
  readonly hall: HallRecord | null
  athleteBySourceId(bjjCompSystemId: string): Athlete | undefined
  /** The teams of the listed athletes. */
  readonly teams: Teams
  /**
   * The age of an athlete's data, epoch ms: the oldest reading among the brackets of the athlete's categories and the board of
   * the next listed match. Null if one of them was never read, or there are none.
   */
  athleteReadAt(athleteId: number): number | null
}

/**
 * The ring buffer has at most this many changes, none older than ten minutes, for clients that reconnect (reliability 1.3,
 * docs/live-protocol.md L17).
 */
export const bufferedChanges = 1_000
/** In ms. */
const bufferAge = 10 * 60_000

/** Takes the place of a missing time, so that the match sorts last. */
const sortsLast = '9999-12-31T00:00:00Z'

export class HeldTournament implements Held {
  readonly state: TournamentState
  position: Position
  /** The number of the last applied history. */
  historySeq: number
  source: SourceAge = { state: 'ok', fetchedAt: null, changedAt: null }
  private readonly ring: LoggedChange[] = []
  private readonly pages = new Map<string, PageAge>()
  private readonly matchesByPerson = new Map<string, Set<number>>()
  private readonly listed = new Map<string, Match[]>()
  private readonly ended = new Map<string, Set<number>>()
  /** The lines of mats, computed on demand; a change on a mat discards its line. */
  private readonly lines = new Map<string, MatLine>()
  private readonly histories: Map<number, MatchHistory>
  private readonly neighbours: () => Iterable<HeldTournament>
  /** Computed on demand; null after a change or a reading. */
  private todaysHall: { record: HallRecord | null } | null = null
  private readonly athletes = new Map<string, Athlete>()
  /** Folded names of the listed athletes by id. `names` indexes them; it is made by the first search, and null after a change. */
  private readonly searchable = new Map<number, string>()
  private names: NameIndex | null = null
  /** Computed on demand, because the status is asked every few seconds; null after a match changed. */
  private span: Span | null = null
  /** Computed on demand; null after an athlete's team changed. */
  private entered: Teams | null = null

  /** `neighbours` returns the tournaments that use the same mats. */
  constructor(
    { state, position, histories, historySeq }: LoadedTournament,
    neighbours: () => Iterable<HeldTournament> = () => [],
  ) {
    this.state = state
    this.neighbours = neighbours
    this.position = position
    this.histories = histories
    this.historySeq = historySeq
    for (const match of state.matches.values()) this.indexMatch(match)
    for (const athlete of state.athletes.values()) this.indexAthlete(athlete)
  }

  /** Applies the next changes of the log, and returns a lookup of the values before them. */
  apply(changes: readonly LoggedChange[]): ValueBefore {
    this.todaysHall = null
    const before = new Map<string, Value>()
    for (const logged of changes) {
      const { change } = logged
      const key = `${change.entity}:${change.id}`
      const previous = this.currentValue(change.entity, change.id)
      if (!before.has(key)) before.set(key, previous)
      if (change.entity === 'match') {
        this.span = null
        if (previous) this.unindexMatch(previous as Match)
        if (change.value) this.indexMatch(change.value)
        else this.histories.delete(change.id)
      } else if (change.entity === 'athlete') {
        if (teamOf(previous as Athlete | null) !== teamOf(change.value)) this.entered = null
        if (change.value) this.indexAthlete(change.value)
        else if (previous) this.unindexAthlete(previous as Athlete)
      }
      applyChange(this.state, change)
      this.ring.push(logged)
    }
    const last = changes.at(-1)
    if (last) this.position = { epoch: this.position.epoch, seq: last.seq }
    return (entity, id) => before.get(`${entity}:${id}`) as never
  }

  /** Applies histories in the order of their numbers; skips those that are already applied. */
  applyHistories(numbered: readonly NumberedHistory[]): void {
    this.todaysHall = null
    for (const { matchId, seq, history } of numbered) {
      if (seq <= this.historySeq) continue
      this.histories.set(matchId, history)
      this.historySeq = seq
    }
  }

  /** Adds older changes, which the state already includes, to the ring buffer. */
  prependChanges(changes: readonly LoggedChange[]): void {
    this.ring.unshift(...changes)
  }

  /** Removes the changes that the ring buffer need not have at `now`, epoch ms. */
  trimChanges(now: number): void {
    const oldest = now - bufferAge
    let gone = Math.max(0, this.ring.length - bufferedChanges)
    while (gone < this.ring.length && Date.parse(this.ring[gone]?.at ?? '') < oldest) gone++
    if (gone > 0) this.ring.splice(0, gone)
  }

  /** The changes after a position; null if the buffer no longer has all of them, the epoch differs, or the position is ahead. */
  since(position: Position): LoggedChange[] | null {
    if (position.epoch !== this.position.epoch || position.seq > this.position.seq) return null
    if (position.seq === this.position.seq) return []
    const first = this.ring[0]
    if (!first || first.seq > position.seq + 1) return null
    return this.ring.slice(position.seq + 1 - first.seq)
  }

  /**
   * Updates the ages of pages; true if the source's age changed or a board was read. `isUnreadable`: the database cannot be read,
   * so the source counts as stale.
   */
  setPages(pages: Iterable<PageAge>, now: number, isUnreadable = false): boolean {
    let isBoardRead = false
    for (const page of pages) {
      isBoardRead ||= page.kind === 'board' && page.fetchedAt !== (this.pages.get(page.key)?.fetchedAt ?? null)
      this.pages.set(page.key, page)
    }
    const age = sourceAge(this.state.tournament, this.pages.values(), now)
    const source: SourceAge = isUnreadable && age.state === 'ok' ? { ...age, state: 'stale' } : age
    const hasChanged =
      isBoardRead ||
      source.state !== this.source.state ||
      source.fetchedAt !== this.source.fetchedAt ||
      source.changedAt !== this.source.changedAt
    this.source = source
    if (hasChanged) this.todaysHall = null
    return hasChanged
  }

  /** The tournament's status at `now`, independent of the stored one. */
  statusAt(now: number): Tournament['status'] {
    this.span ??= spanOf(this.state.matches.values())
    return statusOf(this.state.tournament, this.span.first <= this.span.last ? this.span : null, now)
  }

  matchesOfAthlete(athleteId: number): Match[] {
    const athlete = this.state.athletes.get(athleteId)
    if (!athlete) return []
    const ids = [
      ...(this.matchesByPerson.get(athlete.bjjCompSystemId) ?? []),
      ...(this.matchesByPerson.get(keyByName(athlete.name)) ?? []),
    ]
    return [...new Set(ids)].flatMap((id) => {
      const match = this.state.matches.get(id)
      return match && sideOf(match, athlete) !== null ? [match] : []
    })
  }

  listedOnMat(date: string | null, mat: number): Match[] {
    return this.listed.get(matKey(date, mat)) ?? []
  }

  historyOf(matchId: number): MatchHistory | undefined {
    return this.histories.get(matchId)
  }

  endedOnMat(date: string, mat: number): Match[] {
    const startOf = ({ id }: Match): string => {
      const start = this.histories.get(id)?.start
      return start ? `${start.date} ${start.time}` : sortsLast
    }
    return this.endedAt(matKey(date, mat)).sort((a, b) => compare(startOf(a), startOf(b)) || a.id - b.id)
  }

  beforeOnMat({ id, board, date, mat }: Match): Before | null {
    return board === 'listed' && mat !== null ? (this.lineOf(date, mat).before.get(id) ?? null) : null
  }

  get hall(): HallRecord | null {
    this.todaysHall ??= { record: this.makeHall() }
    return this.todaysHall.record
  }

  athleteBySourceId(bjjCompSystemId: string): Athlete | undefined {
    return this.athletes.get(bjjCompSystemId)
  }

  get teams(): Teams {
    return (this.entered ??= new Teams(this.state.athletes.values()))
  }

  athleteReadAt(athleteId: number): number | null {
    const athlete = this.state.athletes.get(athleteId)
    if (!athlete) return null
    const { bjjCompSystemId: tournament } = this.state.tournament
    const keys = athlete.categoryIds.flatMap((id) => {
      const category = this.state.categories.get(id)
      return category ? [pageKey({ kind: 'bracket', tournament, category: category.bjjCompSystemId })] : []
    })
    const readTimes = keys.map((key) => this.pages.get(key)?.fetchedAt ?? null)
    const next = this.matchesOfAthlete(athleteId)
      .filter((match) => match.board === 'listed')
      .sort((a, b) => Date.parse(a.scheduledAt ?? sortsLast) - Date.parse(b.scheduledAt ?? sortsLast))[0]
    if (next?.date && next.mat !== null) readTimes.push(boardReadAt(this.boardsOn(next.date), next.mat))
    return readTimes.length === 0 || readTimes.includes(null) ? null : Math.min(...readTimes.flatMap((at) => at ?? []))
  }

  /** Athletes whose name and team contain the term (`hasTerm`); names that begin with it come first. */
  search(term: string, limit: number): Athlete[] {
    this.names ??= new NameIndex(this.searchable)
    return this.names.find(searchTerm(term), limit).flatMap((id) => this.state.athletes.get(id) ?? [])
  }

  private makeHall(): HallRecord | null {
    const { timezone } = this.state.tournament
    const lastRead = lastReading(this.pages.values())
    if (lastRead === null || timezone === null) return null
    const date = dateAt(lastRead, timezone)
    const asOf = lastReading(this.boardsOn(date))
    if (asOf === null) return this.hasReadBoardBefore(date) ? emptyHall(date, lastRead) : null
    const others = [...this.neighbours()].flatMap((held) => held.observedOn(date))
    const observed = others.map((mat) => mat.observed)
    return hallRecord(date, this.observedOn(date), observed, asOf) ?? emptyHall(date, asOf)
  }

  /** Whether a board was read of any day except those of the tournament's days that are after this date. */
  private hasReadBoardBefore(date: string): boolean {
    const later = new Set(
      this.state.tournament.days
        .filter((day) => day.date !== null && day.date > date)
        .map((day) => day.bjjCompSystemId),
    )
    return [...this.pages.values()].some(
      ({ kind, day, fetchedAt }) => kind === 'board' && fetchedAt !== null && (day === null || !later.has(day)),
    )
  }

  /** What is observed of the mats on a venue-local date, of each at the last reading of its own board. */
  private observedOn(date: string): HallMat[] {
    const boards = this.boardsOn(date)
    return this.matsOn(date).flatMap((mat) => {
      const readAt = boardReadAt(boards, mat.mat)
      return readAt === null ? [] : [observedMat(mat, (id) => this.histories.get(id), readAt)]
    })
  }

  private boardsOn(date: string): PageAge[] {
    return boardsOn(date, this.state.tournament, this.pages.values())
  }

  /** The mats that have or had a match on a venue-local date, sorted by number. */
  private matsOn(date: string): MatMatches[] {
    const prefix = matKey(date, '')
    const keys = new Set([...this.listed.keys(), ...this.ended.keys()].filter((key) => key.startsWith(prefix)))
    return [...keys]
      .map((key) => Number(key.slice(prefix.length)))
      .sort((a, b) => a - b)
      .map((mat) => ({
        mat,
        left: this.lineOf(date, mat).left,
        ended: this.endedAt(matKey(date, mat)),
        listed: this.listedOnMat(date, mat),
      }))
      .filter(({ ended, listed }) => ended.length + listed.length > 0)
  }

  private lineOf(date: string | null, mat: number): MatLine {
    const key = matKey(date, mat)
    let line = this.lines.get(key)
    if (!line) this.lines.set(key, (line = matLine(this.endedAt(key), this.listedOnMat(date, mat))))
    return line
  }

  /** The ended matches of a mat and day, in any order. */
  private endedAt(key: string): Match[] {
    return [...(this.ended.get(key) ?? [])].flatMap((id) => this.state.matches.get(id) ?? [])
  }

  private currentValue(entity: Change['entity'], id: number): Value {
    switch (entity) {
      case 'tournament':
        return this.state.tournament
      case 'category':
        return this.state.categories.get(id) ?? null
      case 'athlete':
        return this.state.athletes.get(id) ?? null
      case 'match':
        return this.state.matches.get(id) ?? null
    }
  }

  private indexMatch(match: Match): void {
    for (const person of peopleOf(match)) {
      const ids = this.matchesByPerson.get(person)
      if (ids) ids.add(match.id)
      else this.matchesByPerson.set(person, new Set([match.id]))
    }
    if (match.mat === null) return
    const key = matKey(match.date, match.mat)
    this.lines.delete(key)
    if (hasEnded(match)) this.ended.set(key, (this.ended.get(key) ?? new Set()).add(match.id))
    if (match.board !== 'listed') return
    // A new array each time, because callers may still use the old one.
    this.listed.set(
      key,
      [...(this.listed.get(key) ?? []), match].sort((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0) || a.id - b.id),
    )
  }

  private unindexMatch(match: Match): void {
    for (const person of peopleOf(match)) this.matchesByPerson.get(person)?.delete(match.id)
    if (match.mat === null) return
    const key = matKey(match.date, match.mat)
    this.lines.delete(key)
    this.ended.get(key)?.delete(match.id)
    if (match.board !== 'listed') return
    this.listed.set(
      key,
      (this.listed.get(key) ?? []).filter((other) => other.id !== match.id),
    )
  }

  private indexAthlete(athlete: Athlete): void {
    this.athletes.set(athlete.bjjCompSystemId, athlete)
    const text = athlete.listed ? foldedNames(athlete) : undefined
    if (text === this.searchable.get(athlete.id)) return
    if (text === undefined) this.searchable.delete(athlete.id)
    else this.searchable.set(athlete.id, text)
    this.names = null
  }

  private unindexAthlete(athlete: Athlete): void {
    this.athletes.delete(athlete.bjjCompSystemId)
    this.searchable.delete(athlete.id)
    this.names = null
  }
}

type Value = NonNullable<Change['value']> | null

const matKey = (date: string | null, mat: number | ''): string => `${date}/${mat}`
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** The first and the last scheduled instant, epoch ms; the first is later than the last if there is none. */
type Span = { first: number; last: number }

function spanOf(matches: Iterable<Match>): Span {
  const span = { first: Infinity, last: -Infinity }
  for (const { scheduledAt } of matches) {
    if (scheduledAt === null) continue
    const at = Date.parse(scheduledAt)
    span.first = Math.min(span.first, at)
    span.last = Math.max(span.last, at)
  }
  return span
}

const teamOf = (athlete: Athlete | null): string | null => (athlete?.listed ? athlete.team : null)
const hasEnded = (match: Match): boolean => !isBye(match) && (isOver(match) || match.board === 'left')
const keyByName = (name: string): string => `name:${nameKey(name)}`

/** Identifies the people on both sides: by athlete id, or by name for a side without an id. */
const peopleOf = (match: Match): string[] =>
  match.sides.flatMap((side) => (side.kind === 'athlete' ? [side.bjjCompSystemId ?? keyByName(side.name)] : []))
