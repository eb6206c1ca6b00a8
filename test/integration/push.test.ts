// Alerts on phones: each is sent once, even if processes end or take over, and only to the devices of its user.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { type AlertFixture, openAlertFixture, soon } from '#support/alert-fixture.ts'
import { readVapid, startAlerts } from '#support/push.ts'
import { venue } from '#support/recorded.ts'
import type { Visitor } from '#support/visitor.ts'

let fixture: AlertFixture
beforeAll(async () => {
  fixture = await openAlertFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

describe('An alert', () => {
  it('is sent once for a moved match, a near match, each result with its medal and the open class after the medal, in the format of declarative web push', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    await recorded.move(60)
    await alerts.checkNow()
    const moved = await fixture.nextAlert()
    expect(moved).toMatchObject({
      title: 'Marina Pedra Azul',
      lang: 'en',
      navigate: `https://rollcall.example/athlete-profile/${recorded.athlete('700137').id}`,
    })
    expect(moved.body).toMatch(/^60 min earlier · Mat 1 · \d\d?:\d\d [AP]M · vs Lia Serra$/)
    expect(JSON.parse(moved.text)).toMatchObject({ web_push: 8030, notification: { renotify: true } })
    expect(moved.headers).toMatchObject({ urgency: 'normal', topic: moved.tag })
    // Half an hour, less the time since the alert was queued.
    const ttl = Number(moved.headers['ttl'])
    expect(ttl).toBeGreaterThan(1_740)
    expect(ttl).toBeLessThanOrEqual(1_800)

    await recorded.move(9)
    await alerts.checkNow()
    const near = await fixture.nextAlert()
    expect(near.body).toMatch(/^Up next · 51 min earlier · Mat 1 · .* · vs Lia Serra$/)
    expect(near.headers['urgency']).toBe('high')
    expect(near.tag).toBe(moved.tag)
    expect(Number(near.headers['ttl'])).toBeLessThanOrEqual(540)

    await recorded.finishSemiFinal()
    await alerts.checkNow()
    expect((await fixture.nextAlert()).body).toBe('Won · vs Lia Serra · Semi-final')
    await recorded.finishFinal()
    await alerts.checkNow()
    const medal = [(await fixture.nextAlert()).body, (await fixture.nextAlert()).body].toSorted()
    expect(medal).toEqual([
      expect.stringMatching(/^Open class: register by .* · Adult \/ Female \/ PURPLE \/ Feather$/),
      'Won · vs Joana Vale · Final · Gold',
    ])

    await alerts.checkNow()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.inbox).toEqual([])
  })

  it('is sent once when a process restarts and when several processes check at the same time', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    const other = await openStore({ databaseUrl: fixture.api.databaseUrl, clock: systemClock })
    await other.projection.load(recorded.id)
    const first = await startAlerts(fixture.api.store, fixture.service)
    await first.checkNow()
    await first.stop()
    await recorded.move(40)
    await other.projection.catchUp()
    const senders = await Promise.all(
      [fixture.api.store, other, fixture.api.store, other].map((each) => startAlerts(each, fixture.service)),
    )
    await Promise.all(senders.map((each) => each.checkNow()))
    await fixture.nextAlert()
    await Promise.all(senders.map((each) => each.checkNow()))
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.offered()).toBe(1)
    for (const sender of senders) await sender.stop()
    await other.close()
  })

  it('has a delivered state that a process with an older position does not overwrite', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    const at = recorded.held().position
    const key = `match ${[...recorded.held().state.matches.keys()][0] ?? 0}`
    const deliver = (seq: number, startsAt: string) =>
      fixture.api.store.push.delivery.deliver(recorded.id, { ...at, seq }, [key], () => ({
        delivered: new Map([[key, { startsAt, mat: 1, near: false, outcome: null }]]),
        athleteIds: [],
        alertsFor: () => [],
      }))
    expect(await deliver(at.seq + 5, '2026-11-21T10:00:00.000Z')).toMatchObject({ queued: 0 })
    expect(await deliver(at.seq, '2026-11-21T11:00:00.000Z')).toBe('behind')
    expect((await fixture.api.store.push.delivery.delivered(recorded.id)).get(key)).toMatchObject({
      startsAt: '2026-11-21T10:00:00.000Z',
    })
  })

  it('is sent after weeks without a change, although delivered states of earlier tournaments are deleted', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    const { delivery } = fixture.api.store.push
    await fixture.api.sql`update push_delivered set at = now() - interval '15 days'`
    await delivery.sweep()
    await recorded.finishSemiFinal()
    await alerts.checkNow()
    expect((await fixture.nextAlert()).body).toBe('Won · vs Lia Serra · Semi-final')
    await fixture.api.sql`update push_delivered set at = now() - interval '15 days'`
    await fixture.api.sql`update tournaments set status = 'past' where id = ${recorded.id}`
    await delivery.sweep()
    expect(await delivery.delivered(recorded.id)).toEqual(new Map())
  })

  it.each([
    ['known', -70],
    ['unknown', -120],
  ])(
    'about the medal after a gap replaces the alert about the final, and goes only to users whose alerts were on before the match, with the time of the podium %s',
    async (_, start) => {
      const recorded = await fixture.openTournament()
      const early = await fixture.follower(recorded)
      const second = await fixture.follower(recorded)
      const [, late] = await fixture.api.sql<{ id: number }[]>`select id from push_devices order by id`
      await using alerts = await startAlerts(fixture.api.store, fixture.service)
      await alerts.checkNow()
      await alerts.stop()
      await recorded.move(start)
      await recorded.finishSemiFinal()
      await recorded.finishFinal()
      // As if both users had followed for three hours, and the second one's alerts were turned on only after the match.
      const hours = (count: number) => fixture.api.sql`now() + ${count} * interval '1 hour'`
      await fixture.api.sql`update user_followed_athletes set created_at = ${hours(-3)}`
      await fixture.api.sql`
      update push_devices set created_at = case when id = ${late?.id ?? 0} then ${hours(2)} else ${hours(-3)} end`
      const none = { report: false, weighIn: false, openClass: false, openClassYouth: false, podium: false }
      for (const user of [early, second]) await user.call('writeSteps', { body: none })
      await using again = await startAlerts(fixture.api.store, fixture.service)
      await again.checkNow()
      await expect.poll(fixture.queuedAlerts, soon).toBe(0)
      expect(fixture.service.inbox.map(({ body }) => body).toSorted()).toEqual([
        'Gold · Adult / Female / PURPLE / Feather',
        'Won · vs Lia Serra · Semi-final',
      ])
    },
  )

  it('is in the language of the device, and is sent once when both athletes of a match are followed', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded, ['700137', '700200'], 'pt-BR')
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    await recorded.move(9)
    await alerts.checkNow()
    const near = await fixture.nextAlert()
    expect(near).toMatchObject({
      title: 'Marina Pedra Azul vs Lia Serra',
      lang: 'pt-BR',
      navigate: 'https://rollcall.example/',
    })
    expect(near.body).toMatch(/^É a próxima · adiantou 111 min · Área 1 · \d{1,2}:\d\d$/)
    await recorded.finishSemiFinal()
    await alerts.checkNow()
    expect((await fixture.nextAlert()).body).toBe('Vitória de Marina Pedra Azul · Semifinal')
    expect(fixture.service.offered()).toBe(2)
  })

  it('follows the preferences of its user: kinds, quiet hours and silenced athletes', async () => {
    const recorded = await fixture.openTournament()
    // All but the last minute before midnight at the venue, where it is day.
    const quiet = { from: '00:00', to: '23:59', timezone: venue.timezone }
    const sleeper = await fixture.follower(recorded)
    await sleeper.call('writeAlertPreferences', {
      body: { near: true, moved: true, conflict: true, result: true, quiet },
    })
    const other = await fixture.follower(recorded)
    await other.call('writeAlertPreferences', {
      body: { near: true, moved: false, conflict: true, result: true, quiet: null },
    })
    const silent = await fixture.follower(recorded)
    await silent.call('switchAlerts', { id: recorded.athlete('700137').id, body: { on: false } })
    expect((await silent.call('push')).silenced).toEqual([recorded.athlete('700137').id])
    const usual = await fixture.follower(recorded, ['700137'], 'pt-BR')
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    await recorded.move(40)
    await alerts.checkNow()
    expect((await fixture.nextAlert()).lang).toBe('pt-BR')
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.offered()).toBe(1)
    expect((await usual.call('push')).device?.succeededAt).not.toBeNull()
    expect((await other.call('push')).device?.succeededAt).toBeNull()
  })
})

it('The API rejects invalid quiet hours and kinds of alerts, and stores valid preferences', async () => {
  const visitor = await fixture.api.visitor().signUp()
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/London' }
  const right = { near: true, moved: true, conflict: true, result: true, entry: false, quiet }
  for (const wrong of [
    { ...right, quiet: { ...quiet, from: '24:00' } },
    { ...right, quiet: { ...quiet, to: quiet.from } },
    { ...right, near: 'yes' as never },
  ])
    expect((await visitor.request('writeAlertPreferences', { body: wrong })).status).toBe(400)
  expect((await visitor.call('push')).preferences).toEqual({
    near: true,
    moved: true,
    conflict: true,
    result: true,
    entry: true,
    quiet: null,
  })
  await visitor.call('writeAlertPreferences', { body: right })
  expect((await visitor.call('push')).preferences).toEqual(right)
})

describe('Quiet hours', () => {
  const preferences = { near: true, moved: true, conflict: true, result: true, entry: true }
  const hours = { from: '22:00', to: '07:00' }

  it('[R-25] move to the zone of the device that was opened last', async () => {
    const visitor = await fixture.subscriber()
    const quiet = { ...hours, timezone: 'America/New_York' }
    await visitor.call('writeAlertPreferences', { body: { ...preferences, quiet } })
    await visitor.call('subscribe', { body: { ...fixture.service.subscribe(), timezone: 'Europe/Lisbon' } })
    expect((await visitor.call('push')).preferences.quiet).toEqual({ ...hours, timezone: 'Europe/Lisbon' })
    // The service worker does not state a zone.
    await visitor.call('subscribe', { body: fixture.service.subscribe() })
    expect((await visitor.call('push')).preferences.quiet?.timezone).toBe('Europe/Lisbon')
  })

  it.each(['Etc/Unknown', 'Mars/Olympus', ''])(
    '[R-25] of a device without a known zone (%s) are stored, and do not stop alerts until a zone is known',
    async (timezone) => {
      const recorded = await fixture.openTournament()
      const visitor = await fixture.follower(recorded)
      const quiet = { from: '00:00', to: '23:59', timezone }
      await visitor.call('writeAlertPreferences', { body: { ...preferences, quiet } })
      expect((await visitor.call('push')).preferences.quiet).toEqual({ ...quiet, timezone: null })
      await using alerts = await startAlerts(fixture.api.store, fixture.service)
      await alerts.checkNow()
      await recorded.move(40)
      await alerts.checkNow()
      await fixture.nextAlert()
      await visitor.call('subscribe', { body: { ...fixture.service.subscribe(), timezone } })
      expect((await visitor.call('push')).preferences.quiet?.timezone).toBeNull()
      await visitor.call('subscribe', { body: { ...fixture.service.subscribe(), timezone: venue.timezone } })
      expect((await visitor.call('push')).preferences.quiet?.timezone).toBe(venue.timezone)
    },
  )
})

describe('A device', () => {
  const requestTestAlert = async (visitor: Visitor): Promise<number> => (await visitor.request('testAlert')).status

  it('gets a test alert, encrypted for it alone and signed with the stored key', async () => {
    const visitor = await fixture.subscriber()
    expect(await requestTestAlert(visitor)).toBe(200)
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    const alert = await fixture.nextAlert()
    expect(alert).toMatchObject({ title: 'RollCall', body: 'Alerts reach this device.' })
    expect(alert.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', topic: 'test' })
    const [stored] = await fixture.api.sql<{ public_key: string }[]>`select public_key from push_keys`
    const { publicKey, aud, sub, exp } = readVapid(alert.headers['authorization'])
    expect({ publicKey, aud, sub }).toEqual({
      publicKey: stored?.public_key,
      aud: fixture.service.origin,
      sub: 'mailto:push@rollcall.example',
    })
    expect(exp * 1000 - Date.now()).toBeLessThan(24 * 3_600_000)
    await expect.poll(async () => (await visitor.call('push')).device?.succeededAt ?? null, soon).not.toBeNull()
    expect(alerts.logged()).not.toContain('/push/')
  })

  it('is deleted with its session, its subscription or its account', async () => {
    const [leaving, stopping, removed] = [
      await fixture.subscriber(),
      await fixture.subscriber(),
      await fixture.subscriber(),
    ]
    expect(await fixture.deviceCount()).toBe(3)
    await leaving.call('logout')
    await stopping.call('unsubscribe')
    expect(await requestTestAlert(stopping)).toBe(404)
    await fixture.api.sql`delete from users where email = ${removed.email}`
    expect(await fixture.deviceCount()).toBe(0)
  })

  it('exists once per session, and belongs to the user who is signed in on it', async () => {
    const first = await fixture.subscriber()
    const subscription = fixture.service.subscribe()
    await first.call('subscribe', { body: subscription })
    await first.call('subscribe', { body: subscription })
    expect(await fixture.deviceCount()).toBe(1)
    const second = await fixture.api.visitor().signUp()
    await second.call('subscribe', { body: subscription })
    expect(await fixture.deviceCount()).toBe(1)
    expect((await first.call('push')).device).toBeNull()
    expect((await second.call('push')).device).not.toBeNull()
  })

  it('never shows an alert that was queued for another user who was signed in on it before', async () => {
    const first = await fixture.api.visitor().signUp()
    const subscription = fixture.service.subscribe()
    await first.call('subscribe', { body: subscription })
    await first.call('testAlert')
    expect(await fixture.queuedAlerts()).toBe(1)
    const second = await fixture.api.visitor().signUp()
    await second.call('subscribe', { body: subscription })
    expect(await fixture.queuedAlerts()).toBe(0)
  })

  it('keeps its language when the browser renews its subscription', async () => {
    const visitor = await fixture.subscriber('pt-BR')
    await using _alerts = await startAlerts(fixture.api.store, fixture.service)
    const { endpoint, keys } = fixture.service.subscribe()
    for (let times = 0; times < 2; times++) {
      await visitor.call('subscribe', { body: { endpoint, keys } })
      await visitor.call('testAlert')
      expect(await fixture.nextAlert()).toMatchObject({ lang: 'pt-BR', body: 'Alertas funcionando neste aparelho.' })
    }
  })

  it('replaces the least recently seen of ten when it is the eleventh', async () => {
    const visitor = await fixture.subscriber()
    const first = visitor.cookie
    await fixture.api.sql`update push_devices set seen_at = now() - interval '1 hour'`
    for (let count = 0; count < 10; count++) {
      visitor.cookie = undefined
      await visitor.signIn()
      await visitor.call('subscribe', { body: fixture.service.subscribe() })
    }
    expect(await fixture.deviceCount()).toBe(10)
    visitor.cookie = first
    expect((await visitor.call('push')).device).toBeNull()
  })

  it('[R-20] is deleted after two weeks without a renewal, because some services accept alerts for dead devices', async () => {
    await fixture.subscriber()
    await fixture.subscriber()
    await fixture.api.sql`
      update push_devices set seen_at = now() - interval '15 days' where id = (select min(id) from push_devices)`
    await fixture.api.store.push.sweep()
    expect(await fixture.deviceCount()).toBe(1)
  })

  /** Sweeps as if the devices had ended eleven minutes ago; returns the addresses of the emails that this queues. */
  async function emailsOfEnded(): Promise<string[]> {
    await fixture.api.sql`update ended_push_devices set at = at - interval '11 minutes'`
    await fixture.api.store.push.sweep()
    const rows = await fixture.api.sql<{ to: string }[]>`
      delete from jobs where kind = 'mail' and payload ->> 'kind' = 'alerts-stopped' returning payload ->> 'to' as "to"`
    return rows.map(({ to }) => to).toSorted()
  }
  const verify = ({ email }: Visitor) => fixture.api.sql`update users set verified_email = email where email = ${email}`

  it('[R-25] whose session passes its limits ends, and its user gets one email if the address is verified', async () => {
    const [verified, unverified, leaving] = [
      await fixture.subscriber(),
      await fixture.subscriber(),
      await fixture.subscriber(),
    ]
    for (const visitor of [verified, leaving]) await verify(visitor)
    await leaving.call('logout')
    await fixture.api.sql`update sessions set last_used_at = now() - interval '13 hours'`
    await fixture.api.store.sessions.sweep()
    expect(await fixture.deviceCount()).toBe(0)
    expect((await unverified.fetch('/api/push')).status).toBe(401)
    await fixture.api.store.push.sweep()
    expect(await emailsOfEnded()).toEqual([verified.email])
    expect(await emailsOfEnded()).toEqual([])
  })

  it('[R-25] that ended causes no email if its user has turned alerts on again within ten minutes, or had one today', async () => {
    const visitor = await fixture.subscriber()
    await verify(visitor)
    const endAll = async (): Promise<void> => {
      await fixture.api.sql`update push_devices set seen_at = now() - interval '15 days'`
      await fixture.api.store.push.sweep()
    }
    await endAll()
    await visitor.call('subscribe', { body: fixture.service.subscribe() })
    expect(await emailsOfEnded()).toEqual([])
    for (const expected of [[visitor.email], []]) {
      await endAll()
      expect(await emailsOfEnded()).toEqual(expected)
      await visitor.call('subscribe', { body: fixture.service.subscribe() })
    }
  })

  it('[R-25] whose subscription the push service has ended is told to make a new one, and never counts as on with the old one', async () => {
    const visitor = await fixture.api.visitor().signUp()
    const subscription = fixture.service.subscribe()
    expect(await visitor.call('subscribe', { body: subscription })).toMatchObject({ isGone: false })
    await using _alerts = await startAlerts(fixture.api.store, fixture.service)
    fixture.service.answer([410])
    await visitor.call('testAlert')
    await expect.poll(fixture.deviceCount, soon).toBe(0)
    const publicKey = 'the public key'
    expect(await visitor.call('subscribe', { body: subscription })).toEqual({ success: true, publicKey, isGone: true })
    expect((await visitor.call('push')).device).toBeNull()
    const renewed = await visitor.call('subscribe', { body: fixture.service.subscribe() })
    expect(renewed).toEqual({ success: true, publicKey, isGone: false })
    expect((await visitor.call('push')).device).not.toBeNull()
  })

  it('[F-06] is refused with an address that is too long or is no HTTPS address of a known push service', async () => {
    const visitor = await fixture.api.visitor().signUp()
    for (const endpoint of [
      'http://127.0.0.1:9/',
      'https://evil.test/',
      'https://push.example.evil.test/',
      'http://push.example/',
      'javascript:alert(1)',
      `https://push.example/${'x'.repeat(2_000)}`,
    ]) {
      const { status, error } = await visitor.request('subscribe', {
        body: { ...fixture.service.subscribe(), endpoint },
      })
      expect({ endpoint, status, error: error.error }).toEqual({
        endpoint,
        status: 400,
        error: 'This browser’s push service is not known here.',
      })
    }
    expect(await fixture.deviceCount()).toBe(0)
  })

  it('[F-06] is refused with invalid keys', async () => {
    const visitor = await fixture.api.visitor().signUp()
    const { endpoint, keys } = fixture.service.subscribe()
    for (const wrong of [
      { ...keys, auth: 'short' },
      { ...keys, p256dh: `${'A'.repeat(86)}=` },
    ])
      expect((await visitor.request('subscribe', { body: { endpoint, keys: wrong } })).status).toBe(400)
  })

  it('[F-06] gets no alert when its service is no longer among the known push services', async () => {
    const visitor = await fixture.subscriber()
    await visitor.call('testAlert')
    await fixture.api.sql`update push_devices set endpoint = 'https://gone.test/x'`
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await expect.poll(() => alerts.logged(), soon).toContain('"outcome":"refused"')
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.offered()).toBe(0)
  })
})
