// What users ask of one tournament: one athlete's data, now. An ask raises pages' priority and never passes the budget; pages
// that were read a moment ago are not read again, however many people press the button.
import type { Match } from '#domain/match.ts'
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Held } from '#store'
import type { PageMemories } from './page-memory.ts'
import { priorities } from './politeness.ts'
import type { Taken } from './read-page.ts'
import type { Wish } from './schedule.ts'

/** A page is fresh enough for an ask when it was read this short a time before. */
const freshFor = 30_000
/** By then the user has been told that the data comes in the background. */
const longestWait = 20_000

export type AthleteAsk = { id: number; athleteId: number }
/** `alreadyRead`: nothing was read for it, because all was read at most so long before, in ms. */
export type AskResult = { ok: true; ms: number; alreadyRead?: number } | { ok: false; why: string }

type AthleteRequestsParts = {
  held: () => Held
  memories: PageMemories
  clock: Clock
  /** The host answers to nobody now. */
  hostClosed: () => boolean
  boardPagesOf: (date: string) => Page[]
  finish: (ask: AthleteAsk, result: AskResult) => Promise<void>
}

/** `at`: when it was asked, monotonic. */
type Open = { ask: AthleteAsk; at: number; failed: string | null }

/** None at first. */
export class AthleteRequests {
  private readonly parts: AthleteRequestsParts
  private readonly open = new Map<number, Open>()
  /** Categories that an athlete's own list named, before the store knows the athlete's entries. */
  private readonly listed = new Map<string, string[]>()

  constructor(parts: AthleteRequestsParts) {
    this.parts = parts
  }

  add(ask: AthleteAsk): void {
    this.open.set(ask.id, { ask, at: this.parts.clock.monotonic(), failed: null })
  }

  wishes(): Wish[] {
    return [...this.open.values()].flatMap((entry) =>
      this.pagesOf(entry)
        .filter((page) => !this.isFresh(page, entry.at))
        .map((page): Wish => ({ page, key: pageKey(page), priority: priorities.ask, dueAt: 0, every: null })),
    )
  }

  /** A page was read, or could not be: notes what its answer means for those who wait for it. */
  noteTaken(page: Page, taken: Taken): void {
    if (taken.kind === 'recorded' && 'rows' in taken.reading && page.kind === 'competitor')
      this.listed.set(page.competitor, [...new Set(taken.reading.rows.flatMap((row) => row.categoryId ?? []))])
    if (taken.kind !== 'failed' && taken.kind !== 'unusable') return
    for (const entry of this.open.values())
      if (this.pagesOf(entry).some((wanted) => pageKey(wanted) === pageKey(page)))
        entry.failed = `a page could not be read (${taken.kind})`
  }

  /** Finishes the asks that have what they wanted, cannot get it, or have waited long enough. */
  async settle(): Promise<void> {
    for (const entry of this.open.values()) {
      const result = this.resultOf(entry)
      if (!result) continue
      this.open.delete(entry.ask.id)
      await this.parts.finish(entry.ask, result)
    }
  }

  /** The athlete's own list, the brackets that are not finished, and the boards of the mats on which the athlete fights. */
  private pagesOf({ ask }: Open): Page[] {
    const held = this.parts.held()
    const { state } = held
    const athlete = state.athletes.get(ask.athleteId)
    if (!athlete) return []
    const tournament = state.tournament.bjjCompSystemId
    const competitor: Page = { kind: 'competitor', tournament, competitor: athlete.bjjCompSystemId }
    const categories = new Set(this.listed.get(athlete.bjjCompSystemId) ?? [])
    for (const id of athlete.categoryIds) {
      const category = state.categories.get(id)
      if (category && category.state !== 'finished') categories.add(category.bjjCompSystemId)
    }
    const brackets = [...categories].map((category): Page => ({ kind: 'bracket', tournament, category }))
    return [competitor, ...brackets, ...this.boardsOf(held.matchesOfAthlete(ask.athleteId))]
  }

  private boardsOf(matches: readonly Match[]): Page[] {
    const toCome = matches.filter((match) => match.outcome === null && match.board === 'listed')
    const dates = new Set(toCome.flatMap(({ date }) => date ?? []))
    const mats = matches.flatMap(({ mat }) => mat ?? [])
    return [...dates]
      .flatMap((date) => this.parts.boardPagesOf(date))
      .filter((page) => {
        const known = this.parts.memories.find(pageKey(page))?.mats
        return known != null && mats.some((mat) => known.has(mat))
      })
  }

  private isFresh(page: Page, at: number): boolean {
    const memory = this.parts.memories.find(pageKey(page))
    return memory !== undefined && (memory.gone || (memory.readAt !== null && memory.readAt >= at - freshFor))
  }

  private resultOf(entry: Open): AskResult | null {
    const { held, memories, clock, hostClosed } = this.parts
    const waited = clock.monotonic() - entry.at
    if (entry.failed !== null) return { ok: false, why: entry.failed }
    if (!held().state.athletes.has(entry.ask.athleteId)) return { ok: false, why: 'no such athlete' }
    const pages = this.pagesOf(entry)
    if (pages.every((page) => this.isFresh(page, entry.at))) {
      const readAt = pages.flatMap((page) => memories.find(pageKey(page))?.readAt ?? [])
      const isSpared = readAt.length > 0 && readAt.every((at) => at < entry.at)
      const alreadyRead = isSpared ? { alreadyRead: Math.round(entry.at - Math.min(entry.at, ...readAt)) } : {}
      return { ok: true, ms: Math.round(waited), ...alreadyRead }
    }
    if (hostClosed()) return { ok: false, why: 'the source does not answer' }
    return waited > longestWait ? { ok: false, why: 'the source is slow' } : null
  }
}
