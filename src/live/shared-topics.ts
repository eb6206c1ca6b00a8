// What of which tournament concerns which shared links: the changes of those whom they show, and the ages of their data.
import type { Clock } from '#platform/clock.ts'
import type { Store, Watched } from '#store'
import { framed } from './frame.ts'
import type { SharedRoom } from './shared-room.ts'
import { SourceNews, sourceUpdate } from './source-news.ts'
import { Topic, type TopicBatch, type TopicTournament } from './topic.ts'

type Entry = { readonly topic: Topic<SharedRoom>; readonly source: SourceNews }
type Touched = Map<SharedRoom, Set<number>>

export class SharedTopics {
  private readonly projection: Store['projection']
  private readonly clock: Clock
  private readonly entries = new Map<number, Entry>()
  private readonly stops: (() => void)[]

  constructor(projection: Store['projection'], clock: Clock) {
    this.projection = projection
    this.clock = clock
    this.stops = [
      projection.onChanges((batch) => this.changed(batch.tournamentId, batch)),
      projection.onReset((id) => this.restarted(id)),
      projection.onSource((id, source) => this.entries.get(id)?.source.read(source)),
    ]
  }

  /** From now on the room hears of these athletes, and of no others. */
  listen(room: SharedRoom, follows: Watched['follows']): void {
    const wanted = new Map<number, Set<number>>()
    for (const [id, list] of Map.groupBy(follows, ({ tournamentId }) => tournamentId))
      wanted.set(id, new Set(list.map(({ athleteId }) => athleteId)))
    const now = this.clock.now()
    for (const id of room.listening.keys()) if (!wanted.has(id)) this.follow(room, id, new Set(), now)
    for (const [id, athletes] of wanted) this.follow(room, id, athletes, now)
  }

  forget(room: SharedRoom): void {
    this.listen(room, [])
  }

  /** Drops what nobody has listened to for ten minutes. */
  sweep(): void {
    for (const [id, { topic, source }] of this.entries) {
      if (!topic.sweep(this.clock.now())) continue
      source.stop()
      this.entries.delete(id)
    }
  }

  close(): void {
    for (const stop of this.stops) stop()
    for (const { source } of this.entries.values()) source.stop()
  }

  private follow(room: SharedRoom, id: number, athletes: ReadonlySet<number>, now: number): void {
    const before = room.listening.get(id)
    const left = this.entries.get(id)?.topic
    for (const athleteId of before ?? []) if (!athletes.has(athleteId)) left?.unwatch(athleteId, room, now)
    const held = this.projection.get(id)
    if (!held || athletes.size === 0) {
      room.listening.delete(id)
      left?.listeners.delete(room)
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
    const source = new SourceNews(this.clock, (age) => {
      const frame = framed([sourceUpdate(id, age, this.clock.now())])
      for (const room of topic.listeners) room.send(frame)
    })
    const entry = { topic, source }
    this.entries.set(id, entry)
    return entry
  }

  private changed(id: number, batch: TopicBatch): void {
    const entry = this.entries.get(id)
    const held = this.projection.get(id)
    if (!entry || !held) return
    const touched: Touched = new Map()
    for (const { to, messages } of entry.topic.changed(held, batch, this.clock.now()))
      for (const message of messages)
        if ('athleteId' in message && message.athleteId !== undefined) touch(touched, to, message.athleteId)
    // A shared page says more of athletes and of their tournament than the messages: their categories, and links.
    for (const { change } of batch.changes)
      for (const room of entry.topic.listeners)
        if (change.entity === 'tournament')
          for (const each of room.listening.get(id) ?? []) touch(touched, [room], each)
        else if (change.entity === 'athlete' && room.listening.get(id)?.has(change.id))
          touch(touched, [room], change.id)
    for (const [room, athletes] of touched) room.touch(athletes)
  }

  /** The history was cut: anything may have changed. */
  private restarted(id: number): void {
    const entry = this.entries.get(id)
    const held = this.projection.get(id)
    if (!entry || !held) return
    entry.topic.restart(held, this.clock.now())
    for (const room of entry.topic.listeners) room.touch(room.listening.get(id) ?? [])
  }
}

function touch(touched: Touched, rooms: Iterable<SharedRoom>, athleteId: number): void {
  for (const room of rooms) {
    const athletes = touched.get(room)
    if (athletes) athletes.add(athleteId)
    else touched.set(room, new Set([athleteId]))
  }
}
