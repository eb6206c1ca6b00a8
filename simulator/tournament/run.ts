import { applyPlannedChange, plannedChanges } from './entries.ts'
import { EventQueue } from './event-queue.ts'
import { drawTurnover, pauseEnd } from './hall-day.ts'
import { plannedSlot } from './match-length.ts'
import { decideOutcome } from './outcomes.ts'
import type { Board, Category, Day, Entrant, Match, Outcome, Side, Tournament } from './model.ts'
import { finalOf, isReady, resultOf } from './model.ts'
import type { TournamentPlan } from './plan.ts'
import { randomFrom, type Random } from './random.ts'
import { appendFight, appendFights, publishTimes } from './schedule.ts'
import { createTournament, enterMedallists } from './create.ts'

const minute = 60_000
/** The time from the end of a fight to the next start on its mat, if a command, a withdrawal or a walkover ends the fight. */
const changeover = minute
/** How often an idle mat checks for a fight that can start. */
const idleCheck = minute / 2
/** How often an open class of medallists checks whether there are two. */
const medalCheck = 15 * minute
/** A mat looks for a fight that can start among this many first fights of its queue. */
const lookAhead = 6

type SimulatedEvent =
  | { kind: 'mat'; board: Board }
  | { kind: 'end'; match: Match; changeover: number }
  | { kind: 'appear'; category: Category }
  | { kind: 'enter' | 'remove'; index: number }
  | { kind: 'insert'; board: Board; index: number }
  | { kind: 'balance'; day: number }

/**
 * Simulates a tournament forward in time. The result depends on the seed, the plan and the commands, never on how often or when
 * `advance` is called.
 */
export class Run {
  readonly tournament: Tournament
  private readonly events = new EventQueue<SimulatedEvent>()
  /** By athlete id: when the next fight may start; Infinity during a fight. */
  private readonly restedAt = new Map<number, number>()

  constructor(plan: TournamentPlan, seed: number) {
    this.tournament = createTournament(plan, seed)
    for (const day of this.tournament.days) {
      for (const board of day.boards) {
        this.scheduleMat(board, day.opensAt)
        this.scheduleRenumbering(board)
      }
      if (plan.oddities > 0) {
        for (let hour = 1; hour <= 10; hour++)
          this.events.add(day.opensAt + hour * 60 * minute, { kind: 'balance', day: day.index })
      }
    }
    for (const category of this.tournament.categories) {
      if (category.appearsAt > -Infinity) this.events.add(category.appearsAt, { kind: 'appear', category })
    }
    for (const { at, ...planned } of plannedChanges(this.tournament)) this.events.add(at, planned)
  }

  /** Simulates all events up to `until`. */
  advance(until: number): void {
    for (;;) {
      const due = this.events.take(until)
      if (!due) break
      this.tournament.now = Math.max(this.tournament.now, due.at)
      this.handle(due.item, due.at)
    }
    this.tournament.now = Math.max(this.tournament.now, until)
  }

  /** Records that something a page shows has changed. */
  bumpVersion(): void {
    this.tournament.version += 1
  }

  /** Starts a fight on its mat now, even before its turn. */
  start(match: Match, at: number): void {
    const board = match.board
    if (!board) return
    board.queue = board.queue.filter((other) => other !== match)
    board.running.push(match)
    match.stage = 'started'
    for (const { entrant } of match.sides) if (entrant) this.restedAt.set(entrant.athlete.id, Infinity)
    match.when = Math.floor(at / minute) * minute
    board.started.push(match)
    const { turnover, fight } = drawTurnover(this.tournament, board, match, at)
    this.events.add(at + fight, { kind: 'end', match, changeover: turnover - fight })
    publishTimes(board)
    this.bumpVersion()
  }

  /** Ends a fight now, places its athletes in the next fights, and makes its mat available after the `pause`. */
  finish(match: Match, outcome: Outcome, at: number, pause = changeover): void {
    match.stage = 'over'
    match.outcome = outcome
    match.endedAt = at
    this.withdrawFromBoard(match)
    if (match.board) this.scheduleMat(match.board, at + pause)
    if (outcome.kind === 'won' && outcome.dq)
      this.exclude(match.sides[outcome.winner === 0 ? 1 : 0].entrant, outcome.dq)
    // An athlete rests for the length of a match.
    const restedAt = at + match.category.length * minute
    for (const { entrant } of match.sides) if (entrant) this.restedAt.set(entrant.athlete.id, restedAt)
    this.advanceAthletes(match, at)
    this.bumpVersion()
  }

  /** Places the winner or loser of a fight in the fights that wait for it, also after a correction. */
  advanceAthletes(match: Match, at: number): void {
    const { winner, loser } = resultOf(match)
    for (const { match: next, side } of match.feeds) {
      const slot = next.sides[side]
      const coming = slot.feeder?.takes === 'loser' ? loser : winner
      if (coming) {
        slot.entrant = coming
        slot.isEmpty = false
      } else {
        delete slot.entrant
        slot.isEmpty = true
      }
      this.settleWalkover(next, at)
    }
  }

  /** Moves a fight to a mat of its day: to a time, to an index in the queue, or to the end of the queue. */
  move(match: Match, board: Board, { when, index }: { when?: number; index?: number }): void {
    const from = match.board
    if (!from) return
    from.queue = from.queue.filter((other) => other !== match)
    appendFight(match, board, this.tournament.now)
    if (when !== undefined) {
      match.when = when
      board.queue.sort((one, other) => one.when - other.when)
    } else {
      if (index !== undefined) board.queue.splice(index, 0, ...board.queue.splice(-1))
      publishTimes(board)
    }
    if (when !== undefined || index !== undefined) this.renumber(board, board.queue.indexOf(match))
    publishTimes(from)
    this.scheduleMat(board, Math.max(this.tournament.now, board.day.opensAt))
    this.bumpVersion()
  }

  /** Removes a fight that is over, or that will not be fought, from its mat. */
  withdrawFromBoard(match: Match): void {
    const board = match.board
    if (!board) return
    board.running = board.running.filter((other) => other !== match)
    if (!board.queue.includes(match)) return
    board.queue = board.queue.filter((other) => other !== match)
    publishTimes(board)
  }

  /** Assigns the fights of a new category to mats. */
  publishFights(category: Category): void {
    appendFights(category, this.tournament.now)
    for (const board of category.day.boards) this.scheduleMat(board, Math.max(this.tournament.now, board.day.opensAt))
    this.bumpVersion()
    this.tournament.rosterVersion += 1
  }

  private handle(item: SimulatedEvent, at: number): void {
    switch (item.kind) {
      case 'mat':
        item.board.isScheduled = false
        return this.useMat(item.board, at)
      case 'end':
        if (item.match.stage === 'started')
          this.finish(item.match, decideOutcome(this.tournament, item.match), at, item.changeover)
        return
      case 'appear':
        return this.appear(item.category, at)
      case 'enter':
      case 'remove':
        return applyPlannedChange(this, item.kind, item.index)
      case 'insert':
        return this.insertNumber(item.board, item.index)
      case 'balance':
        return this.balance(item.day)
    }
  }

  /** Publishes a category that is created during the event. An open class of medallists waits until there are two. */
  private appear(category: Category, at: number): void {
    if (category.entrants.length > 0 || enterMedallists(this.tournament, category)) return this.publishFights(category)
    category.appearsAt = at + medalCheck
    this.events.add(category.appearsAt, { kind: 'appear', category })
  }

  private scheduleMat(board: Board, at: number): void {
    if (board.isScheduled) return
    board.isScheduled = true
    this.events.add(at, { kind: 'mat', board })
  }

  private useMat(board: Board, at: number): void {
    if (board.running.length > 0 || board.queue.length === 0) return
    const resumesAt = pauseEnd(this.tournament, board, at)
    if (resumesAt !== undefined) return this.scheduleMat(board, resumesAt)
    const { seed, plan } = this.tournament
    const random = randomFrom(seed, plan.id, 'mat', board.day.index, board.mat, board.started.length)
    const ready = board.queue.slice(0, lookAhead).filter((match) => this.canStart(match, at))
    // Half the rate, because a swap moves two fights.
    const isSwap = random.chance((plan.hall.swaps - plan.hall.waits.swaps) / 2) && ready[0] === board.queue[0]
    const next = (isSwap ? ready[1] : undefined) ?? ready[0]
    if (!next) return this.scheduleMat(board, at + idleCheck)
    this.start(next, at)
    this.moveBlock(board.day, random)
  }

  private canStart(match: Match, at: number): boolean {
    const isRested = ({ entrant }: Side): boolean => ((entrant && this.restedAt.get(entrant.athlete.id)) ?? 0) <= at
    return isReady(match) && match.sides.every(isRested)
  }

  /** A no-show, overweight or withdrawal excludes the athlete from the later fights of the category. */
  private exclude(entrant: Entrant | undefined, dq: Entrant['out']): void {
    if (entrant && (dq === 'no show' || dq === 'overweight' || dq === 'withdraw')) entrant.out = dq
  }

  /** Ends a fight as a walkover when one side stays empty and the other is known, or stays empty too. */
  settleWalkover(match: Match, at: number): void {
    if (match.stage !== 'pending') return
    const isDecided = match.sides.every((side) => side.isEmpty || side.entrant)
    if (!isDecided || isReady(match)) return
    const present = match.sides.findIndex((side) => side.entrant)
    this.finish(match, { kind: 'walkover', winner: present < 0 ? undefined : (present as 0 | 1) }, at)
  }

  private scheduleRenumbering(board: Board): void {
    const { seed, plan } = this.tournament
    const random = randomFrom(seed, plan.id, 'renumbering', board.day.index, board.mat)
    for (let time = 0; time < 2; time++) {
      if (!random.chance(0.7 * plan.oddities)) continue
      const at = board.day.opensAt + random.int(30, 480) * minute
      this.events.add(at, { kind: 'insert', board, index: random.int(3, 8) })
    }
  }

  /** Simulates an inserted fight of another tournament: from `index` on, every number is one higher. */
  private insertNumber(board: Board, index: number): void {
    const later = board.queue.slice(index)
    if (later.length === 0) return
    for (const match of later) match.number += 1
    board.lastNumber += 1
    this.bumpVersion()
  }

  /** Renumbers a queue from the fight that was inserted at `index`. */
  private renumber(board: Board, index: number): void {
    const before = index > 0 ? board.queue[index - 1] : board.running.at(-1)
    let number = before?.number ?? Math.max(0, (board.queue[index + 1]?.number ?? 1) - 1)
    for (const match of board.queue.slice(index)) {
      if (match.number > number && match !== board.queue[index]) break
      number += 1
      match.number = number
    }
    board.lastNumber = Math.max(board.lastNumber, number)
  }

  /** Moves a fight from the end of the longest queue to the shortest one, as organisers do; no final, no small category. */
  private balance(dayIndex: number): void {
    const boards = this.tournament.days[dayIndex]?.boards.filter((board) => board.queue.length > 0) ?? []
    if (boards.length < 2) return
    const byLength = boards.toSorted((one, other) => one.queue.length - other.queue.length)
    const [shortest, longest] = [byLength[0] as Board, byLength.at(-1) as Board]
    const last = longest.queue.findLast((match) => match !== finalOf(match.category) && match.category.size > 4)
    if (last && longest.queue.length - shortest.queue.length > 2) this.moveWithNext(last, shortest)
  }

  /** Moves a fight to the end of a queue, and after it the fights that wait for it and would otherwise be too early. */
  private moveWithNext(match: Match, board: Board): void {
    this.move(match, board, {})
    const earliest = match.when + 2 * plannedSlot(match.category.length)
    for (const { match: next } of match.feeds)
      if (next.stage === 'pending' && next.when < earliest) this.moveWithNext(next, board)
  }

  /** In a hall that moves fights between mats, occasionally moves a block of them to the same place on another mat. */
  private moveBlock(day: Day, random: Random): void {
    const { moves } = this.tournament.plan.hall
    if (!moves || !random.chance((moves.share * 2) / (moves.fights[0] + moves.fights[1]))) return
    const [from, to] = random.shuffle(day.boards.filter(({ queue }) => queue.length > 0))
    if (!from || !to) return
    const first = random.int(2, Math.max(2, from.queue.length - 1))
    const block = from.queue.slice(first, first + random.int(...moves.fights))
    for (const [index, match] of block.entries())
      this.move(match, to, { index: Math.min(first + index, to.queue.length) })
  }
}
