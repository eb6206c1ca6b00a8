// Parses pages in a worker thread, because parsing a page of a megabyte would block the sockets. Returns the reading with its
// fingerprints; a body with a known fingerprint is not parsed again.
import { Worker } from 'node:worker_threads'
import type { Page } from '#domain/page.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'

export type ReadTask = {
  page: Page
  /** The inflated body. Its buffer is transferred to the thread and is empty afterwards. */
  body: Uint8Array<ArrayBuffer>
  charset: string
  context: ReadContext
  /** Hash of a body that need not be parsed, because recording it again would change nothing. */
  knownBody: string | null
  /** Hash of the recorded roster (athletes and clubs of a board page); the reading leaves out an equal roster. */
  knownRoster: string | null
}

/** Hashes are SHA-256 in hex. */
export type ReadResult =
  | { kind: 'same-body'; bodyHash: string }
  | {
      kind: 'reading'
      reading: Reading
      bodyHash: string
      /** Hash of the whole reading, including its roster. */
      readingHash: string
      rosterHash: string | null
      /** The text of a page whose reading is unusable or partial, for inspection; null otherwise. */
      body: string | null
    }

export type Reader = { read(task: ReadTask): Promise<ReadResult>; close(): Promise<void> }

/** The thread is replaced when a page takes longer, including its wait for the pages before it, ms. */
const readTimeout = 15_000

/** The largest event's page takes some 40 MB while it is parsed; without a limit the thread's heap grows far beyond that. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

type Reply = { id: number; result: ReadResult } | { id: number; error: string }

/**
 * Starts `threads` reading threads. A thread that dies is replaced, and its pending tasks are rejected. Relative links are
 * resolved against `origin`, in the event list against `eventsOrigin`.
 */
export function createReader(threads: number, clock: Clock, origin?: string, eventsOrigin?: string): Reader {
  let lastId = 0
  let isClosed = false
  const slots = Array.from({ length: threads }, openSlot)

  function openSlot() {
    const pending = new Map<number, { resolve: (result: ReadResult) => void; reject: (error: Error) => void }>()
    const worker = new Worker(new URL('reader-worker.ts', import.meta.url), { name: 'page reader', resourceLimits })
    worker.unref()
    worker.on('message', (reply: Reply) => {
      const waiting = pending.get(reply.id)
      pending.delete(reply.id)
      if ('error' in reply) waiting?.reject(new Error(reply.error))
      else waiting?.resolve(reply.result)
    })
    const slot = { worker, pending }
    const replace = (error: Error): void => {
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
      const place = slots.indexOf(slot)
      if (!isClosed && place >= 0) slots[place] = openSlot()
    }
    worker.on('error', replace)
    worker.on('exit', () => replace(new Error('the reading thread ended')))
    return slot
  }

  return {
    read(task) {
      const id = ++lastId
      const slot = slots.reduce((least, other) => (other.pending.size < least.pending.size ? other : least))
      const cancel = clock.after(readTimeout, () => void slot.worker.terminate())
      return new Promise<ReadResult>((resolve, reject) => {
        slot.pending.set(id, { resolve, reject })
        const context = { ...task.context, ...(origin && { origin }), ...(eventsOrigin && { eventsOrigin }) }
        slot.worker.postMessage({ id, task: { ...task, context } }, [task.body.buffer])
      }).finally(cancel)
    },
    async close() {
      isClosed = true
      await Promise.all(slots.map(({ worker }) => worker.terminate()))
    },
  }
}
