// One follower's client as docs/live-protocol.md asks for it, over real sockets, that writes down everything it shows and
// every position it reaches. It comes back by itself, as often as it is cut off.
import { WebSocket } from 'ws'
import type { FollowedResponse } from '#contract/athletes.ts'
import { ServerMessage } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Position } from '#domain/tournament-state.ts'
import { factsOf } from './item-history.ts'

/**
 * What a client saw, in order: an item that it showed from then on (`facts` null: no more), or a position at which it
 * stood with nothing still to be read.
 */
export type Observation =
  | { kind: 'shown'; key: string; facts: string | null; seq: number; source: 'list' | 'message' }
  | { kind: 'stood'; seq: number }

const pingEvery = 1_000
/** A socket that says nothing for so long is given up. */
const silenceTimeout = 4_000
const requestTimeout = 4_000

type Options = {
  url: string
  cookie: string
  tournamentId: number
  /** False for a client that forgets where it was and trusts in luck: what the checker must find. */
  resumes?: boolean
  /** Between 0 and 1, for waiting. */
  random: () => number
}

export class Viewer {
  readonly observations: Observation[] = []
  readonly shown = new Map<string, { item: MatchItem; seq: number }>()
  /** By which change a match was said to be removed: a list that was read before does not bring it back. */
  private readonly removed = new Map<string, number>()
  position: Position | null = null
  /** The state of what the user watches that it was told of, or read, last (L45). */
  private watching = 0
  /** How often it came back, and how often it had to load everything again. */
  reconnects = 0
  reloads = 0
  private socket: WebSocket | null = null
  /** The subscription on this socket was confirmed. */
  private isConfirmed = false
  /** What it missed could not be told, and the lists that say it have not come yet (rule L17). */
  private hasGap = false
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

  /** Its socket is open, subscribed, and not silent. */
  get isConnected(): boolean {
    return (
      this.isConfirmed && this.socket?.readyState === WebSocket.OPEN && performance.now() - this.lastMessageAt < silenceTimeout
    )
  }

  /** It listens, and something has come since that moment (`performance.now()`): its wire is not a silent one. */
  hasReceivedSince(moment: number): boolean {
    return this.isConnected && this.lastMessageAt > moment
  }

  /** What it saw so far. From now on `seen` begins with what it shows now. */
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

  /** Opens another socket beside the one it has, then lets the first one go: a tab opened twice. */
  openSecondSocket(): void {
    const first = this.socket
    this.connect()
    setTimeout(() => first?.terminate(), 300)
  }

  /** A GET as this user; null when it was not answered in time or not with a success. */
  async get<Body>(path: string, url = this.options.url): Promise<Body | null> {
    try {
      const response = await fetch(url + path, {
        // Twenty clients on the machine of the server: packing would cost it more than the wire.
        headers: { cookie: this.options.cookie, connection: 'close', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(requestTimeout),
      })
      return response.ok ? ((await response.json()) as Body) : null
    } catch {
      return null
    }
  }

  /** Where it does not show what a fresh load shows, one sentence each; null when the lists were not answered. */
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
    const { url, cookie, tournamentId, resumes = true, random } = this.options
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie }, handshakeTimeout: 4_000 })
    this.socket = socket
    this.isConfirmed = false
    this.lastMessageAt = performance.now()
    socket.on('open', () => {
      const since = resumes && this.position ? { since: { [tournamentId]: this.position } } : {}
      socket.send(JSON.stringify({ type: 'subscribe', ...since }))
    })
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

  private handle(message: ServerMessage): void {
    const { tournamentId, resumes = true } = this.options
    if (message.type === 'subscription_confirmed') {
      this.isConfirmed = true
      const isRecovered = message.recovered[tournamentId] === true
      const position = message.positions[tournamentId] ?? null
      // Who trusts in luck believes to stand there.
      if (!resumes) return void (position && this.observations.push({ kind: 'stood', seq: position.seq }))
      if (!isRecovered) this.position = position
      this.hasGap ||= !isRecovered
      if (!isRecovered || message.watching !== this.watching) this.reload(message.watching)
    } else if (message.type === 'match_update') {
      for (const item of message.matches) this.show(item, message.seq, 'message')
      for (const id of message.removed) this.hide(`${message.athleteId}/${id}`, message.seq)
    } else if (message.type === 'position') {
      this.position = { epoch: message.epoch, seq: message.seq }
      if (!this.hasGap) this.observations.push({ kind: 'stood', seq: message.seq })
    } else if (message.type === 'followed_athletes_updated' || message.type === 'athlete_data_loaded')
      if (resumes) this.reload('watching' in message ? message.watching : undefined)
  }

  private reload(watching = this.watching): void {
    this.watching = watching
    this.reloads++
    this.loading = this.loading.then(() => this.load())
  }

  /** Both lists; where a message has brought something newer than they hold, that stays. */
  private async load(): Promise<void> {
    const { tournamentId } = this.options
    for (;;) {
      if (this.isClosed) return
      const lists = await Promise.all(
        ['upcoming', 'completed'].map((name) => this.get<MatchesResponse>(`/api/matches/${name}`)),
      )
      const [upcoming, completed] = lists
      const positions = lists.flatMap((list) => list?.positions[tournamentId] ?? [])
      const seq = Math.min(...positions.map((position) => position.seq))
      const watching = Math.min(upcoming?.watching ?? 0, completed?.watching ?? 0)
      const isOlder = seq < (this.position?.seq ?? 0) || watching < this.watching
      if (!upcoming || !completed || positions.length < 2 || isOlder) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        continue
      }
      const items = new Map([...upcoming.matches, ...completed.matches].map((item) => [keyOf(item), item]))
      for (const [key, known] of this.shown) if (!items.has(key) && known.seq <= seq) this.shown.delete(key)
      for (const item of items.values()) this.show(item, seq, 'list')
      this.position ??= positions.find((position) => position.seq === seq) ?? null
      this.watching = watching
      this.hasGap = false
      if (this.position) this.observations.push({ kind: 'stood', seq: this.position.seq })
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
