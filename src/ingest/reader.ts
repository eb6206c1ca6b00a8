// Pages are read in a thread of their own: a page of a megabyte must not hold up the sockets. What comes back is the
// reading with its fingerprints; a body that is known already is not read again.
import { Worker } from 'node:worker_threads'
import type { Page } from '#domain/page.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'

export type ReadOrder = {
  page: Page
  /** As it came, inflated; it moves to the thread and is empty afterwards. */
  body: Uint8Array<ArrayBuffer>
  charset: string
  context: ReadContext
  /** Body that needs no reading when it comes again, because nothing else has changed since. */
  knownBody: string | null
  /** Roster (athletes and clubs of a board page) that is recorded already: left out of the reading when it is the same. */
  knownRoster: string | null
}

/** Hashes are SHA-256 in hex. */
export type ReadResult =
  | { kind: 'same-body'; bodyHash: string }
  | {
      kind: 'reading'
      reading: Reading
      bodyHash: string
      /** Of the whole reading, its roster included. */
      readingHash: string
      rosterHash: string | null
      /** The text, for a reading that is unusable or partial: to be kept for inspection. */
      body: string | null
    }

export type Reader = { read(order: ReadOrder): Promise<ReadResult>; close(): Promise<void> }

/** A page that is not read by then never will be. */
const longestReading = 15_000

/** A page of the largest event and its reading take some 40 MB while it is read; without a bound the thread's heap grows far beyond. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

type Reply = { id: number; result: ReadResult } | { id: number; error: string }

/**
 * Starts `threads` reading threads. A thread that dies is replaced; the orders it had are rejected. `origin` is where the
 * pages come from, `eventsOrigin` the event list: relative links on them lead there.
 */
export function createReader(threads: number, clock: Clock, origin?: string, eventsOrigin?: string): Reader {
  let lastId = 0
  let closed = false
  const slots = Array.from({ length: threads }, open)

  function open() {
    const pending = new Map<number, { resolve: (result: ReadResult) => void; reject: (error: Error) => void }>()
    const worker = new Worker(new URL('worker.ts', import.meta.url), { name: 'page reader', resourceLimits })
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
      if (!closed && place >= 0) slots[place] = open()
    }
    worker.on('error', replace)
    worker.on('exit', () => replace(new Error('the reading thread ended')))
    return slot
  }

  return {
    read(order) {
      const id = ++lastId
      const slot = slots.reduce((least, other) => (other.pending.size < least.pending.size ? other : least))
      const cancel = clock.after(longestReading, () => void slot.worker.terminate())
      return new Promise<ReadResult>((resolve, reject) => {
        slot.pending.set(id, { resolve, reject })
        const context = { ...order.context, ...(origin && { origin }), ...(eventsOrigin && { eventsOrigin }) }
        slot.worker.postMessage({ id, order: { ...order, context } }, [order.body.buffer])
      }).finally(cancel)
    },
    async close() {
      closed = true
      await Promise.all(slots.map(({ worker }) => worker.terminate()))
    },
  }
}
