// node bench/narrow.soak.ts [clients] [rounds]: one client in ten is behind a link of 32 kbit/s while every second more
// changes than fit through it (reliability R-07). Those get the latest state instead of everything that was; the others must
// not notice: without the slow ones and beside them, in turns. For root, in a network namespace of its own, by tc. Ends with
// 1 when a slow client is not where the others are within a quarter of the time that everything would have taken it.
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
const slow = Math.ceil(clients / 10)
const bytesPerSecond = 4_000
const turns = 1
const warmUp = 5
const mats = 8
const roundEvery = 1_000
const address = (index: number): string => `127.0.2.${index + 1}`

// The links: what is sent to each of these addresses passes a gate of its own.
const tc = (...args: string[]): void => {
  const { status, stderr } = spawnSync('tc', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
spawnSync('ip', ['link', 'set', 'lo', 'mtu', '1500', 'gso_max_segs', '1'])
tc('qdisc', 'add', 'dev', 'lo', 'root', 'handle', '1:', 'htb', 'default', '0')
for (let index = 0; index < slow; index++) {
  const gate = `1:${index + 2}`
  tc(
    'class',
    'add',
    'dev',
    'lo',
    'parent',
    '1:',
    'classid',
    gate,
    'htb',
    'rate',
    '32kbit',
    'ceil',
    '32kbit',
    'burst',
    '3k',
  )
  tc('qdisc', 'add', 'dev', 'lo', 'parent', gate, 'pfifo', 'limit', '20')
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
    gate,
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
  // Nobody is there: what happens is recorded by this process.
  sourceUrl: 'http://127.0.0.1:9',
  dataDir: join(dataDir, 'web'),
  databaseUrl: database.url,
  env: { ROLES: 'web' },
})

/** By place in the log: when the reading that brought it there was handed to the recorder. */
const begun = new Map<number, number>()
const wrong: string[] = []

/** What a client shows, and how it came to. */
class Client {
  readonly shown = new Map<string, string>()
  /** Of each message: its place in the log, and when it came. */
  readonly came: { seq: number; at: number }[] = []
  bytes = 0
  /** Lists that were asked for, because there was more than the log still has. */
  loads = 0
  /** How often no answer came. */
  failures = 0
  closedWith: number | null = null
  readonly opened: Promise<void>
  readonly socket: WebSocket
  private readonly cookie: string
  private readonly agent: Agent
  private isOver = false
  constructor(index: number) {
    const isSlow = index < slow
    this.cookie = cookies[index] ?? ''
    this.agent = new Agent(isSlow ? { localAddress: address(index) } : {})
    this.socket = new WebSocket(rollCall.url.replace('localhost', '127.0.0.1').replace('http', 'ws') + '/ws', {
      headers: { cookie: this.cookie },
      ...(isSlow ? { localAddress: address(index) } : {}),
    })
    this.socket.on('error', (error) => wrong.push(`client ${index}: ${error.message}`))
    this.socket.on('open', () => this.socket.send('{"type":"subscribe"}'))
    this.socket.on('close', (code) => void (this.closedWith = code))
    // As the app's client does.
    const pings = systemClock.every(pingInterval, () => this.socket.send('{"type":"ping"}', () => {}))
    this.socket.on('close', () => void pings.stop())
    this.socket.on('message', (data) => this.take(data as Buffer))
    this.opened = new Promise((resolve) => this.socket.once('message', () => resolve()))
  }

  /** Notes what a message says. */
  private take(data: Buffer): void {
    this.bytes += data.length
    const message = JSON.parse(data.toString()) as ServerMessage
    if (message.type === 'subscription_confirmed' && Object.values(message.recovered).includes(false)) void this.load()
    if (message.type !== 'match_update') return
    this.came.push({ seq: message.seq ?? 0, at: machineNow() })
    this.show(message.matches)
  }

  private show(matches: readonly MatchItem[]): void {
    for (const { athleteId, id, localTime, matNumber } of matches)
      this.shown.set(`${athleteId}/${id}`, `${localTime} ${matNumber}`)
  }

  /** Asks for the list, as the app's client does: again when no answer comes through the link. */
  private async load(): Promise<void> {
    this.loads++
    while (!this.isOver) {
      try {
        const answer = await fetch(`${rollCall.url.replace('localhost', '127.0.0.1')}/api/matches/upcoming`, {
          headers: { cookie: this.cookie },
          dispatcher: this.agent,
        })
        this.show(((await answer.json()) as MatchesResponse).matches)
        return
      } catch {
        // The gate drops what does not fit into its queue, and with it the first word of a connection.
        this.failures++
        await systemClock.sleep(1_000)
      }
    }
  }

  end(): void {
    this.isOver = true
    this.socket.terminate()
    void this.agent.destroy()
  }

  says(): string {
    return [...this.shown]
      .map(([key, says]) => `${key} ${says}`)
      .toSorted()
      .join()
  }
}

type Turn = { quick: Client[]; slow: Client[]; backlog: number; caughtUp: number }

async function turn(withSlow: boolean, count = rounds): Promise<Turn> {
  const all = Array.from({ length: clients }, (_, index) => index)
    .filter((index) => withSlow || index >= slow)
    .map((index) => new Client(index))
  await Promise.all(all.map(({ opened }) => opened))
  const [slowOnes, quick] = withSlow ? [all.slice(0, slow), all.slice(slow)] : [[], all]
  for (let round = 0; round < count; round++) {
    const from = event.held().position.seq
    const at = machineNow()
    await event.batch(async () => {
      for (let mat = 1; mat <= mats; mat++) await event.delayMat(mat, 1)
    })
    for (let seq = from + 1; seq <= event.held().position.seq; seq++) begun.set(seq, at)
    await systemClock.sleep(Math.max(0, at + roundEvery - machineNow()))
  }
  const ended = machineNow()
  const everything = median(quick.map(({ bytes }) => bytes))
  const backlog = (everything / bytesPerSecond) * 1_000 - rounds * roundEvery
  const [first] = quick
  const isThere = (client: Client): boolean => client.says() === first?.says()
  while (!all.every(isThere) && machineNow() - ended < backlog + 60_000) await systemClock.sleep(100)
  const caughtUp = machineNow() - ended
  if (withSlow && caughtUp > backlog / 4)
    wrong.push(`slow clients showed the latest state ${(caughtUp / 1_000).toFixed(0)} s after it was`)
  for (const { closedWith } of all) if (closedWith !== null) wrong.push(`a socket was closed with ${closedWith}`)
  for (const client of all) client.end()
  return { quick, slow: slowOnes, backlog, caughtUp }
}

await turn(false, warmUp)
const [alone, beside]: [Turn[], Turn[]] = [[], []]
for (let round = 0; round < turns; round++) {
  alone.push(await turn(false))
  beside.push(await turn(true))
}
/** How old what came was, in s. */
const ages = (some: readonly Client[], share: number): string => {
  const found = some.flatMap(({ came }) =>
    came.flatMap(({ seq, at }) => (begun.has(seq) ? at - (begun.get(seq) ?? 0) : [])),
  )
  return (quantile(found, share) / 1_000).toFixed(2)
}
const mean = (some: readonly Client[], figure: (client: Client) => number): number =>
  some.reduce((sum, client) => sum + figure(client), 0) / Math.max(1, some.length)
const [quickAlone, quickBeside, slowOnes] = [
  alone.flatMap((each) => each.quick),
  beside.flatMap((each) => each.quick),
  beside.flatMap((each) => each.slow),
]
console.log(
  `R-07: ${slow} of ${clients} clients at 32 kbit/s, ${turns} turns of ${rounds} rounds: everything is ${(mean(quickBeside, ({ bytes }) => bytes) / 1_024).toFixed(0)} KB in ${mean(quickBeside, ({ came }) => came.length).toFixed(0)} messages, ` +
    `slow ones got ${(mean(slowOnes, ({ bytes }) => bytes) / 1_024).toFixed(0)} KB in ${mean(slowOnes, ({ came }) => came.length).toFixed(0)} and loaded ${mean(slowOnes, ({ loads }) => loads).toFixed(1)} lists (${mean(slowOnes, ({ failures }) => failures).toFixed(1)} times no answer came, and it was asked again); what they got was ${ages(slowOnes, 0.5)} s old, p99 ${ages(slowOnes, 0.99)} s; ` +
    `at the end they showed what the others do after ${beside.map(({ caughtUp }) => (caughtUp / 1_000).toFixed(1)).join(' and ')} s (everything would have taken ${(median(beside.map(({ backlog }) => backlog)) / 1_000).toFixed(0)} s); ` +
    `the others p50 ${ages(quickBeside, 0.5)}, p99 ${ages(quickBeside, 0.99)} s beside them, ${ages(quickAlone, 0.5)} and ${ages(quickAlone, 0.99)} s without; ${wrong.length} wrong`,
)
for (const line of wrong.slice(0, 20)) console.log(line)
await rollCall.stop()
await store.close()
await database.stop()
await removeData(dataDir)
process.exitCode = wrong.length === 0 ? 0 : 1
