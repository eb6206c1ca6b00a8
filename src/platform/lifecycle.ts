import type { Announce, Log } from './log.ts'
import { StartError } from './start-error.ts'

/** After this time the process exits in any case; deployments usually wait 30 s before they kill it. */
const stopDeadlineMs = 28_000

/** The open resources of a process, closed in reverse order. */
export interface Lifecycle {
  /** Aborted when the stop begins, before anything is closed. */
  readonly stopping: AbortSignal
  /**
   * Opens a resource, which stays open until the stop. A resource that finishes opening after the stop began is closed
   * immediately.
   * @throws what `open` throws; the signal's reason once the stop has begun.
   */
  start<T extends AsyncDisposable>(name: string, open: () => Promise<T> | T): Promise<T>
  /** Closes all resources, last opened first. Logs one that fails to close, and continues with the others. */
  stop(): Promise<void>
}

/** A lifecycle that can also end the process because of an error. */
export interface RunningProcess extends Lifecycle {
  /** Closes all resources, then ends the process with exit code 1. Reports the error like a failed start. */
  fail(error: unknown): void
}

/** Creates a lifecycle without resources. It logs each resource that is opened or closed. */
export function createLifecycle(log: Pick<Log, 'debug' | 'error'>): Lifecycle {
  const opened: { name: string; resource: AsyncDisposable }[] = []
  const stopping = new AbortController()
  let stopped: Promise<void> | undefined

  async function close(name: string, resource: AsyncDisposable): Promise<void> {
    try {
      await resource[Symbol.asyncDispose]()
      log.debug({ resource: name }, 'a resource is closed')
    } catch (error) {
      log.error({ err: error, resource: name }, 'a resource did not close cleanly')
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
      log.debug({ resource: name }, 'a resource is open')
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
 * Runs a process until its exit. No other code exits the process.
 *
 * `open` starts everything and returns. The process then runs until SIGINT, SIGTERM or SIGHUP (a second one ends it at once),
 * until the parent process, to which an IPC channel leads, has ended, or until an error that is uncaught or passed to `fail`. Exit
 * code 0 after a signal or the parent's end; 1 after a StartError, whose sentence is announced, after any other error, which is
 * logged, after a second signal, and if the stop takes too long.
 */
export async function runProcess(
  { log, announce }: { log: Log; announce: Announce },
  open: (process: RunningProcess) => Promise<void>,
): Promise<never> {
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
    if (error instanceof StartError) announce('fatal', error.message)
    else log.fatal({ err: error }, 'an error ends the process')
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
