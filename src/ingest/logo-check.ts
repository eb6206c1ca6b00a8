// Whether a file may be shown as a logo, and the image that is shown instead of it. Each is looked at in a thread of its
// own, which ends with it: unpacking is slow, and a file that was made to do harm does it there.
import { Worker } from 'node:worker_threads'
import type { Clock } from '#platform/clock.ts'

export type CheckedLogo =
  | { kind: 'image'; image: Uint8Array; hash: string }
  /** Not to be shown; `why` in a few words, for administrators. */
  | { kind: 'refused'; why: string }
  /** The check broke off: the file or this machine is to blame. */
  | { kind: 'failed'; why: string }

/** Larger files are not looked at. */
export const largestLogo = 1024 * 1024
/** An image of the most pixels takes half a second on a slow machine. */
const longestCheck = 5_000
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** Looks at a file's bytes. Never rejects: where the thread breaks, or takes too long, the check has failed. */
export function checkLogo(bytes: Uint8Array, clock: Clock): Promise<CheckedLogo> {
  if (bytes.length > largestLogo) return Promise.resolve({ kind: 'refused', why: `over ${largestLogo} bytes` })
  const worker = new Worker(new URL('logo-worker.ts', import.meta.url), {
    name: 'logo check',
    workerData: bytes,
    resourceLimits,
  })
  return new Promise<CheckedLogo>((resolve) => {
    const cancel = clock.after(longestCheck, () =>
      settle({ kind: 'failed', why: `the check took over ${longestCheck / 1000} s` }),
    )
    const settle = (checked: CheckedLogo): void => {
      cancel()
      resolve(checked)
      void worker.terminate()
    }
    worker.once('message', settle)
    worker.once('error', ({ message }: Error) => settle({ kind: 'failed', why: `the check broke: ${message}` }))
    worker.once('exit', () => settle({ kind: 'failed', why: 'the check ended without a result' }))
  })
}
