import { EventQueue } from './event-queue.ts'
import { decideOutcome, fightSeconds } from './outcomes.ts'
import type { Board, Category, Entrant, Match, Outcome, Side, Tournament } from './model.ts'
import { finalOf, isReady, resultOf } from './model.ts'
import type { TournamentPlan } from './plan.ts'
import { randomFrom } from './random.ts'
import { appendFight, appendFights } from './schedule.ts'
import { createTournament } from './world.ts'

const minute = 60_000
/** Time from the end of a fight to the start of the next on the same mat, as a share of a slot. */
const changeover = { shortest: 0.05, longest: 0.13 }
/** How often an idle mat checks for a fight that can start, as a share of a slot. */
const idleCheck = 0.08
/** A mat looks for a fight that can start among this many at the head of its queue. */
const lookAhead = 6
/** How long an athlete rests after a fight, as a share of a slot. */
const restAfterFight = 1.15

type SimulatedEvent =
  | { kind: 'mat'; board: Board }
  | { kind: 'end'; match: Match }
  | { kind: 'appear'; category: Category }
  | { kind: 'insert'; board: Board; place: number }
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
  private readonly slot: number

  constructor(plan: TournamentPlan, seed: number) {
    this.tournament = createTournament(plan, seed)
    this.slot = plan.fightMinutes * minute
    for (const day of this.tournament.days) {
      for (const board of day.boards) {
        this.scheduleMat(board, day.opensAt)
        this.noteRenumbering(board)
      }
      if (plan.oddities > 0) {
        for (let hour = 1; hour <= 10; hour++)
          this.events.add(day.opensAt + hour * 60 * minute, { kind: 'balance', day: day.index })
      }
    }
    for (const category of this.tournament.categories) {
      if (category.appearsAt > -Infinity) this.events.add(category.appearsAt, { kind: 'appear', category })
    }
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
    this.events.add(at + fightSeconds(this.tournament, match, board.pace) * 1000, { kind: 'end', match })
    this.bumpVersion()
  }

  /** Ends a fight now and places its athletes in the next fights. */
  finish(match: Match, outcome: Outcome, at: number): void {
    const board = match.board
    match.stage = 'over'
    match.outcome = outcome
    match.endedAt = at
    if (board) {
      board.running = board.running.filter((other) => other !== match)
      board.queue = board.queue.filter((other) => other !== match)
      board.finished += 1
      this.scheduleMat(board, at + this.changeoverAfter(match))
      this.estimate(board, at)
    }
    if (outcome.kind === 'won' && outcome.dq)
      this.exclude(match.sides[outcome.winner === 0 ? 1 : 0].entrant, outcome.dq)
    for (const { entrant } of match.sides)
      if (entrant) this.restedAt.set(entrant.athlete.id, at + restAfterFight * this.slot)
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
        slot.empty = false
      } else {
        delete slot.entrant
        slot.empty = true
      }
      this.settleWalkover(next, at)
    }
  }

  /** Moves a fight to another mat of its day, to the given time or the end of the queue. */
  move(match: Match, board: Board, when: number | undefined): void {
    const from = match.board
    if (!from) return
    from.queue = from.queue.filter((other) => other !== match)
    appendFight(match, board, this.tournament.now, this.slot)
    if (when !== undefined) {
      match.when = when
      board.queue.sort((one, other) => one.when - other.when)
      this.renumber(board, board.queue.indexOf(match))
    }
    this.scheduleMat(board, Math.max(this.tournament.now, board.day.opensAt))
    this.bumpVersion()
  }

  /** Removes a fight that will not be fought from its mat. */
  withdrawFromBoard(match: Match): void {
    const board = match.board
    if (!board) return
    board.queue = board.queue.filter((other) => other !== match)
    board.running = board.running.filter((other) => other !== match)
  }

  /** Assigns mats to the fights of a new category. */
  publishFights(category: Category): void {
    appendFights(category, this.tournament.now, this.slot)
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
        if (item.match.stage === 'started') this.finish(item.match, decideOutcome(this.tournament, item.match), at)
        return
      case 'appear':
        return this.publishFights(item.category)
      case 'insert':
        return this.insertNumber(item.board, item.place)
      case 'balance':
        return this.balance(item.day)
    }
  }

  private scheduleMat(board: Board, at: number): void {
    if (board.isScheduled) return
    board.isScheduled = true
    this.events.add(at, { kind: 'mat', board })
  }

  private useMat(board: Board, at: number): void {
    if (board.running.length > 0 || board.queue.length === 0) return
    const next = board.queue.slice(0, lookAhead).find((match) => this.canStart(match, at))
    if (next) this.start(next, at)
    else this.scheduleMat(board, at + idleCheck * this.slot)
  }

  private canStart(match: Match, at: number): boolean {
    const isRested = ({ entrant }: Side): boolean => ((entrant && this.restedAt.get(entrant.athlete.id)) ?? 0) <= at
    return isReady(match) && match.sides.every(isRested)
  }

  private changeoverAfter(match: Match): number {
    const { seed, plan } = this.tournament
    const roll = randomFrom(seed, plan.id, 'changeover', match.category.id, match.n).next()
    const { shortest, longest } = changeover
    return Math.round((shortest + roll * (longest - shortest)) * this.slot)
  }

  /** A no-show, overweight or withdrawal excludes the athlete from the later fights of the category. */
  private exclude(entrant: Entrant | undefined, dq: Entrant['out']): void {
    if (entrant && (dq === 'no show' || dq === 'overweight' || dq === 'withdraw')) entrant.out = dq
  }

  /** Ends a fight as a walkover when one side stays empty and the other is known. */
  settleWalkover(match: Match, at: number): void {
    if (match.stage !== 'pending') return
    const settled = match.sides.every((side) => side.empty || side.entrant)
    if (!settled || isReady(match)) return
    const present = match.sides.findIndex((side) => side.entrant)
    this.finish(match, { kind: 'walkover', winner: present < 0 ? undefined : (present as 0 | 1) }, at)
  }

  /**
   * Updates the estimated times of a mat after a fight: of the next three fights, and of all fights after every fifth. Changes under
   * three minutes are ignored.
   */
  private estimate(board: Board, at: number): void {
    if (at < board.day.opensAt) return
    const all = board.finished % 5 === 0
    board.queue.slice(0, all ? undefined : 3).forEach((match, place) => {
      const expected = Math.round((at + minute + place * this.slot) / minute) * minute
      if (Math.abs(expected - match.when) >= 3 * minute) match.when = expected
    })
  }

  private noteRenumbering(board: Board): void {
    const { seed, plan } = this.tournament
    const random = randomFrom(seed, plan.id, 'renumbering', board.day.index, board.mat)
    for (let time = 0; time < 2; time++) {
      if (!random.chance(0.7 * plan.oddities)) continue
      const at = board.day.opensAt + random.int(30, 480) * minute
      this.events.add(at, { kind: 'insert', board, place: random.int(3, 8) })
    }
  }

  /** Simulates an inserted fight of another tournament: from `place` on, every number is one higher. */
  private insertNumber(board: Board, place: number): void {
    const later = board.queue.slice(place)
    if (later.length === 0) return
    for (const match of later) match.number += 1
    board.lastNumber += 1
    this.bumpVersion()
  }

  /** Renumbers a queue from the fight that was inserted at `place`. */
  private renumber(board: Board, place: number): void {
    const before = place > 0 ? board.queue[place - 1] : board.running.at(-1)
    let number = before?.number ?? Math.max(0, (board.queue[place + 1]?.number ?? 1) - 1)
    for (const match of board.queue.slice(place)) {
      if (match.number > number && match !== board.queue[place]) break
      number += 1
      match.number = number
    }
    board.lastNumber = Math.max(board.lastNumber, number)
  }

  /** Moves the last fight of the longest queue to the shortest one, as organisers do. */
  private balance(dayIndex: number): void {
    const boards = this.tournament.days[dayIndex]?.boards.filter((board) => board.queue.length > 0) ?? []
    if (boards.length < 2) return
    const byLength = boards.toSorted((one, other) => one.queue.length - other.queue.length)
    const [shortest, longest] = [byLength[0] as Board, byLength.at(-1) as Board]
    const last = longest.queue.findLast((match) => match !== finalOf(match.category) && match.category.size > 4)
    if (last && longest.queue.length - shortest.queue.length > 2) this.move(last, shortest, undefined)
  }
}
