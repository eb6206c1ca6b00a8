// Waiting for what a busy machine may take long for.
import { wait } from './cluster.ts'

/** In ms. */
export const retryTimeout = 240_000

/** Again and again until it works. */
export async function retry<Result>(act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (;;)
    try {
      return await act()
    } catch (error) {
      if (performance.now() - began > retryTimeout) throw error
      await wait(300)
    }
}

export const until = (holds: () => Promise<boolean>): Promise<void> =>
  retry(async () => {
    if (!(await holds())) throw new Error(`did not come true: ${holds.toString()}`)
  })
