// The desk of one tournament: it knows what was read and what was asked for, says which pages it wishes to read next, and
// draws the conclusions from each answer. One process at a time holds a tournament's desk.
import { pageKey, type Page, type SourceItem } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import { publishedParts, type ImportProgress } from '#domain/tournament.ts'
import { missingParts, sameValue } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Held, Store } from '#store'
import { readAgenda, venueDate } from './agenda.ts'
import type { Agenda } from './agenda.ts'
import type { AwaitedResult } from './cadence.ts'
import { dayPhase } from './cadence.ts'
import type { Fetched, Validators } from './fetcher.ts'
import { planImport } from './import.ts'
import type { ImportPlan } from './import.ts'
import type { IngestMetrics } from './measures.ts'
import { createRequests } from './requests.ts'
import type { AthleteAsk } from './requests.ts'
import { collectWishes, planReadings } from './schedule.ts'
import type { View, Wish } from './schedule.ts'
import type { Shelf, Taken } from './shelf.ts'

const second = 1_000
const progressEvery = 500
/** A plan is made anew after a change, and otherwise this often: phases and followers change with time alone. */
const planEvery = 5 * second
/** While the import fills the tournament, its matches are gone through this often only. */
const agendaEveryWhileImporting = 2 * second
/** What a tournament's pages may weigh in a day, for each of its mats; beyond, the intervals double. */
const bytesPerMat = 128 * 1024 * 1024

/** One open room of readings: a tournament's, the lists', or the logos'. */
export type Desk<Item extends SourceItem = Page> = {
  readonly name: string
  /** The most urgent first; not all are due. */
  wishes(): Wish<Item>[]
  validatorsOf(key: string): Validators | undefined
  /** Whether this page, which was never read, may not be published yet; without it every page is there. */
  mayBeMissing?(page: Item): boolean
  /** Takes the answer for a wish, asked for at this time (wall and monotonic). */
  take(wish: Wish<Item>, fetched: Fetched, at: number, mono: number): Promise<void>
  /** A wish that may not or cannot be asked for now, and why; where nobody forbids single wishes there is no such thing. */
  forbid?(wish: Wish<Item>, why: string): Promise<void>
  /** After each answer and now and then: answers whoever waits for this desk. */
  upkeep(): Promise<void>
  /** The reading of this page failed on our side. */
  stumble(page: Item): void
  forgetBackoff(): void
}

/** Who looks at the tournament. */
export type Watch = { followedAthleteIds: readonly number[]; viewersConnected: number }

export type TournamentDesk = Desk & {
  readonly tournamentId: number
  setWatch(watch: Watch): void
  /** A day page that the home page links, before the tournament's own pages tell its days. */
  setListedDay(dayId: string | null): void
  /** A user wants one athlete's data now. */
  ask(ask: AthleteAsk): void
  /** True once another process has taken over: nothing that this desk wrote since was accepted. */
  lost(): boolean
  /** The first reading's state, as last stored. */
  importState(): ImportProgress
}

type DeskParts = {
  store: Store
  held: () => Held
  shelf: Shelf
  fence: number
  clock: Clock
  log: Log
  metrics: IngestMetrics
  /** The host answers to nobody now. */
  hostClosed: () => boolean
  slowdown: () => number
  /** How far the host's clock is ahead of ours: its days begin and end by its clock. */
  skew: () => number
}

/** Opens the desk of a tournament that the projection holds and whose pages are on the shelf. */
export function openDesk({
  store,
  held,
  shelf,
  fence,
  clock,
  log,
  metrics,
  hostClosed,
  slowdown,
  skew,
}: DeskParts): TournamentDesk {
  const { id: tournamentId, bjjCompSystemId: tournament } = held().state.tournament
  let followed: ReadonlySet<number> = new Set()
  let viewers = 0
  let listedDay: string | null = null
  let programmeDays: string[] = []
  let lost = false
  let sweptAt = -Infinity
  let lookedAt: number | null = null
  let reporting: Promise<void> = Promise.resolve()
  let bytes = { date: '', count: 0 }
  let agenda: { of: Agenda; seq: number; at: number } | null = null
  let plan: { wishes: Wish[]; at: number } | null = null
  let sent: { progress: ImportProgress; at: number } = { progress: held().state.tournament.import, at: -Infinity }
  const awaited = new Map<number, AwaitedResult & { categoryId: number; date: string | null }>()
  const clubs = new Map<string, string>()
  const boardPages = new Map<string, number>()
  const movedAt = new Map<string, number>()
  const requests = createRequests({
    held,
    shelf,
    clock,
    hostClosed,
    boardPagesOf: (date) => pagesOfDate(date),
    finish: (ask, result) => store.asks.finish(ask.id, result),
  })

  const importing = (): boolean => sent.progress.state === 'waiting' || sent.progress.state === 'running'

  const sourceNow = (): number => clock.now() + skew()

  function currentAgenda(): Agenda {
    const { position, state } = held()
    const mono = clock.monotonic()
    if (agenda && (agenda.seq === position.seq || (importing() && mono - agenda.at < agendaEveryWhileImporting)))
      return agenda.of
    const of = readAgenda(state, followed, (athleteId) => held().matchesOfAthlete(athleteId))
    agenda = { of, seq: position.seq, at: mono }
    noteAwaited(of, mono)
    return of
  }

  function noteAwaited(of: Agenda, mono: number): void {
    const present = new Set<number>()
    for (const match of of.awaited) {
      if (match.categoryId === null) continue
      present.add(match.id)
      const known = awaited.get(match.id)
      const watched = of.watched.has(match.id)
      if (known) known.watched = watched
      else
        awaited.set(match.id, {
          leftAt: mono,
          watched,
          readsSince: 0,
          lastReadAt: null,
          categoryId: match.categoryId,
          date: match.date,
        })
    }
    for (const id of awaited.keys()) if (!present.has(id)) awaited.delete(id)
  }

  function pagesOfDate(date: string): Page[] {
    return held()
      .state.tournament.days.filter((day) => day.date === date)
      .flatMap((day) =>
        Array.from({ length: pageCount(day) }, (_, index): Page => ({
          kind: 'board',
          tournament,
          day: day.bjjCompSystemId,
          page: index + 1,
        })),
      )
  }
  const pageCount = (day: { bjjCompSystemId: string; matsCount: number }): number =>
    Math.max(1, Math.ceil(day.matsCount / 4), boardPages.get(day.bjjCompSystemId) ?? 1)

  function view(): View {
    const of = currentAgenda()
    return {
      state: held().state,
      agenda: of,
      viewers,
      followed: followed.size,
      memory: shelf.memory,
      awaited,
      clubOf: (athlete) => clubs.get(athlete) ?? null,
      knownDayIds: knownDayIds(),
      boardPages: (dayId) => boardPages.get(dayId) ?? 1,
      movedAt: (date) => movedAt.get(date) ?? clock.monotonic(),
      sweptAt,
      importing: importing(),
      slowdown: slowdown() * (bytes.count > bytesPerMat * matsOfDay(bytes.date) ? 2 : 1),
      now: sourceNow(),
      mono: clock.monotonic(),
    }
  }

  const matsOfDay = (date: string): number =>
    Math.max(4, ...held().state.tournament.days.map((day) => (day.date === date ? day.matsCount : 0)))

  const knownDayIds = (): string[] => (listedDay === null ? programmeDays : [listedDay])

  function importPlan(): ImportPlan {
    return planImport({
      state: held().state,
      watchedCategoryIds: currentAgenda().watchedCategoryIds,
      memory: shelf.memory,
      boardPages: (dayId) => boardPages.get(dayId) ?? 1,
      knownDayIds: knownDayIds(),
      hostClosed: hostClosed(),
    })
  }

  /** One report at a time: of two under way the older could be the last to be stored. */
  function reportImport(): Promise<void> {
    const report = reporting.then(() => (importing() ? reportProgress() : reportPublished()))
    reporting = report.catch(() => undefined)
    return report
  }

  async function reportProgress(): Promise<void> {
    const { progress: found, wishes } = importPlan()
    // An import without a page that answers has nothing to import.
    const nothing =
      wishes.length === 0 &&
      shelf.memory(`${tournament}/categories/male`)?.gone === true &&
      missingParts(held().state).length === publishedParts.length
    const progress: ImportProgress = nothing ? { ...found, state: 'failed' } : found
    const now = clock.monotonic()
    const step =
      progress.state !== sent.progress.state ||
      progress.step !== sent.progress.step ||
      progress.usable !== sent.progress.usable
    if (sameValue(progress, sent.progress) || (!step && now - sent.at < progressEvery)) return
    if (nothing) log.warn({ tournament }, 'the source does not serve this tournament: import failed')
    await store.tournaments.setImport(tournamentId, progress, fence)
    sent = { progress, at: now }
  }

  /** After the import: what came out since, or was taken back. One that failed goes on once anything is there. */
  async function reportPublished(): Promise<void> {
    const { position, state } = held()
    if (lookedAt === position.seq) return
    const missing = missingParts(state)
    const hasFailed = sent.progress.state === 'failed'
    const isNews = hasFailed ? missing.length < publishedParts.length : !sameValue(missing, sent.progress.missing ?? [])
    if (!isNews) {
      lookedAt = position.seq
      return
    }
    const athletes = state.athletes.size
    const progress = hasFailed ? importPlan().progress : { ...sent.progress, missing, athletes, usable: athletes > 0 }
    log.info({ tournament, missing }, 'the source published more of a tournament, or less')
    await store.tournaments.setImport(tournamentId, progress, fence)
    sent = { progress, at: clock.monotonic() }
    plan = null
  }

  /** What an answer means beyond its record. */
  async function conclude(wish: Wish, taken: Taken, mono: number): Promise<void> {
    switch (taken.kind) {
      case 'fenced':
        lost = true
        return
      case 'gone':
        await concludeGone(wish.page)
        return
      case 'recorded':
        learn(taken.reading, taken.changed, mono)
        if (taken.lastSeq !== null)
          await store.projection.waitFor(tournamentId, { epoch: held().position.epoch, seq: taken.lastSeq }, 2 * second)
        break
      case 'unchanged':
      case 'doubtful':
      case 'missing':
      case 'failed':
      case 'unusable':
        break
    }
    if (wish.page.kind === 'bracket' && taken.kind !== 'failed' && taken.kind !== 'unusable')
      noteBracketRead(wish.page.category, mono)
  }

  function noteBracketRead(category: string, mono: number): void {
    // What left its board before this reading was asked for has had its chance to show a result.
    for (const entry of awaited.values()) {
      if (held().state.categories.get(entry.categoryId)?.bjjCompSystemId !== category || entry.leftAt > mono) continue
      entry.readsSince++
      entry.lastReadAt = mono
    }
  }

  function learn(reading: Reading, changed: boolean, mono: number): void {
    if (reading.page.kind === 'schedule' && 'days' in reading)
      programmeDays = reading.days.map((day) => day.bjjCompSystemId)
    if (!('mats' in reading)) return
    boardPages.set(reading.page.day, Math.max(boardPages.get(reading.page.day) ?? 1, ...reading.pages))
    if (reading.date !== null && (changed || !movedAt.has(reading.date))) movedAt.set(reading.date, mono)
    const clubNames = new Map((reading.clubs ?? []).map((club) => [club.name, club.bjjCompSystemId]))
    if (reading.athletes === null) return
    const teams = new Map([...held().state.athletes.values()].map((athlete) => [athlete.bjjCompSystemId, athlete.team]))
    for (const { bjjCompSystemId, clubId } of reading.athletes) {
      const club = clubId ?? clubNames.get(teams.get(bjjCompSystemId) ?? '')
      if (club !== undefined) clubs.set(bjjCompSystemId, club)
    }
  }

  /** The source deletes events after they end; then what is known is kept for ever. During the event a 404 is an alarm. */
  async function concludeGone(page: Page): Promise<void> {
    if (page.kind !== 'board' && page.kind !== 'categories') return
    const { tournament: known } = held().state
    if (importing() || known.archivedAt !== null) return
    if (isOver()) {
      log.info({ tournament }, 'the source has removed an ended tournament: archived')
      await store.tournaments.archive(tournamentId, clock.now())
      return
    }
    metrics.alarms.inc({ kind: 'gone' })
    log.error({ tournament, page }, 'the source no longer serves a page of a tournament that is not over')
  }

  function isOver(): boolean {
    const { days, endsOn, timezone } = held().state.tournament
    const of = currentAgenda()
    const now = sourceNow()
    if (days.length === 0) return endsOn !== null && venueDate(now, timezone) > endsOn
    return days.every((day) => {
      const known = day.date === null ? undefined : of.days.get(day.date)
      return known !== undefined && dayPhase(known.window, known.listed > 0, now) === 'over'
    })
  }

  return {
    name: `tournament ${tournament}`,
    tournamentId,
    wishes() {
      const mono = clock.monotonic()
      if (plan && mono - plan.at < planEvery && mono >= plan.at) return plan.wishes
      const merged = collectWishes(shelf.memory)
      const parts = [...requests.wishes(), ...(importing() ? importPlan().wishes : []), ...planReadings(view())]
      for (const { page, priority, dueAt, every } of parts) merged.add(page, priority, dueAt, every)
      plan = { wishes: merged.list(), at: mono }
      return plan.wishes
    },
    validatorsOf: shelf.validatorsOf,
    mayBeMissing: (page) =>
      (page.kind === 'board' || page.kind === 'schedule') && shelf.memory(pageKey(page))?.readAt == null,
    async take(wish, fetched, at, mono) {
      const { position, state } = held()
      const { timezone, startsOn, endsOn } = state.tournament
      const sourceAt = at + skew()
      const today = venueDate(sourceAt, timezone)
      bytes = { date: today, count: (bytes.date === today ? bytes.count : 0) + fetched.bytes }
      const asked = {
        at,
        sourceAt,
        mono,
        context: { today, startsOn, endsOn },
        fence,
        seq: position.seq,
        hostDown: hostClosed(),
      }
      const taken = await shelf.take(wish, fetched, asked)
      if (wish.page.kind === 'bracket') sweptAt = mono
      await conclude(wish, taken, mono)
      if (lost) return
      plan = null
      requests.told(wish.page, taken)
      await reportImport()
    },
    async upkeep() {
      await requests.settle()
      await reportImport()
    },
    stumble(page) {
      shelf.stumble(page)
      plan = null
    },
    forgetBackoff() {
      shelf.forgetBackoff()
      plan = null
    },
    setWatch({ followedAthleteIds, viewersConnected }) {
      if (
        viewers === viewersConnected &&
        followed.size === followedAthleteIds.length &&
        followedAthleteIds.every((id) => followed.has(id))
      )
        return
      viewers = viewersConnected
      followed = new Set(followedAthleteIds)
      agenda = null
      plan = null
    },
    setListedDay(dayId) {
      if (listedDay === dayId) return
      listedDay = dayId
      plan = null
    },
    ask(ask) {
      requests.add(ask)
      plan = null
    },
    lost: () => lost,
    importState: () => sent.progress,
  }
}
