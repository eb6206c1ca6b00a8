// Push services that do not accept alerts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeClock } from '#support/clock.ts'
import { type AlertFixture, openAlertFixture, soon } from '#support/alert-fixture.ts'
import { followerOf, LiveClient, startLive } from '#support/live.ts'
import { startAlerts } from '#support/push.ts'
import type { Visitor } from '#support/visitor.ts'

let fixture: AlertFixture
beforeAll(async () => {
  fixture = await openAlertFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

describe('[R-20] [R-24] A push service that', () => {
  const queueTests = async (visitors: readonly Visitor[]): Promise<void> => {
    for (const visitor of visitors) await visitor.call('testAlert')
  }
  /** Waits until the alert is queued for a retry in this many seconds; while it is being sent it has a lease of a minute. */
  const expectRetryIn = async (atLeast: number, atMost: number): Promise<void> =>
    expect
      .poll(async () => {
        const [row] = await fixture.api.sql<{ s: number }[]>`
          select extract(epoch from due_at - now())::float8 as s from jobs where kind = 'alert' and attempts > 0`
        return row !== undefined && row.s >= atLeast && row.s <= atMost
      }, soon)
      .toBe(true)

  it.each([404, 410])('answers %i makes the server delete the subscription', async (status) => {
    await queueTests([await fixture.subscriber()])
    fixture.service.answer([status])
    await using _alerts = await startAlerts(fixture.api.store, fixture.service)
    await expect.poll(fixture.deviceCount, soon).toBe(0)
    expect(await fixture.queuedAlerts()).toBe(0)
    expect(fixture.service.offered()).toBe(1)
  })

  it('answers 500 and then 503 gets the alert again with a growing back-off until it accepts the alert', async () => {
    await queueTests([await fixture.subscriber()])
    fixture.service.answer([500, 503])
    const clock = fakeClock(Date.now())
    await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
    await expectRetryIn(-60, 4)
    await fixture.api.sql`update jobs set due_at = now() where kind = 'alert'`
    await clock.advance(1_000)
    await expect.poll(fixture.service.offered, soon).toBe(2)
    await expectRetryIn(4, 20)
    await fixture.api.sql`update jobs set due_at = now() where kind = 'alert'`
    await clock.advance(1_000)
    await fixture.nextAlert()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
  })

  const inSeconds = (): string => '30'
  const asDate = (): string => new Date(Date.now() + 30_000).toUTCString()
  it.each([
    [429, 'in seconds', inSeconds],
    [429, 'as a date', asDate],
    [406, 'in seconds', inSeconds],
    [408, 'as a date', asDate],
    [425, 'in seconds', inSeconds],
    [403, 'in seconds', inSeconds],
  ])(
    'answers %i gets the alert again after the time that it requests %s, and gets no expired alert',
    async (status, _, retryAfter) => {
      await queueTests([await fixture.subscriber()])
      fixture.service.answer([status, status], { 'retry-after': retryAfter() })
      const clock = fakeClock(Date.now())
      await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
      await expectRetryIn(20, 31)
      await fixture.api
        .sql`update jobs set due_at = now(), expires_at = now() + interval '20 seconds' where kind = 'alert'`
      await clock.advance(1_000)
      await expect.poll(fixture.queuedAlerts, soon).toBe(0)
      expect(fixture.service.offered()).toBe(2)
      expect(await fixture.deviceCount()).toBe(1)
    },
  )

  it.each([400, 403, 302])('answers %i gets the alert once and no redirect is followed', async (status) => {
    const visitor = await fixture.subscriber()
    await queueTests([visitor])
    fixture.service.answer([status])
    await using _alerts = await startAlerts(fixture.api.store, fixture.service)
    await expect.poll(async () => (await visitor.call('push')).device?.failedAt ?? null, soon).not.toBeNull()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.offered()).toBe(1)
    expect(await fixture.deviceCount()).toBe(1)
  })

  it.each([406, 408, 425, 429])(
    'answers %i without a time gets the alert again after the default back-off',
    async (status) => {
      await queueTests([await fixture.subscriber()])
      fixture.service.answer([status])
      const clock = fakeClock(Date.now())
      await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
      await expectRetryIn(-60, 4)
      await fixture.api.sql`update jobs set due_at = now() where kind = 'alert'`
      await clock.advance(1_000)
      await fixture.nextAlert()
      await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    },
  )

  it.each(['x-wns-status', 'x-wns-notificationstatus'])(
    'accepts an alert with %s: dropped gets it again, and no success is noted',
    async (header) => {
      const visitor = await fixture.subscriber()
      await queueTests([visitor])
      fixture.service.answer([201], { [header]: 'dropped' })
      const clock = fakeClock(Date.now())
      await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
      await expectRetryIn(-60, 4)
      expect((await visitor.call('push')).device?.succeededAt).toBeNull()
    },
  )

  it('breaks a connection gets all other alerts at once, and that one after a few seconds', async () => {
    const visitors = [await fixture.subscriber(), await fixture.subscriber(), await fixture.subscriber()]
    await queueTests(visitors)
    fixture.service.answer(['broken'])
    const clock = fakeClock(Date.now())
    await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
    for (let count = 0; count < 2; count++) await fixture.nextAlert()
    await expectRetryIn(-60, 4)
    await queueTests([await fixture.subscriber()])
    await fixture.nextAlert()
    await fixture.api.sql`update jobs set due_at = now() where kind = 'alert'`
    await clock.advance(1_000)
    await fixture.nextAlert()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
  })

  it('never answers delays only its own alerts', async () => {
    const [silent, other] = [await fixture.subscriber(), await fixture.subscriber()]
    const [first] = await fixture.api.sql<{ endpoint: string }[]>`select endpoint from push_devices order by id limit 1`
    fixture.service.answerTo(first?.endpoint ?? '', 'never')
    await queueTests([silent, other])
    const alerts = await startAlerts(fixture.api.store, fixture.service)
    await fixture.nextAlert()
    expect((await other.call('push')).device).not.toBeNull()
    await expectRetryIn(-60, 4)
    expect(alerts.logged()).toContain('"outcome":"retried"')
    await alerts.stop()
  })

  it('never answers does not delay updates of open screens', async () => {
    const recorded = await fixture.openTournament()
    for (let count = 0; count < 5; count++) await fixture.follower(recorded)
    fixture.service.answer(Array<'never'>(100).fill('never'))
    const live = await startLive(fixture.api.store)
    const { cookie } = await followerOf(fixture.api.store, recorded.id, [recorded.athlete('700137').id])
    const client = await LiveClient.open(live.url, { cookie })
    await client.subscribe()
    const alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    await recorded.move(60)
    await alerts.checkNow()
    await client.next('match_update')
    await expect.poll(fixture.service.offered, soon).toBe(5)
    await recorded.move(30)
    expect((await client.next('match_update')).matches).toHaveLength(1)
    expect(fixture.service.inbox).toEqual([])
    await alerts.stop()
    await live.close()
  })

  it('rejects alerts for a long time gets each of them until it expires; those that expire are counted and logged', async () => {
    const visitor = await fixture.subscriber()
    await fixture.api.sql`
      insert into jobs (kind, device_id, key, payload, due_at, queued_at, expires_at)
      select 'alert', device.id, 'filler ' || n, '{"tag":"test","alert":{"about":"test"}}', now() + interval '5 minutes',
        now() - interval '20 minutes', now() + interval '10 minutes'
      from push_devices device, generate_series(1, 25000) n`
    const clock = fakeClock(Date.now())
    await using alerts = await startAlerts(fixture.api.store, fixture.service, clock)
    await queueTests([visitor])
    await fixture.nextAlert()
    await expect.poll(fixture.queuedAlerts, soon).toBe(25_000)
    expect(await alerts.metrics()).toContain('rollcall_jobs_waiting{kind="alert"} 25000')
    expect(await alerts.metrics()).toMatch(/rollcall_jobs_oldest_seconds\{kind="alert"\} 12\d\d(\.\d+)?\n/)
    await fixture.api.sql`update jobs set due_at = now() - interval '1 second', expires_at = now() where kind = 'alert'`
    await clock.advance(60_000)
    await expect.poll(alerts.metrics, soon).toContain('rollcall_jobs_expired_total{kind="alert"} 25000')
    expect(await alerts.metrics()).toContain('rollcall_jobs_waiting{kind="alert"} 0')
    expect(alerts.logged()).toContain('"count":25000')
    const status = await fixture.api.store.jobs.status()
    expect(status.find(({ kind }) => kind === 'alert')).toMatchObject({ waiting: 0, expiredLastDay: 25_000 })
  })
})

it('[R-24] One change alerts 3,000 devices of as many followers, each once', async () => {
  const devices = 3_000
  const recorded = await fixture.openTournament()
  await fixture.follower(recorded)
  await using alerts = await startAlerts(fixture.api.store, fixture.service)
  const { sql } = fixture.api
  await sql`
    insert into users (id, username, email, password)
    select 100000 + n, 'Follower ' || n, 'follower-' || n || '@example.org', '' from generate_series(1, ${devices}::integer) n`
  await sql`
    insert into sessions (id, token_hash, user_id, remember) overriding system value
    select 100000 + n, sha256(n::text::bytea), 100000 + n, true from generate_series(1, ${devices}::integer) n`
  await sql`
    insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, language)
    select 100000 + n, 100000 + n, ${fixture.service.origin} || '/push/' || n, sha256(('endpoint ' || n)::bytea), p256dh, auth, 'en'
    from generate_series(1, ${devices}::integer) n, (select p256dh, auth from push_devices limit 1) as known`
  await sql`
    insert into user_followed_athletes (user_id, athlete_id)
    select 100000 + n, ${recorded.athlete('700137').id} from generate_series(1, ${devices}::integer) n`
  await alerts.checkNow()
  expect(fixture.service.offered()).toBe(0)
  await recorded.move(60)
  await alerts.checkNow()
  await expect.poll(fixture.queuedAlerts, { timeout: 120_000, interval: 500 }).toBe(0)
  expect(fixture.service.offered()).toBe(devices + 1)
  const alerted = await sql`select 1 from push_devices where succeeded_at is not null`
  expect(alerted).toHaveLength(devices + 1)
})
