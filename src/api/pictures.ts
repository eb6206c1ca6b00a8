// Preview pictures, painted in a thread of their own: the first letters of a font take 60 ms, and sockets do not wait for
// that. The thread is there only while pictures are asked for.
import { Worker } from 'node:worker_threads'
import { CodedError } from '#contract/errors.ts'
import type { SharedPicture } from '#contract/shared-page.ts'

/** So many finished pictures are kept, of about 40 KB each. */
const picturesKept = 50
/** More than this are not waited for: some 30 ms each. */
const longestQueue = 40
/** A thread without work ends after this, in ms; its canvas holds some 50 MB. */
const idleFor = 60_000

type Reply = { id: number; png: Uint8Array<ArrayBuffer> } | { id: number; error: string }
export type Order = { id: number; picture: SharedPicture }

export type Pictures = {
  /** The PNG, 1200 by 630. The same words make the same picture. @throws CodedError 'busy' when too many wait. */
  paint(picture: SharedPicture): Promise<Buffer>
  close(): Promise<void>
}

export function createPictures(): Pictures {
  const kept = new Map<string, Promise<Buffer>>()
  const waiting = new Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  const open = (): Worker => {
    const opened = new Worker(new URL('picture-worker.ts', import.meta.url), { name: 'preview pictures' })
    opened.unref()
    opened.on('message', (reply: Reply) => {
      const order = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) order?.reject(new Error(reply.error))
      else order?.resolve(Buffer.from(reply.png))
      if (waiting.size === 0) rest()
    })
    opened.on('error', (error) => lose(opened, error))
    opened.on('exit', () => lose(opened, new Error('the painting thread ended')))
    return opened
  }
  const lose = (lost: Worker, error: Error): void => {
    if (worker !== lost) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const rest = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => void close(), idleFor)
    idle.unref()
  }
  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const closing = worker
    worker = null
    await closing?.terminate()
  }

  const order = (picture: SharedPicture): Promise<Buffer> => {
    clearTimeout(idle)
    worker ??= open()
    const id = ++lastId
    const message: Order = { id, picture }
    worker.postMessage(message)
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  return {
    async paint(picture) {
      const key = JSON.stringify(picture)
      const known = kept.get(key)
      if (known) return known
      if (waiting.size >= longestQueue) throw new CodedError('busy', undefined, 2)
      const painted = order(picture)
      kept.set(key, painted)
      painted.catch(() => kept.delete(key))
      for (const oldest of kept.keys()) {
        if (kept.size <= picturesKept) break
        kept.delete(oldest)
      }
      return painted
    },
    close,
  }
}
