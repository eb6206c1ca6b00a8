// One tournament's way to its open screens: changes become frames once and go to every stream that wants them; a stream
// that fell behind gets what it missed as soon as it has room, each match in its latest state only.
import type { ServerMessage } from '#contract/live.ts'
import type { SourceAge } from '#contract/source.ts'
import type { LoggedChange, Position } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Connection } from './connection.ts'
import { framed } from './frame.ts'
import { SourceNews, sourceUpdate } from './source-news.ts'
import { type Missed, type Place, tellMissed } from './told.ts'
import { type Delivery, Topic, type TopicBatch, type TopicTournament } from './topic.ts'

/** Frames of missed messages kept for others who missed the same; a crowd comes back at once. */
const keptFrames = 5_000

/** One connection's place in one tournament. */
export type Stream = {
  readonly connection: Connection
  athletes: ReadonlySet<number>
  /** The change up to which everything was sent and said to be. */
  reached: number
  /** Set while behind: 'due' until it is known what was missed, then what is left of it. */
  behind: 'due' | Missing | null
}

/** Frames that a stream still has to get, each made when it is sent; then it has reached change `goal`. */
type Missing = { left: (() => Buffer)[]; goal: number }

/** What a channel reads of its tournament. */
export type ChannelSource = {
  /** The tournament as it is now. */
  held(): TopicTournament & { readonly source: SourceAge }
  /** The log after a position; null when it does not reach back that far or the epoch differs. */
  since(position: Position): readonly LoggedChange[] | null
}

export class Channel {
  private readonly topic: Topic<Stream>
  private readonly source: ChannelSource
  private readonly clock: Clock
  private readonly frames = { seq: -1, of: new Map<string, Buffer>() }
  private readonly sourceNews: SourceNews

  constructor(source: ChannelSource, clock: Clock) {
    this.source = source
    this.clock = clock
    this.topic = new Topic(source.held())
    this.sourceNews = new SourceNews(clock, (age) => this.tellSource(age))
  }

  /** How many open streams follow somebody here. */
  get viewers(): number {
    let count = 0
    for (const { athletes } of this.topic.listeners) if (athletes.size > 0) count++
    return count
  }

  get position(): Position {
    return this.source.held().position
  }

  /** A new stream; it has reached the tournament as it is now. */
  open(connection: Connection, athletes: ReadonlySet<number>): Stream {
    const stream: Stream = { connection, athletes: new Set(), reached: this.position.seq, behind: null }
    this.topic.listeners.add(stream)
    this.follow(stream, athletes)
    return stream
  }

  /** From now on the stream is about these athletes. */
  follow(stream: Stream, athletes: ReadonlySet<number>): void {
    const now = this.clock.now()
    for (const id of athletes) if (!stream.athletes.has(id)) this.topic.watch(this.source.held(), id, stream, now)
    for (const id of stream.athletes) if (!athletes.has(id)) this.topic.unwatch(id, stream, now)
    stream.athletes = athletes
  }

  close(stream: Stream): void {
    this.follow(stream, new Set())
    this.topic.listeners.delete(stream)
  }

  /** Forgets followers who left long ago; true when the channel serves nobody any more. */
  sweep(): boolean {
    const isEmpty = this.topic.sweep(this.clock.now())
    if (isEmpty) this.sourceNews.stop()
    return isEmpty
  }

  /** Sends what a batch of changes, already in the held tournament, says. Returns the number of sent messages. */
  changed(batch: TopicBatch): number {
    const served = new Set<Stream>()
    let sent = 0
    for (const delivery of this.topic.changed(this.source.held(), batch, this.clock.now()))
      sent += deliver(delivery, served)
    this.tellPosition(served)
    return sent
  }

  /** The stream starts at the tournament as it is now; what came before is not for it. */
  restart(stream: Stream): void {
    stream.reached = this.position.seq
    stream.behind = null
  }

  /** The stream stands where a client says it does; false when what it missed cannot be told any more. */
  resume(stream: Stream, since: Position): boolean {
    const { epoch, seq } = this.position
    stream.reached = Math.min(since.seq, seq)
    stream.behind = since.epoch === epoch ? this.planFrom(stream) : null
    if (stream.behind === null) this.restart(stream)
    return stream.behind !== null
  }

  /** Sends a stream that is behind what it missed, as far as there is room. A `position` ends it. */
  catchUp(stream: Stream): void {
    const { connection } = stream
    while (stream.behind !== null && !connection.outlet.turnsAway()) {
      if (stream.behind === 'due') {
        stream.behind = this.planFrom(stream)
        if (stream.behind === null) this.giveUp(stream)
        continue
      }
      const next = stream.behind.left.shift()
      if (next) {
        connection.outlet.owe(next())
      } else {
        stream.reached = stream.behind.goal
        stream.behind = this.position.seq > stream.reached ? 'due' : null
        if (stream.behind === null) connection.outlet.owe(this.positionFrame())
      }
    }
  }

  /** Tells streams that have all there is how far the log has come, so that a return stays short. */
  tellPosition(streams: Iterable<Stream> = this.topic.listeners): void {
    const { seq } = this.position
    let frame: Buffer | null = null
    for (const stream of streams) {
      if (stream.behind !== null || stream.reached >= seq || stream.connection.outlet.busy) continue
      stream.connection.outlet.owe((frame ??= this.positionFrame()))
      stream.reached = seq
    }
  }

  /** Tells the age of the data: at once when the source's state changed, else now and then. */
  sourceRead(): void {
    this.sourceNews.read(this.source.held().source)
  }

  /** The age of the data, for one stream. */
  sourceMessage(): ServerMessage {
    const { source, state } = this.source.held()
    return sourceUpdate(state.tournament.id, source, this.clock.now())
  }

  /** The history was cut: every client has to load again. */
  historyCut(): void {
    this.topic.restart(this.source.held(), this.clock.now())
    this.frames.seq = -1
    for (const stream of this.topic.listeners) this.giveUp(stream)
  }

  private planFrom({ reached, athletes }: Stream): Missing | null {
    const held = this.source.held()
    const { epoch, seq: goal } = held.position
    const log = this.source.since({ epoch, seq: reached })
    if (log === null) return null
    const left = this.topic.missed(held, athletes, reached, log).map((missed) => () => this.missedFrame(missed))
    if (this.topic.missedTournament(reached, log))
      left.unshift(() => framed([this.topic.tournamentUpdate(this.place())]))
    return { left, goal }
  }

  /** What was missed is gone from the log: the client is told to load again. */
  private giveUp(stream: Stream): void {
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

  private missedFrame(missed: Missed): Buffer {
    const { frames } = this
    const { seq } = this.position
    if (frames.seq !== seq || frames.of.size >= keptFrames) {
      frames.seq = seq
      frames.of.clear()
    }
    const key = JSON.stringify(missed)
    let frame = frames.of.get(key)
    if (!frame) {
      frame = framed(tellMissed(this.source.held(), missed, this.place()))
      frames.of.set(key, frame)
    }
    return frame
  }

  private positionFrame(): Buffer {
    const { id } = this.source.held().state.tournament
    return framed([{ type: 'position', tournamentId: id, ...this.position }])
  }

  private tellSource(age: SourceAge): void {
    const frame = framed([sourceUpdate(this.topic.tournamentId, age, this.clock.now())])
    for (const stream of this.topic.listeners) if (!stream.connection.outlet.busy) stream.connection.outlet.owe(frame)
  }

  private place(): Place {
    return { tournamentId: this.topic.tournamentId, ...this.position, now: this.clock.now() }
  }

  private serverTime(): string {
    return new Date(this.clock.now()).toISOString()
  }
}

/** Owes a delivery to those who want it; one that is busy falls behind instead. Returns the number of messages owed. */
function deliver({ to, messages }: Delivery<Stream>, served: Set<Stream>): number {
  let frame: Buffer | null = null
  let sent = 0
  for (const stream of to) {
    if (stream.behind === null && stream.connection.outlet.turnsAway()) stream.behind = 'due'
    if (stream.behind !== null) continue
    stream.connection.outlet.owe((frame ??= framed(messages)))
    served.add(stream)
    sent += messages.length
  }
  return sent
}
