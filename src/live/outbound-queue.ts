// Writes frames to sockets. Frames that a socket gets within one tick leave as one write. Many sockets are flushed in
// batches, so that a message for thousands does not block the event loop (quality/performance.md section 1).

import { pingFrame } from './frame.ts'

/** How many sockets are flushed before the event loop gets its turn. */
export const batchSize = 250

/** After this many unacknowledged bytes the server pings the peer. */
const pingAfter = 32 * 1024
/**
 * A socket is congested from this many bytes on, counting pending and unacknowledged ones. It then gets no more updates
 * until it has drained, and after that the latest state. What the kernel has accepted says little: for a peer behind a
 * narrow link it accepts megabytes (reliability R-07). 48 KiB take twelve seconds at 32 kbit/s.
 */
const congestedAt = 48 * 1024

/** The most bytes that wait for one socket; one that would exceed it is closed (reliability R-06). */
export const maxWaiting = 256 * 1024

/** The part of a network socket that a queue uses. */
export type SocketWriter = {
  readonly writable: boolean
  readonly writableLength: number
  readonly bytesWritten: number
  readonly writableNeedDrain: boolean
  write(frame: Uint8Array): boolean
}

/** The frames that wait for one socket. */
export class OutboundQueue {
  readonly socket: SocketWriter
  /** Called when a congested socket has drained, if a caller has seen `hasBackpressure` since the last call. */
  onDrain: () => void = () => {}
  /** Called when a frame would exceed `maxWaiting`; the queue is closed by then. */
  onOverflow: () => void = () => {}
  private readonly scheduler: FlushScheduler
  private pending: Buffer[] = []
  private pendingBytes = 0
  private written = 0
  /** How many of the written bytes the peer is known to have received. */
  private acknowledged = 0
  /** The value of `written` at the last ping; null while no pong is awaited. */
  private pingedAt: number | null = null
  private needsDrain = false
  private isScheduled = false
  private closed = false

  constructor(socket: SocketWriter, scheduler: FlushScheduler) {
    this.socket = socket
    this.scheduler = scheduler
  }

  get isCongested(): boolean {
    return this.unacknowledged + this.pendingBytes >= congestedAt || this.socket.writableNeedDrain
  }

  /** Like `isCongested`, for a caller that then waits for `onDrain`. */
  hasBackpressure(): boolean {
    const { isCongested } = this
    if (isCongested) this.needsDrain = true
    return isCongested
  }

  /** In bytes; grows whenever the network accepts bytes or the peer acknowledges them. */
  get progress(): number {
    return this.socket.bytesWritten - this.socket.writableLength + this.acknowledged
  }

  /** Queues a frame, or several frames in one buffer. */
  enqueue(frame: Buffer): void {
    if (this.closed) return
    const waiting = this.socket.writableLength + this.pendingBytes
    if (waiting > 0 && waiting + frame.length > maxWaiting) {
      this.close()
      this.onOverflow()
      return
    }
    this.pending.push(frame)
    this.pendingBytes += frame.length
    if (this.isScheduled) return
    this.isScheduled = true
    this.scheduler.schedule(this)
  }

  /** Writes all pending frames at once. */
  flush(): void {
    this.isScheduled = false
    const { pending, pendingBytes, socket } = this
    this.pending = []
    this.pendingBytes = 0
    if (this.closed || !socket.writable) return
    if (pending.length > 0) {
      this.written += pendingBytes
      if (this.pingedAt === null && this.unacknowledged >= pingAfter) {
        this.pingedAt = this.written
        pending.push(pingFrame)
      }
      socket.write(this.scheduler.concat(pending))
    }
    this.emitDrain()
  }

  /** Pings the peer, unless a pong is awaited. The pong acknowledges everything queued so far. */
  ping(): void {
    if (this.closed || this.pingedAt !== null) return
    this.pingedAt = this.written + this.pendingBytes
    this.enqueue(pingFrame)
  }

  /** Takes a pong; returns false for one that no ping asked for. */
  acknowledge(): boolean {
    if (this.pingedAt === null) return false
    this.acknowledged = this.pingedAt
    this.pingedAt = null
    if (this.unacknowledged >= pingAfter) this.ping()
    this.emitDrain()
    return true
  }

  /** Calls `onDrain` if a caller waits for it and the socket is no longer congested. Call it when the socket drains. */
  emitDrain(): void {
    if (!this.needsDrain || this.isCongested) return
    this.needsDrain = false
    this.onDrain()
  }

  private get unacknowledged(): number {
    return this.written - this.acknowledged
  }

  /** Drops the pending frames and ignores further ones. */
  close(): void {
    this.closed = true
    this.pending = []
    this.pendingBytes = 0
  }
}

type Concatenated = { readonly frames: readonly Buffer[]; readonly whole: Buffer }
/** Subscribers of one update share the same frames, compact or not, some followed by a ping: four variants. */
const maxConcatenated = 4

/** Flushes the queues that have pending frames, in the order in which they were scheduled. */
export class FlushScheduler {
  private waiting: OutboundQueue[] = []
  private running = false
  /** The buffers of this batch, the latest first. */
  private concatenated: Concatenated[] = []

  /** Joins frames into one buffer, which all sockets of a batch with the same frames share. */
  concat(frames: readonly Buffer[]): Buffer {
    const [first] = frames
    if (first && frames.length === 1) return first
    const known = this.concatenated.find((each) => isSame(frames, each.frames))
    if (known) return known.whole
    const whole = Buffer.concat(frames)
    this.concatenated = [{ frames, whole }, ...this.concatenated.slice(0, maxConcatenated - 1)]
    return whole
  }

  schedule(queue: OutboundQueue): void {
    this.waiting.push(queue)
    if (this.running) return
    this.running = true
    setImmediate(() => this.flushBatch())
  }

  private flushBatch(): void {
    const batch = this.waiting.splice(0, batchSize)
    for (const queue of batch) queue.flush()
    this.concatenated = []
    this.running = this.waiting.length > 0
    if (this.running) setImmediate(() => this.flushBatch())
  }
}

const isSame = (one: readonly Buffer[], other: readonly Buffer[]): boolean =>
  one.length === other.length && one.every((frame, index) => frame === other[index])
