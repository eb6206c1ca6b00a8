/**
 * A pretend bjjcompsystem.com. It serves what the real competition system serves, with its markup,
 * its weight and its quirks (docs/source-quirks.md), for tournaments of invented people whose
 * fights go on by a clock of their own. tournament/ is the world: a plan becomes people, a draw and
 * an order of fights, and a run lets it happen; pages/ writes it down; faults.ts breaks it on the
 * way out; control.ts steers it, from the same process or over /__control; replay.ts serves a
 * recording instead. Everything follows from the seed, the simulated time and the commands given:
 * the same three make the same bytes. The HTTP Date header carries the simulated time. Nothing
 * here knows RollCall: a fake built on the reader would prove nothing.
 */
import type { AddressInfo } from 'node:net'
import { SimulatedClock } from './clock.ts'
import { createControl, type SimulatorControl } from './control.ts'
import { createControlApi } from './control-api.ts'
import { demoCalendar } from './demo/calendar.ts'
import { divisionsFor, type EventKind, type EventSize } from './demo/divisions.ts'
import { FaultBook } from './faults.ts'
import { readRecording, ReplaySite } from './replay.ts'
import { RequestLog } from './request-log.ts'
import { createPageServer } from './server.ts'
import type { Site } from './site.ts'
import { completePlan, type CategoryPlan, type PlanDraft } from './tournament/plan.ts'
import { randomFrom } from './tournament/random.ts'
import { venueDate } from './tournament/venue-time.ts'
import { WorldSite } from './world-site.ts'

export type { SimulatorControl } from './control.ts'
export type { CategoryPlan, PlanDraft } from './tournament/plan.ts'
export type { Truth, TrueMatch } from './truth.ts'

/**
 * The categories of a whole event of a given size, as the demo's events have them, for a plan of
 * one's own: the same seed makes the same categories.
 */
export function categoriesOf(kind: EventKind, size: EventSize, seed = 1): CategoryPlan[] {
  return divisionsFor(kind, size, randomFrom(seed, 'categories'))
}

const allowAll = 'User-agent: *\nAllow: /\n'

export interface SimulatorOptions {
  /** 0, the default, takes any free port. */
  port?: number
  /** The address to listen on; this machine only by default. */
  host?: string
  seed?: number
  /** The simulated time at the start, epoch milliseconds; now, or a recording's first moment. */
  startAt?: number
  /**
   * The real moment at which this world first began, epoch milliseconds. Time has gone on since, at
   * `speed`, whether a simulator ran or not, so that a restart finds the same tournaments, further
   * on. Takes the place of `startAt`.
   */
  began?: number
  /** Simulated seconds for each real second; 0 stands still. Default 1. */
  speed?: number
  /** The tournaments; without them, the demo's. */
  tournaments?: readonly PlanDraft[]
  /** A folder with a recording to serve instead of a generated world. */
  replay?: string
  /** The text of robots.txt; everything is allowed by default. */
  robots?: string
}

export interface Simulator {
  /** The origin of every page, such as http://127.0.0.1:4321. */
  url: string
  control: SimulatorControl
  close(): Promise<void>
}

/** Starts a simulator. Rejects when the port is taken or a recording cannot be read. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = '127.0.0.1', seed = 1, speed = 1, robots = allowAll } = options
  const recording = options.replay === undefined ? undefined : await readRecording(options.replay)
  const startAt = options.began ?? options.startAt ?? recording?.startsAt ?? Date.now()
  const passed = options.began === undefined ? 0 : Math.max(0, Date.now() - options.began) * speed
  const clock = new SimulatedClock(startAt + passed, speed)
  const plans = options.tournaments?.map((draft) => completePlan(draft, (timezone) => venueDate(timezone, startAt)))
  const world = recording ? undefined : new WorldSite(plans ? () => plans : demoCalendar(startAt, seed), seed, robots)
  const site: Site = world ?? new ReplaySite(recording?.pages ?? [], robots)
  let past: Site | undefined
  const parts = { clock, faults: new FaultBook(), log: new RequestLog() }
  const control = createControl({ ...parts, seed, world, changed: () => (past = undefined) })
  const server = createPageServer({
    ...parts,
    site: () => site,
    pastSite: () => (past ??= world?.replica() ?? site),
    control: createControlApi(control),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
