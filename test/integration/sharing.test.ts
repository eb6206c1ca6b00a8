import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SharedRollCall } from '#contract/sharing.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { division, recordTournament, type RecordedTournament, venue } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let lastSourceId = 5_100
beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1'] })
  await api.sql`insert into users (id, username, email, password, role) values (1, 'Chief', 'chief@example.org', '-', 'superadmin')`
})
afterAll(() => api.close())

type Sharing = { recorded: RecordedTournament; owner: Visitor; linkId: string; shareUrl: string }

const idIn = (shareUrl: string): string => shareUrl.slice(shareUrl.lastIndexOf('/shared/') + '/shared/'.length)

/** In minutes: far enough ahead that no tournament becomes live during a test. */
const threeDays = 3 * 24 * 60

/** Signs up a user who follows two athletes of a new tournament, and shares them. */
async function share(title?: string, startsIn = threeDays): Promise<Sharing> {
  const recorded = await recordTournament(api.store, String(++lastSourceId), startsIn)
  const owner = await api.visitor().signUp()
  await owner.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  for (const id of ['700137', '700201']) await owner.call('follow', { id: recorded.athlete(id).id })
  const { shareUrl } = await owner.call('share', { body: title === undefined ? {} : { title } })
  return { recorded, owner, linkId: idIn(shareUrl), shareUrl }
}

let addresses = 0
/** A visitor without an account, at a new client address. */
const stranger = () => {
  const visitor = api.visitor()
  const from = { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses++ & 255}` }
  return {
    look: (linkId: string, headers: Record<string, string> = {}) =>
      visitor.request('sharedRollCall', { linkId, headers: { ...from, ...headers } }),
    page: (linkId: string) => visitor.fetch(`/shared/${linkId}`, { headers: from }),
  }
}
const administrator = { userId: 1, ip: '10.0.0.1', requestId: 'a request' }
const loadShared = (linkId: string) => stranger().look(linkId)
const rowOf = (owner: Visitor) =>
  api.sql<
    { id: number; user_id: number; [column: string]: unknown }[]
  >`select * from shareable_links where user_id = (select id from users where email = ${owner.email})`

describe('A new share link', () => {
  it('[L-01] is an address with 22 random characters, which are stored as a hash and not in plain text [W11]', async () => {
    const { owner, linkId, shareUrl } = await share('Camp Łódź')
    expect(shareUrl).toBe(`${api.url}/shared/${linkId}`)
    expect(linkId).toMatch(/^[\w-]{22}$/)
    const [row, ...others] = await rowOf(owner)
    expect(others).toEqual([])
    expect(row?.['link_id']).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(linkId)
  })

  it('[L-03] is valid for seven days', async () => {
    const owner = await api.visitor().signUp()
    const { expiresAt } = await owner.call('share', { body: {} })
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    expect((await owner.call('ownShare')).link?.expiresAt).toBe(expiresAt)
  })

  it('leads to the configured address, whatever the Host header says', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl, publicUrl: 'http://rollcall.example' })
    const owner = await other.visitor().signUp()
    expect((await owner.call('share', { body: {} })).shareUrl).toMatch(
      /^http:\/\/rollcall\.example\/shared\/[\w-]{22}$/,
    )
  })

  it('[B-01] can be made sixty times an hour', async () => {
    const owner = await api.visitor().signUp()
    for (let made = 0; made < 60; made++) await owner.call('share', { body: {} })
    const refused = await owner.request('share', { body: {} })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await rowOf(owner)).toHaveLength(1)
  })
})

describe('The title of a share link', () => {
  it('[L-07] has at most 80 characters', async () => {
    const { owner, linkId } = await share()
    const long = await owner.request('setShareTitle', { linkId, body: { title: 'x'.repeat(81) } })
    expect([long.status, long.error.error]).toEqual([400, 'Use at most 80 characters for the title.'])
    expect((await owner.request('share', { body: { title: 'x'.repeat(81) } })).status).toBe(400)
    expect((await owner.call('setShareTitle', { linkId, body: { title: 'x'.repeat(80) } })).title).toHaveLength(80)
  })

  it.each([
    ['  Camp \u0000\r\nSunday ', 'Camp Sunday'],
    ['\u202eevil\u2069', 'evil'],
    ['<b>Team</b> & co', '<b>Team</b> & co'],
    ['', null],
    [' \n ', null],
    [null, null],
  ])('[L-07] is one line of plain text: %j becomes %j', async (title, stored) => {
    const { owner, linkId } = await share('before')
    expect((await owner.call('setShareTitle', { linkId, body: { title } })).title).toBe(stored)
    expect((await loadShared(linkId)).body.title).toBe(stored)
  })

  it('stays when the link is renewed without a title, and is removed by an empty title', async () => {
    const { owner } = await share('Camp')
    const renewed = await owner.call('share', { body: {} })
    expect(renewed.title).toBe('Camp')
    expect((await loadShared(idIn(renewed.shareUrl))).body.title).toBe('Camp')
    expect((await owner.call('share', { body: { title: '' } })).title).toBeNull()
  })
})

describe('The page of a share link', () => {
  it('[L-08] contains only the listed fields: no address, user id, note, tag or flag [W16]', async () => {
    const { recorded, owner, linkId } = await share('Camp')
    await api.sql`update user_followed_athletes set notes = 'weak left knee', tags = '{rival}' where athlete_id = ${recorded.athlete('700137').id}`
    const { body, text } = await loadShared(linkId)
    expect(Object.keys(body).toSorted()).toEqual(
      ['success', 'title', 'sharedBy', 'athletes', 'upcomingMatches']
        .concat('mode', 'updateIntervalMinutes', 'sources', 'version', 'serverTime')
        .concat('halls', 'mayClaim', 'claims', 'claimOrder')
        .toSorted(),
    )
    expect(body).toMatchObject({ success: true, title: 'Camp', sharedBy: { username: owner.name } })
    expect(Object.keys(body.sharedBy)).toEqual(['username'])
    const [joana, marina] = body.athletes
    expect(joana?.name).toBe('Joana Vale')
    expect(marina).toEqual({
      id: recorded.athlete('700137').id,
      name: 'Marina Pedra Azul',
      team: 'Mar Alto',
      division,
      category: division,
      weight_class: 'Feather',
      belt_division: 'PURPLE',
      belt: 'PURPLE',
      bjjCompSystemId: '700137',
      tournament: {
        id: recorded.id,
        name: recorded.held().state.tournament.name,
        bjjCompSystemId: recorded.bjjCompSystemId,
        status: 'upcoming',
        orderOfFightsUrl: recorded.held().state.tournament.orderOfFightsUrl,
        bracketsUrl: recorded.held().state.tournament.bracketsUrl,
      },
      scrapedData: { matches: [{ result: null }], categories: [division], bracket_results: [] },
      steps: [
        expect.objectContaining({ kind: 'report', category: division }),
        expect.objectContaining({ kind: 'weigh-in', category: division }),
      ],
    })
    const [match] = body.upcomingMatches
    expect(match).toMatchObject({
      athleteId: marina?.id,
      athleteName: 'Marina Pedra Azul',
      athleteBelt: 'PURPLE',
      opponentName: 'Lia Serra',
      division,
      tournamentTimezone: venue.timezone,
      mat: 'Mat 1',
      round: 'Semi-Final',
      rawStatus: null,
    })
    expect(match?.scheduled_date_time).toBe(match?.scheduledDateTime)
    for (const secret of [
      owner.email,
      'example.org',
      'userId',
      'followedAt',
      'notes',
      'weak left',
      'rival',
      'otification',
    ])
      expect(text).not.toContain(secret)
  })

  it('needs no credentials and sets no cookie', async () => {
    const { linkId } = await share()
    const { status, headers } = await loadShared(linkId)
    expect([status, headers.getSetCookie()]).toEqual([200, []])
  })

  it('[D12] shows the athletes whom the owner follows now, with their current state', async () => {
    const { recorded, owner, linkId } = await share()
    const shown = async (): Promise<[string[], string[]]> => {
      const { body } = await loadShared(linkId)
      return [body.athletes.map(({ name }) => name), body.upcomingMatches.map(({ opponentName }) => opponentName ?? '')]
    }
    expect(await shown()).toEqual([
      ['Joana Vale', 'Marina Pedra Azul'],
      ['Lia Serra', 'Ana Conceição Łuz'],
    ])
    await owner.call('unfollow', { id: recorded.athlete('700201').id })
    expect(await shown()).toEqual([['Marina Pedra Azul'], ['Lia Serra']])
    await recorded.finishSemiFinal()
    expect(await shown()).toEqual([['Marina Pedra Azul'], ['Joana Vale']])
    await recorded.finishFinal()
    const { body } = await loadShared(linkId)
    expect(body.upcomingMatches).toEqual([])
    expect(body.athletes[0]?.scrapedData).toEqual({
      matches: [{ result: 'win' }, { result: 'win' }],
      categories: [division],
      bracket_results: [{ category: division, placements: [{ name: 'Marina Pedra Azul', place: 1 }] }],
    })
    await owner.call('removeTournament', { id: recorded.id })
    expect(await shown()).toEqual([[], []])
  })

  it('contains the age of its data, and no tournament without a followed athlete', async () => {
    const { recorded, owner, linkId } = await share()
    const other = await recordTournament(api.store, String(++lastSourceId))
    await owner.call('addTournaments', { body: { tournaments: [{ value: other.bjjCompSystemId }] } })
    const { body } = await loadShared(linkId)
    expect(body.sources).toEqual({ [recorded.id]: recorded.held().source })
    expect([body.mode, body.updateIntervalMinutes]).toEqual(['upcoming', 60])
    expect(Math.abs(Date.parse(body.serverTime) - Date.now())).toBeLessThan(5_000)
  })

  it('has an ETag and answers 304 until something changes; its version stays while only ages change', async () => {
    const { recorded, owner, linkId } = await share()
    const visitor = stranger()
    const first = await visitor.look(linkId)
    const etag = first.headers.get('etag') ?? ''
    const again = async (): Promise<[number, string]> => {
      const answer = await visitor.look(linkId, { 'if-none-match': etag })
      return [answer.status, answer.status === 200 ? answer.body.version : '']
    }
    expect(await again()).toEqual([304, ''])
    const page = { kind: 'board' as const, tournament: recorded.bjjCompSystemId, day: '5066', page: 1 }
    const read = { outcome: 'unchanged' as const, status: 200, ms: 1, bytes: 0, error: null, everyMs: null }
    await api.store.pages.recordRequest(page, { tournamentId: recorded.id, at: Date.now(), ...read })
    await api.store.projection.catchUp()
    const [, sameVersion] = await again()
    expect(sameVersion).toBe(first.body.version)
    await owner.call('setShareTitle', { linkId, body: { title: 'Another' } })
    const [status, version] = await again()
    expect(status).toBe(200)
    expect(version).not.toBe(first.body.version)
  })

  it('[R-04] is served from memory while the database hangs', async () => {
    const [known, other] = [await share(), await share()]
    await loadShared(known.linkId)
    const [served, refused] = await api.sql.begin(async (tx) => {
      await tx`lock table shareable_links in access exclusive mode`
      return Promise.all([loadShared(known.linkId), loadShared(other.linkId)])
    })
    expect([served.status, refused.status]).toEqual([200, 503])
    expect((await loadShared(other.linkId)).status).toBe(200)
  })

  it('is the same in every process', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const { linkId } = await share('Camp')
    const comparable = ({ serverTime: _serverTime, ...page }: SharedRollCall): object => ({
      ...page,
      upcomingMatches: page.upcomingMatches.map((match) => ({ ...match, timestamp: '' })),
    })
    const otherPage = await other.visitor().call('sharedRollCall', { linkId })
    expect(comparable(otherPage)).toEqual(comparable((await loadShared(linkId)).body))
  })
})

describe('A dead share link', () => {
  it('[L-02] is answered in the same bytes whether it is unknown, expired, inactive, without an owner or malformed', async () => {
    const [expired, inactive, orphan, renewed] = [await share(), await share(), await share(), await share()]
    await api.sql`update shareable_links set expires_at = now() - interval '1 second' where id = ${(await rowOf(expired.owner))[0]?.id ?? 0}`
    await api.sql`update shareable_links set is_active = false where id = ${(await rowOf(inactive.owner))[0]?.id ?? 0}`
    await api.sql`delete from users where email = ${orphan.owner.email}`
    await renewed.owner.call('share', { body: {} })
    const dead = [
      'A'.repeat(22),
      'no-such-link',
      '%00',
      'x'.repeat(500),
      expired.linkId,
      inactive.linkId,
      orphan.linkId,
    ]
    const answers = await Promise.all([...dead, renewed.linkId].map((linkId) => loadShared(linkId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect([...new Set(answers.map(({ text }) => text))]).toEqual([
      '{"success":false,"error":"This shared RollCall could not be found or has expired.","code":"not-found"}',
    ])
  })

  it('[L-03] is any link that is seven days and a second old, and none that is an hour short of seven days', async () => {
    const { owner, linkId } = await share()
    const age = (by: string) =>
      api.sql`update shareable_links set created_at = now() - ${by}::interval, expires_at = now() - ${by}::interval + interval '7 days' where id = (select max(id) from shareable_links where user_id = (select id from users where email = ${owner.email}))`
    await age('6 days 23 hours')
    expect((await loadShared(linkId)).status).toBe(200)
    await age('7 days 1 second')
    expect((await loadShared(linkId)).status).toBe(404)
    expect((await owner.call('ownShare')).link).toBeNull()
  })

  it('[L-04] fails from the next request in every process after its renewal or deletion', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const { owner, linkId } = await share()
    const statuses = async (id: string): Promise<number[]> => [
      (await loadShared(id)).status,
      (await other.visitor().request('sharedRollCall', { linkId: id })).status,
    ]
    expect(await statuses(linkId)).toEqual([200, 200])
    const { shareUrl } = await owner.call('share', { body: {} })
    expect(await statuses(linkId)).toEqual([404, 404])
    expect(await statuses(idIn(shareUrl))).toEqual([200, 200])
    await owner.call('deleteShare', { linkId: idIn(shareUrl) })
    expect(await statuses(idIn(shareUrl))).toEqual([404, 404])
  })

  it('[L-04] fails at the next request after its deletion, even while earlier requests for it are pending', async () => {
    const { owner, linkId } = await share()
    const visitor = stranger()
    const answers = await Promise.all(Array.from({ length: 100 }, () => visitor.look(linkId)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const before = Array.from({ length: 20 }, () => visitor.look(linkId))
    await owner.call('deleteShare', { linkId })
    expect((await visitor.look(linkId)).status).toBe(404)
    await Promise.all(before)
  })

  const endings: [string, (shared: Sharing) => Promise<unknown>][] = [
    ['renewed', async ({ owner }) => api.store.shareLinks.generate((await rowOf(owner))[0]?.user_id ?? 0)],
    [
      'deleted',
      async ({ owner, linkId }) => api.store.shareLinks.remove((await rowOf(owner))[0]?.user_id ?? 0, linkId),
    ],
    [
      'removed by an administrator',
      async ({ owner }) => api.store.administration.removeLink((await rowOf(owner))[0]?.id ?? 0, administrator, false),
    ],
    [
      'without its owner',
      async ({ owner }) => api.store.administration.removeUser((await rowOf(owner))[0]?.user_id ?? 0, administrator),
    ],
  ]
  it.each(endings)('[L-04] fails at once in a process that serves it from memory when it is %s', async (_, end) => {
    const store = await openStore({ databaseUrl: api.databaseUrl, clock: systemClock })
    const shared = await share()
    const { linkId } = shared
    let isStopped = false
    const cached = Promise.withResolvers<void>()
    const requests = (async () => {
      while (!isStopped) {
        const known = Array.from({ length: 20 }, () => store.shareLinks.cached(linkId))
        if (known.includes(undefined)) await store.shareLinks.find(linkId)
        else cached.resolve()
        await setImmediate()
      }
    })()
    await cached.promise
    await end(shared)
    const found = [store.shareLinks.cached(linkId), await store.shareLinks.find(linkId)]
    isStopped = true
    await requests
    await store.close()
    expect(found).toEqual([undefined, null])
  })

  it('[B-01] can be tried thirty times a minute from one address, which does not block valid links', async () => {
    const { linkId } = await share()
    const visitor = stranger()
    for (let tries = 0; tries < 30; tries++) expect((await visitor.look('A'.repeat(22))).status).toBe(404)
    const refused = await visitor.look('A'.repeat(22))
    expect([refused.status, refused.error.code]).toEqual([429, 'too-many'])
    expect((await visitor.look(linkId)).status).toBe(200)
  })
})

describe('A share link', () => {
  it('[L-06] can be changed and deleted by its owner only; for other users it does not exist', async () => {
    const { linkId } = await share('Mine')
    const thief = await api.visitor().signUp()
    const missing = await thief.request('deleteShare', { linkId: 'A'.repeat(22) })
    const taken = [
      await thief.request('setShareTitle', { linkId, body: { title: 'Theirs' } }),
      await thief.request('deleteShare', { linkId }),
    ]
    expect(taken.map(({ status, text }) => [status, text])).toEqual([
      [404, missing.text],
      [404, missing.text],
    ])
    expect((await loadShared(linkId)).body.title).toBe('Mine')
    const nobody = api.visitor()
    expect((await nobody.request('deleteShare', { linkId })).status).toBe(401)
    expect((await loadShared(linkId)).status).toBe(200)
  })

  it('[L-05] is answered with headers that forbid indexing and a Referer, whether it is valid or dead', async () => {
    const { linkId } = await share()
    const visitor = stranger()
    const answers = [await visitor.look(linkId), await visitor.look('A'.repeat(22)), await visitor.page(linkId)]
    for (const { headers } of answers) {
      expect(headers.get('x-robots-tag')).toMatch(/^noindex\b/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('[L-05] [K-07] is in no log', async () => {
    const { owner, linkId } = await share()
    await loadShared(linkId)
    await stranger().page(linkId)
    await owner.call('setShareTitle', { linkId, body: { title: 'x' } })
    await owner.request('setShareTitle', { linkId, body: { title: 'x'.repeat(99) } })
    await owner.fetch(`/api/share/${linkId}/more`)
    await owner.fetch(`/api/share/${linkId}`, { method: 'PUT' })
    await owner.call('deleteShare', { linkId })
    await loadShared(linkId)
    expect(api.logged()).toContain('/api/share/:linkId')
    expect(api.logged()).not.toContain(linkId)
  })
})
