import { expect, it } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

const quiet = { debug: () => {}, error: () => {} }

function resource(name: string, closed: string[]): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => void closed.push(name) }
}

it('A lifecycle closes its resources once, in reverse order', async () => {
  const closed: string[] = []
  const lifecycle = createLifecycle(quiet)
  await lifecycle.start('database', () => resource('database', closed))
  await lifecycle.start('server', async () => resource('server', closed))
  await Promise.all([lifecycle.stop(), lifecycle.stop()])
  expect(closed).toEqual(['server', 'database'])
})

it('A lifecycle closes the other resources when one fails to close', async () => {
  const closed: string[] = []
  const errors: unknown[] = []
  const lifecycle = createLifecycle({ debug: () => {}, error: (entry: unknown) => errors.push(entry) })
  await lifecycle.start('database', () => resource('database', closed))
  await lifecycle.start('server', () => ({
    [Symbol.asyncDispose]: () => Promise.reject(new Error('stuck')),
  }))
  await lifecycle.stop()
  expect(closed).toEqual(['database'])
  expect(errors).toMatchObject([{ resource: 'server', err: { message: 'stuck' } }])
})

it('A lifecycle closes a resource that opens after the stop began, and opens no more', async () => {
  const closed: string[] = []
  const lifecycle = createLifecycle(quiet)
  const opening = Promise.withResolvers<AsyncDisposable>()
  const started = lifecycle.start('database', () => opening.promise)
  await lifecycle.stop()
  opening.resolve(resource('database', closed))
  await expect(started).rejects.toThrow('stopping')
  expect(closed).toEqual(['database'])
  await expect(lifecycle.start('server', () => resource('server', closed))).rejects.toThrow('stopping')
  expect(closed).toEqual(['database'])
})

it('A lifecycle aborts its signal before it closes anything', async () => {
  const lifecycle = createLifecycle(quiet)
  let wasAborted = false
  await lifecycle.start('server', () => ({
    [Symbol.asyncDispose]: async () => void (wasAborted = lifecycle.stopping.aborted),
  }))
  await lifecycle.stop()
  expect(wasAborted).toBe(true)
})
