// Routes changes of tournaments, and the ages of their data, to the rooms of the shared links that show them.
import type { Clock } from '#platform/clock.ts'
import type { Store, Watched } from '#store'
import { encodeFrames } from './frame.ts'
import { HallUpdates } from './hall-updates.ts'
import type { SharedRoom } from './shared-room.ts'
import { SourceAgeUpdates, sourceUpdate } from './source-age.ts'
import { Topic, type TopicBatch, type TopicTournament } from './topic.ts'

/** What this file keeps of one tournament. */
type Entry = { readonly topic: Topic<SharedRoom>; readonly sourceAge: SourceAgeUpdates; readonly hall: HallUpdates }
type Dirty = Map<SharedRoom, Set<number>>

export class SharedTopics {
  private readonly projection: Store['projection']
  private readonly clock: Clock
  private readonly entries = new Map<number, Entry>()
  private readonly stops: (() => void)[]

  constructor(projection: Store['projection'], clock: Clock) {
    this.projection = projection
    this.clock = clock
    this.stops = [
      projection.onChanges((batch) => this.publish(batch.tournamentId, batch)),
      projection.onReset((id) => this.reset(id)),
      projection.onSource((id, source) => {
        this.entries.get(id)?.sourceAge.update(source)
        this.publishHall(id)
      }),
    ]
  }

  /**
   * Subscribes the room to these athletes and to no others. Its viewers get the whole record of each new tournament's hall, because
   * the next update may contain only some of the mats.
   */
  listen(room: SharedRoom, follows: Watched['follows']): void {
    const wanted = new Map<number, Set<number>>()
    for (const [id, ofTournament] of Map.groupBy(follows, ({ tournamentId }) => tournamentId))
      wanted.set(id, new Set(ofTournament.map(({ athleteId }) => athleteId)))
    const now = this.clock.now()
    const before = new Set(room.listening.keys())
    for (const id of before) if (!wanted.has(id)) this.follow(room, id, new Set(), now)
    for (const [id, athletes] of wanted) this.follow(room, id, athletes, now)
    for (const frame of this.hallFrames(room, before)) room.sendHall(frame)
  }

  /** The frames with the records of the halls that the room shows, except those of the tournaments in `known`. */
  hallFrames(room: SharedRoom, known: ReadonlySet<number> = new Set()): Buffer[] {
    return [...room.listening.keys()].flatMap((id) => {
      if (known.has(id)) return []
      const frame = this.entries.get(id)?.hall.wholeFrame(this.projection.get(id)?.hall ?? null)
      return frame ?? []
    })
  }

  forget(room: SharedRoom): void {
    this.listen(room, [])
  }

  /** Drops the tournaments whose athletes have had no listener for ten minutes. */
  sweep(): void {
    for (const [id, { topic, sourceAge }] of this.entries) {
      if (!topic.sweep(this.clock.now())) continue
      sourceAge.stop()
      this.entries.delete(id)
    }
  }

  close(): void {
    for (const stop of this.stops) stop()
    for (const { sourceAge } of this.entries.values()) sourceAge.stop()
  }

  private follow(room: SharedRoom, id: number, athletes: ReadonlySet<number>, now: number): void {
    const before = room.listening.get(id)
    const knownTopic = this.entries.get(id)?.topic
    for (const athleteId of before ?? []) if (!athletes.has(athleteId)) knownTopic?.unwatch(athleteId, room, now)
    const held = this.projection.get(id)
    if (!held || athletes.size === 0) {
      room.listening.delete(id)
      knownTopic?.listeners.delete(room)
      return
    }
    const { topic } = this.entryOf(held)
    for (const athleteId of athletes) if (!before?.has(athleteId)) topic.watch(held, athleteId, room, now)
    room.listening.set(id, athletes)
    topic.listeners.add(room)
  }

  private entryOf(held: TopicTournament): Entry {
    const { id } = held.state.tournament
    const known = this.entries.get(id)
    if (known) return known
    const topic = new Topic<SharedRoom>(held)
    const sourceAge = new SourceAgeUpdates(this.clock, (age) => {
      const frame = encodeFrames([sourceUpdate(id, age, this.clock.now())])
      for (const room of topic.listeners) room.send(frame)
    })
    const entry = { topic, sourceAge, hall: new HallUpdates(id, false) }
    this.entries.set(id, entry)
    return entry
  }

  private publish(id: number, batch: TopicBatch): void {
    const entry = this.entries.get(id)
    const held = this.projection.get(id)
    if (!entry || !held) return
    const dirty: Dirty = new Map()
    for (const { to, messages } of entry.topic.deliveriesFor(held, batch, this.clock.now()))
      for (const message of messages)
        if ('athleteId' in message && message.athleteId !== undefined) markDirty(dirty, to, message.athleteId)
    // A shared page shows more than the messages contain: an athlete's categories, and the tournament's links.
    for (const { change } of batch.changes)
      for (const room of entry.topic.listeners)
        if (change.entity === 'tournament')
          for (const athleteId of room.listening.get(id) ?? []) markDirty(dirty, [room], athleteId)
        else if (change.entity === 'athlete' && room.listening.get(id)?.has(change.id))
          markDirty(dirty, [room], change.id)
    for (const [room, athletes] of dirty) room.markDirty(athletes)
    this.publishHall(id)
  }

  private publishHall(id: number): void {
    const entry = this.entries.get(id)
    if (!entry || entry.topic.listeners.size === 0) return
    const frame = entry.hall.nextFrame(this.projection.get(id)?.hall ?? null)
    if (frame) for (const room of entry.topic.listeners) room.sendHall(frame)
  }

  /** The change log was reset: anything may have changed. */
  private reset(id: number): void {
    const entry = this.entries.get(id)
    const held = this.projection.get(id)
    if (!entry || !held) return
    entry.topic.restart(held, this.clock.now())
    for (const room of entry.topic.listeners) room.markDirty(room.listening.get(id) ?? [])
  }
}

function markDirty(dirty: Dirty, rooms: Iterable<SharedRoom>, athleteId: number): void {
  for (const room of rooms) {
    const athletes = dirty.get(room)
    if (athletes) athletes.add(athleteId)
    else dirty.set(room, new Set([athleteId]))
  }
}
