import { describe, expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

/** A request that the test ends. */
function request(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    run: () => (started.push(name), promise),
    resolve: () => resolve(name),
    reject: () => reject(new Error(name)),
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('The request queue', () => {
  it('runs at most its limit of requests at once, by priority', async () => {
    const started: string[] = []
    const enqueue = createRequestQueue(() => 1)
    const [first, late, wanted] = ['first', 'late', 'wanted'].map((name) => request(name, started))
    if (!first || !late || !wanted) return
    const all = [enqueue(3, first.run), enqueue(4, late.run), enqueue(1, wanted.run)]
    await settled()
    expect(started).toEqual(['first'])
    first.resolve()
    await settled()
    expect(started).toEqual(['first', 'wanted'])
    wanted.resolve()
    late.resolve()
    expect(await Promise.all(all)).toEqual(['first', 'late', 'wanted'])
  })

  it('continues after a failed request', async () => {
    const started: string[] = []
    const enqueue = createRequestQueue(() => 1)
    const broken = request('broken', started)
    const next = request('next', started)
    const failing = enqueue(1, broken.run)
    const after = enqueue(1, next.run)
    broken.reject()
    next.resolve()
    await expect(failing).rejects.toThrow('broken')
    expect(await after).toBe('next')
  })
})
