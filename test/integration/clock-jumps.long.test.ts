// The server's wall clock jumps while it runs (reliability.md R-14): expiry is checked with the database's clock, and intervals
// are measured with a monotonic one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categoriesOf } from '#simulator/index.ts'
import { clockOn, systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { signUp } from '#support/live.ts'
import { openSystem } from '#support/system-under-test.ts'
import { connect, type Sql } from '#support/sql.ts'

const hour = 3_600_000
const minute = 60_000

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

describe.each([
  ['forward', hour],
  ['back', -hour],
])('[R-14] A server clock that is set an hour %s', (_, jump) => {
  let store: Store
  let sql: Sql
  /** How much the clock is ahead of the real time, in ms. */
  let offset: number

  beforeEach(async () => {
    offset = 0
    const clock = clockOn({ ...systemClock, now: () => systemClock.now() + offset })
    store = await openStore({ databaseUrl: database.url, clock })
    sql = connect(database.url)
  })
  afterEach(async () => {
    await sql.end()
    await store.close()
  })

  it('does not affect the end of sessions', async () => {
    const fresh = await signUp(store)
    const idle = await signUp(store)
    const expired = await signUp(store)
    await sql`update sessions set last_used_at = now() - interval '11 hours 30 minutes' where user_id = ${idle.id}`
    await sql`update sessions set last_used_at = now() - interval '12 hours 30 minutes' where user_id = ${expired.id}`
    const ended: number[] = []
    const stop = store.sessions.onSessionEnd(({ userId }) => ended.push(userId))
    offset = jump
    await store.sessions.sweep()
    await expect.poll(() => ended).toEqual([expired.id])
    stop()
    expect((await store.sessions.verify(fresh.token))?.account.id).toBe(fresh.id)
    expect((await store.sessions.verify(idle.token))?.account.id).toBe(idle.id)
    expect(await store.sessions.verify(expired.token)).toBeNull()
  })

  it('does not affect the expiry of reset links', async () => {
    const user = await signUp(store)
    const email = (await store.accounts.find(user.id))?.email ?? ''
    const token = (await store.recovery.issueReset(user.id, email)) ?? ''
    offset = jump
    await sql`update password_reset_tokens set expires_at = now() + interval '1 minute'`
    expect((await store.recovery.findByReset(token))?.id).toBe(user.id)
    await sql`update password_reset_tokens set expires_at = now() - interval '1 minute'`
    expect(await store.recovery.findByReset(token)).toBeUndefined()
    expect(await store.recovery.reset(token, 'another hash', 'en')).toBe(false)
  })

  it('does not affect when share links expire, or when their watchers are notified of that', async () => {
    const user = await signUp(store)
    const { linkId } = await store.shareLinks.generate(user.id, null)
    await sql`update shareable_links set expires_at = now() + interval '30 minutes'`
    const link = await store.shareLinks.find(linkId)
    expect(link).not.toBeNull()
    const received: unknown[] = []
    const stop = link && store.shareLinks.watch(linkId, link, (change) => received.push(change))
    offset = jump
    expect(await store.shareLinks.find(linkId)).not.toBeNull()
    await sql`update shareable_links set title = 'Changed since'`
    await expect.poll(() => received).toMatchObject([{ title: 'Changed since' }])
    await sql`update shareable_links set expires_at = now() - interval '1 minute'`
    await expect.poll(() => received.at(-1)).toBeNull()
    expect(await store.shareLinks.find(linkId)).toBeNull()
    stop?.()
  })
})

it.each([
  ['forward', hour],
  ['back', -hour],
])('[R-14] A clock that is set an hour %s does not change how often the source is read', async (_, jump) => {
  await using system = await openSystem({
    databaseUrl: database.url,
    startAt: Date.parse('2026-09-12T15:00:00Z'),
    simulator: {
      tournaments: [
        {
          id: 3105,
          firstDay: '2026-09-12',
          mats: 4,
          categories: categoriesOf('open', { athletes: 40, categories: 6, largest: 11 }),
        },
      ],
    },
  })
  const id = await system.add(3105)
  await system.setViewers(id, 1)
  await system.pass(3 * minute)
  const requestsIn = async (ms: number): Promise<number> => {
    system.simulator.clearRequests()
    await system.pass(ms)
    return system.simulator.requests().byKind['day'] ?? 0
  }
  const before = await requestsIn(10 * minute)
  system.jump(jump)
  const after = await requestsIn(10 * minute)
  await system.store.projection.catchUp()
  expect(before).toBeGreaterThan(8)
  expect(Math.abs(after - before)).toBeLessThanOrEqual(before / 4)
  expect(system.held(id).source.state).toBe('ok')
})
