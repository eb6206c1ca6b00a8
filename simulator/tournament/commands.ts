import { byeOf, enter, enterLate, leave, remove, withdraw } from './entries.ts'
import type { Athlete, Category, Disqualification, Match, Outcome, Publication, Tournament } from './model.ts'
import { isReady, resultOf } from './model.ts'
import type { CategoryPlan } from './plan.ts'
import { addDays, instantOf } from './venue-time.ts'
import { addCategory } from './create.ts'
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
  /** Moves the fight to a mat of its day: to a venue time ('14:05', shown until the mat's next start), or to the queue's end. */
  | { action: 'move'; mat: number; time?: string }
  /** Removes the loser's mark; the winner stays in the next fight. Not possible after a walkover or a double disqualification. */
  | { action: 'unrecord' }
  /** Makes the other side the winner. Not possible after a walkover or a double disqualification. */
  | { action: 'reverse' }

export type AthleteAction =
  | { action: 'rename'; name: string }
  | { action: 'team'; team: string }
  /** Makes the athlete lose the next fight of every category by withdrawal. */
  | { action: 'withdraw' }
  /**
   * Removes the athlete from every category and the roster. Needs an upcoming fight in each; not possible in a category of three.
   */
  | { action: 'remove' }
  /** Enters the athlete into another category, in place of a bye. */
  | { action: 'enter'; category: number }
  /**
   * The athlete is overweight at the weigh-in, and leaves every category in which the athlete has not fought yet; the opponents
   * there advance.
   */
  | { action: 'overweight' }
  /** Moves the athlete from one category into another, in place of a bye. */
  | { action: 'move'; from: number; to: number }

/** A new athlete who takes the place of a bye. `team`: the team's name; without one, or with an unknown one, any team. */
export type LateEntry = { category: number; team?: string }

export type TournamentAction =
  /** Removes the tournament from the home page, and makes its pages answer 404. */
  | { action: 'end' }
  | { action: 'reopen' }
  /** Publishes the named parts now (true) or hides them (false), whatever the time. */
  | { action: 'publish'; parts: Publication }
  /** Renumbers the mats. */
  | { action: 'renumber-mats'; firstMat: number }
  /** Changes the date of a day (from 1) and the times of its upcoming fights; the mats still start them at the old times. */
  | { action: 'move-day'; day: number; days: number }

export type Command =
  | ({ on: 'match'; category: number; match: number } & MatchAction)
  | ({ on: 'athlete'; athlete: number } & AthleteAction)
  | { on: 'category'; add: CategoryPlan }
  | ({ on: 'entry' } & LateEntry)
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
    case 'entry':
      requireChange(enterLate(run, requireCategory(run.tournament, command.category), command.team))
      run.tournament.rosterVersion += 1
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

/** `isDone`: the result of an entry or a withdrawal. */
function requireChange(isDone: boolean): void {
  if (!isDone)
    throw new ImpossibleCommand(
      'the athlete cannot enter or leave: a category has no bye, no upcoming fight of the athlete, or only three athletes',
    )
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
  if (!outcome || outcome.kind === 'double-dq' || outcome.kind === 'walkover') {
    throw new ImpossibleCommand(`match-${match.n} has no winner and loser`)
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
      for (const category of athlete.entries) removeBeforeFirstFight(run, category, athlete)
      return
    case 'remove':
      return requireChange(remove(run, athlete))
    case 'enter':
      return requireChange(enter(run, requireCategory(tournament, command.category), athlete))
    case 'move': {
      const [from, to] = [requireCategory(tournament, command.from), requireCategory(tournament, command.to)]
      return requireChange(byeOf(to) !== undefined && leave(run, from, athlete) && enter(run, to, athlete))
    }
  }
}

/** Removes the athlete from a category in which the athlete has not fought; the opponent advances. */
function removeBeforeFirstFight(run: Run, category: Category, athlete: Athlete): void {
  const hasFought = category.matches.some(
    ({ stage, sides }) => stage === 'over' && sides.some((side) => side.entrant?.athlete === athlete),
  )
  if (!hasFought) leave(run, category, athlete)
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
      for (const day of tournament.days) day.boards.forEach((board, index) => (board.mat = command.firstMat + index))
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
