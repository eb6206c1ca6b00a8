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

describe('[R-20] A push service that', () => {
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

  it.each([
    ['in seconds', () => '30'],
    ['as a date', () => new Date(Date.now() + 30_000).toUTCString()],
  ])('answers 429 is skipped for the time that it requests %s, and gets no expired alert', async (_, retryAfter) => {
    await queueTests([await fixture.subscriber()])
    fixture.service.answer([429, 429], { 'retry-after': retryAfter() })
    const clock = fakeClock(Date.now())
    await using _alerts = await startAlerts(fixture.api.store, fixture.service, clock)
    await expectRetryIn(20, 31)
    await fixture.api
      .sql`update jobs set due_at = now(), expires_at = now() + interval '20 seconds' where kind = 'alert'`
    await clock.advance(1_000)
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.offered()).toBe(2)
    expect(await fixture.deviceCount()).toBe(1)
  })

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

  it('rejects alerts for a long time leaves at most 20,000 of them in RollCall’s queue', async () => {
    await fixture.subscriber()
    await fixture.api.sql`
      insert into jobs (kind, device_id, key, payload, expires_at)
      select 'alert', device.id, 'filler ' || n, '{"tag":"test","alert":{"about":"test"}}', now() + interval '10 minutes'
      from push_devices device, generate_series(1, 20000) n`
    const visitor = await fixture.subscriber()
    expect((await visitor.request('testAlert')).status).toBe(200)
    expect(await fixture.queuedAlerts()).toBe(20_000)
  })
})
