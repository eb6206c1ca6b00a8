/**
 * A simulator of bjjcompsystem.com. It serves the pages of the real competition system, with its markup, page sizes and quirks
 * (docs/source-quirks.md), for tournaments of invented people that proceed on a simulated clock.
 *
 * tournament/ turns a plan into people, a draw and an order of fights, and simulates the fights. pages/ renders the tournaments,
 * faults.ts injects faults, control.ts controls the simulator (in the same process or over /__control), and replay.ts serves a
 * recording instead. The same options, commands and simulated time give the same bytes. The HTTP Date header contains the
 * simulated time.
 *
 * The simulator imports nothing from RollCall: with shared code, a mistake in RollCall's parsers would also be in the simulator,
 * and no test would find it.
 */
import type { AddressInfo } from 'node:net'
import { SimulatedClock } from './clock.ts'
import { createControl, type SimulatorControl } from './control.ts'
import { createControlApi } from './control-api.ts'
import { demoCalendar } from './demo/calendar.ts'
import { divisionsFor, type EventKind, type EventSize } from './demo/divisions.ts'
import { FaultList } from './faults.ts'
import { readRecording, ReplaySite } from './replay.ts'
import { RequestLog } from './request-log.ts'
import { createPageServer } from './server.ts'
import type { Site } from './site.ts'
import { completePlan, type CategoryPlan, type PlanDraft } from './tournament/plan.ts'
import { randomFrom } from './tournament/random.ts'
import { venueDate } from './tournament/venue-time.ts'
import { GeneratedSite } from './generated-site.ts'

export type { SimulatorControl } from './control.ts'
export { halls } from './tournament/hall.ts'
export type { CategoryPlan, PlanDraft } from './tournament/plan.ts'
export type { Truth, TrueMatch } from './truth.ts'

/**
 * The categories of an event of the given size, as in the demo, for use in other plans. The same seed gives the same categories.
 */
export function categoriesOf(kind: EventKind, size: EventSize, seed = 1): CategoryPlan[] {
  return divisionsFor(kind, size, randomFrom(seed, 'categories'))
}

const allowAll = 'User-agent: *\nAllow: /\n'

export interface SimulatorOptions {
  /** 0, the default: any free port. */
  port?: number
  /** The address to listen on; by default this machine only. */
  host?: string
  seed?: number
  /** The simulated time at the start, epoch milliseconds. Default: now, or the start of the recording. */
  startAt?: number
  /**
   * The real time at which this simulation first started, epoch milliseconds; replaces `startAt`. Simulated time has passed since
   * then at `speed`, whether a simulator ran or not, so a restart continues the same tournaments.
   */
  began?: number
  /** Simulated seconds per real second; 0 stops the clock. Default 1. */
  speed?: number
  /** The tournaments. Default: the demo's. */
  tournaments?: readonly PlanDraft[]
  /** A folder with a recording to serve instead of generated pages. */
  replay?: string
  /** The text of robots.txt. Default: everything is allowed. */
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
  const generated = recording
    ? undefined
    : new GeneratedSite(plans ? () => plans : demoCalendar(startAt, seed), seed, robots)
  const site: Site = generated ?? new ReplaySite(recording?.pages ?? [], robots)
  let past: Site | undefined
  const parts = { clock, faults: new FaultList(), log: new RequestLog() }
  const control = createControl({ ...parts, seed, generated, onCommand: () => (past = undefined) })
  const server = createPageServer({
    ...parts,
    site: () => site,
    pastSite: () => (past ??= generated?.replica() ?? site),
    control: createControlApi(control),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const actualPort = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
