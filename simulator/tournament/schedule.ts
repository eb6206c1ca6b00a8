import type { Hall } from './hall.ts'
import { plannedSlot } from './match-length.ts'
import type { Board, Category, Day, Match, Tournament } from './model.ts'
import type { CategoryPlan } from './plan.ts'

const minute = 60_000

/** The number of mats for a category of this many athletes. */
function matCount(athletes: number): number {
  if (athletes <= 8) return 1
  return athletes <= 16 ? 2 : 4
}

/**
 * Assigns each category a day, and each of its fights a mat, a number and a time; categories that are created during the event get
 * only the day. By default a category goes to the day with the fewest athletes per mat, and then, large categories first, to the
 * mats with the fewest fights. On a mat the categories interleave, so that athletes can rest.
 */
export function scheduleFights(
  tournament: Tournament,
  planned: readonly { category: Category; plan: CategoryPlan }[],
): void {
  const athletes = new Map<Day, number>(tournament.days.map((day) => [day, 0]))
  for (const { category, plan } of planned) {
    category.day = tournament.days[(plan.day ?? 0) - 1] ?? emptiestDay(athletes)
    athletes.set(category.day, (athletes.get(category.day) ?? 0) + plan.athletes)
  }
  // Small categories come last: they fill the rests between the last rounds of large ones.
  const bySize = planned.toSorted((one, other) => other.category.size - one.category.size)
  for (const day of tournament.days) {
    const load = new Map<Board, number>(day.boards.map((board) => [board, 0]))
    for (const { category, plan } of bySize) {
      if (category.day === day && plan.appearsAt === undefined) spread(category, plan, day, load)
    }
    orderDay(day, tournament.plan.hall)
  }
}

function emptiestDay(athletes: Map<Day, number>): Day {
  const loadOf = ([day, count]: [Day, number]): number => count / Math.max(1, day.boards.length)
  const [day] = [...athletes].reduce((least, other) => (loadOf(other) < loadOf(least) ? other : least))
  return day
}

/** Distributes the fights of a category over its mats; each part of the tree stays on one mat. */
function spread(category: Category, plan: CategoryPlan, day: Day, load: Map<Board, number>): void {
  const plannedBoards = plan.mats && day.boards.filter((board) => plan.mats?.includes(board.mat))
  const emptiest = [...day.boards].sort((one, other) => (load.get(one) ?? 0) - (load.get(other) ?? 0))
  const boards = plannedBoards?.length ? plannedBoards : emptiest.slice(0, matCount(plan.athletes))
  for (const match of category.matches) {
    if (match.stage === 'bye') continue
    const cellsInRound = category.size / 2 ** match.round
    const firstOfRound = category.size - category.size / 2 ** (match.round - 1) + 1
    const position = Math.max(0, match.n - firstOfRound) / Math.max(1, cellsInRound)
    const board = boards[Math.min(boards.length - 1, Math.floor(position * boards.length))] as Board
    match.board = board
    board.queue.push(match)
    load.set(board, (load.get(board) ?? 0) + 1)
  }
}

/** The planned time from the start of a fight to the next start on its mat, milliseconds. */
function slotOf(match: Match): number {
  return plannedSlot(match.category.length)
}

/** Orders the fights of a day: each mat takes the first fight whose athletes have rested; without one, it leaves a slot free. */
function orderDay(day: Day, { plannedRest, planMargin }: Hall): void {
  const stretch = 1 + planMargin
  const waiting = new Map<Board, Match[]>()
  const free = new Map<Board, number>()
  for (const board of day.boards) {
    waiting.set(board, board.queue)
    free.set(board, day.opensAt)
    board.queue = []
  }
  const placed = new Set<Match>()
  const readyAt = (match: Match): number =>
    Math.max(
      day.opensAt,
      ...match.sides.map(({ feeder }) => {
        if (!feeder || feeder.match.stage === 'bye') return day.opensAt
        return placed.has(feeder.match)
          ? feeder.match.when + slotOf(feeder.match) * stretch * (1 + plannedRest)
          : Infinity
      }),
    )
  for (;;) {
    const open = day.boards.filter((board) => waiting.get(board)?.length)
    if (open.length === 0) return
    const board = open.reduce((first, other) => ((free.get(other) ?? 0) < (free.get(first) ?? 0) ? other : first))
    const time = free.get(board) ?? day.opensAt
    const list = waiting.get(board) ?? []
    const next = list.findIndex((match) => readyAt(match) <= time)
    const match = list[Math.max(0, next)] as Match
    free.set(board, time + slotOf(match) * stretch)
    if (next < 0) continue
    list.splice(next, 1)
    placed.add(match)
    publish(match, board, Math.floor(time / minute) * minute)
  }
}

/** Gives a fight the mat's next number and appends it to the mat's queue. */
function publish(match: Match, board: Board, when: number): void {
  board.lastNumber += 1
  match.board = board
  match.number = board.lastNumber
  match.when = when
  match.published ??= { mat: board.mat, number: match.number }
  board.queue.push(match)
}

/** Appends the fights of a category that is created during the event to the day's shortest queues. */
export function appendFights(category: Category, now: number): void {
  const shortest = [...category.day.boards]
    .sort((one, other) => one.queue.length - other.queue.length)
    .slice(0, matCount(category.entrants.length))
  for (const [index, match] of category.matches.entries()) {
    if (match.stage !== 'bye') appendFight(match, shortest[index % shortest.length] as Board, now)
  }
}

/**
 * Appends one fight to a mat's queue: a slot after the last fight there, not before the day opens, and on an empty queue at least
 * a slot from now.
 */
export function appendFight(match: Match, board: Board, now: number): void {
  const last = board.queue.at(-1) ?? board.started.at(-1)
  const next = board.queue.length > 0 ? 0 : Math.floor(now / minute) * minute + slotOf(match)
  publish(match, board, Math.max(last ? last.when + slotOf(last) : 0, next, board.day.opensAt))
}

/**
 * Publishes the times of a mat's upcoming fights as a chain from its last start: for each fight between, length and two minutes.
 * Before the first start of the day, the plan stays.
 */
export function publishTimes(board: Board): void {
  const last = board.started.at(-1)
  if (!last) return
  let next = last.when + slotOf(last)
  for (const match of board.queue) {
    match.when = next
    next += slotOf(match)
  }
}
