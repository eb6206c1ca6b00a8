// Renders preview pictures in a worker thread, because loading a font blocks for 60 ms. The thread ends when it is idle.
import { Worker } from 'node:worker_threads'
import { CodedError } from '#contract/errors.ts'
import type { SharedPicture } from '#contract/shared-page.ts'

/** The number of cached pictures, of about 40 KB each. */
const cacheSize = 50
/** The number of pictures that may wait; each takes some 30 ms. */
const maxQueueLength = 40
/** An idle thread ends after this time, in ms: its canvas takes some 50 MB. */
const idleTimeout = 60_000

type Result = { id: number; png: Uint8Array<ArrayBuffer> } | { id: number; error: string }
export type Job = { id: number; picture: SharedPicture }

export type Pictures = {
  /** The PNG, 1200 by 630 px. @throws CodedError 'busy' when too many calls wait, or on `close`. */
  paint(picture: SharedPicture): Promise<Buffer>
  /** Ends the thread. Calls that still wait for it are refused as 'busy'. */
  close(): Promise<void>
}

/** Starts no thread before the first picture. */
export function createPictures(): Pictures {
  const cache = new Map<string, Promise<Buffer>>()
  const waiting = new Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  const startWorker = (): Worker => {
    const started = new Worker(new URL('picture-worker.ts', import.meta.url), { name: 'preview pictures' })
    started.unref()
    started.on('message', (result: Result) => {
      const job = waiting.get(result.id)
      waiting.delete(result.id)
      if ('error' in result) job?.reject(new Error(result.error))
      else job?.resolve(Buffer.from(result.png))
      if (waiting.size === 0) closeWhenIdle()
    })
    started.on('error', (error) => rejectAll(started, error))
    started.on('exit', () => rejectAll(started, new Error('the picture worker ended')))
    return started
  }
  const rejectAll = (failed: Worker, error: Error): void => {
    if (worker !== failed) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const closeWhenIdle = (): void => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void close(), idleTimeout)
    idleTimer.unref()
  }
  const close = async (): Promise<void> => {
    clearTimeout(idleTimer)
    const closing = worker
    if (!closing) return
    rejectAll(closing, new CodedError('busy', undefined, 2))
    await closing.terminate()
  }

  const enqueue = (picture: SharedPicture): Promise<Buffer> => {
    clearTimeout(idleTimer)
    worker ??= startWorker()
    const id = ++lastId
    const message: Job = { id, picture }
    worker.postMessage(message)
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  return {
    async paint(picture) {
      const key = JSON.stringify(picture)
      const cached = cache.get(key)
      if (cached) return cached
      if (waiting.size >= maxQueueLength) throw new CodedError('busy', undefined, 2)
      const painting = enqueue(picture)
      cache.set(key, painting)
      painting.catch(() => cache.delete(key))
      for (const oldest of cache.keys()) {
        if (cache.size <= cacheSize) break
        cache.delete(oldest)
      }
      return painting
    },
    close,
  }
}
