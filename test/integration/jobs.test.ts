// The job queue of emails and alerts.
import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import type { TestDatabase } from '#support/database.ts'
import { readDump, restoreDump } from '#support/dumps/restore.ts'
import { type AlertFixture, openAlertFixture, soon } from '#support/alert-fixture.ts'
import { startMailServer, startEmailWorker } from '#support/mail.ts'
import { startAlerts, startPushService } from '#support/push.ts'
import { connect, type Sql } from '#support/sql.ts'

describe('A database of the version before migration 028', () => {
  let database: TestDatabase
  let sql: Sql
  beforeEach(async () => {
    database = await restoreDump({ ...(await readDump('before-028')), tables: {} })
    sql = connect(database.url)
  })
  afterEach(async () => {
    await sql.end()
    await database.close()
  })

  it('keeps its waiting emails and alerts, which are sent unless they have expired or a later reset link replaces them', async () => {
    await using mailServer = await startMailServer()
    await using service = await startPushService()
    const { endpoint, keys } = service.subscribe()
    await sql`insert into users (id, username, email, verified_email, password) values (2, 'Ana', 'ana@example.org', 'ana@example.org', '')`
    await sql`insert into sessions (id, token_hash, user_id, remember) overriding system value values (1, '', 2, true)`
    await sql`
      insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, language)
      values (2, 1, ${endpoint}, ${hash('sha256', endpoint, 'buffer')}, ${keys.p256dh}, ${keys.auth}, 'en')`
    await sql`
      insert into push_queue (device_id, tag, alert, urgent, expires_at)
      select id, tag, '{"about":"test"}', true, now() + wait from push_devices,
        (values ('test', interval '5 minutes'), ('late', interval '-1 minute')) as alerts (tag, wait)`
    const changed = JSON.stringify({ username: 'Bia', language: 'pt-BR' })
    await sql`
      insert into mails (kind, recipient, data, expires_at) values
        ('password-changed', 'bia@example.org', ${changed}::jsonb, now() + interval '1 day'),
        ('password-changed', 'late@example.org', ${changed}::jsonb, now() - interval '1 day'),
        ('reset-link', 'ana@example.org', '{"language":"en"}', now() + interval '1 hour'),
        ('reset-link', 'ana@example.org', '{"language":"es"}', now() + interval '1 hour')`

    const store = await openStore({ databaseUrl: database.url, clock: systemClock })
    const services = await sql<
      { service: string }[]
    >`select service from jobs where kind = 'alert' and expires_at > now()`
    expect(services.map(({ service }) => service)).toEqual([expect.stringMatching(/^0\.1:\d+$/)])
    await using sender = startEmailWorker(store, { smtpUrl: mailServer.url })
    await using alerts = await startAlerts(store, service)
    expect((await mailServer.mailTo('bia@example.org')).subject).toBe('Sua senha do RollCall foi alterada')
    expect((await mailServer.mailTo('ana@example.org')).subject).toBe('Crea una contraseña nueva para RollCall')
    await expect.poll(() => service.inbox.map(({ tag }) => tag), soon).toEqual(['test'])
    await expect.poll(async () => (await sql`select 1 from jobs`).length, soon).toBe(0)
    expect([mailServer.offered(), service.offered()]).toEqual([2, 1])
    await alerts.stop()
    await sender.stop()
    await store.close()
  })
})

describe('A job', () => {
  let fixture: AlertFixture
  beforeEach(async () => {
    fixture = await openAlertFixture()
  })
  afterEach(() => fixture[Symbol.asyncDispose]())
  const jobs = () => fixture.api.store.jobs
  const alerts = () => fixture.api.store.push.queue
  const emails = () => fixture.api.store.emails
  const statusOf = async (kind: string) => (await jobs().status()).find((status) => status.kind === kind)
  const endLeases = () => fixture.api.sql`update jobs set due_at = now() - interval '1 second'`

  it('stays in the queue when the job that it replaced is done', async () => {
    const visitor = await fixture.subscriber()
    await visitor.call('testAlert')
    const [first] = await alerts().claim(5)
    await visitor.call('testAlert')
    if (first) await alerts().done(first)
    const [second] = await alerts().claim(5)
    expect(second).toMatchObject({ attempts: 1, tag: 'test' })
    expect(second?.id).not.toBe(first?.id)
  })

  it('for a reset link replaces the waiting one to the same address only', async () => {
    const { recovery } = fixture.api.store
    for (const language of ['en', 'es']) await recovery.requestReset('nobody@example.org', language)
    await recovery.requestReset('else@example.org', 'en')
    const waiting = await emails().claim(5)
    expect(waiting.map(({ mail }) => [mail.to, mail.language])).toEqual([
      ['nobody@example.org', 'es'],
      ['else@example.org', 'en'],
    ])
  })

  it('is claimed only once while its lease lasts, and urgent jobs are claimed first', async () => {
    await fixture.subscriber()
    await fixture.api.sql`
      insert into jobs (kind, device_id, key, payload, urgent, expires_at)
      select 'alert', id, n, jsonb_build_object('tag', n, 'alert', '{"about":"test"}'::jsonb), n > 2, now() + interval '1 hour'
      from push_devices, generate_series(1, 4) n`
    const first = await alerts().claim(3)
    expect(first.map(({ tag, urgent }) => [tag, urgent])).toEqual([
      [3, true],
      [4, true],
      [1, false],
    ])
    expect((await alerts().claim(3)).map(({ tag }) => tag)).toEqual([2])
    expect(await alerts().claim(3)).toEqual([])
  })

  it('is claimed for its push service, whatever waits for the others, and those due for the longest time first', async () => {
    await fixture.subscriber()
    await fixture.api.sql`
      insert into jobs (kind, device_id, service, key, payload, due_at, expires_at)
      select 'alert', device.id, waiting.service, waiting.service || n, jsonb_build_object('tag', waiting.service || n, 'alert', '{"about":"test"}'::jsonb),
        now() - n * interval '1 minute', now() + interval '1 hour'
      from push_devices device, (values ('apple.com', 5), ('googleapis.com', 2)) as waiting (service, count),
        generate_series(1, waiting.count) n`
    const tagsOf = async (count: number, free?: ReadonlyMap<string, number>): Promise<string[]> =>
      (await alerts().claim(count, free)).map(({ tag }) => tag).toSorted()
    expect(await tagsOf(2, new Map([['apple.com', 1]]))).toEqual(['apple.com5', 'googleapis.com1', 'googleapis.com2'])
    expect(await tagsOf(2, new Map([['apple.com', 0]]))).toEqual([])
    expect(await tagsOf(2)).toEqual(['apple.com3', 'apple.com4'])
    expect((await alerts().claim(5)).map(({ service }) => service)).toEqual(['apple.com', 'apple.com'])
  })

  it('that ends together with others is deleted with them, and success is noted for each device', async () => {
    const visitors = [await fixture.subscriber(), await fixture.subscriber(), await fixture.subscriber()]
    for (const visitor of visitors) await visitor.call('testAlert')
    const [unfinished, ...finished] = await alerts().claim(5)
    await Promise.all(finished.map((alert) => alerts().done(alert)))
    expect(await fixture.queuedAlerts()).toBe(1)
    const rows = await fixture.api.sql<{ id: number }[]>`select id from push_devices where succeeded_at is null`
    expect(rows.map(({ id }) => id)).toEqual([unfinished?.device.id])
  })

  it('that was claimed again after its lease ended cannot be retried or failed by its first holder', async () => {
    await (await fixture.subscriber()).call('testAlert')
    const [slow] = await alerts().claim(1)
    await endLeases()
    const [next] = await alerts().claim(1)
    if (!slow || !next) throw new Error('No job was claimed.')
    expect(next).toMatchObject({ id: slow.id, attempts: 2 })
    expect(await alerts().retry(slow, 0)).toBe(false)
    await alerts().fail(slow)
    expect(await fixture.queuedAlerts()).toBe(1)
    expect(await alerts().claim(1)).toEqual([])
    await alerts().done(next)
    expect(await fixture.queuedAlerts()).toBe(0)
  })

  it('is retried after growing delays, which leave time for several attempts before it expires', async () => {
    /** Retries an email after this many attempts, `left` ms before it expires; returns the seconds until it is due. */
    const delayAfter = async (attempts: number, left: number): Promise<number> => {
      await fixture.api.sql`delete from jobs`
      await emails().queue({ kind: 'failed-logins', to: 'nobody@example.org', language: 'en' })
      const [mail] = await emails().claim(1)
      if (!mail) throw new Error('No job was claimed.')
      await fixture.api.sql`update jobs set attempts = ${attempts}`
      await emails().retry({ ...mail, attempts, left })
      const [row] = await fixture.api.sql<
        { s: number }[]
      >`select extract(epoch from due_at - now())::float8 as s from jobs`
      return row?.s ?? NaN
    }
    const [minute, day] = [60_000, 86_400_000]
    const first = await delayAfter(1, day)
    expect(first).toBeGreaterThan(1)
    expect(first).toBeLessThan(4)
    expect(await delayAfter(5, day)).toBeGreaterThan(170)
    expect(await delayAfter(30, 3 * day)).toBeGreaterThan(21_000)
    expect(await delayAfter(30, 10 * minute)).toBeLessThan(181)
  })

  it('is counted while it waits, when it is retried, and when it fails or expires', async () => {
    expect(await statusOf('alert')).toEqual({
      kind: 'alert',
      waiting: 0,
      oldestAt: null,
      retriedLastDay: 0,
      failedLastDay: 0,
      expiredLastDay: 0,
    })
    for (let count = 0; count < 3; count++) await (await fixture.subscriber()).call('testAlert')
    const [retried, failed] = await alerts().claim(2)
    if (!retried || !failed) throw new Error('No job was claimed.')
    await alerts().retry(retried)
    await alerts().fail(failed)
    const status = await statusOf('alert')
    expect(status).toMatchObject({ waiting: 2, retriedLastDay: 1, failedLastDay: 1 })
    expect(Math.abs(Date.now() - Date.parse(status?.oldestAt ?? ''))).toBeLessThan(20_000)
    await fixture.api.sql`update jobs set expires_at = now(), due_at = now() where kind = 'alert'`
    expect(await statusOf('alert')).toMatchObject({ waiting: 0, failedLastDay: 1 })
    expect(await jobs().sweep()).toEqual(new Map([['alert', 2]]))
    expect(await statusOf('alert')).toMatchObject({
      waiting: 0,
      oldestAt: null,
      retriedLastDay: 1,
      failedLastDay: 3,
      expiredLastDay: 2,
    })
    expect(await fixture.queuedAlerts()).toBe(0)
  })

  it('is counted by its kind, as are read requests', async () => {
    const { readRequests } = fixture.api.store
    const { id } = await readRequests.submit('import', '7')
    await readRequests.finish(id, { ok: false })
    await readRequests.submit('import', '8')
    await fixture.api.sql`delete from jobs`
    await emails().queue({ kind: 'failed-logins', to: 'nobody@example.org', language: 'en' })
    expect((await jobs().status()).map(({ kind, waiting, failedLastDay }) => [kind, waiting, failedLastDay])).toEqual([
      ['alert', 0, 0],
      ['mail', 1, 0],
      ['read', 1, 1],
    ])
  })
})
