// The database is away: cut off from one process (reliability R-12), ended, or standing still. What is known is
// still told, and called stale; what needs the database is refused soon; everything goes on by itself afterwards. All of it
// over TLS; the fault checker does the same to processes that are not encrypted.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { MatchesResponse } from '#contract/matches.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { LiveClient } from '#support/live.ts'
import { Visitor } from '#support/visitor.ts'

let opening: Promise<Cluster>
let stage: Cluster
/** Somebody of the second process, who follows half of all athletes there. */
let user: Visitor
let socket: LiveClient
let tournamentId: number
let [reader, cutOff] = ['', '']
const patience = { timeout: 60_000, interval: 250 }

beforeAll(async () => {
  stage = await (opening = openCluster({ encrypted: true }))
  ;[reader = '', cutOff = ''] = stage.processUrls()
  user = await new Visitor(cutOff).signUp()
  await vi.waitFor(() => user.call('availableTournaments'), patience)
  const { tournaments } = await user.call('addTournaments', {
    body: { tournaments: [{ value: String(stage.day.id) }] },
  })
  tournamentId = tournaments[0]?.id ?? 0
  await vi.waitFor(async () => {
    const { tournament } = await user.call('tournament', { id: tournamentId })
    if (tournament.import.state !== 'done') throw new Error('the import is not over')
  }, patience)
  const athletes = await stage.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id limit 40`,
  )
  for (const { id } of athletes) await user.call('follow', { id })
  socket = await LiveClient.open(cutOff.replace('http', 'ws'), { cookie: user.cookie ?? '' })
  await socket.subscribe()
}, 300_000)
// Whatever became of it: an opening that took too long is closed all the same.
afterAll(async () => (await opening).close(), 300_000)

it('the processes speak TLS with the database', async () => {
  const wires = await stage.query(
    (sql) => sql<{ ssl: boolean }[]>`
      select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name = 'rollcall' and pid <> pg_backend_pid()`,
  )
  expect(wires).toEqual([{ ssl: true }])
})

/** The last that the socket was told of the source's age. */
const toldState = (): string | undefined =>
  socket.inbox.flatMap((message) => (message.type === 'source_update' ? message.source.state : [])).at(-1)

const completedAt = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/api/matches/completed`, { headers: { cookie: user.cookie ?? '' } })
  return answer.ok ? ((await answer.json()) as MatchesResponse).matches.length : -1
}

it.each([
  ['has ended', (until: () => Promise<void>) => stage.crashDatabase(until)],
  ['stands still', (until: () => Promise<void>) => stage.pauseDatabase(until)],
] as const)(
  'while the database %s lists are told and called stale, the rest is refused, nobody waits for ever, and no socket closes [R-03] [R-04]',
  async (_, takeAway) => {
    const other = await new Visitor(cutOff).signUp()
    await takeAway(async () => {
      await expect.poll(toldState, patience).toBe('stale')
      const list = await user.request('upcomingMatches')
      expect([list.status, list.body.sources[tournamentId]?.state]).toEqual([200, 'stale'])
      // Each of these would wait as long as the test when it hung.
      const refused = await Promise.all([
        other.request('share', { body: {} }),
        other.request('updateProfile', { body: { username: other.name, email: other.email } }),
        new Visitor(cutOff).signIn(),
        // A tournament that this process does not hold.
        other.request('addTournaments', { body: { tournaments: [{ value: '3107' }] } }),
      ])
      for (const { status, headers } of refused) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })
    await expect.poll(async () => (await other.request('share', { body: {} })).status, patience).toBe(200)
    await expect.poll(toldState, patience).toBe('ok')
    expect(socket.socket.readyState).toBe(socket.socket.OPEN)
  },
  300_000,
)

it('a process that is cut off from the database says that what it shows is stale, and goes on where it was when it is back [R-12]', async () => {
  // Who looks through a process that is cut off does not count, and what nobody looks at is read once a minute only.
  const other = await LiveClient.open(reader.replace('http', 'ws'), { cookie: user.cookie ?? '' })
  await other.subscribe()
  const before = await completedAt(reader)
  stage.day.control.clock({ speed: 20 })
  await stage.partition(1, async () => {
    await expect.poll(toldState, patience).toBe('stale')
    // Whoever led before, the other process reads on.
    await expect.poll(() => completedAt(reader), { timeout: 120_000, interval: 250 }).toBeGreaterThan(before)
    const listed = await user.request('upcomingMatches')
    expect(listed.status === 200 ? listed.body.sources[tournamentId]?.state : '503').toMatch(/stale|503/)
  })
  await expect.poll(toldState, patience).toBe('ok')
  stage.day.control.clock({ speed: 0 })
  await expect.poll(async () => (await completedAt(cutOff)) - (await completedAt(reader)), patience).toBe(0)
  expect(socket.socket.readyState).toBe(socket.socket.OPEN)
}, 400_000)
