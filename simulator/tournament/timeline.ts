import { applyCommand, type Command, ImpossibleCommand } from './commands.ts'
import type { Publication, Tournament } from './model.ts'
import type { TournamentPlan } from './plan.ts'
import { Run } from './run.ts'

/**
 * Returns the state of one tournament at any time. For a later time it continues the run; for an earlier time it simulates again
 * from the start, with the commands given up to then.
 */
export class Timeline {
  readonly plan: TournamentPlan
  private readonly seed: number
  private readonly commands: { at: number; command: Command }[] = []
  private run: Run | undefined
  /** How many of the commands are applied to the run. */
  private appliedCount = 0

  constructor(plan: TournamentPlan, seed: number) {
    this.plan = plan
    this.seed = seed
  }

  /** The state of the tournament at `now` (epoch milliseconds). */
  at(now: number): Tournament {
    return this.runTo(now).tournament
  }

  get isLoaded(): boolean {
    return this.run !== undefined
  }

  /** The number of commands given so far, whatever their time. */
  get commandCount(): number {
    return this.commands.length
  }

  /** Frees the memory of the run; the next `at` simulates it again. */
  unload(): void {
    this.run = undefined
  }

  /** True when the tournament is removed by command at `now`. */
  isEnded(now: number): boolean {
    const last = this.commands.findLast(
      ({ at, command }) =>
        at <= now && command.on === 'tournament' && (command.action === 'end' || command.action === 'reopen'),
    )
    return last?.command.on === 'tournament' && last.command.action === 'end'
  }

  /** The parts published or hidden by command up to `now`. */
  published(now: number): Publication {
    const publications = this.commands.flatMap(({ at, command }) =>
      at <= now && command.on === 'tournament' && command.action === 'publish' ? [command.parts] : [],
    )
    return Object.assign({}, ...publications) as Publication
  }

  /** An independent copy with the same commands. */
  replica(): Timeline {
    const copy = new Timeline(this.plan, this.seed)
    copy.commands.push(...this.commands)
    return copy
  }

  /** Applies a command at `now`; throws ImpossibleCommand, without recording the command, when it cannot be applied. */
  command(now: number, command: Command): void {
    applyCommand(this.runTo(now), command)
    this.commands.splice(this.appliedCount, 0, { at: now, command })
    this.appliedCount += 1
  }

  private runTo(now: number): Run {
    let run = this.run
    if (!run || run.tournament.now > now) {
      run = new Run(this.plan, this.seed)
      this.run = run
      this.appliedCount = 0
    }
    for (let next = this.commands[this.appliedCount]; next && next.at <= now; next = this.commands[this.appliedCount]) {
      run.advance(next.at)
      applyAgain(run, next.command)
      this.appliedCount += 1
    }
    run.advance(now)
    return run
  }
}

/** Applies a recorded command. It has no effect if a command that was given for an earlier time has made it impossible. */
function applyAgain(run: Run, command: Command): void {
  try {
    applyCommand(run, command)
  } catch (error) {
    if (!(error instanceof ImpossibleCommand)) throw error
  }
}
