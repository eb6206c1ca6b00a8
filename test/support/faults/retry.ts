// Retries with a timeout that suits a busy machine.
import { wait } from './cluster.ts'

/** In ms. */
export const retryTimeout = 240_000

/** Repeats an action until it succeeds. @throws its last error after `retryTimeout`. */
export async function retry<Result>(act: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (;;)
    try {
      return await act()
    } catch (error) {
      if (performance.now() - startedAt > retryTimeout) throw error
      await wait(300)
    }
}

/** Waits until a condition is true. @throws if it is still false after `retryTimeout`. */
export const until = (isTrue: () => Promise<boolean>): Promise<void> =>
  retry(async () => {
    if (!(await isTrue())) throw new Error(`still false after ${retryTimeout / 1_000} s: ${isTrue.toString()}`)
  })
