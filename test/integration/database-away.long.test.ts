// The database is unreachable for one process (reliability R-12), down, or paused. The processes still serve what
// they hold, marked stale, refuse requests that need the database within seconds, and recover by themselves. Here all connections
// use TLS; the chaos run does the same without TLS.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { LiveClient } from '#support/live.ts'
import { Visitor } from '#support/visitor.ts'

let opening: Promise<Cluster>
let cluster: Cluster
/** A user of the second process, who follows half of all athletes. */
let user: Visitor
let socket: LiveClient
let tournamentId: number
/** The addresses of the first process, and of the second, which is cut off from the database. */
let [reader, cutOff] = ['', '']
const poll = { timeout: 60_000, interval: 250 }

beforeAll(async () => {
  cluster = await (opening = openCluster({ encrypted: true }))
  ;[reader = '', cutOff = ''] = cluster.processUrls()
  user = await new Visitor(cutOff).signUp()
  await vi.waitFor(() => user.call('availableTournaments'), poll)
  const { tournaments } = await user.call('addTournaments', {
    body: { tournaments: [{ value: String(cluster.day.id) }] },
  })
  tournamentId = tournaments[0]?.id ?? 0
  await vi.waitFor(async () => {
    const { tournament } = await user.call('tournament', { id: tournamentId })
    if (tournament.import.state !== 'done') throw new Error('The import has not finished.')
  }, poll)
  const athletes = await cluster.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id limit 40`,
  )
  for (const { id } of athletes) await user.call('follow', { id })
  socket = await LiveClient.open(cutOff.replace('http', 'ws'), { cookie: user.cookie ?? '' })
  await socket.subscribe()
}, 300_000)
// If the opening exceeded its timeout, the cluster is closed as soon as it is open.
afterAll(async () => (await opening).close(), 300_000)

it('Processes connect to the database with TLS', async () => {
  const connections = await cluster.query(
    (sql) => sql<{ ssl: boolean }[]>`
      select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name = 'rollcall' and pid <> pg_backend_pid()`,
  )
  expect(connections).toEqual([{ ssl: true }])
})

/** The source state that the socket received last. */
const lastState = (): string | undefined =>
  socket.inbox.flatMap((message) => (message.type === 'source_update' ? message.source.state : [])).at(-1)

const countCompleted = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/api/matches/completed`, { headers: { cookie: user.cookie ?? '' } })
  return answer.ok ? ((await answer.json()) as MatchesResponse).matches.length : -1
}

it.each([
  ['is down', (until: () => Promise<void>) => cluster.crashDatabase(until)],
  ['is paused', (until: () => Promise<void>) => cluster.pauseDatabase(until)],
] as const)(
  'Lists are served as stale, other requests get a 503, and no socket closes, while the database %s [R-03] [R-04]',
  async (_, withoutDatabase) => {
    const other = await new Visitor(cutOff).signUp()
    await withoutDatabase(async () => {
      await expect.poll(lastState, poll).toBe('stale')
      const list = await user.request('upcomingMatches')
      expect([list.status, list.body.sources[tournamentId]?.state]).toEqual([200, 'stale'])
      const refused = await Promise.all([
        other.request('share', { body: {} }),
        other.request('updateProfile', { body: { username: other.name, email: other.email } }),
        new Visitor(cutOff).signIn(),
        // This process does not hold the tournament.
        other.request('addTournaments', { body: { tournaments: [{ value: '3107' }] } }),
      ])
      for (const { status, headers } of refused) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
    await expect.poll(async () => (await other.request('share', { body: {} })).status, poll).toBe(200)
    await expect.poll(lastState, poll).toBe('ok')
    expect(socket.socket.readyState).toBe(socket.socket.OPEN)
  },
  300_000,
)

it('A process that is cut off from the database marks its data stale, and catches up once it is connected again [R-12]', async () => {
  // A viewer on the other process: the viewers of the cut-off process are unknown to the others, and without viewers pages are
  // read once a minute.
  const other = await LiveClient.open(reader.replace('http', 'ws'), { cookie: user.cookie ?? '' })
  await other.subscribe()
  const before = await countCompleted(reader)
  cluster.day.control.clock({ speed: 20 })
  await cluster.partition(1, async () => {
    await expect.poll(lastState, poll).toBe('stale')
    // The other process continues to read, even if the cut-off one had the lease.
    await expect.poll(() => countCompleted(reader), { timeout: 120_000, interval: 250 }).toBeGreaterThan(before)
    const listed = await user.request('upcomingMatches')
    expect(listed.status === 200 ? listed.body.sources[tournamentId]?.state : String(listed.status)).toMatch(
      /^(?:stale|503)$/,
    )
  })
  await expect.poll(lastState, poll).toBe('ok')
  cluster.day.control.clock({ speed: 0 })
  await expect.poll(async () => (await countCompleted(cutOff)) - (await countCompleted(reader)), poll).toBe(0)
  expect(socket.socket.readyState).toBe(socket.socket.OPEN)
}, 400_000)
