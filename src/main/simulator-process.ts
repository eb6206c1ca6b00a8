// Runs the simulator, the demo's competition system, as a child process, so that rendering its heavy pages never blocks the
// sockets. It ends with this process, and is restarted if it crashes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#platform/clock.ts'
import { requireDataDir } from '#platform/data-dir.ts'
import type { Log } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'

export type RunningSimulator = AsyncDisposable & {
  /** Its origin, 'http://127.0.0.1:4321'. */
  url: string
  /** The live tournaments: championships last; within each group, the one whose day ends latest first. The demo shows the first. */
  live: { id: string; name: string }[]
}

type Options = {
  root: string
  dataDir: string
  /** 0 takes any free port. */
  port: number
  speed: number | undefined
  log: Log
  /** Called if the simulator has ended and cannot be started again. */
  onLost: (error: unknown) => void
}

type Launched = { child: ChildProcess; url: string; ended: Promise<unknown[]> }

/** A tournament in the simulator's state; only the fields used here. */
type SimulatedTournament = { id: number; name: string; entries: number; live: boolean; days: { endsAt: number }[] }
/** `now` and `endsAt`: simulated time in epoch ms. */
type SimulatorState = { now: number; tournaments: SimulatedTournament[] }

/** A tournament with more entries is a championship, whose import takes minutes. */
const usualEntries = 2_000
/** In ms; limits the load of a simulator that keeps crashing. */
const restartPause = 1_000

/**
 * Starts the simulator; resolves when it serves. Its simulated time begins at the first start with this data directory, so that a
 * restart continues the same tournaments.
 * @throws StartError if the simulator does not start.
 */
export async function startSimulatorProcess({
  root,
  dataDir,
  port,
  speed,
  log,
  onLost,
}: Options): Promise<RunningSimulator> {
  const problem = findSimulatorProblem(root)
  if (problem !== undefined) throw new StartError(problem)
  const script = [programIn(root), '--child', `--began=${findOrStoreBeginning(dataDir)}`]
  const command = [...script, ...(speed === undefined ? [] : [`--speed=${speed}`])]
  let stopping = false
  let launching = launch(command, port, log)
  const { url } = await launching
  const live = await findLive(url)

  // Restarts the simulator on the same port, so that its readers see only a short outage.
  async function restartWhenEnded(): Promise<void> {
    for (;;) {
      const { ended } = await launching
      const [code, signal] = await ended
      if (stopping) return
      log.error({ code, signal }, 'the simulator ended unexpectedly and is started again')
      await systemClock.sleep(restartPause)
      if (stopping) return
      launching = launch(command, Number(new URL(url).port), log)
    }
  }
  restartWhenEnded().catch((error: unknown) => stopping || onLost(error))

  return {
    url,
    live,
    async [Symbol.asyncDispose]() {
      stopping = true
      const launched = await launching.catch(() => undefined)
      launched?.child.kill('SIGTERM')
      await launched?.ended
    },
  }
}

const programIn = (root: string): string => join(root, 'simulator/main.ts')

/** Why this installation cannot run a simulator; undefined if it can. */
export const findSimulatorProblem = (root: string): string | undefined =>
  existsSync(programIn(root))
    ? undefined
    : 'SOURCE_URL is not set, and this installation has no simulator for a demo: set SOURCE_URL.'

/**
 * Starts the process; resolves when it serves.
 * @throws StartError if it ends before that.
 */
async function launch(command: readonly string[], port: number, log: Log): Promise<Launched> {
  // In its own process group, so that Ctrl-C reaches only this process, which stops the simulator after its readers.
  const child = spawn(process.execPath, [...command, `--port=${port}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  let errors = ''
  const collect = (chunk: Buffer): void => void (errors += String(chunk))
  child.stderr.on('data', collect)
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    once(child, 'close').then(() => undefined),
  ])
  if (first === undefined)
    throw new StartError(`The simulated competition system did not start: ${reasonIn(errors, port)}`)
  child.stderr.off('data', collect)
  createInterface({ input: child.stderr }).on('line', (line) => log.error({ line }, 'the simulator reports an error'))
  const { url } = JSON.parse(first) as { url: string }
  return { child, url, ended }
}

function reasonIn(errors: string, port: number): string {
  if (errors.includes('EADDRINUSE')) return `port ${port} is already in use; choose another SIMULATOR_PORT.`
  return `${/^\w*Error: (.+)$/m.exec(errors)?.[1] ?? 'it gave no reason'}.`
}

async function findLive(url: string): Promise<RunningSimulator['live']> {
  return liveIn((await (await fetch(`${url}/__control/state`)).json()) as SimulatorState)
}

/** The live tournaments of a simulator's state, in the order of `RunningSimulator.live`. */
export function liveIn({ now, tournaments }: SimulatorState): RunningSimulator['live'] {
  const nextEnd = ({ days }: SimulatedTournament): number =>
    Math.min(...days.map(({ endsAt }) => endsAt).filter((end) => end > now))
  return tournaments
    .filter(({ live }) => live)
    .sort(
      (one, other) =>
        Number(one.entries > usualEntries) - Number(other.entries > usualEntries) || nextEnd(other) - nextEnd(one),
    )
    .map(({ id, name }) => ({ id: String(id), name }))
}

/** Returns when the simulated time of this data directory began, ISO 8601; stores the present time at the first start. */
function findOrStoreBeginning(dataDir: string): string {
  const file = join(requireDataDir(dataDir), 'simulator.json')
  const stored = existsSync(file) ? /^\{"began":"([^"]+)"\}$/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  if (stored !== undefined && !Number.isNaN(Date.parse(stored))) return stored
  const beganAt = new Date(systemClock.now()).toISOString()
  writeFileSync(file, JSON.stringify({ began: beganAt }))
  return beganAt
}
