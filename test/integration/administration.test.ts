import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameKey } from '#domain/name.ts'
import { seedAdministrator } from '#api'
import { endpoints } from '#contract/endpoints.ts'
import { LiveClient, type LiveUnderTest, startLive } from '#support/live.ts'
import { answerReadRequests, recordTournament, type RecordedTournament, venue } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }
let api: ApiUnderTest
let live: LiveUnderTest
let chief: Visitor
let tournaments = 7_000

beforeAll(async () => {
  api = await startApi()
  live = await startLive(api.store)
  await answerReadRequests(api.store)
  await seedAdministrator(api.store, administrator)
  chief = api.visitor()
  await chief.call('login', { body: { username: administrator.email, password: administrator.password } })
})
afterAll(async () => {
  await live.close()
  await api.close()
})

const newTournament = (): Promise<RecordedTournament> => recordTournament(api.store, String(tournaments++))

/** Signs up a user who has added the tournament and follows one athlete there. */
async function signUpFollower(recorded: RecordedTournament): Promise<{ visitor: Visitor; id: number }> {
  const visitor = await api.visitor().signUp()
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  await visitor.call('follow', { id: recorded.athlete('700137').id })
  return { visitor, id: (await visitor.call('user')).id }
}

/** Signs up another administrator. */
async function signUpAdministrator(): Promise<{ visitor: Visitor; id: number }> {
  const visitor = await api.visitor().signUp()
  const { id } = await visitor.call('user')
  await api.sql`update users set role = 'superadmin' where id = ${id}`
  await visitor.signIn()
  return { visitor, id }
}

describe('[A-03] A removal of a user', () => {
  it('is refused for account 1, for the caller’s own account and for the last administrator', async () => {
    const second = await signUpAdministrator()
    const refusal = async (by: Visitor, id: number) => {
      const { status, error } = await by.request('adminRemoveUser', { id })
      return [status, error.code, error.error]
    }
    expect(await refusal(second.visitor, 1)).toEqual([409, 'not-removable', 'The account with id 1 cannot be removed.'])
    expect(await refusal(chief, 1)).toEqual([409, 'not-removable', 'The account with id 1 cannot be removed.'])
    const own = 'You cannot remove your own account here.'
    expect(await refusal(second.visitor, second.id)).toEqual([409, 'not-removable', own])
    await api.sql`update users set role = 'user' where id = 1`
    const last = 'The last administrator cannot be removed.'
    expect(await refusal(second.visitor, second.id)).toEqual([409, 'not-removable', last])
    await api.sql`update users set role = 'superadmin' where id = 1`
    await chief.request('adminRemoveUser', { id: second.id })
    expect(await api.store.accounts.find(second.id)).toBeUndefined()
    expect(await api.store.accounts.find(1)).toMatchObject({ role: 'superadmin' })
  })

  it('keeps one of two administrators who remove each other at once', async () => {
    const [one, two] = [await signUpAdministrator(), await signUpAdministrator()]
    const by = (userId: number) => ({ userId, ip: null, requestId: null })
    const answers = await Promise.all([
      api.store.administration.removeUser(two.id, by(one.id)),
      api.store.administration.removeUser(one.id, by(two.id)),
    ])
    expect(answers.toSorted()).toEqual(['forbidden', 'removed'])
    const left = await Promise.all([one.id, two.id].map((id) => api.store.accounts.find(id)))
    expect(left.filter(Boolean)).toHaveLength(1)
  })
})

describe('Each removal by an administrator', () => {
  it('answers 404 for an id that does not exist and 400 for one that is not a number', async () => {
    for (const name of [
      'adminRemoveUser',
      'adminRemoveTournament',
      'adminRemoveLink',
      'adminRemoveInactiveLink',
    ] as const) {
      expect((await chief.request(name, { id: 2_000_000_000 })).status).toBe(404)
      expect((await chief.request(name, { id: '1x' })).status).toBe(400)
    }
  })
})

describe('[S-06] A removed user', () => {
  it('loses every session, socket and share link at once', async () => {
    const { visitor, id } = await signUpFollower(await newTournament())
    const { shareUrl } = await visitor.call('share', { body: {} })
    const linkId = shareUrl.split('/').at(-1) ?? ''
    const socket = await LiveClient.open(live.url, { cookie: visitor.cookie ?? '' })
    await socket.subscribe()
    expect(await chief.call('adminRemoveUser', { id })).toEqual({ success: true })
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect((await visitor.request('user')).status).toBe(401)
    expect((await api.visitor().request('sharedRollCall', { linkId })).status).toBe(404)
    expect((await visitor.signIn()).status).toBe(401)
    const [left] = await api.sql<{ rows: number }[]>`
      select (select count(*) from user_followed_athletes where user_id = ${id})
        + (select count(*) from user_tournaments where user_id = ${id})
        + (select count(*) from sessions where user_id = ${id}) as rows`
    expect(Number(left?.rows)).toBe(0)
  })
})

describe('A removed tournament', () => {
  it('disappears from its users’ lists at once, their open screens are notified, and it can be added again', async () => {
    const recorded = await newTournament()
    const other = await newTournament()
    const { visitor } = await signUpFollower(recorded)
    const { visitor: bystander } = await signUpFollower(other)
    const athleteId = recorded.athlete('700137').id
    const socket = await LiveClient.open(live.url, { cookie: visitor.cookie ?? '' })
    const bystanderSocket = await LiveClient.open(live.url, { cookie: bystander.cookie ?? '' })
    await socket.subscribe()
    await bystanderSocket.subscribe()
    expect(await chief.call('adminRemoveTournament', { id: recorded.id })).toEqual({ success: true, usersCleared: 1 })
    await socket.next('followed_athletes_updated')
    expect(await socket.next('cache_invalidate')).toMatchObject({ endpoint: endpoints.completedMatches.path })
    expect(api.store.projection.get(recorded.id)).toBeUndefined()
    expect((await visitor.call('tournaments')).tournaments).toEqual([])
    expect((await visitor.call('followedAthletes')).athletes).toEqual([])
    expect((await visitor.call('upcomingMatches')).matches).toEqual([])
    expect((await visitor.request('orderOfFights', { id: athleteId })).status).toBe(404)
    expect((await bystanderSocket.roundTrip()).filter(({ type }) => type === 'followed_athletes_updated')).toEqual([])
    expect((await bystander.call('followedAthletes')).athletes).toHaveLength(1)

    const again = await recordTournament(api.store, recorded.bjjCompSystemId)
    expect(again.id).not.toBe(recorded.id)
    await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    await visitor.call('follow', { id: again.athlete('700137').id })
    expect((await visitor.call('upcomingMatches')).matches).not.toEqual([])
    for (const client of [socket, bystanderSocket]) client.terminate()
  })

  it('causes no other error than 404 for users who add it or follow one of its athletes during the removal', async () => {
    const recorded = await newTournament()
    const people = await Promise.all(Array.from({ length: 6 }, () => signUpFollower(recorded)))
    const late = await Promise.all(Array.from({ length: 6 }, () => api.visitor().signUp()))
    const athlete = recorded.athlete('700201').id
    const answers = await Promise.all([
      ...people.map(({ visitor }) => visitor.request('follow', { id: athlete })),
      ...late.map((visitor) =>
        visitor.request('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } }),
      ),
      chief.request('adminRemoveTournament', { id: recorded.id }),
    ])
    expect(answers.at(-1)?.status).toBe(200)
    for (const { status } of answers) expect([200, 404]).toContain(status)
  })
})

describe('A removed share link', () => {
  it('stops working at once, and the removal of inactive links keeps a link that is in use', async () => {
    const { visitor } = await signUpFollower(await newTournament())
    const { shareUrl } = await visitor.call('share', { body: { title: 'Camp in Łódź' } })
    const linkId = shareUrl.split('/').at(-1) ?? ''
    const [row] = await chief.call('adminLinks', { query: { search: 'camp in Łódź' } })
    expect(row).toMatchObject({
      title: 'Camp in Łódź',
      username: visitor.name,
      isActive: true,
      athleteCount: 1,
      tournamentCount: 1,
    })
    const id = row?.id ?? 0
    const inUse = await chief.request('adminRemoveInactiveLink', { id })
    expect([inUse.status, inUse.error.error]).toEqual([409, 'This link is in use. Remove it as a shareable link.'])
    expect(JSON.stringify(await chief.call('adminLinks'))).not.toContain(linkId)
    await chief.call('adminRemoveLink', { id })
    expect((await api.visitor().request('sharedRollCall', { linkId })).status).toBe(404)
    await visitor.call('share', { body: {} })
    await api.sql`update shareable_links set expires_at = now() - interval '1 minute' where user_id = (select id from users where email = ${visitor.email})`
    const [old] = await chief.call('adminLinks', { query: { search: visitor.name } })
    expect(old).toMatchObject({ isActive: false })
    await chief.call('adminRemoveInactiveLink', { id: old?.id ?? 0 })
    expect(await chief.call('adminLinks', { query: { search: visitor.name } })).toEqual([])
  })
})

describe('The figures of the administrator', () => {
  it('match the database, and count users seen within seven days as active [D32]', async () => {
    const before = await chief.call('adminDashboard')
    const recorded = await newTournament()
    const [seen, away] = [await signUpFollower(recorded), await signUpFollower(recorded)]
    await seen.visitor.call('share', { body: {} })
    await api.sql`update users set last_seen_at = now() - interval '7 days 1 minute' where id = ${away.id}`
    const after = await chief.call('adminDashboard')
    const more = (read: (data: typeof after) => number): number => read(after) - read(before)
    expect(more(({ userStats }) => userStats.totalUsers)).toBe(2)
    expect(more(({ userStats }) => userStats.activeUsers)).toBe(1)
    expect(more(({ tournamentStats }) => tournamentStats.totalTournaments)).toBe(1)
    expect(more(({ athleteStats }) => athleteStats.totalAthletes)).toBe(4)
    expect(more(({ athleteStats }) => athleteStats.followedAthletes)).toBe(1)
    expect(more(({ shareableStats }) => shareableStats.totalLinks)).toBe(1)
    expect(more(({ shareableStats }) => shareableStats.activeLinks)).toBe(1)
    expect(after.mostActiveUsers.length).toBeLessThanOrEqual(5)
    expect(after.mostActiveUsers.map(({ userId }) => userId)).not.toContain(away.id)
    expect(new Date(after.timestamp).toISOString()).toBe(after.timestamp)
  })

  it('show when a user was last seen: at the sign-up, or at a visit more than a minute after the previous one', async () => {
    const visitor = await api.visitor().signUp()
    const seenAt = async (): Promise<number> => {
      const [user] = await chief.call('adminUsers', { query: { search: visitor.email } })
      return Date.parse(user?.lastSeenAt ?? '')
    }
    expect(Date.now() - (await seenAt())).toBeLessThan(60_000)
    await api.sql`update users set last_seen_at = now() - interval '8 days' where email = ${visitor.email}`
    await api.sql`update sessions set last_used_at = now() - interval '2 minutes' where user_id = (select id from users where email = ${visitor.email})`
    await expect
      .poll(async () => {
        await visitor.call('user')
        return Date.now() - (await seenAt())
      })
      .toBeLessThan(60_000)
  })

  it('contain the share of reads served from memory and the number of entities held there', async () => {
    const recorded = await newTournament()
    const { visitor } = await signUpFollower(recorded)
    const before = await chief.call('adminSystem')
    for (let index = 0; index < 3; index++) await visitor.call('tournaments')
    const after = await chief.call('adminSystem')
    expect(after.cacheReads).toBeGreaterThanOrEqual(before.cacheReads + 3)
    expect(after.cacheHitRate).toBe(after.cacheReads / (after.cacheReads + after.cacheLoads))
    expect(after.cacheHitRate).toBeGreaterThan(0)
    expect(after.cacheHitRate).toBeLessThan(1)
    // One tournament, one category, four athletes, three matches.
    expect(after.cacheSize).toBeGreaterThanOrEqual(9)
    expect(after.memoryUsage.heapUsed).toBeLessThan(after.memoryUsage.heapTotal)
    expect((await chief.call('adminDashboard')).systemMetrics.cacheSize).toBe(after.cacheSize)
    expect([after.trends.hitRate.at(-1), after.trends.entries.at(-1)]).toEqual([after.cacheHitRate, after.cacheSize])
  })

  it('[A-06] contain only numbers about the system', async () => {
    const hasOnlyNumbers = (value: unknown): boolean =>
      typeof value === 'number' ||
      (typeof value === 'object' && value !== null && Object.values(value).every(hasOnlyNumbers))
    expect(hasOnlyNumbers(await chief.call('adminSystem'))).toBe(true)
  })
})

describe('The lists of the administrator', () => {
  it('are paged and contain the total', async () => {
    const recorded = await newTournament()
    for (const { visitor } of [await signUpFollower(recorded), await signUpFollower(recorded)])
      await visitor.call('share', { body: {} })
    for (const name of ['adminUsers', 'adminTournaments', 'adminAthletes', 'adminLinks'] as const) {
      const all = await chief.request(name, { query: { limit: '1000' } })
      const first = await chief.request(name, { query: { limit: '1' } })
      const second = await chief.request(name, { query: { limit: '1', offset: '1' } })
      expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(all.body.slice(0, 2).map(({ id }) => id))
      for (const { headers } of [all, first, second])
        expect([name, Number(headers.get('x-total-count'))]).toEqual([name, all.body.length])
    }
    const athletes = await chief.request('adminAthletes', { query: { limit: '3' } })
    const { athleteStats } = await chief.call('adminDashboard')
    expect([athletes.body.length, Number(athletes.headers.get('x-total-count'))]).toEqual([
      3,
      athleteStats.totalAthletes,
    ])
    for (const query of [{ limit: '0' }, { limit: '1001' }, { offset: '-1' }, { limit: 'many' }] as Record<
      string,
      string
    >[]) {
      const { status, error } = await chief.request('adminAthletes', { query })
      expect(status).toBe(400)
      expect(error.error).toMatch(/rows|first row/)
    }
  })

  it('[G-03] answer odd parameters with rows or a sentence, never with a 500', async () => {
    const odd = [
      '',
      '0',
      '-1',
      '1.5',
      '1e99',
      '99999999999',
      'NaN',
      'null',
      '\0',
      '\ud800',
      '%00',
      "';--",
      'é'.repeat(300),
    ]
    const keys = {
      adminUsers: ['search', 'limit', 'offset'],
      adminTournaments: ['search', 'status'],
      adminAthletes: ['search'],
      adminLinks: ['search'],
      adminSource: ['search', 'state', 'tournamentId'],
      adminAudit: ['before', 'action'],
      followDiagnostics: ['search', 'readiness'],
    } as const
    for (const name of Object.keys(keys) as (keyof typeof keys)[])
      for (const key of keys[name])
        for (const value of odd) {
          const { status, error } = await chief.request(name, { query: { [key]: value } })
          expect(`${name}?${key}=${value}: ${status} ${status === 400 ? error.error : ''}`).toMatch(
            /: (?:200 |400 .+)$/,
          )
        }
  })

  it('find users and tournaments by a literal search text', async () => {
    const visitor = await api.visitor().signUp()
    const found = await chief.call('adminUsers', { query: { search: visitor.name.toUpperCase() } })
    expect(found).toMatchObject([
      { email: visitor.email, tournamentsCount: 0, athletesCount: 0, shareableLinksCount: 0, removable: true },
    ])
    expect((await chief.call('adminUsers', { query: { search: administrator.email } }))[0]).toMatchObject({
      id: 1,
      removable: false,
    })
    for (const search of ['%', '_isitor', "'", '\\', '\0 nobody'])
      expect(await chief.call('adminUsers', { query: { search } })).toEqual([])
    const recorded = await newTournament()
    const [row] = await chief.call('adminTournaments', { query: { search: recorded.bjjCompSystemId } })
    expect(row).toMatchObject({
      id: recorded.id,
      userCount: 0,
      athleteCount: 4,
      location: `${venue.city}, ${venue.country}`,
    })
  })

  it('filter tournaments by status', async () => {
    const recorded = await newTournament()
    await api.sql`update tournaments set status = 'past' where id = ${recorded.id}`
    const ids = async (status: string) =>
      (await chief.call('adminTournaments', { query: { status, limit: '1000' } })).map(({ id }) => id)
    expect(await ids('past')).toContain(recorded.id)
    expect(await ids('live')).not.toContain(recorded.id)
    expect(await ids('all')).toContain(recorded.id)
    expect((await chief.request('adminTournaments', { query: { status: 'gone' } })).status).toBe(400)
  })

  it('sort athletes by followers, with belt, team and the time of their last reading', async () => {
    const recorded = await newTournament()
    for (let index = 0; index < 3; index++) await signUpFollower(recorded)
    const [first] = await chief.call('adminAthletes', { query: { search: 'marina pedra' } })
    expect(first).toMatchObject({ name: 'Marina Pedra Azul', team: 'Mar Alto', belt: 'PURPLE' })
    const rows = await chief.call('adminAthletes', { query: { search: 'marina pedra' } })
    expect(rows.map(({ followCount }) => followCount)).toEqual(
      rows.map(({ followCount }) => followCount).toSorted((a, b) => b - a),
    )
    const own = rows.find(({ tournamentName }) => tournamentName.endsWith(recorded.bjjCompSystemId))
    expect(own?.followCount).toBe(3)
    const all = await chief.call('adminAthletes', { query: { limit: '1000' } })
    expect(all.map(({ followCount }) => followCount)).toEqual(
      all.map(({ followCount }) => followCount).toSorted((a, b) => b - a),
    )
    expect(all.find(({ id }) => id === own?.id)?.followCount).toBe(3)
    expect(all.at(-1)?.followCount).toBe(0)
    expect(Date.now() - Date.parse(own?.lastUpdated ?? '')).toBeLessThan(60_000)
  })

  it('show when a page of an athlete was last read', async () => {
    const recorded = await newTournament()
    const lastUpdated = async (): Promise<string | null | undefined> =>
      (await chief.call('adminAthletes', { query: { search: 'marina pedra' } })).find(({ tournamentName }) =>
        tournamentName.endsWith(recorded.bjjCompSystemId),
      )?.lastUpdated
    await signUpFollower(recorded)
    const [board] = await api.sql<{ key: string }[]>`
      select distinct trace -> 'board' ->> 'page' as key from fights
      where tournament_id = ${recorded.id} and board = 'listed' and (competitor_a = '700137' or competitor_b = '700137')`
    expect(board).toBeDefined()
    await api.sql`update pages set fetched_at = now() - interval '1 hour' where key like ${`${recorded.bjjCompSystemId}/%`}`
    await api.sql`update pages set fetched_at = now() - interval '5 minutes' where key = ${board?.key ?? ''}`
    const age = Date.now() - Date.parse((await lastUpdated()) ?? '')
    expect(Math.round(age / 60_000)).toBe(5)
  })

  it('sort athletes with equally many followers by name, ignoring accents', async () => {
    const recorded = await newTournament()
    const names = ['Zoé Quartzo', 'Ícaro Quartzo', 'Jarek Quartzo']
    for (const [index, name] of names.entries()) {
      const { id } = recorded.athlete(['700200', '700201', '700202'][index] ?? '')
      await api.sql`update athletes set name = ${name}, folded = ${nameKey(name)} where id = ${id}`
    }
    const rows = await chief.call('adminAthletes', { query: { search: 'quartzo' } })
    expect(rows.map(({ name }) => name)).toEqual(['Ícaro Quartzo', 'Jarek Quartzo', 'Zoé Quartzo'])
  })
})

describe('A time zone that an administrator sets', () => {
  it('shifts the times of the tournament’s matches, and survives the next reading', async () => {
    const recorded = await newTournament()
    const { visitor } = await signUpFollower(recorded)
    const first = async () => (await visitor.call('upcomingMatches')).matches[0]
    const before = await first()
    const { tournament } = await chief.call('adminSetTimezone', {
      id: recorded.id,
      body: { timezone: 'pacific/honolulu' },
    })
    expect(tournament).toMatchObject({ id: recorded.id, timezone: 'Pacific/Honolulu', timezoneFixed: true })
    const after = await first()
    const inHonolulu = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Honolulu',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    expect(after?.scheduledDateTime).not.toBe(before?.scheduledDateTime)
    expect(inHonolulu.format(Date.parse(after?.scheduledDateTime ?? ''))).toBe(`${before?.day} ${before?.localTime}`)
    await recorded.move(45)
    expect((await visitor.call('tournaments')).tournaments[0]?.timezone).toBe('Pacific/Honolulu')
  })

  it('is refused when it is neither UTC nor a zone named by area and place', async () => {
    const recorded = await newTournament()
    for (const timezone of ['Mars/Olympus', '+05:00', 'EST', '', 'Europe/London; drop table users', 7 as never]) {
      const { status } = await chief.request('adminSetTimezone', { id: recorded.id, body: { timezone } })
      expect(status).toBe(400)
    }
    expect(recorded.held().state.tournament.timezone).toBe(venue.timezone)
    expect((await chief.request('adminSetTimezone', { id: 2_000_000_000, body: { timezone: 'UTC' } })).status).toBe(404)
  })
})
