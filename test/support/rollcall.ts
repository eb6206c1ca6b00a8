// RollCall as its users meet it: the whole program in a process of its own, on a free port, with a data directory of its
// own, reading a simulator that the test controls.
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
  /** Its main process. */
  pid: number
  dataDir: string
  /** Everything it has printed so far. */
  output(): string
  /** Ends it as an operator would; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it without warning. */
  kill(): Promise<void>
}

type Options = {
  /** Where the competition system is; without it RollCall starts its own simulator. */
  sourceUrl?: string
  /** Keeps an earlier run's data. */
  dataDir?: string
  port?: number
  databaseUrl?: string
  env?: Record<string, string>
  /** In ms: a process that does not serve by then is killed, and its start rejects. */
  startTimeout?: number
}

/** A folder in which everything that every RollCall prints is kept, as it is at its most talkative (`npm run soak logs`). */
const kept = process.env.ROLLCALL_LOGS
const compileCache = process.env.NODE_COMPILE_CACHE

// A signal that nobody hears ends a process without the 'exit' by which those that it started are ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) process.exit(1)
  })

/** Starts `src/main/index.ts` and resolves when it serves; rejects with its output when it ends before. */
export async function startRollCall(options: Options = {}): Promise<RollCall> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'rollcall-')))
  // The flags are tools/prepare.mjs's, as every start uses them.
  const flags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, 'src/main/index.ts'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Set by database-run.ts: processes that start again need not compile the same files again.
      ...(compileCache ? { NODE_COMPILE_CACHE: compileCache } : {}),
      ...(options.sourceUrl
        ? { SOURCE_URL: options.sourceUrl, SOURCE_EVENTS_URL: options.sourceUrl, SOURCE_BUDGET: 'unlimited' }
        : {}),
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
      ...(kept ? { LOG_LEVEL: 'trace' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Whoever started it may break before it is stopped.
  const outlived = (): boolean => child.kill('SIGKILL')
  process.once('exit', outlived)
  const tooLate = options.startTimeout === undefined ? undefined : setTimeout(outlived, options.startTimeout)
  child.once('exit', () => process.off('exit', outlived))
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const read = (line: string): void => {
      lines.push(line)
      if (kept) appendFileSync(join(kept, `${child.pid}.log`), `${line}\n`)
      const found = /(?:RollCall is|metrics are) at (http:\/\/[^\s"]+)/.exec(line)
      if (found?.[1]) resolve(found[1])
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('exit', (code) => reject(new Error(`RollCall ended with ${code} before it served:\n${reasonIn(lines)}`)))
  }).finally(() => clearTimeout(tooLate))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await gone(child)
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

/** The sentence with which a start is refused; else all lines. */
function reasonIn(lines: readonly string[]): string {
  const refusal = lines
    .filter((line) => line.startsWith('{"level":60'))
    .map((line) => JSON.parse(line) as { msg: string; err?: unknown })
    .find(({ err }) => err === undefined)
  return refusal?.msg ?? lines.join('\n')
}

const gone = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Removes a data directory that no RollCall uses any more. */
export const removeData = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
