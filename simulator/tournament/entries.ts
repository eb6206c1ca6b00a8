// Athletes who enter a category after the draw, or leave it. A function with a boolean result returns false, without a change, if
// that is not possible.
import { isOpenClass } from './vocabulary.ts'
import type { Athlete, Category, Match, Tournament } from './model.ts'
import { isReady } from './model.ts'
import { plannedSlot } from './match-length.ts'
import { hoursOf } from './plan.ts'
import { randomFrom } from './random.ts'
import { Roster } from './roster.ts'
import type { Run } from './run.ts'
import { appendFight } from './schedule.ts'
import { settleBye } from './tree.ts'

/** A new fight is placed this many planned slots before the fight that follows it, so that the athlete can rest. */
const fightsBefore = 4

/** A new athlete takes the place of a bye. `team`: the team's name; without one, any team. */
export function enterLate(run: Run, category: Category, team?: string): boolean {
  const { tournament } = run
  if (!byeOf(category)) return false
  const roster = new Roster(tournament, tournament.athletes.size, category.size)
  return enter(run, category, roster.lateEntrant(category, team))
}

/** An athlete takes the place of a bye. */
export function enter(run: Run, category: Category, athlete: Athlete): boolean {
  const bye = byeOf(category)
  const free = bye?.sides.find((side) => side.isEmpty)
  if (!bye || !free) return false
  const entrant = { athlete, seed: category.entrants.length + 1, points: 0 }
  category.entrants.push(entrant)
  athlete.entries.push(category)
  bye.stage = 'pending'
  free.isEmpty = false
  free.entrant = entrant
  for (const { match, side } of bye.feeds) delete match.sides[side].entrant
  const next = bye.feeds[0]?.match
  const board = next?.board ?? category.day.boards[0]
  if (!board) return true
  appendFight(bye, board, run.tournament.now)
  if (next) {
    const when = next.when - fightsBefore * plannedSlot(category.length)
    run.move(bye, board, { when: Math.max(when, board.day.opensAt, run.tournament.now) })
  }
  return true
}

/** An athlete leaves a category before the next fight there; the opponent advances. */
export function leave(run: Run, category: Category, athlete: Athlete): boolean {
  const next = nextFightOf(category, athlete)
  const entrant = category.entrants.find((other) => other.athlete === athlete)
  if (!next || !entrant || next.match.stage !== 'pending') return false
  const { match, side } = next
  category.entrants = category.entrants.filter((other) => other !== entrant)
  athlete.entries = athlete.entries.filter((other) => other !== category)
  for (const cell of category.matches) {
    if (cell.stage === 'bye')
      for (const cellSide of cell.sides) if (cellSide.entrant === entrant) delete cellSide.entrant
  }
  delete match.sides[side].entrant
  match.sides[side].isEmpty = true
  if (match.round > 1) run.settleWalkover(match, run.tournament.now)
  else {
    run.withdrawFromBoard(match)
    settleBye(match)
    for (const feed of match.feeds) run.settleWalkover(feed.match, run.tournament.now)
  }
  return true
}

/** An athlete leaves every category and the roster; not possible in a category of three athletes. */
export function remove(run: Run, athlete: Athlete): boolean {
  const categories = [...athlete.entries]
  const canLeave = (category: Category): boolean =>
    category.entrants.length !== 3 && nextFightOf(category, athlete)?.match.stage === 'pending'
  if (!categories.every(canLeave)) return false
  for (const category of categories) leave(run, category, athlete)
  run.tournament.athletes.delete(athlete.id)
  return true
}

/** An athlete loses the next fight of a category by withdrawal; the bracket shows it. */
export function withdraw(run: Run, category: Category, athlete: Athlete): void {
  const next = nextFightOf(category, athlete)
  const entrant = next?.match.sides[next.side].entrant
  if (!next || !entrant) return
  entrant.out = 'withdraw'
  if (!isReady(next.match)) return
  run.finish(next.match, { kind: 'won', winner: next.side === 0 ? 1 : 0, dq: 'withdraw' }, run.tournament.now)
}

/** A bye whose athlete has not fought yet. */
export const byeOf = (category: Category): Match | undefined =>
  category.matches.find((match) => match.stage === 'bye' && match.feeds.every((feed) => feed.match.stage === 'pending'))

/** The planned late entries and withdrawals. `at`: epoch ms, between the publication and the opening; `index`: within all. */
export function plannedChanges({ plan, seed }: Tournament): { at: number; kind: 'enter' | 'remove'; index: number }[] {
  const { publishedFrom, opensAt } = hoursOf(plan)
  const random = randomFrom(seed, plan.id, 'changes')
  const kinds = [...Array(plan.lateEntries).fill('enter'), ...Array(plan.withdrawals).fill('remove')] as (
    | 'enter'
    | 'remove'
  )[]
  return kinds.map((kind, index) => ({ kind, index, at: random.int(publishedFrom, opensAt - 1) }))
}

/** Makes one planned change, in a category that allows it. */
export function applyPlannedChange(run: Run, kind: 'enter' | 'remove', index: number): void {
  const { tournament } = run
  const { plan, seed, categories } = tournament
  const random = randomFrom(seed, plan.id, kind, index)
  const inTurn = random.shuffle(categories.filter(({ division }) => !isOpenClass(division)))
  const isChanged =
    kind === 'enter'
      ? inTurn.some((category) => enterLate(run, category))
      : inTurn.some(({ entrants }) => {
          const leaving = entrants.length > 0 ? random.pick(entrants).athlete : undefined
          return leaving?.entries.length === 1 && remove(run, leaving)
        })
  if (!isChanged) return
  tournament.rosterVersion += 1
  run.bumpVersion()
}

function nextFightOf(category: Category, athlete: Athlete): { match: Match; side: 0 | 1 } | undefined {
  const match = category.matches.find(
    ({ stage, sides }) =>
      (stage === 'pending' || stage === 'started') && sides.some((side) => side.entrant?.athlete === athlete),
  )
  return match && { match, side: match.sides[0].entrant?.athlete === athlete ? 0 : 1 }
}
