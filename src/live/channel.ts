// Publishes one tournament to its open screens. A change is encoded once and sent to every stream that follows it. A stream that
// fell behind gets what it missed as soon as its socket has drained, as the latest state of each match and athlete.
import type { ServerMessage } from '#contract/live.ts'
import type { SourceAge } from '#contract/source.ts'
import type { LoggedChange, Position } from '#domain/tournament-state.ts'
import type { HallRecord } from '#domain/hall-record.ts'
import type { Clock } from '#platform/clock.ts'
import type { Connection } from './connection.ts'
import { encodeFrames, framesOf } from './frame.ts'
import { HallUpdates } from './hall-updates.ts'
import { Throttle } from './throttle.ts'
import { quietInterval, SourceAgeUpdates, sourceUpdate } from './source-age.ts'
import { type Missed, type Stamp, emitMissed } from './delivered.ts'
import { type Delivery, Topic, type TopicBatch, type TopicTournament } from './topic.ts'

/** The maximum number of cached frames of missed messages. Clients that reconnect together mostly missed the same messages. */
const maxCachedFrames = 5_000

/** The shortest time between two updates of the hall's record to compact subscribers, in ms (docs/live-protocol.md L55). */
const compactHallInterval = 20_000

/** One connection's subscription to one tournament. */
export type Stream = {
  readonly connection: Connection
  /** Whether it gets compact messages (decision 043). */
  isCompact: boolean
  athletes: ReadonlySet<number>
  /** All changes up to this one were sent, and the client knows the position. */
  sentSeq: number
  /** Set while the stream is behind: 'unplanned' until it is known what it missed, then the frames still to be sent. */
  behind: 'unplanned' | CatchUp | null
  /** Whether it missed a hall's record while it was congested. */
  lacksHall: boolean
}

/** The frames that a stream needs to reach change `upTo`. Each is encoded when it is sent. */
type CatchUp = { frames: (() => Buffer)[]; upTo: number }

type Frames = ReturnType<typeof framesOf>

/** Where a channel reads its tournament. */
export type ChannelSource = {
  /** The current state. */
  held(): TopicTournament & { readonly source: SourceAge; readonly hall: HallRecord | null }
  /** The changes after a position; null if the change log does not reach back that far, or the epoch differs. */
  since(position: Position): readonly LoggedChange[] | null
}

export class Channel {
  private readonly topic: Topic<Stream>
  private readonly source: ChannelSource
  private readonly clock: Clock
  /** The frames of missed messages as of change `seq`, by their `Missed` as JSON. */
  private readonly missedCache = { seq: -1, frames: new Map<string, Frames>() }
  private readonly sourceAge: SourceAgeUpdates
  private readonly compactSourceAge: SourceAgeUpdates
  private readonly hall: HallUpdates
  private readonly compactHall: HallUpdates
  private readonly compactHallThrottle: Throttle
  /**
   * The compact streams that may have a newer record of the hall than the others, with that record. They get the whole record
   * instead of the next update, which contains only what has changed for the others.
   */
  private readonly aheadInHall = new Map<Stream, HallRecord>()

  constructor(source: ChannelSource, clock: Clock) {
    this.source = source
    this.clock = clock
    this.topic = new Topic(source.held())
    this.hall = new HallUpdates(this.topic.tournamentId, false)
    this.compactHall = new HallUpdates(this.topic.tournamentId, true)
    this.compactHallThrottle = new Throttle(clock, compactHallInterval, () => this.sendHalls(this.compactHall, true))
    this.sourceAge = new SourceAgeUpdates(clock, (age) => this.sendSourceAge(age, false))
    this.compactSourceAge = new SourceAgeUpdates(clock, (age) => this.sendSourceAge(age, true), quietInterval)
  }

  /** The number of open streams that follow an athlete of this tournament. */
  get viewers(): number {
    let count = 0
    for (const { athletes } of this.topic.listeners) if (athletes.size > 0) count++
    return count
  }

  get position(): Position {
    return this.source.held().position
  }

  /** Opens a stream that starts at the current state. */
  open(connection: Connection, isCompact: boolean, athletes: ReadonlySet<number>): Stream {
    const { seq: sentSeq } = this.position
    const stream: Stream = { connection, isCompact, athletes: new Set(), sentSeq, behind: null, lacksHall: false }
    this.topic.listeners.add(stream)
    this.follow(stream, athletes)
    return stream
  }

  /** Sets the athletes that the stream follows. */
  follow(stream: Stream, athletes: ReadonlySet<number>): void {
    const now = this.clock.now()
    for (const id of athletes) if (!stream.athletes.has(id)) this.topic.watch(this.source.held(), id, stream, now)
    for (const id of stream.athletes) if (!athletes.has(id)) this.topic.unwatch(id, stream, now)
    stream.athletes = athletes
  }

  close(stream: Stream): void {
    this.follow(stream, new Set())
    this.topic.listeners.delete(stream)
    this.aheadInHall.delete(stream)
  }

  /**
   * Drops the topic's state for followers who left long ago. Returns true, and stops the timers, if the channel has neither streams
   * nor such state.
   */
  sweep(): boolean {
    const isEmpty = this.topic.sweep(this.clock.now())
    if (isEmpty) for (const updates of [this.sourceAge, this.compactSourceAge, this.compactHallThrottle]) updates.stop()
    return isEmpty
  }

  /**
   * Publishes a batch of changes that is already applied to the held tournament. Returns the number of queued messages, without
   * positions and records of the hall.
   */
  publish(batch: TopicBatch): number {
    const served = new Set<Stream>()
    let sent = 0
    for (const delivery of this.topic.deliveriesFor(this.source.held(), batch, this.clock.now()))
      sent += deliver(delivery, served)
    this.sendPosition(served)
    this.publishHall()
    return sent
  }

  /** Restarts the stream at the current state. */
  restart(stream: Stream): void {
    stream.sentSeq = this.position.seq
    stream.behind = null
  }

  /**
   * Resumes the stream at the client's position. If the log does not reach back that far, or has another epoch, restarts the stream
   * and returns false.
   */
  resume(stream: Stream, since: Position): boolean {
    const { epoch, seq } = this.position
    stream.sentSeq = Math.min(since.seq, seq)
    stream.behind = since.epoch === epoch ? this.planCatchUp(stream) : null
    if (stream.behind === null) this.restart(stream)
    return stream.behind !== null
  }

  /** Sends a stream what it missed, until its socket is congested; then a `position` and, if it missed one, the hall's record. */
  catchUp(stream: Stream): void {
    const { connection } = stream
    while (stream.behind !== null && !connection.outbound.waitsForDrain()) {
      if (stream.behind === 'unplanned') {
        stream.behind = this.planCatchUp(stream)
        if (stream.behind === null) this.requireReload(stream)
        continue
      }
      const next = stream.behind.frames.shift()
      if (next) {
        connection.outbound.enqueue(next())
      } else {
        stream.sentSeq = stream.behind.upTo
        stream.behind = this.position.seq > stream.sentSeq ? 'unplanned' : null
        if (stream.behind !== null) continue
        connection.outbound.enqueue(this.positionFrame())
      }
    }
    if (stream.behind === null && stream.lacksHall && !connection.outbound.waitsForDrain()) this.sendHall(stream)
  }

  /** Sends the position to streams that are up to date, so that they have little to catch up on after a reconnect. */
  sendPosition(streams: Iterable<Stream> = this.topic.listeners): void {
    const { seq } = this.position
    let frame: Buffer | null = null
    for (const stream of streams) {
      if (stream.behind !== null || stream.sentSeq >= seq || stream.connection.outbound.isCongested) continue
      stream.connection.outbound.enqueue((frame ??= this.positionFrame()))
      stream.sentSeq = seq
    }
  }

  /** Sends the age of the data, as often as `SourceAgeUpdates` allows, and the changes of the hall's record. */
  sourceChanged(): void {
    const { source } = this.source.held()
    this.sourceAge.update(source)
    this.compactSourceAge.update(source)
    this.publishHall()
  }

  /** Sends the whole record of the hall to one stream. */
  sendHall(stream: Stream): void {
    stream.lacksHall = false
    const { hall } = this.source.held()
    if (stream.isCompact) {
      // First, so that an update that is sent at once leaves this stream out.
      if (hall) this.aheadInHall.set(stream, hall)
      this.compactHallThrottle.request()
    }
    const frame = this.hall.wholeFrame(hall)
    if (frame) stream.connection.outbound.enqueue(frame)
  }

  /** A message with the age of the data. */
  sourceMessage({ isCompact }: Pick<Stream, 'isCompact'>, age = this.source.held().source): ServerMessage {
    const { serverTime, ...message } = sourceUpdate(this.topic.tournamentId, age, this.clock.now())
    return isCompact ? message : { ...message, serverTime }
  }

  /** Called after the change log was reset: every client must reload. */
  reset(): void {
    this.topic.restart(this.source.held(), this.clock.now())
    this.missedCache.seq = -1
    for (const stream of this.topic.listeners) this.requireReload(stream)
  }

  private publishHall(): void {
    this.sendHalls(this.hall, false)
    this.compactHallThrottle.request()
  }

  /** Sends the changes of the hall's record to all compact streams, or to all others. Returns whether there were any changes. */
  private sendHalls(updates: HallUpdates, isCompact: boolean): boolean {
    if (this.topic.listeners.size === 0) return false
    const { hall } = this.source.held()
    const ahead = new Map(isCompact ? this.aheadInHall : [])
    if (isCompact) this.aheadInHall.clear()
    const update = updates.nextFrame(hall)
    let isSent = update !== null
    for (const stream of update ? this.topic.listeners : ahead.keys()) {
      if (stream.isCompact !== isCompact || ahead.get(stream) === hall) continue
      const frame = ahead.has(stream) || stream.lacksHall ? updates.wholeFrame(hall) : update
      if (!frame) continue
      isSent = true
      if (stream.behind !== null || stream.connection.outbound.waitsForDrain()) stream.lacksHall = true
      else {
        stream.lacksHall = false
        stream.connection.outbound.enqueue(frame)
      }
    }
    return isSent
  }

  private planCatchUp({ sentSeq, athletes, isCompact }: Stream): CatchUp | null {
    const held = this.source.held()
    const { epoch, seq: upTo } = held.position
    const log = this.source.since({ epoch, seq: sentSeq })
    if (log === null) return null
    const missedFrames = this.topic
      .missed(held, athletes, sentSeq, log)
      .map((missed) => () => this.missedFrames(missed)(isCompact))
    if (this.topic.missedTournament(sentSeq, log))
      missedFrames.unshift(() => encodeFrames([this.topic.tournamentUpdate(this.stamp())]))
    return { frames: missedFrames, upTo }
  }

  /** Sends the message on which the client reloads, because the log no longer contains what it missed. */
  private requireReload(stream: Stream): void {
    this.restart(stream)
    const { owner } = stream.connection
    if (!owner) return
    const { id } = this.source.held().state.tournament
    stream.connection.send({
      type: 'subscription_confirmed',
      userId: owner.userId,
      serverTime: this.serverTime(),
      positions: { [id]: this.position },
      recovered: { [id]: false },
    })
  }

  private missedFrames(missed: Missed): Frames {
    const { missedCache } = this
    const { seq } = this.position
    if (missedCache.seq !== seq || missedCache.frames.size >= maxCachedFrames) {
      missedCache.seq = seq
      missedCache.frames.clear()
    }
    const key = JSON.stringify(missed)
    let frames = missedCache.frames.get(key)
    if (!frames) {
      frames = framesOf(emitMissed(this.source.held(), missed, this.stamp()))
      missedCache.frames.set(key, frames)
    }
    return frames
  }

  private positionFrame(): Buffer {
    const { id } = this.source.held().state.tournament
    return encodeFrames([{ type: 'position', tournamentId: id, ...this.position }])
  }

  private sendSourceAge(age: SourceAge, isCompact: boolean): void {
    const frame = encodeFrames([this.sourceMessage({ isCompact }, age)])
    for (const stream of this.topic.listeners)
      if (stream.isCompact === isCompact && !stream.connection.outbound.isCongested)
        stream.connection.outbound.enqueue(frame)
  }

  private stamp(): Stamp {
    return { tournamentId: this.topic.tournamentId, ...this.position, now: this.clock.now() }
  }

  private serverTime(): string {
    return new Date(this.clock.now()).toISOString()
  }
}

/** Queues a delivery for its streams; congested ones fall behind instead. Returns the number of messages queued. */
function deliver({ to, ...outgoing }: Delivery<Stream>, served: Set<Stream>): number {
  const frames = framesOf(outgoing)
  let sent = 0
  for (const stream of to) {
    if (stream.behind === null && stream.connection.outbound.waitsForDrain()) stream.behind = 'unplanned'
    if (stream.behind !== null) continue
    stream.connection.outbound.enqueue(frames(stream.isCompact))
    served.add(stream)
    sent += (stream.isCompact ? outgoing.compact : outgoing.messages).length
  }
  return sent
}
