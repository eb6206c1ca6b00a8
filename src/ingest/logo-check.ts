// Checks whether a file may be shown as a logo, and makes the image that is shown. Each check runs in a worker thread of its own:
// decoding is slow, and a file on which the decoder hangs or throws ends only that thread.
import { Worker } from 'node:worker_threads'
import type { Clock } from '#platform/clock.ts'

export type CheckedLogo =
  | { kind: 'image'; image: Uint8Array; hash: string }
  /** The file must not be shown; `why` is a short reason for administrators. */
  | { kind: 'refused'; why: string }
  /** The check did not finish, because of the file or of this machine. */
  | { kind: 'failed'; why: string }

/** Larger files are refused without a check. */
export const maxLogoBytes = 1024 * 1024
/** ms. The largest permitted image takes half a second on a slow machine. */
const checkTimeout = 5_000
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** Checks a file's bytes. Never rejects: if the thread crashes or times out, the result is 'failed'. */
export function checkLogo(bytes: Uint8Array, clock: Clock): Promise<CheckedLogo> {
  if (bytes.length > maxLogoBytes) return Promise.resolve({ kind: 'refused', why: `over ${maxLogoBytes} bytes` })
  const worker = new Worker(new URL('logo-worker.ts', import.meta.url), {
    name: 'logo check',
    workerData: bytes,
    resourceLimits,
  })
  return new Promise<CheckedLogo>((resolve) => {
    const cancel = clock.after(checkTimeout, () =>
      settle({ kind: 'failed', why: `the check took over ${checkTimeout / 1000} s` }),
    )
    const settle = (checked: CheckedLogo): void => {
      cancel()
      resolve(checked)
      void worker.terminate()
    }
    worker.once('message', settle)
    worker.once('error', ({ message }: Error) => settle({ kind: 'failed', why: `the check crashed: ${message}` }))
    worker.once('exit', () => settle({ kind: 'failed', why: 'the check ended without a result' }))
  })
}
