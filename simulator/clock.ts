/** A change to the simulated clock; the parts apply in this order. */
export interface ClockChange {
  /** The new simulated time: epoch milliseconds or an ISO text. */
  set?: number | string
  /** Seconds to move forward. */
  advance?: number
  /** Simulated seconds per real second; 0 stops the clock. */
  speed?: number
  /** true stops the clock, false resumes it at its previous speed. */
  pause?: boolean
}

/** The simulated clock, with its own start and speed. */
export class SimulatedClock {
  private base: number
  private realBase: number
  private runningSpeed: number
  private isPaused = false

  constructor(startAt: number, speed: number) {
    this.base = startAt
    this.realBase = performance.now()
    this.runningSpeed = speed
  }

  /** Simulated epoch milliseconds, whole. */
  now(): number {
    const passed = this.isPaused ? 0 : (performance.now() - this.realBase) * this.runningSpeed
    return Math.floor(this.base + passed)
  }

  /** Simulated seconds for each real second; 0 while paused. */
  get speed(): number {
    return this.isPaused ? 0 : this.runningSpeed
  }

  /** Applies a change; throws a RangeError for a `set` that is not a time. */
  change({ set, advance, speed, pause }: ClockChange): void {
    const target = set === undefined ? this.now() : typeof set === 'number' ? set : Date.parse(set)
    if (!Number.isFinite(target)) throw new RangeError(`${set} is not a time`)
    this.base = target + (advance ?? 0) * 1000
    this.realBase = performance.now()
    if (speed !== undefined) this.runningSpeed = speed
    if (pause !== undefined) this.isPaused = pause
  }
}
