import { describe, expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

/** A request that ends when told to. */
function request(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    run: () => (started.push(name), promise),
    resolve: () => resolve(name),
    reject: () => reject(new Error(name)),
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('the request queue', () => {
  it('runs no more than the limit at once, the most wanted first', async () => {
    const started: string[] = []
    const inTurn = createRequestQueue(() => 1)
    const [first, late, wanted] = ['first', 'late', 'wanted'].map((name) => request(name, started))
    if (!first || !late || !wanted) return
    const all = [inTurn(3, first.run), inTurn(4, late.run), inTurn(1, wanted.run)]
    await settled()
    expect(started).toEqual(['first'])
    first.resolve()
    await settled()
    expect(started).toEqual(['first', 'wanted'])
    wanted.resolve()
    late.resolve()
    expect(await Promise.all(all)).toEqual(['first', 'late', 'wanted'])
  })

  it('goes on after a request that failed', async () => {
    const started: string[] = []
    const inTurn = createRequestQueue(() => 1)
    const broken = request('broken', started)
    const next = request('next', started)
    const failing = inTurn(1, broken.run)
    const after = inTurn(1, next.run)
    broken.reject()
    next.resolve()
    await expect(failing).rejects.toThrow('broken')
    expect(await after).toBe('next')
  })
})
