// A client that follows docs/live-protocol.md over real sockets, reconnects by itself, and records everything it shows and
// every position it reaches.
import { WebSocket } from 'ws'
import { completeMatches, type MatchUpdate } from '#contract/apply-live.ts'
import type { FollowedResponse } from '#contract/athletes.ts'
import { ServerMessage } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Position } from '#domain/tournament-state.ts'
import { factsOf } from './item-history.ts'

/**
 * An observation of a client: an item that the client shows from then on (`facts` is null for an item that it no longer shows), or
 * a position up to which the client has received everything.
 */
export type Observation =
  | { kind: 'shown'; key: string; facts: string | null; seq: number; source: 'list' | 'message' }
  | { kind: 'position'; seq: number }

const pingEvery = 1_000
/** A socket that receives no message for this time, ms, is closed. */
const silenceTimeout = 4_000
const requestTimeout = 4_000

type Options = {
  url: string
  cookie: string
  tournamentId: number
  /** False for a client that reconnects without its position and therefore misses changes, which the checker must find. */
  resumes?: boolean
  /** Whether the client takes compact messages (L50). */
  isCompact?: boolean
  /** From 0 to 1, for the delay before a reconnect. */
  random: () => number
}

export class Viewer {
  readonly observations: Observation[] = []
  readonly shown = new Map<string, { item: MatchItem; seq: number }>()
  /** The changes that removed matches: a list that was read before such a change does not restore the match. */
  private readonly removed = new Map<string, number>()
  position: Position | null = null
  /** The last received version of what the user watches (L45). */
  private watching = 0
  /** The number of reconnects, and of reloads of the lists. */
  reconnects = 0
  reloads = 0
  private socket: WebSocket | null = null
  /** Whether the subscription on this socket was confirmed. */
  private isConfirmed = false
  /** Whether changes were missed that only the lists contain, and the lists are still loading (rule L17). */
  private hasGap = false
  /** Above 0 while lists load or are about to; the client may then lack what a compact message leaves out (rule L52). */
  private loads = 0
  /**
   * Whether a compact message left out values that the client does not have, so that it has subscribed again for complete ones
   * (L52).
   */
  private isIncomplete = false
  private isClosed = false
  private lastMessageAt = 0
  private loading: Promise<void> = Promise.resolve()
  private readonly options: Options
  private readonly pings: NodeJS.Timeout

  constructor(options: Options) {
    this.options = options
    this.pings = setInterval(() => this.ping(), pingEvery)
    void this.load().then(() => this.connect())
  }

  /** Whether the socket is open, subscribed and not silent. */
  get isConnected(): boolean {
    return (
      this.isConfirmed &&
      this.socket?.readyState === WebSocket.OPEN &&
      performance.now() - this.lastMessageAt < silenceTimeout
    )
  }

  /** Whether the client is connected and has received a message since that moment (`performance.now()`). */
  hasReceivedSince(moment: number): boolean {
    return this.isConnected && this.lastMessageAt > moment
  }

  /** Returns the observations so far, and replaces them with what the client shows now. */
  takeObservations(): Observation[] {
    const now = [...this.shown].map(([key, { item, seq }]): Observation => ({
      kind: 'shown',
      key,
      facts: factsOf(item),
      seq,
      source: 'list',
    }))
    return this.observations.splice(0, this.observations.length, ...now)
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.pings)
    this.socket?.terminate()
  }

  /** Opens a second socket, then closes the first one, like a tab opened twice. */
  openSecondSocket(): void {
    const first = this.socket
    this.connect()
    setTimeout(() => first?.terminate(), 300)
  }

  /** GETs a path as this user; null without a success within `requestTimeout`. */
  async get<Body>(path: string, url = this.options.url): Promise<Body | null> {
    try {
      const response = await fetch(url + path, {
        // The clients run on the server's machine, where compression costs more than it saves.
        headers: { cookie: this.options.cookie, connection: 'close', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(requestTimeout),
      })
      return response.ok ? ((await response.json()) as Body) : null
    } catch {
      return null
    }
  }

  /** The items of a fresh load that the client lacks or shows differently, one sentence each; null if the lists do not load. */
  async differences(url?: string): Promise<string[] | null> {
    const [upcoming, completed, followed] = await Promise.all([
      this.get<MatchesResponse>('/api/matches/upcoming', url),
      this.get<MatchesResponse>('/api/matches/completed', url),
      this.get<FollowedResponse>('/api/athletes/followed', url),
    ])
    if (!upcoming || !completed || !followed) return null
    return [...upcoming.matches, ...completed.matches].flatMap((item) => {
      const shown = this.shown.get(keyOf(item))
      if (!shown) return [`does not show ${keyOf(item)}`]
      return factsOf(shown.item) === factsOf(item) ? [] : [`shows ${keyOf(item)} as it was`]
    })
  }

  private ping(): void {
    const { socket } = this
    if (socket?.readyState !== WebSocket.OPEN) return
    if (performance.now() - this.lastMessageAt > silenceTimeout) socket.terminate()
    else socket.send(JSON.stringify({ type: 'ping', timestamp: Date.now() }))
  }

  private connect(): void {
    if (this.isClosed) return
    const { url, cookie, random } = this.options
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie }, handshakeTimeout: 4_000 })
    this.socket = socket
    this.isConfirmed = false
    this.lastMessageAt = performance.now()
    socket.on('open', () => this.subscribe(socket))
    socket.on('message', (data) => {
      this.lastMessageAt = performance.now()
      if (socket === this.socket) this.handle(ServerMessage.parse(JSON.parse((data as Buffer).toString())))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (socket !== this.socket || this.isClosed) return
      this.reconnects++
      setTimeout(() => this.connect(), 300 + 1_200 * random())
    })
  }

  private subscribe(socket: WebSocket | null): void {
    const { tournamentId, resumes = true, isCompact: compact = false } = this.options
    const since = resumes && this.position ? { since: { [tournamentId]: this.position } } : {}
    socket?.send(JSON.stringify({ type: 'subscribe', compact, ...since }))
  }

  private handle(message: ServerMessage): void {
    const { tournamentId, resumes = true } = this.options
    if (message.type === 'subscription_confirmed') {
      this.isConfirmed = true
      this.isIncomplete = false
      const isRecovered = message.recovered[tournamentId] === true
      const position = message.positions[tournamentId] ?? null
      // A client that does not resume assumes that it has missed nothing.
      if (!resumes) return void (position && this.observations.push({ kind: 'position', seq: position.seq }))
      if (!isRecovered) this.position = position
      this.hasGap ||= !isRecovered
      if (!isRecovered || message.watching !== this.watching) this.reload(message.watching)
    } else if (message.type === 'match_update') this.update(message)
    else if (message.type === 'match_change') {
      const { athleteId } = message
      const known = (id: number): MatchItem | undefined =>
        this.loads > 0 ? undefined : this.shown.get(`${athleteId}/${id}`)?.item
      const update = completeMatches(message, known)
      this.update(update)
      if (this.isIncomplete || update.matches.length === message.matches.length) return
      this.isIncomplete = true
      this.subscribe(this.socket)
    } else if (message.type === 'position') {
      if (this.isIncomplete) return
      this.position = { epoch: message.epoch, seq: message.seq }
      if (!this.hasGap) this.observations.push({ kind: 'position', seq: message.seq })
    } else if (message.type === 'followed_athletes_updated' || message.type === 'athlete_data_loaded')
      if (resumes) this.reload('watching' in message ? message.watching : undefined)
  }

  private update({ athleteId, seq, matches, removed }: MatchUpdate): void {
    for (const item of matches) this.show(item, seq, 'message')
    for (const id of removed) this.hide(`${athleteId}/${id}`, seq)
  }

  private reload(watching = this.watching): void {
    this.watching = watching
    this.reloads++
    this.loads++
    this.loading = this.loading.then(() => this.load()).finally(() => this.loads--)
  }

  private async load(): Promise<void> {
    this.loads++
    await this.loadLists().finally(() => this.loads--)
  }

  /**
   * Loads both lists. An item from a message that is newer than its list is kept. The lists may have different positions, so that
   * a match that has just ended is in neither until its message comes.
   */
  private async loadLists(): Promise<void> {
    const { tournamentId } = this.options
    for (;;) {
      if (this.isClosed) return
      const lists = await Promise.all(
        ['upcoming', 'completed'].map((name) => this.get<MatchesResponse>(`/api/matches/${name}`)),
      )
      const loaded = lists.flatMap((list) => {
        const position = list?.positions[tournamentId]
        return list && position ? [{ ...list, position }] : []
      })
      const oldest = Math.min(...loaded.map(({ position }) => position.seq))
      const watching = Math.min(...loaded.map((list) => list.watching ?? 0))
      if (loaded.length < 2 || oldest < (this.position?.seq ?? 0) || watching < this.watching) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        continue
      }
      const listed = new Set(loaded.flatMap(({ matches }) => matches.map(keyOf)))
      for (const [key, known] of this.shown) {
        if (listed.has(key) || known.seq > oldest) continue
        this.shown.delete(key)
        this.observations.push({ kind: 'shown', key, facts: null, seq: oldest, source: 'list' })
      }
      for (const { matches, position } of loaded) for (const item of matches) this.show(item, position.seq, 'list')
      this.position ??= loaded.find(({ position }) => position.seq === oldest)?.position ?? null
      this.watching = watching
      this.hasGap = false
      if (this.position) this.observations.push({ kind: 'position', seq: this.position.seq })
      return
    }
  }

  private show(item: MatchItem, seq: number, from: 'list' | 'message'): void {
    const key = keyOf(item)
    if (seq < Math.max(this.shown.get(key)?.seq ?? 0, this.removed.get(key) ?? 0)) return
    this.shown.set(key, { item, seq })
    this.observations.push({ kind: 'shown', key, facts: factsOf(item), seq, source: from })
  }

  private hide(key: string, seq: number): void {
    if (seq < (this.shown.get(key)?.seq ?? 0)) return
    this.shown.delete(key)
    this.removed.set(key, seq)
    this.observations.push({ kind: 'shown', key, facts: null, seq, source: 'message' })
  }
}

const keyOf = (item: MatchItem): string => `${item.athleteId}/${item.id}`
