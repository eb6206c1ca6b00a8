// The whole program in a separate process, by default on a free port and with a new data directory. It reads a simulator that the
// test controls, or its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type RollCall = {
  /** 'http://127.0.0.1:41234' */
  url: string
  /** The pid of the main process. */
  pid: number
  dataDir: string
  /** Everything that it has printed so far. */
  output(): string
  /** Stops it as an operator would; resolves when it has ended. */
  stop(): Promise<void>
  /** Kills it. */
  kill(): Promise<void>
}

type Options = {
  /** The address of the competition system; without it RollCall starts its own simulator. */
  sourceUrl?: string
  /** The data directory of an earlier run. */
  dataDir?: string
  port?: number
  databaseUrl?: string
  env?: Record<string, string>
  /** In ms: a process that does not serve by then is killed, and `startRollCall` rejects. */
  startTimeout?: number
}

/** A folder to which every RollCall's output is written, at the most verbose log level (`npm run soak logs`). */
const logFolder = process.env.ROLLCALL_LOGS
const compileCache = process.env.NODE_COMPILE_CACHE

// Without a listener a signal ends the process without the 'exit' event, whose listeners end the child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) process.exit(1)
  })

/** Starts `src/main/index.ts`; resolves when it serves, and rejects with its error or its output if it ends before. */
export async function startRollCall(options: Options = {}): Promise<RollCall> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'rollcall-')))
  // The same flags as those of tools/prepare.mjs, with which every start runs.
  const flags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, 'src/main/index.ts'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Set by database-run.ts, so that processes that start later need not compile the same files again.
      ...(compileCache ? { NODE_COMPILE_CACHE: compileCache } : {}),
      ...(options.sourceUrl
        ? { SOURCE_URL: options.sourceUrl, SOURCE_EVENTS_URL: options.sourceUrl, SOURCE_BUDGET: 'unlimited' }
        : {}),
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
      ...(logFolder ? { LOG_LEVEL: 'trace' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // This process may end without stopping the child.
  const killChild = (): boolean => child.kill('SIGKILL')
  process.once('exit', killChild)
  const startTimer = options.startTimeout === undefined ? undefined : setTimeout(killChild, options.startTimeout)
  child.once('exit', () => process.off('exit', killChild))
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string): void => {
      lines.push(line)
      if (logFolder) appendFileSync(join(logFolder, `${child.pid}.log`), `${line}\n`)
      const found = /(?:RollCall is|metrics are) at (http:\/\/[^\s"]+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('exit', (code) => reject(new Error(`RollCall ended with ${code} before it served:\n${reasonIn(lines)}`)))
  }).finally(() => clearTimeout(startTimer))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await untilExit(child)
    }
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => lines.join('\n'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The error with which it refused to start, otherwise all lines. */
function reasonIn(lines: readonly string[]): string {
  const refusal = lines
    .filter((line) => line.startsWith('{"level":60'))
    .map((line) => JSON.parse(line) as { msg: string; err?: unknown })
    .find(({ err }) => err === undefined)
  return refusal?.msg ?? lines.join('\n')
}

const untilExit = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Removes a data directory that no process uses any more. */
export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
