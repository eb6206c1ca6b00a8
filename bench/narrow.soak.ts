// node bench/narrow.soak.ts [clients] [rounds]: one client in ten has a link of 32 kbit/s, while more changes occur each second
// than fit through it (reliability R-07). Slow clients must get the latest state instead of every change, and the others must
// not be delayed: their delays are printed, with and without slow clients. Needs root, its own network namespace, and tc. Exits
// with 1 when the slow clients need more time to show the latest state than a quarter of what the backlog of all changes would
// have taken, or when a socket fails or is closed.
import { spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { WebSocket } from 'ws'
import type { ServerMessage } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import { pingInterval } from '#contract/socket.ts'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { machineNow, median, quantile } from './figure.ts'
import { addFollowers } from './followers.ts'

const [clients = 100, rounds = 60] = process.argv.slice(2).map(Number)
const slowClients = Math.ceil(clients / 10)
const bytesPerSecond = 4_000
const turns = 1
const warmUp = 5
const mats = 8
/** In ms. */
const roundEvery = 1_000
/** The address of a slow client; the traffic to each passes through its own limited link. */
const address = (index: number): string => `127.0.2.${index + 1}`

const tc = (...args: string[]): void => {
  const { status, stderr, error } = spawnSync('tc', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tc ${args.join(' ')}: ${error?.message ?? stderr}`)
}
spawnSync('ip', ['link', 'set', 'lo', 'mtu', '1500', 'gso_max_segs', '1'])
tc('qdisc', 'add', 'dev', 'lo', 'root', 'handle', '1:', 'htb', 'default', '0')
for (let index = 0; index < slowClients; index++) {
  const link = `1:${index + 2}`
  tc(
    'class',
    'add',
    'dev',
    'lo',
    'parent',
    '1:',
    'classid',
    link,
    'htb',
    'rate',
    '32kbit',
    'ceil',
    '32kbit',
    'burst',
    '3k',
  )
  tc('qdisc', 'add', 'dev', 'lo', 'parent', link, 'pfifo', 'limit', '20')
  tc(
    'filter',
    'add',
    'dev',
    'lo',
    'protocol',
    'ip',
    'parent',
    '1:',
    'prio',
    '1',
    'u32',
    'match',
    'ip',
    'dst',
    `${address(index)}/32`,
    'flowid',
    link,
  )
}

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-soak-'))
await using database = await startDatabaseServer({ dataDir, durable: false })
const store = await openStore({ databaseUrl: database.url, clock: systemClock })
const event = await openFixtureEvent(store, { categories: 40, mats })
const followed = event.athleteIds.filter((_, index) => index % 40 === 0)
const cookies = await addFollowers(database.url, {
  users: clients,
  tournamentId: event.tournamentId,
  followedBy: () => followed,
})
const rollCall = await startRollCall({
  // Nothing listens there, because this process records the changes itself.
  sourceUrl: 'http://127.0.0.1:9',
  dataDir: join(dataDir, 'web'),
  databaseUrl: database.url,
  env: { ROLES: 'web' },
})

/** By sequence number: when the reading with the change was passed to the recorder. */
const startTimes = new Map<number, number>()
const failures: string[] = []

/** A client: what it shows, and when each change arrived. */
class Client {
  readonly shown = new Map<string, string>()
  /** The sequence number and arrival time of each message. */
  readonly received: { seq: number; at: number }[] = []
  bytes = 0
  /** How often the lists were loaded, because the missed changes were no longer in memory. */
  loads = 0
  /** How often a request failed. */
  failures = 0
  closedWith: number | null = null
  readonly opened: Promise<void>
  readonly socket: WebSocket
  private readonly cookie: string
  private readonly agent: Agent
  private isEnded = false
  constructor(index: number) {
    const isSlow = index < slowClients
    this.cookie = cookies[index] ?? ''
    this.agent = new Agent(isSlow ? { localAddress: address(index) } : {})
    this.socket = new WebSocket(rollCall.url.replace('localhost', '127.0.0.1').replace('http', 'ws') + '/ws', {
      headers: { cookie: this.cookie },
      ...(isSlow ? { localAddress: address(index) } : {}),
    })
    this.socket.on('error', (error) => failures.push(`client ${index}: ${error.message}`))
    this.socket.on('open', () => this.socket.send('{"type":"subscribe"}'))
    this.socket.on('close', (code) => void (this.closedWith = code))
    // Sends pings like the app's client.
    const pings = systemClock.every(pingInterval, () => this.socket.send('{"type":"ping"}', () => {}))
    this.socket.on('close', () => void pings.stop())
    this.socket.on('message', (data) => this.handle(data as Buffer))
    this.opened = new Promise((resolve) => this.socket.once('message', () => resolve()))
  }

  private handle(data: Buffer): void {
    this.bytes += data.length
    const message = JSON.parse(data.toString()) as ServerMessage
    if (message.type === 'subscription_confirmed' && Object.values(message.recovered).includes(false)) void this.load()
    if (message.type !== 'match_update') return
    this.received.push({ seq: message.seq ?? 0, at: machineNow() })
    this.show(message.matches)
  }

  private show(matches: readonly MatchItem[]): void {
    for (const { athleteId, id, localTime, matNumber } of matches)
      this.shown.set(`${athleteId}/${id}`, `${localTime} ${matNumber}`)
  }

  /** Loads the list like the app's client, with retries. */
  private async load(): Promise<void> {
    this.loads++
    while (!this.isEnded) {
      try {
        const answer = await fetch(`${rollCall.url.replace('localhost', '127.0.0.1')}/api/matches/upcoming`, {
          headers: { cookie: this.cookie },
          dispatcher: this.agent,
        })
        this.show(((await answer.json()) as MatchesResponse).matches)
        return
      } catch {
        // The link drops everything beyond its queue, even the first packets of a connection.
        this.failures++
        await systemClock.sleep(1_000)
      }
    }
  }

  end(): void {
    this.isEnded = true
    this.socket.terminate()
    void this.agent.destroy()
  }

  state(): string {
    return [...this.shown]
      .map(([key, value]) => `${key} ${value}`)
      .toSorted()
      .join()
  }
}

/**
 * `backlog`: the time in ms that slow links would have needed after the last round for all messages; `catchUpTime`: the time in ms
 * after which all clients showed the same state.
 */
type Turn = { quick: Client[]; slow: Client[]; backlog: number; catchUpTime: number }

async function runTurn(withSlow: boolean, count = rounds): Promise<Turn> {
  const all = Array.from({ length: clients }, (_, index) => index)
    .filter((index) => withSlow || index >= slowClients)
    .map((index) => new Client(index))
  await Promise.all(all.map(({ opened }) => opened))
  const [slowOnes, quick] = withSlow ? [all.slice(0, slowClients), all.slice(slowClients)] : [[], all]
  for (let round = 0; round < count; round++) {
    const from = event.held().position.seq
    const at = machineNow()
    await event.batch(async () => {
      for (let mat = 1; mat <= mats; mat++) await event.delayMat(mat, 1)
    })
    for (let seq = from + 1; seq <= event.held().position.seq; seq++) startTimes.set(seq, at)
    await systemClock.sleep(Math.max(0, at + roundEvery - machineNow()))
  }
  const ended = machineNow()
  const allBytes = median(quick.map(({ bytes }) => bytes))
  const backlog = (allBytes / bytesPerSecond) * 1_000 - count * roundEvery
  const [first] = quick
  const hasCaughtUp = (client: Client): boolean => client.state() === first?.state()
  while (!all.every(hasCaughtUp) && machineNow() - ended < backlog + 60_000) await systemClock.sleep(100)
  const catchUpTime = machineNow() - ended
  if (withSlow && catchUpTime > backlog / 4)
    failures.push(`slow clients showed the latest state after ${(catchUpTime / 1_000).toFixed(0)} s`)
  for (const { closedWith } of all) if (closedWith !== null) failures.push(`a socket was closed with ${closedWith}`)
  for (const client of all) client.end()
  return { quick, slow: slowOnes, backlog, catchUpTime }
}

await runTurn(false, warmUp)
const [alone, withSlow]: [Turn[], Turn[]] = [[], []]
for (let round = 0; round < turns; round++) {
  alone.push(await runTurn(false))
  withSlow.push(await runTurn(true))
}
/** A quantile of the ages of the received changes, s. */
const ages = (some: readonly Client[], share: number): string => {
  const found = some.flatMap(({ received }) =>
    received.flatMap(({ seq, at }) => (startTimes.has(seq) ? at - (startTimes.get(seq) ?? 0) : [])),
  )
  return (quantile(found, share) / 1_000).toFixed(2)
}
const mean = (some: readonly Client[], figure: (client: Client) => number): number =>
  some.reduce((sum, client) => sum + figure(client), 0) / Math.max(1, some.length)
const [quickAlone, quickWithSlow, slowOnes] = [
  alone.flatMap((each) => each.quick),
  withSlow.flatMap((each) => each.quick),
  withSlow.flatMap((each) => each.slow),
]
console.log(
  `R-07: ${slowClients} of ${clients} clients at 32 kbit/s, ${turns} turns of ${rounds} rounds: everything is ${(mean(quickWithSlow, ({ bytes }) => bytes) / 1_024).toFixed(0)} KB in ${mean(quickWithSlow, ({ received }) => received.length).toFixed(0)} messages, ` +
    `slow ones got ${(mean(slowOnes, ({ bytes }) => bytes) / 1_024).toFixed(0)} KB in ${mean(slowOnes, ({ received }) => received.length).toFixed(0)} and loaded ${mean(slowOnes, ({ loads }) => loads).toFixed(1)} lists (${mean(slowOnes, ({ failures }) => failures).toFixed(1)} times no answer was received, and the request was repeated); what they got was ${ages(slowOnes, 0.5)} s old, p99 ${ages(slowOnes, 0.99)} s; ` +
    `at the end they showed what the others do after ${withSlow.map(({ catchUpTime }) => (catchUpTime / 1_000).toFixed(1)).join(' and ')} s (everything would have taken ${(median(withSlow.map(({ backlog }) => backlog)) / 1_000).toFixed(0)} s); ` +
    `the others p50 ${ages(quickWithSlow, 0.5)}, p99 ${ages(quickWithSlow, 0.99)} s with slow clients, ${ages(quickAlone, 0.5)} and ${ages(quickAlone, 0.99)} s without; ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
await rollCall.stop()
await store.close()
await database.stop()
await removeData(dataDir)
process.exitCode = failures.length === 0 ? 0 : 1
