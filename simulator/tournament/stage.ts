import { applyCommand, type Command } from './commands.ts'
import type { Publication, Tournament } from './model.ts'
import type { TournamentPlan } from './plan.ts'
import { Run } from './run.ts'

/**
 * One tournament at whatever moment is asked for. Going forward continues the run; going back
 * plays it again from the start, with the commands that had been given by then.
 */
export class Stage {
  readonly plan: TournamentPlan
  private readonly seed: number
  private readonly commands: { at: number; command: Command }[] = []
  private run: Run | undefined
  private applied = 0

  constructor(plan: TournamentPlan, seed: number) {
    this.plan = plan
    this.seed = seed
  }

  /** The tournament as it stands at `now` (epoch milliseconds). */
  at(now: number): Tournament {
    return this.runTo(now).tournament
  }

  get isRunning(): boolean {
    return this.run !== undefined
  }

  /** No command has ever been given here. */
  get isUntouched(): boolean {
    return this.commands.length === 0
  }

  /** Gives the memory back; the next look plays it again. */
  rest(): void {
    this.run = undefined
  }

  /** Whether the organisers had taken the tournament down by hand. */
  isEnded(now: number): boolean {
    const last = this.commands.findLast(
      ({ at, command }) =>
        at <= now && command.on === 'tournament' && (command.action === 'end' || command.action === 'reopen'),
    )
    return last?.command.on === 'tournament' && last.command.action === 'end'
  }

  /** What the organisers had published, or held back, by hand. */
  published(now: number): Publication {
    const orders = this.commands.flatMap(({ at, command }) =>
      at <= now && command.on === 'tournament' && command.action === 'publish' ? [command.parts] : [],
    )
    return Object.assign({}, ...orders) as Publication
  }

  /** The same tournament with the same commands, to be looked at apart from this one. */
  replica(): Stage {
    const copy = new Stage(this.plan, this.seed)
    copy.commands.push(...this.commands)
    return copy
  }

  /** Carries out a command at `now`; one that is impossible throws and is not kept. */
  command(now: number, command: Command): void {
    applyCommand(this.runTo(now), command)
    this.commands.splice(this.applied, 0, { at: now, command })
    this.applied += 1
  }

  private runTo(now: number): Run {
    let run = this.run
    if (!run || run.tournament.now > now) {
      run = new Run(this.plan, this.seed)
      this.run = run
      this.applied = 0
    }
    for (let next = this.commands[this.applied]; next && next.at <= now; next = this.commands[this.applied]) {
      run.advance(next.at)
      applyCommand(run, next.command)
      this.applied += 1
    }
    run.advance(now)
    return run
  }
}
