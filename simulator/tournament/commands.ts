import type { Athlete, Category, Disqualification, Entrant, Match, Outcome, Publication, Tournament } from './model.ts'
import { isReady, resultOf } from './model.ts'
import type { CategoryPlan } from './plan.ts'
import { appendFight } from './schedule.ts'
import { settleBye } from './tree.ts'
import { addDays, instantOf } from './venue-time.ts'
import { addCategory } from './world.ts'
import type { Run } from './run.ts'

/** A side of a fight: the first, the second, or the athlete's id. */
export type SideName = 'a' | 'b' | number

/** A command that changes one fight. */
export type MatchAction =
  | { action: 'start' }
  | { action: 'finish'; winner: SideName }
  | { action: 'dq'; side: SideName; reason?: Disqualification }
  | { action: 'no-show'; side: SideName }
  | { action: 'double-dq' }
  | { action: 'close-out'; winner: SideName }
  /** Moves the fight to another mat: to a venue time ('14:05', shown until the mat's next start), or to the end of the queue. */
  | { action: 'move'; mat: number; time?: string }
  /** Removes the loser's mark; the winner stays in the next fight. */
  | { action: 'unrecord' }
  /** Makes the other side the winner. */
  | { action: 'reverse' }

export type AthleteAction =
  | { action: 'rename'; name: string }
  | { action: 'team'; team: string }
  /** Makes the athlete lose the next fight of every category by withdrawal. */
  | { action: 'withdraw' }
  /** The athlete is over the weight at the scale: leaves every category before the first fight there, which vanishes. */
  | { action: 'overweight' }
  /** Moves the athlete from one category into another, in place of a bye. */
  | { action: 'move'; from: number; to: number }

export type TournamentAction =
  /** Makes every page answer 404. */
  | { action: 'end' }
  | { action: 'reopen' }
  /** Publishes the named parts now (true) or hides them (false), whatever the time. */
  | { action: 'publish'; parts: Publication }
  /** Renumbers the mats. */
  | { action: 'renumber-mats'; firstMat: number }
  /** Moves a day (from 1) to another date. */
  | { action: 'move-day'; day: number; days: number }

export type Command =
  | ({ on: 'match'; category: number; match: number } & MatchAction)
  | ({ on: 'athlete'; athlete: number } & AthleteAction)
  | { on: 'category'; add: CategoryPlan }
  | ({ on: 'tournament' } & TournamentAction)

/** Thrown for a command that cannot be applied in the current state. */
export class ImpossibleCommand extends Error {}

/** Applies a command at the run's current time. */
export function applyCommand(run: Run, command: Command): void {
  switch (command.on) {
    case 'match':
      changeMatch(run, requireMatch(run.tournament, command.category, command.match), command)
      break
    case 'athlete':
      changeAthlete(run, requireAthlete(run.tournament, command.athlete), command)
      run.tournament.rosterVersion += 1
      break
    case 'category':
      run.publishFights(addCategory(run.tournament, command.add))
      break
    case 'tournament':
      changeTournament(run.tournament, command)
      break
  }
  run.bumpVersion()
}

function requireCategory(tournament: Tournament, id: number): Category {
  const category = tournament.categories.find((other) => other.id === id)
  if (!category) throw new ImpossibleCommand(`there is no category ${id}`)
  return category
}

function requireMatch(tournament: Tournament, categoryId: number, n: number): Match {
  const match = requireCategory(tournament, categoryId).matches[n - 1]
  if (!match || match.stage === 'bye') throw new ImpossibleCommand(`category ${categoryId} has no fight match-${n}`)
  return match
}

function requireAthlete(tournament: Tournament, id: number): Athlete {
  const athlete = tournament.athletes.get(id)
  if (!athlete) throw new ImpossibleCommand(`there is no athlete ${id}`)
  return athlete
}

function requireSide(match: Match, name: SideName): 0 | 1 {
  if (name === 'a') return 0
  if (name === 'b') return 1
  const index = match.sides.findIndex((side) => side.entrant?.athlete.id === name)
  if (index < 0) throw new ImpossibleCommand(`athlete ${name} is not in match-${match.n}`)
  return index as 0 | 1
}

function changeMatch(run: Run, match: Match, command: MatchAction): void {
  const now = run.tournament.now
  const end = (outcome: Outcome): void => {
    if (match.stage === 'over') throw new ImpossibleCommand(`match-${match.n} is over`)
    if (!isReady(match)) throw new ImpossibleCommand(`match-${match.n} waits for an earlier fight`)
    run.finish(match, outcome, now)
  }
  const other = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0)
  switch (command.action) {
    case 'start':
      if (match.stage !== 'pending' || !isReady(match)) throw new ImpossibleCommand(`match-${match.n} cannot start`)
      return run.start(match, now)
    case 'finish':
      return end({ kind: 'won', winner: requireSide(match, command.winner) })
    case 'dq':
      return end({
        kind: 'won',
        winner: other(requireSide(match, command.side)),
        dq: command.reason ?? 'technical desc.',
      })
    case 'no-show':
      return end({ kind: 'won', winner: other(requireSide(match, command.side)), dq: 'no show' })
    case 'double-dq':
      return end({ kind: 'double-dq' })
    case 'close-out':
      return end({ kind: 'close-out', winner: requireSide(match, command.winner) })
    case 'move':
      return moveMatch(run, match, command.mat, command.time)
    case 'unrecord':
    case 'reverse':
      return correct(run, match, command.action)
  }
}

function moveMatch(run: Run, match: Match, mat: number, time: string | undefined): void {
  const day = match.board?.day
  const board = day?.boards.find((other) => other.mat === mat)
  if (match.stage !== 'pending' || !day || !board)
    throw new ImpossibleCommand(`match-${match.n} cannot move to mat ${mat}`)
  run.move(match, board, time === undefined ? {} : { when: instantOf(run.tournament.plan.timezone, day.date, time) })
}

function correct(run: Run, match: Match, action: 'unrecord' | 'reverse'): void {
  const outcome = match.outcome
  if (!outcome || outcome.kind === 'double-dq' || outcome.winner === undefined) {
    throw new ImpossibleCommand(`match-${match.n} has no winner`)
  }
  if (action === 'unrecord') {
    match.outcome = { kind: 'unrecorded', winner: outcome.winner }
    return
  }
  const { loser } = resultOf(match)
  if (loser) delete loser.out
  match.outcome = { kind: 'won', winner: outcome.winner === 0 ? 1 : 0 }
  run.advanceAthletes(match, run.tournament.now)
}

function changeAthlete(run: Run, athlete: Athlete, command: AthleteAction): void {
  const { tournament } = run
  switch (command.action) {
    case 'rename':
      athlete.name = command.name
      return
    case 'team': {
      const known = [...tournament.teams.values()].find((team) => team.name === command.team)
      const team = known ?? { id: Math.max(0, ...tournament.teams.keys()) + 1, name: command.team }
      tournament.teams.set(team.id, team)
      athlete.team = team
      return
    }
    case 'withdraw':
      for (const category of athlete.entries) withdraw(run, category, athlete)
      return
    case 'overweight':
      for (const category of athlete.entries) turnAway(run, category, athlete)
      return
    case 'move':
      return moveAthlete(
        run,
        athlete,
        requireCategory(tournament, command.from),
        requireCategory(tournament, command.to),
      )
  }
}

function nextFightOf(category: Category, athlete: Athlete): { match: Match; side: 0 | 1 } | undefined {
  const match = category.matches.find(
    ({ stage, sides }) =>
      (stage === 'pending' || stage === 'started') && sides.some((side) => side.entrant?.athlete === athlete),
  )
  return match && { match, side: match.sides[0].entrant?.athlete === athlete ? 0 : 1 }
}

function withdraw(run: Run, category: Category, athlete: Athlete): void {
  const next = nextFightOf(category, athlete)
  const entrant = next?.match.sides[next.side].entrant
  if (!next || !entrant) return
  entrant.out = 'withdraw'
  if (!isReady(next.match)) return
  run.finish(next.match, { kind: 'won', winner: next.side === 0 ? 1 : 0, dq: 'withdraw' }, run.tournament.now)
}

/** Removes an athlete who has not fought yet from a category, with the fight. */
function turnAway(run: Run, category: Category, athlete: Athlete): void {
  const next = nextFightOf(category, athlete)
  const entrant = category.entrants.find((other) => other.athlete === athlete)
  const hasFought = category.matches.some(
    ({ stage, sides }) => stage === 'over' && sides.some((side) => side.entrant?.athlete === athlete),
  )
  if (next?.match.stage === 'pending' && entrant && !hasFought) leave(run, category, entrant, next)
}

/** Removes the athlete's next fight in the old category, and turns a bye of the new one into a fight. */
function moveAthlete(run: Run, athlete: Athlete, from: Category, to: Category): void {
  const next = nextFightOf(from, athlete)
  const entrant = from.entrants.find((other) => other.athlete === athlete)
  const bye = to.matches.find(
    (match) => match.stage === 'bye' && match.feeds.every((feed) => feed.match.stage === 'pending'),
  )
  if (!next || !entrant || !bye)
    throw new ImpossibleCommand(`athlete ${athlete.id} cannot move from ${from.id} to ${to.id}`)
  leave(run, from, entrant, next)
  enter(run, to, { athlete, seed: to.entrants.length + 1, points: 0 }, bye)
}

function leave(run: Run, category: Category, entrant: Entrant, { match, side }: { match: Match; side: 0 | 1 }): void {
  category.entrants = category.entrants.filter((other) => other !== entrant)
  entrant.athlete.entries = entrant.athlete.entries.filter((other) => other !== category)
  for (const cell of category.matches) {
    if (cell.stage === 'bye') for (const place of cell.sides) if (place.entrant === entrant) delete place.entrant
  }
  delete match.sides[side].entrant
  match.sides[side].empty = true
  if (match.round > 1) return run.settleWalkover(match, run.tournament.now)
  run.withdrawFromBoard(match)
  settleBye(match)
}

function enter(run: Run, category: Category, entrant: Entrant, bye: Match): void {
  const { tournament } = run
  category.entrants.push(entrant)
  entrant.athlete.entries.push(category)
  bye.stage = 'pending'
  const free = bye.sides.find((side) => side.empty)
  if (free) {
    free.empty = false
    free.entrant = entrant
  }
  for (const { match, side } of bye.feeds) delete match.sides[side].entrant
  const board = bye.feeds[0]?.match.board ?? category.day.boards[0]
  if (board) appendFight(bye, board, tournament.now)
}

function changeTournament(tournament: Tournament, command: TournamentAction): void {
  switch (command.action) {
    // Nothing to change here: timeline.ts derives the end from the commands.
    case 'end':
    case 'reopen':
      return
    case 'publish':
      tournament.published = { ...tournament.published, ...command.parts }
      tournament.rosterVersion += 1
      return
    case 'renumber-mats':
      for (const day of tournament.days) day.boards.forEach((board, place) => (board.mat = command.firstMat + place))
      return
    case 'move-day': {
      const day = tournament.days[command.day - 1]
      if (!day) throw new ImpossibleCommand(`there is no day ${command.day}`)
      day.date = addDays(day.date, command.days)
      day.opensAt += command.days * 86_400_000
      for (const { queue } of day.boards) for (const match of queue) match.when += command.days * 86_400_000
      return
    }
  }
}
