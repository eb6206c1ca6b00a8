import type { Log } from './log.ts'
import { StartError } from './start-error.ts'

/** After this time the process exits in any case: deployments wait 30 s. */
const stopDeadlineMs = 28_000

/** The open resources of a process, closed in reverse order. */
export interface Lifecycle {
  /** Aborted as soon as the process is to stop, before anything is closed. */
  readonly stopping: AbortSignal
  /**
   * Opens a resource and keeps it until the stop. A resource that finishes opening after the stop began is closed at
   * once.
   * @throws what `open` throws; the signal's reason once the stop has begun.
   */
  start<T extends AsyncDisposable>(name: string, open: () => Promise<T> | T): Promise<T>
  /** Closes everything, last opened first; one that fails is logged and does not keep the others open. */
  stop(): Promise<void>
}

/** A lifecycle that can also end the process because of an error. */
export interface RunningProcess extends Lifecycle {
  /** Ends the process with exit code 1, after closing everything; says why as `runProcess` does of a failed start. */
  fail(error: unknown): void
}

export function createLifecycle(log: Pick<Log, 'debug' | 'error'>): Lifecycle {
  const opened: { name: string; resource: AsyncDisposable }[] = []
  const stopping = new AbortController()
  let stopped: Promise<void> | undefined

  async function close(name: string, resource: AsyncDisposable): Promise<void> {
    try {
      await resource[Symbol.asyncDispose]()
      log.debug({ resource: name }, 'closed')
    } catch (error) {
      log.error({ err: error, resource: name }, 'did not close cleanly')
    }
  }
  async function closeAll(): Promise<void> {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await close(last.name, last.resource)
  }
  return {
    stopping: stopping.signal,
    async start(name, open) {
      stopping.signal.throwIfAborted()
      const resource = await open()
      if (stopping.signal.aborted) {
        await close(name, resource)
        stopping.signal.throwIfAborted()
      }
      opened.push({ name, resource })
      log.debug({ resource: name }, 'opened')
      return resource
    },
    stop() {
      stopping.abort(new Error('The process is stopping.'))
      stopped ??= closeAll()
      return stopped
    },
  }
}

/**
 * Runs a process from its first line to its exit, which happens nowhere else.
 *
 * `open` starts everything and returns. The process then lives until SIGINT, SIGTERM or SIGHUP (a second one ends it
 * at once), until the process that started it with an IPC channel is gone, or an error: one nobody caught, or one that
 * was handed to `fail`. Exit code 0 after a signal; 1 after a StartError, whose sentence goes to standard error, and
 * after any other error, which is logged.
 */
export async function runProcess(log: Log, open: (process: RunningProcess) => Promise<void>): Promise<never> {
  const lifecycle = createLifecycle(log)
  const end = Promise.withResolvers<{ exitCode: number }>()

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (lifecycle.stopping.aborted) process.exit(1)
      log.info({ signal }, 'stopping')
      end.resolve({ exitCode: 0 })
    })
  }
  process.once('disconnect', () => {
    log.info('stopping: the process that started this one is gone')
    end.resolve({ exitCode: 0 })
  })
  const fail = (error: unknown) => {
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
    else log.fatal({ err: error }, 'ended by an error')
    end.resolve({ exitCode: 1 })
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)

  open({ ...lifecycle, fail }).catch((error: unknown) => {
    if (!lifecycle.stopping.aborted) fail(error)
  })
  const { exitCode } = await end.promise
  setTimeout(() => process.exit(1), stopDeadlineMs).unref()
  await lifecycle.stop()
  process.exit(exitCode)
}
