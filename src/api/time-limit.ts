// The time limit of a call. Fastify's own `handlerTimeout` starts with the headers of the request, so that it would include the
// time to receive the body, up to 30 s over a weak network (http-server.ts).
import { CodedError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'

/**
 * Resolves like `answer`, which is not cancelled when the limit has passed.
 * @throws CodedError 'busy' when it takes longer than `ms`.
 */
export async function withTimeLimit<Value>(clock: Clock, ms: number, answer: Promise<Value>): Promise<Value> {
  let cancel = (): void => {}
  const late = new Promise<never>((_, refuse) => {
    cancel = clock.after(ms, () => refuse(new CodedError('busy', undefined, 2)))
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    cancel()
  }
}
