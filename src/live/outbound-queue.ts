// Writes frames to sockets. The frames for a socket within one tick leave as one write. Many sockets are flushed in batches, so
// that a message to thousands does not block the event loop (quality/performance.md section 1).

import { pingFrame } from './frame.ts'

/** The number of sockets that are flushed before the event loop continues. */
export const batchSize = 250

/** After this many unacknowledged bytes the server pings the peer. */
const pingAfter = 32 * 1024
/**
 * A socket is congested from this number of bytes on, pending and unacknowledged together. It then gets no more updates until it
 * has drained, and after that the latest state. The number of bytes that the kernel has accepted is no measure: for a peer behind
 * a narrow link it accepts megabytes (reliability R-07). 48 KiB take twelve seconds at 32 kbit/s.
 */
const congestedAt = 48 * 1024

/**
 * The maximum number of bytes that wait for one socket; a socket that would exceed it is closed (reliability R-06). If nothing
 * waits, a larger frame is sent, because a client cannot do without it.
 */
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
  /** Called when a congested socket has drained, if a caller of `waitsForDrain` got true since the last call. */
  onDrain: () => void = () => {}
  /** Called when a frame would exceed `maxWaiting` and others wait; the queue is already closed then. */
  onOverflow: () => void = () => {}
  private readonly scheduler: FlushScheduler
  private pending: Buffer[] = []
  private pendingBytes = 0
  private written = 0
  /** The number of written bytes that the peer is known to have received. */
  private acknowledged = 0
  /** The value of `written` at the last ping; null if no pong is expected. */
  private pingedAt: number | null = null
  private needsDrain = false
  private isScheduled = false
  private isClosed = false

  constructor(socket: SocketWriter, scheduler: FlushScheduler) {
    this.socket = socket
    this.scheduler = scheduler
  }

  get isCongested(): boolean {
    return this.unacknowledged + this.pendingBytes >= congestedAt || this.socket.writableNeedDrain
  }

  /** True if the socket is congested; `onDrain` is then called once it has drained. */
  waitsForDrain(): boolean {
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
    if (this.isClosed) return
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

  /** Writes all pending frames in one write, with a ping if many bytes are unacknowledged. */
  flush(): void {
    this.isScheduled = false
    const { pending, pendingBytes, socket } = this
    this.pending = []
    this.pendingBytes = 0
    if (this.isClosed || !socket.writable) return
    if (pending.length > 0) {
      this.written += pendingBytes
      if (this.pingedAt === null && this.unacknowledged >= pingAfter) {
        this.pingedAt = this.written
        pending.push(pingFrame)
      }
      socket.write(this.scheduler.concat(pending))
    }
  }

  /** Pings the peer, unless a pong is expected already. The pong acknowledges everything queued so far. */
  ping(): void {
    if (this.isClosed || this.pingedAt !== null) return
    this.pingedAt = this.written + this.pendingBytes
    this.enqueue(pingFrame)
  }

  /** Handles a pong; returns false for one without a ping. */
  acknowledge(): boolean {
    if (this.pingedAt === null) return false
    this.acknowledged = this.pingedAt
    this.pingedAt = null
    if (this.unacknowledged >= pingAfter) this.ping()
    this.emitDrain()
    return true
  }

  /** Calls `onDrain` if a caller waits for it and the socket is no longer congested. Called when the socket drains. */
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
    this.isClosed = true
    this.pending = []
    this.pendingBytes = 0
  }
}

type Concatenated = { readonly frames: readonly Buffer[]; readonly whole: Buffer }
/** The number of buffers kept: the frames of one update are compact or not, each with or without a ping. */
const maxConcatenated = 4

/** Flushes the queues that have pending frames, in the order in which they were scheduled. */
export class FlushScheduler {
  private waiting: OutboundQueue[] = []
  private isRunning = false
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
    if (this.isRunning) return
    this.isRunning = true
    setImmediate(() => this.flushBatch())
  }

  private flushBatch(): void {
    const batch = this.waiting.splice(0, batchSize)
    for (const queue of batch) queue.flush()
    this.concatenated = []
    this.isRunning = this.waiting.length > 0
    if (this.isRunning) setImmediate(() => this.flushBatch())
  }
}

const isSame = (one: readonly Buffer[], other: readonly Buffer[]): boolean =>
  one.length === other.length && one.every((frame, index) => frame === other[index])
