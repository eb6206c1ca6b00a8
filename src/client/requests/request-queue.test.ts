import { describe, expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

/** A request that records its start, and that the test resolves or rejects. */
function testRequest(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    run: () => (started.push(name), promise),
    resolve: () => resolve(name),
    reject: () => reject(new Error(name)),
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('The request queue', () => {
  it('runs no more requests at once than its limit allows, and starts queued ones by priority', async () => {
    const started: string[] = []
    const enqueue = createRequestQueue(() => 1)
    const first = testRequest('first', started)
    const minor = testRequest('minor', started)
    const urgent = testRequest('urgent', started)
    const results = [enqueue(3, first.run), enqueue(4, minor.run), enqueue(1, urgent.run)]
    await settled()
    expect(started).toEqual(['first'])
    first.resolve()
    await settled()
    expect(started).toEqual(['first', 'urgent'])
    urgent.resolve()
    minor.resolve()
    expect(await Promise.all(results)).toEqual(['first', 'minor', 'urgent'])
  })

  it('continues after a failed request', async () => {
    const started: string[] = []
    const enqueue = createRequestQueue(() => 1)
    const broken = testRequest('broken', started)
    const next = testRequest('next', started)
    const failing = enqueue(1, broken.run)
    const after = enqueue(1, next.run)
    broken.reject()
    next.resolve()
    await expect(failing).rejects.toThrow('broken')
    expect(await after).toBe('next')
  })
})
