// Waiting for what a busy machine may take long for.
import { wait } from './stage.ts'

/** In ms. */
export const patience = 240_000

/** Again and again until it works. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (;;)
    try {
      return await act()
    } catch (error) {
      if (performance.now() - began > patience) throw error
      await wait(300)
    }
}

export const until = (holds: () => Promise<boolean>): Promise<void> =>
  patiently(async () => {
    if (!(await holds())) throw new Error(`did not come true: ${holds.toString()}`)
  })
