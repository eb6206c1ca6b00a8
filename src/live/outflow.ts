// How frames leave: what a socket is owed within a tick goes out as one write, and many sockets are served in portions,
// so that a message for thousands does not hold up the process (quality/performance.md section 1).

/** Sockets served before others get their turn. */
export const portion = 250

/** From here on a socket counts as busy: it gets nothing more of a tournament until it has drained, then the latest. */
const busyAt = 64 * 1024

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
  private queued = false
  private closed = false

  constructor(wire: Wire, outflow: Outflow) {
    this.wire = wire
    this.outflow = outflow
  }

  get busy(): boolean {
    return this.wire.writableNeedDrain || this.owedBytes >= busyAt
  }

  /** Bytes that the network has taken so far. */
  get taken(): number {
    return this.wire.bytesWritten - this.wire.writableLength
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
    const { owed, wire } = this
    this.owed = []
    this.owedBytes = 0
    if (this.closed || !wire.writable) return
    if (owed.length > 0) wire.write(this.outflow.join(owed))
    if (!wire.writableNeedDrain) this.onRoom()
  }

  /** Forgets what is owed; nothing leaves any more. */
  close(): void {
    this.closed = true
    this.owed = []
    this.owedBytes = 0
  }
}

type Joined = { readonly frames: readonly Buffer[]; readonly whole: Buffer }
const nothing: Joined = { frames: [], whole: Buffer.alloc(0) }

/** The outlets that owe something, served in the order in which they came to owe it. */
export class Outflow {
  private waiting: Outlet[] = []
  private running = false
  /** What was joined last: a crowd is owed the same. */
  private joined: Joined = nothing

  /** Frames as one buffer, which is the same for all who are owed the same in one portion. */
  join(frames: readonly Buffer[]): Buffer {
    const [first] = frames
    if (first && frames.length === 1) return first
    if (!isSame(frames, this.joined.frames)) this.joined = { frames, whole: Buffer.concat(frames) }
    return this.joined.whole
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
    this.joined = nothing
    this.running = this.waiting.length > 0
    if (this.running) setImmediate(() => this.serve())
  }
}

const isSame = (one: readonly Buffer[], other: readonly Buffer[]): boolean =>
  one.length === other.length && one.every((frame, index) => frame === other[index])
