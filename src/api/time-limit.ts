// How long a call may take. Fastify's own `handlerTimeout` counts from the head of the request: who sends a body over a
// weak network, which may take 30 s (http-server.ts), would be refused long before the call has begun.
import { CodedError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'

/**
 * What `answer` resolves to; the work goes on behind a refusal.
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
