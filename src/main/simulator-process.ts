// The demo's competition system: the simulator in a process of its own, so that rendering its heavy pages never holds up
// the sockets. It ends with this process, however that ends; should it end alone, it is started again.
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
  /** The tournaments that are being fought now, the one to show first: of a usual size, with the most still to come. */
  live: { id: string; name: string }[]
}

type Options = {
  root: string
  dataDir: string
  /** 0 takes any free port. */
  port: number
  speed: number | undefined
  log: Log
  /** Called when it has ended and cannot be started again. */
  onLost: (error: unknown) => void
}

type Launched = { child: ChildProcess; url: string; ended: Promise<unknown[]> }

/** What the simulator says of its tournaments: the part that is needed here. */
type Listed = { id: number; name: string; entries: number; live: boolean; days: { endsAt: number }[] }

/** Above this a tournament is a championship, whose import takes minutes. */
const usualEntries = 2_000
/** In ms: one that ends again and again is not to keep the machine busy. */
const restartPause = 1_000

/**
 * Starts it and resolves when it serves. Its world begins at the first start of this data directory, so that a restart
 * finds the same tournaments, further on.
 * @throws StartError when it does not start.
 */
export async function startSimulatorProcess({
  root,
  dataDir,
  port,
  speed,
  log,
  onLost,
}: Options): Promise<RunningSimulator> {
  const script = [join(root, 'simulator/main.ts'), '--child', `--began=${worldBegan(dataDir)}`]
  const command = [...script, ...(speed === undefined ? [] : [`--speed=${speed}`])]
  let stopping = false
  let launching = launch(command, port)
  const { url } = await launching
  const live = await findLive(url)

  // On the same port again: those who read it do not notice more than an outage.
  async function keepUp(): Promise<void> {
    for (;;) {
      const { ended } = await launching
      const [code, signal] = await ended
      if (stopping) return
      log.error({ code, signal }, 'the simulator ended by itself and is started again')
      await systemClock.sleep(restartPause)
      if (stopping) return
      launching = launch(command, Number(new URL(url).port))
    }
  }
  keepUp().catch((error: unknown) => stopping || onLost(error))

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

/** Starts the process and resolves when it serves. */
async function launch(command: readonly string[], port: number): Promise<Launched> {
  // In a process group of its own: Ctrl-C is for us, and we end it after those who read it.
  const child = spawn(process.execPath, [...command, `--port=${port}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  let said = ''
  const listen = (chunk: Buffer): void => void (said += String(chunk))
  child.stderr.on('data', listen)
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    once(child, 'close').then(() => undefined),
  ])
  if (first === undefined)
    throw new StartError(`The simulated competition system did not start: ${reasonIn(said, port)}`)
  child.stderr.off('data', listen).pipe(process.stderr, { end: false })
  const { url } = JSON.parse(first) as { url: string }
  return { child, url, ended }
}

function reasonIn(said: string, port: number): string {
  if (said.includes('EADDRINUSE')) return `port ${port} is already in use; choose another SIMULATOR_PORT.`
  return `${/^\w*Error: (.+)$/m.exec(said)?.[1] ?? 'it gave no reason'}.`
}

async function findLive(url: string): Promise<RunningSimulator['live']> {
  const state = (await (await fetch(`${url}/__control/state`)).json()) as { tournaments: Listed[] }
  return state.tournaments
    .filter(({ live }) => live)
    .sort(
      (one, other) =>
        Number(one.entries > usualEntries) - Number(other.entries > usualEntries) || nextEnd(other) - nextEnd(one),
    )
    .map(({ id, name }) => ({ id: String(id), name }))
}

const nextEnd = ({ days }: Listed): number =>
  Math.min(...days.map(({ endsAt }) => endsAt).filter((end) => end > systemClock.now()))

/** The moment at which this data directory's world begins, ISO. */
function worldBegan(dataDir: string): string {
  const file = join(requireDataDir(dataDir), 'simulator.json')
  const known = existsSync(file) ? /^\{"began":"([^"]+)"\}$/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  if (known !== undefined && !Number.isNaN(Date.parse(known))) return known
  const began = new Date(systemClock.now()).toISOString()
  writeFileSync(file, JSON.stringify({ began }))
  return began
}
