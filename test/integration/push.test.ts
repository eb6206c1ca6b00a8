// Alerts on phones: told once whatever happens to processes and push services, to whom it may, and to nobody else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { fakeClock } from '#support/clock.ts'
import { followerOf, LiveClient, startLive } from '#support/live.ts'
import {
  type PushService,
  pushConfig,
  readVapid,
  type ReceivedAlert,
  startAlerts,
  startPushService,
} from '#support/push.ts'
import { answerAsks, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let service: PushService
let api: ApiUnderTest
let stopAnswering: () => void
let tournaments = 3105
beforeAll(async () => {
  service = await startPushService()
  api = await startApi({ push: { publicKey: 'the public key', places: pushConfig(service).places } })
  stopAnswering = answerAsks(api.store)
})
beforeEach(async () => {
  await api.sql`delete from push_devices`
  service.forget()
})
afterAll(async () => {
  stopAnswering()
  await api.close()
  await service[Symbol.asyncDispose]()
})

/** On a busy machine. */
const soon = { timeout: 20_000 }

const waiting = async (): Promise<number> => (await api.sql`select 1 from push_queue`).length
const devices = async (): Promise<number> => (await api.sql`select 1 from push_devices`).length

/** Signed up, with alerts on. */
async function listener(language: 'en' | 'pt-BR' = 'en'): Promise<Visitor> {
  const visitor = await api.visitor().signUp()
  await visitor.ask('subscribe', { body: service.subscribe({ language }) })
  return visitor
}

/** Who listens and follows these athletes of a tournament. */
async function follower(
  world: RecordedTournament,
  athletes = ['700137'],
  language: 'en' | 'pt-BR' = 'en',
): Promise<Visitor> {
  const visitor = await listener(language)
  await visitor.ask('addTournaments', { body: { tournaments: [{ value: world.bjjCompSystemId }] } })
  for (const athlete of athletes) await visitor.ask('follow', { id: world.athlete(athlete).id })
  return visitor
}

/** A tournament of its own, whose first semi-final is two hours away. */
const openTournament = (): Promise<RecordedTournament> => recordTournament(api.store, String(tournaments++), 120)

const next = async (): Promise<ReceivedAlert> => {
  await expect.poll(() => service.inbox.length, soon).toBeGreaterThan(0)
  const alert = service.inbox.shift()
  if (!alert) throw new Error('nothing came')
  return alert
}

describe('what is told', () => {
  it('is told once: near, moved, results and the medal, each in the shape that phones show by themselves', async () => {
    const world = await openTournament()
    await follower(world)
    await using alerts = await startAlerts(api.store, service)
    await alerts.look()
    await world.move(60)
    await alerts.look()
    const moved = await next()
    expect(moved).toMatchObject({
      title: 'Marina Pedra Azul',
      lang: 'en',
      navigate: `https://rollcall.example/athlete-profile/${world.athlete('700137').id}`,
    })
    expect(moved.body).toMatch(/^60 min earlier · Mat 1 · \d\d?:\d\d [AP]M · vs Lia Serra$/)
    expect(JSON.parse(moved.text)).toMatchObject({ web_push: 8030, notification: { renotify: true } })
    expect(moved.headers).toMatchObject({ ttl: '1800', urgency: 'normal', topic: moved.tag })

    await world.move(9)
    await alerts.look()
    const near = await next()
    expect(near.body).toMatch(/^Up next · 51 min earlier · Mat 1 · .* · vs Lia Serra$/)
    expect(near.headers['urgency']).toBe('high')
    expect(near.tag).toBe(moved.tag)
    expect(Number(near.headers['ttl'])).toBeLessThanOrEqual(540)

    await world.finishSemiFinal()
    await alerts.look()
    expect((await next()).body).toBe('Won · vs Lia Serra · Semi-final')
    await world.finishFinal()
    await alerts.look()
    const final = await next()
    expect(final.body).toBe('Won · vs Joana Vale · Final · Gold')

    await alerts.look()
    await expect.poll(waiting, soon).toBe(0)
    expect(service.inbox).toEqual([])
  })

  it('is told once when a process is followed by another, and when several look at the same time', async () => {
    const world = await openTournament()
    await follower(world)
    const other = await openStore({ databaseUrl: api.databaseUrl, clock: systemClock })
    await other.projection.load(world.id)
    const first = await startAlerts(api.store, service)
    await first.look()
    await first.stop()
    await world.move(40)
    await other.projection.catchUp()
    const senders = await Promise.all([api.store, other, api.store, other].map((each) => startAlerts(each, service)))
    await Promise.all(senders.map((each) => each.look()))
    await next()
    await Promise.all(senders.map((each) => each.look()))
    await expect.poll(waiting, soon).toBe(0)
    expect(service.offered()).toBe(1)
    for (const sender of senders) await sender.stop()
    await other.close()
  })

  it('is not taken back by a process that has not read as far', async () => {
    const world = await openTournament()
    await follower(world)
    const at = world.held().position
    const key = `match ${[...world.held().state.matches.keys()][0] ?? 0}`
    const tell = (seq: number, startsAt: string) =>
      api.store.push.told.tell(world.id, { ...at, seq }, [key], () => ({
        told: new Map([[key, { startsAt, mat: 1, near: false, outcome: null }]]),
        athleteIds: [],
        alertsFor: () => [],
      }))
    expect(await tell(at.seq + 5, '2026-11-21T10:00:00.000Z')).toMatchObject({ queued: 0 })
    expect(await tell(at.seq, '2026-11-21T11:00:00.000Z')).toBe('behind')
    expect((await api.store.push.told.told(world.id)).get(key)).toMatchObject({ startsAt: '2026-11-21T10:00:00.000Z' })
  })

  it('speaks the language of the device, and is one alert where both athletes of a match are followed', async () => {
    const world = await openTournament()
    await follower(world, ['700137', '700200'], 'pt-BR')
    await using alerts = await startAlerts(api.store, service)
    await alerts.look()
    await world.move(9)
    await alerts.look()
    const near = await next()
    expect(near).toMatchObject({
      title: 'Marina Pedra Azul vs Lia Serra',
      lang: 'pt-BR',
      navigate: 'https://rollcall.example/',
    })
    expect(near.body).toMatch(/^É a próxima · adiantou 111 min · Tatame 1 · \d\d:\d\d$/)
    await world.finishSemiFinal()
    await alerts.look()
    expect((await next()).body).toBe('Vitória de Marina Pedra Azul · Semifinal')
    expect(service.offered()).toBe(2)
  })

  it('is what its user wants: kinds, quiet hours, and nobody silenced', async () => {
    const world = await openTournament()
    const quiet = { from: '00:00', to: '23:59', timezone: 'Europe/London' }
    const sleeper = await follower(world)
    await sleeper.ask('writeAlertPreferences', { body: { near: true, moved: true, result: true, quiet } })
    const picky = await follower(world)
    await picky.ask('writeAlertPreferences', { body: { near: true, moved: false, result: true, quiet: null } })
    const silent = await follower(world)
    await silent.ask('switchAlerts', { id: world.athlete('700137').id, body: { on: false } })
    expect((await silent.ask('push')).silenced).toEqual([world.athlete('700137').id])
    const usual = await follower(world, ['700137'], 'pt-BR')
    await using alerts = await startAlerts(api.store, service)
    await alerts.look()
    await world.move(40)
    await alerts.look()
    expect((await next()).lang).toBe('pt-BR')
    await expect.poll(waiting, soon).toBe(0)
    expect(service.offered()).toBe(1)
    expect((await usual.ask('push')).device?.succeededAt).not.toBeNull()
    expect((await picky.ask('push')).device?.succeededAt).toBeNull()
  })
})

it('refuses hours, zones and kinds that are none', async () => {
  const visitor = await api.visitor().signUp()
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/London' }
  const right = { near: true, moved: true, result: true, quiet }
  for (const wrong of [
    { ...right, quiet: { ...quiet, from: '24:00' } },
    { ...right, quiet: { ...quiet, to: quiet.from } },
    { ...right, quiet: { ...quiet, timezone: 'Mars/Olympus' } },
    { ...right, near: 'yes' as never },
  ])
    expect((await visitor.call('writeAlertPreferences', { body: wrong })).status).toBe(400)
  expect((await visitor.ask('push')).preferences).toEqual({ near: true, moved: true, result: true, quiet: null })
  await visitor.ask('writeAlertPreferences', { body: right })
  expect((await visitor.ask('push')).preferences).toEqual(right)
})

describe('a device', () => {
  const test = async (visitor: Visitor): Promise<number> => (await visitor.call('testAlert')).status

  it('gets a test, encrypted for it alone and signed with the kept key', async () => {
    const visitor = await listener()
    expect(await test(visitor)).toBe(200)
    await using alerts = await startAlerts(api.store, service)
    const alert = await next()
    expect(alert).toMatchObject({ title: 'RollCall', body: 'Alerts reach this device.' })
    expect(alert.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', topic: 'test' })
    const [kept] = await api.sql<{ public_key: string }[]>`select public_key from push_keys`
    const { publicKey, aud, sub, exp } = readVapid(alert.headers['authorization'])
    expect({ publicKey, aud, sub }).toEqual({
      publicKey: kept?.public_key,
      aud: service.origin,
      sub: 'mailto:push@rollcall.example',
    })
    expect(exp * 1000 - Date.now()).toBeLessThan(24 * 3_600_000)
    await expect.poll(async () => (await visitor.ask('push')).device?.succeededAt ?? null, soon).not.toBeNull()
    expect(alerts.logged()).not.toContain('/push/')
  })

  it('goes with its session, with its subscription, and with its account', async () => {
    const [leaving, stopping, removed] = [await listener(), await listener(), await listener()]
    expect(await devices()).toBe(3)
    await leaving.ask('logout')
    await stopping.ask('unsubscribe')
    expect(await test(stopping)).toBe(404)
    await api.sql`delete from users where email = ${removed.email}`
    expect(await devices()).toBe(0)
  })

  it('is one for each session, and belongs to whoever is signed in on it', async () => {
    const first = await listener()
    const subscription = service.subscribe()
    await first.ask('subscribe', { body: subscription })
    await first.ask('subscribe', { body: subscription })
    expect(await devices()).toBe(1)
    const second = await api.visitor().signUp()
    await second.ask('subscribe', { body: subscription })
    expect(await devices()).toBe(1)
    expect((await first.ask('push')).device).toBeNull()
    expect((await second.ask('push')).device).not.toBeNull()
  })

  it('is one of ten at most; the one not heard of for longest makes room', async () => {
    const visitor = await listener()
    const first = visitor.cookie
    await api.sql`update push_devices set seen_at = now() - interval '1 hour'`
    for (let count = 0; count < 10; count++) {
      visitor.cookie = undefined
      await visitor.signIn()
      await visitor.ask('subscribe', { body: service.subscribe() })
    }
    expect(await devices()).toBe(10)
    visitor.cookie = first
    expect((await visitor.ask('push')).device).toBeNull()
  })

  it('[R-20] that has been silent for two weeks is forgotten: some services take alerts for dead ones', async () => {
    await listener()
    await listener()
    await api.sql`
      update push_devices set seen_at = now() - interval '15 days' where id = (select min(id) from push_devices)`
    expect(await api.store.push.forgetSilent()).toBe(1)
    expect(await devices()).toBe(1)
  })

  it('[F-06] is refused at any address but a known push service’s', async () => {
    const visitor = await api.visitor().signUp()
    for (const endpoint of [
      'http://127.0.0.1:9/',
      'https://evil.test/',
      'https://push.example.evil.test/',
      'http://push.example/',
      'javascript:alert(1)',
      `https://push.example/${'x'.repeat(2_000)}`,
    ]) {
      const { status, error } = await visitor.call('subscribe', { body: { ...service.subscribe(), endpoint } })
      expect({ endpoint, status, error: error.error }).toEqual({
        endpoint,
        status: 400,
        error: 'This browser’s push service is not known here.',
      })
    }
    expect(await devices()).toBe(0)
  })

  it('[F-06] is refused with keys that are none', async () => {
    const visitor = await api.visitor().signUp()
    const { endpoint, keys } = service.subscribe()
    for (const wrong of [
      { ...keys, auth: 'short' },
      { ...keys, p256dh: `${'A'.repeat(86)}=` },
    ])
      expect((await visitor.call('subscribe', { body: { endpoint, keys: wrong } })).status).toBe(400)
  })

  it('[F-06] is not posted to when its name leads into the private network, nor when its service is believed no more', async () => {
    await listener()
    await listener()
    // A name that resolves to this machine, as an attacker's would; and one of a service that was taken off the list.
    await api.sql`
      update push_devices set endpoint = case when id = (select min(id) from push_devices)
        then 'https://localhost.push.example/x' else 'https://gone.test/x' end`
    for (const device of await api.sql<{ id: string }[]>`select id from push_devices`)
      await api.sql`
        insert into push_queue (device_id, tag, alert, urgent, expires_at)
        values (${device.id}, 'test', '{"about":"test"}', true, now() + interval '1 minute')`
    await using alerts = await startAlerts(api.store, service)
    await expect.poll(() => alerts.logged().match(/"service":/g)?.length ?? 0, soon).toBeGreaterThanOrEqual(2)
    expect(alerts.logged()).toContain('"outcome":"refused"')
    expect(service.offered()).toBe(0)
  })
})

describe('[R-20] a push service that', () => {
  const queueTests = async (visitors: readonly Visitor[]): Promise<void> => {
    for (const visitor of visitors) await visitor.ask('testAlert')
  }
  /** Seconds until the alert that waits is due. */
  const dueIn = async (): Promise<number> => {
    const [row] = await api.sql<{ s: number }[]>`
      select extract(epoch from due_at - now())::float8 as s from push_queue where attempts > 0`
    return row?.s ?? NaN
  }

  it.each([404, 410])('answers %i has its subscription forgotten', async (status) => {
    await queueTests([await listener()])
    service.answer([status])
    await using _alerts = await startAlerts(api.store, service)
    await expect.poll(devices, soon).toBe(0)
    expect(await waiting()).toBe(0)
    expect(service.offered()).toBe(1)
  })

  it('answers 500 is asked again, later each time, while the alert is of use', async () => {
    await queueTests([await listener()])
    service.answer([500, 503])
    const clock = fakeClock(Date.now())
    await using _alerts = await startAlerts(api.store, service, clock)
    await expect.poll(dueIn, soon).toBeLessThan(4)
    await api.sql`update push_queue set due_at = now()`
    await clock.advance(1_000)
    await expect.poll(service.offered, soon).toBe(2)
    await expect.poll(dueIn, soon).toBeGreaterThan(8)
    await api.sql`update push_queue set due_at = now()`
    await clock.advance(1_000)
    await next()
    await expect.poll(waiting, soon).toBe(0)
  })

  it('answers 429 is left alone for as long as it says, and not at all once nobody wants the alert', async () => {
    await queueTests([await listener()])
    service.answer([429, 429], { 'retry-after': '30' })
    const clock = fakeClock(Date.now())
    await using _alerts = await startAlerts(api.store, service, clock)
    await expect.poll(dueIn, soon).toBeGreaterThan(25)
    await api.sql`update push_queue set due_at = now(), expires_at = now() + interval '20 seconds'`
    await clock.advance(1_000)
    await expect.poll(waiting, soon).toBe(0)
    expect(service.offered()).toBe(2)
    expect(await devices()).toBe(1)
  })

  it.each([400, 403, 302])('answers %i is not asked again, nor followed elsewhere', async (status) => {
    const visitor = await listener()
    await queueTests([visitor])
    service.answer([status])
    await using _alerts = await startAlerts(api.store, service)
    await expect.poll(async () => (await visitor.ask('push')).device?.failedAt ?? null, soon).not.toBeNull()
    await expect.poll(waiting, soon).toBe(0)
    expect(service.offered()).toBe(1)
    expect(await devices()).toBe(1)
  })

  it('never answers keeps its alerts waiting and nothing else', async () => {
    const [silent, heard] = [await listener(), await listener()]
    const [first] = await api.sql<{ endpoint: string }[]>`select endpoint from push_devices order by id limit 1`
    service.answerTo(first?.endpoint ?? '', 'never')
    await queueTests([silent, heard])
    const alerts = await startAlerts(api.store, service)
    await next()
    expect((await heard.ask('push')).device).not.toBeNull()
    await expect.poll(dueIn, soon).toBeLessThan(4)
    expect(alerts.logged()).toContain('"outcome":"retried"')
    await alerts.stop()
  })

  it('answers nobody keeps no news from open screens', async () => {
    const world = await openTournament()
    for (let count = 0; count < 5; count++) await follower(world)
    service.answer(Array<'never'>(100).fill('never'))
    const live = await startLive(api.store)
    const { cookie } = await followerOf(api.store, world.id, [world.athlete('700137').id])
    const client = await LiveClient.open(live.url, { cookie })
    await client.subscribe()
    const alerts = await startAlerts(api.store, service)
    await alerts.look()
    await world.move(60)
    await alerts.look()
    await client.next('match_update')
    await expect.poll(service.offered, soon).toBe(5)
    await world.move(30)
    expect((await client.next('match_update')).matches).toHaveLength(1)
    expect(service.inbox).toEqual([])
    await alerts.stop()
    await live.close()
  })

  it('takes nothing for long lets no more than so many wait', async () => {
    await listener()
    await api.sql`
      insert into push_queue (device_id, tag, alert, urgent, expires_at)
      select device.id, 'filler ' || n, '{"about":"test"}', false, now() + interval '10 minutes'
      from push_devices device, generate_series(1, 20000) n`
    const visitor = await listener()
    expect((await visitor.call('testAlert')).status).toBe(200)
    expect(await waiting()).toBe(20_000)
  })
})
