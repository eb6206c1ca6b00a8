// The demo's competition system: the simulator in a process of its own, so that rendering its heavy pages never holds up
// the sockets. It ends with this process, however that ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'

export type RunningSimulator = AsyncDisposable & {
  /** Its origin, 'http://127.0.0.1:4321'. */
  url: string
  /** The tournaments that are being fought now, the one to show first: of a usual size, with the most still to come. */
  live: { id: string; name: string }[]
}

type Options = { root: string; dataDir: string; port: number; speed: number | undefined; log: Log }

/** What the simulator says of its tournaments: the part that is needed here. */
type Listed = { id: number; name: string; entries: number; live: boolean; days: { endsAt: number }[] }

/** Above this a tournament is a championship, whose import takes minutes. */
const usualEntries = 2_000

/**
 * Starts it and resolves when it serves. Its world begins at the first start of this data directory, so that a restart
 * finds the same tournaments, further on.
 * @throws StartError when it does not start.
 */
export async function startSimulatorProcess({ root, dataDir, port, speed, log }: Options): Promise<RunningSimulator> {
  const began = worldBegan(dataDir)
  const args = ['--child', `--port=${port}`, `--began=${began}`, ...(speed === undefined ? [] : [`--speed=${speed}`])]
  // In a process group of its own: Ctrl-C is for us, and we end it after those who read it.
  const child = spawn(process.execPath, [join(root, 'simulator/main.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  let stopping = false
  child.once('exit', (code) => stopping || log.error({ code }, 'the simulator ended by itself'))
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    once(child, 'exit').then(() => undefined),
  ])
  if (first === undefined) throw new StartError(`The simulated competition system did not start on port ${port}.`)
  const { url } = JSON.parse(first) as { url: string }
  const state = (await (await fetch(`${url}/__control/state`)).json()) as { tournaments: Listed[] }
  return {
    url,
    live: state.tournaments
      .filter(({ live }) => live)
      .sort(
        (one, other) =>
          Number(one.entries > usualEntries) - Number(other.entries > usualEntries) || nextEnd(other) - nextEnd(one),
      )
      .map(({ id, name }) => ({ id: String(id), name })),
    async [Symbol.asyncDispose]() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

const nextEnd = ({ days }: Listed): number =>
  Math.min(...days.map(({ endsAt }) => endsAt).filter((end) => end > systemClock.now()))

/** The moment at which this data directory's world begins, ISO. */
function worldBegan(dataDir: string): string {
  const file = join(dataDir, 'simulator.json')
  if (existsSync(file)) {
    const { began } = JSON.parse(readFileSync(file, 'utf8')) as { began: string }
    if (!Number.isNaN(Date.parse(began))) return began
  }
  const began = new Date(systemClock.now()).toISOString()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify({ began }))
  return began
}
