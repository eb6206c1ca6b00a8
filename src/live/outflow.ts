// How frames leave: what a socket is owed within a tick goes out as one write, and many sockets are served in portions,
// so that a message for thousands does not hold up the process (quality/performance.md section 1).

import { pingFrame } from './frame.ts'

/** Sockets served before others get their turn. */
export const portion = 250

/** After so much that was written the peer is asked whether it has come, in bytes. */
const askedAfter = 32 * 1024
/**
 * From here on, in bytes that are owed or were written and not answered, a socket counts as busy: it gets nothing more of a
 * tournament until it has room, then the latest. What the system has taken says little: for a peer behind a narrow link it
 * takes megabytes (reliability R-07). This is twelve seconds of 32 kbit/s.
 */
const busyAt = 48 * 1024

/** More than this is never kept for one socket (reliability R-06). */
export const mostOwed = 256 * 1024

/** The parts of a network socket that writing takes. */
export type Wire = {
  readonly writable: boolean
  readonly writableLength: number
  readonly bytesWritten: number
  readonly writableNeedDrain: boolean
  write(frame: Uint8Array): boolean
}

/** The way out to one socket. */
export class Outlet {
  readonly wire: Wire
  /** Called when a busy outlet has room again. */
  onRoom: () => void = () => {}
  /** Called when more would be owed than is kept for anybody. */
  onOverflow: () => void = () => {}
  private readonly outflow: Outflow
  private owed: Buffer[] = []
  private owedBytes = 0
  private written = 0
  /** So much of what was written has come, as far as is known. */
  private answered = 0
  /** How much was written when the peer was asked; null while no answer is awaited. */
  private asked: number | null = null
  /** Somebody was told that there is no room. */
  private turnedAway = false
  private queued = false
  private closed = false

  constructor(wire: Wire, outflow: Outflow) {
    this.wire = wire
    this.outflow = outflow
  }

  get busy(): boolean {
    return this.unanswered + this.owedBytes >= busyAt || this.wire.writableNeedDrain
  }

  /** True for who has to wait for `onRoom`. */
  turnsAway(): boolean {
    const isBusy = this.busy
    if (isBusy) this.turnedAway = true
    return isBusy
  }

  /** Grows whenever the network takes something or the peer answers. */
  get progress(): number {
    return this.wire.bytesWritten - this.wire.writableLength + this.answered
  }

  /** Owes a frame, or several in one buffer. */
  owe(frame: Buffer): void {
    if (this.closed) return
    const waiting = this.wire.writableLength + this.owedBytes
    if (waiting > 0 && waiting + frame.length > mostOwed) {
      this.close()
      this.onOverflow()
      return
    }
    this.owed.push(frame)
    this.owedBytes += frame.length
    if (this.queued) return
    this.queued = true
    this.outflow.queue(this)
  }

  /** Writes what is owed in one go. */
  flush(): void {
    this.queued = false
    const { owed, owedBytes, wire } = this
    this.owed = []
    this.owedBytes = 0
    if (this.closed || !wire.writable) return
    if (owed.length > 0) {
      this.written += owedBytes
      if (this.asked === null && this.unanswered >= askedAfter) {
        this.asked = this.written
        owed.push(pingFrame)
      }
      wire.write(this.outflow.join(owed))
    }
    this.tellRoom()
  }

  /** Asks the peer to say that all this has come; one question at a time. */
  ask(): void {
    if (this.closed || this.asked !== null) return
    this.asked = this.written + this.owedBytes
    this.owe(pingFrame)
  }

  /** The peer has answered; false where it was not asked. */
  answer(): boolean {
    if (this.asked === null) return false
    this.answered = this.asked
    this.asked = null
    if (this.unanswered >= askedAfter) this.ask()
    this.tellRoom()
    return true
  }

  /** Tells who was turned away, if there is room again: called when the network has taken what it had. */
  tellRoom(): void {
    if (!this.turnedAway || this.busy) return
    this.turnedAway = false
    this.onRoom()
  }

  private get unanswered(): number {
    return this.written - this.answered
  }

  /** Forgets what is owed; nothing leaves any more. */
  close(): void {
    this.closed = true
    this.owed = []
    this.owedBytes = 0
  }
}

type Joined = { readonly frames: readonly Buffer[]; readonly whole: Buffer }
/** A crowd is owed the same, some with a question behind it. */
const mostJoined = 2

/** The outlets that owe something, served in the order in which they came to owe it. */
export class Outflow {
  private waiting: Outlet[] = []
  private running = false
  /** What was joined last, the latest first. */
  private joined: Joined[] = []

  /** Frames as one buffer, which is the same for all who are owed the same in one portion. */
  join(frames: readonly Buffer[]): Buffer {
    const [first] = frames
    if (first && frames.length === 1) return first
    const known = this.joined.find((each) => isSame(frames, each.frames))
    if (known) return known.whole
    const whole = Buffer.concat(frames)
    this.joined = [{ frames, whole }, ...this.joined.slice(0, mostJoined - 1)]
    return whole
  }

  queue(outlet: Outlet): void {
    this.waiting.push(outlet)
    if (this.running) return
    this.running = true
    setImmediate(() => this.serve())
  }

  private serve(): void {
    const served = this.waiting.splice(0, portion)
    for (const outlet of served) outlet.flush()
    this.joined = []
    this.running = this.waiting.length > 0
    if (this.running) setImmediate(() => this.serve())
  }
}

const isSame = (one: readonly Buffer[], other: readonly Buffer[]): boolean =>
  one.length === other.length && one.every((frame, index) => frame === other[index])
