// Who covers a match of a RollCall (docs/decisions/037): the calls, on two processes, and the messages L48 and L49.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { applySharedUpdate } from '#contract/apply-shared.ts'
import { applyClaims } from '#contract/apply-claims.ts'
import type { ClaimResponse } from '#contract/claims.ts'
import type { ServerMessageOf } from '#contract/live.ts'
import type { SharedRollCall } from '#contract/sharing.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, LiveClient, type LiveUnderTest, type LiveUser, startLive } from '#support/live.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { connect } from '#support/sql.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

let database: TestDatabase
/** The process with the sockets. */
let store: Store
let liveServer: LiveUnderTest
/** Another process on the same database, which takes the calls. */
let api: ApiUnderTest
let nextEventId = 7_400
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  liveServer = await startLive(store)
  api = await startApi({ databaseUrl: database.url, trustedProxies: ['127.0.0.1'] })
})
afterAll(async () => {
  await liveServer.close()
  await api.close()
  await store.close()
  await database.close()
})
beforeEach(async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 1 })
})
const opened: LiveClient[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.terminate()
})

type Sharing = { user: LiveUser; owner: Visitor; linkId: string; matchId: number }

/** Creates a user who follows the first athlete and shares a link, by default with the right to claim; finds the match. */
async function share({ mayClaim = true }: { mayClaim?: boolean } = {}): Promise<Sharing> {
  const user = await followerOf(store, event.tournamentId, event.athleteIds.slice(0, 1))
  const owner = api.visitor()
  owner.cookie = user.cookie
  const { shareUrl } = await owner.call('share', { body: {} })
  if (mayClaim) await owner.call('setClaimRight', { body: { mayClaim } })
  const [match] = (await owner.call('upcomingMatches')).matches
  return { user, owner, linkId: shareUrl.slice(-22), matchId: match?.id ?? 0 }
}

/** A visitor of the link who has no account. */
function phone(linkId: string, name: string) {
  const device = randomUUID()
  const visitor = api.visitor()
  const make = (id: number, as: string | null, request: string): Promise<Answer<ClaimResponse>> =>
    visitor.request('claimSharedMatch', { linkId, id, body: { name: as, device, request } })
  return {
    claim: (id: number, request: string = randomUUID()) => make(id, name, request),
    release: (id: number) => make(id, null, randomUUID()),
  }
}
const body = (name: string | null) => ({ name, device: randomUUID(), request: randomUUID() })
const load = async (linkId: string): Promise<SharedRollCall> => api.visitor().call('sharedRollCall', { linkId })
const namesOn = (page: Pick<SharedRollCall, 'claims'>): string[] => page.claims.map(({ name }) => name)

async function openSocket(message: object, cookie?: string): Promise<LiveClient> {
  const client = await LiveClient.open(liveServer.url, cookie === undefined ? {} : { cookie })
  opened.push(client)
  client.send(message)
  await client.next('subscription_confirmed')
  return client
}

describe('A claim of a match', () => {
  it('is shown to the owner and on the shared page, with its name and order', async () => {
    const { owner, linkId, matchId } = await share()
    const { body: made } = await phone(linkId, 'Ana').claim(matchId)
    expect(made).toMatchObject({ claim: { matchId, name: 'Ana', order: 1 }, isOwn: true })
    const shown = { claims: [made.claim], claimOrder: 1 }
    expect(await load(linkId)).toMatchObject({ ...shown, mayClaim: true })
    expect(await owner.call('upcomingMatches')).toMatchObject({ ...shown, isClaiming: true })
    expect((await owner.call('completedMatches')).claims).toEqual([])
  })

  it('is replaced by each later claim of the match: visitors see the later one, and the earlier device cannot release it', async () => {
    const { owner, linkId, matchId } = await share()
    const ana = phone(linkId, 'Ana')
    await ana.claim(matchId)
    await phone(linkId, 'Ben').claim(matchId)
    expect(namesOn(await load(linkId))).toEqual(['Ben'])
    await owner.call('claimMatch', { id: matchId, body: body('Coach') })
    expect(namesOn(await load(linkId))).toEqual(['Coach'])
    expect((await ana.release(matchId)).body).toMatchObject({ claim: { name: 'Coach', order: 3 }, isOwn: false })
  })

  it('ends with a release by the device that has it, and by no other device', async () => {
    const { linkId, matchId } = await share()
    const ana = phone(linkId, 'Ana')
    await ana.claim(matchId)
    expect((await phone(linkId, 'Ana').release(matchId)).body.isOwn).toBe(false)
    expect(namesOn(await load(linkId))).toEqual(['Ana'])
    expect((await ana.release(matchId)).body).toMatchObject({ claim: { name: null, order: 2 }, isOwn: true })
    expect((await ana.release(matchId)).body).toMatchObject({ claim: { name: null, order: 2 }, isOwn: true })
    expect(await load(linkId)).toMatchObject({ claims: [], claimOrder: 2 })
    expect((await ana.claim(matchId)).body).toMatchObject({ claim: { name: 'Ana', order: 3 }, isOwn: true })
  })

  it('changes nothing when its request is repeated, even after somebody else has claimed the match', async () => {
    const { linkId, matchId } = await share()
    const ana = phone(linkId, 'Ana')
    const request = randomUUID()
    const first = await ana.claim(matchId, request)
    expect((await ana.claim(matchId, request)).body).toEqual(first.body)
    await phone(linkId, 'Ben').claim(matchId)
    expect((await ana.claim(matchId, request)).body).toMatchObject({ claim: { name: 'Ben', order: 2 }, isOwn: false })
    expect((await load(linkId)).claimOrder).toBe(2)
  })

  it('gets an order of its own when many phones claim at the same time, and the highest order wins', async () => {
    const { linkId, matchId } = await share()
    const answers = await Promise.all(['Ana', 'Ben', 'Cy', 'Dee'].map((name) => phone(linkId, name).claim(matchId)))
    const claims = answers.map((answer) => answer.body.claim).toSorted((a, b) => a.order - b.order)
    expect(claims.map(({ order }) => order)).toEqual([1, 2, 3, 4])
    expect(namesOn(await load(linkId))).toEqual([claims.at(-1)?.name])
  })

  it('has a name of 1 to 40 characters on one line of plain text', async () => {
    const { linkId, matchId } = await share()
    const claimAs = (name: string) =>
      api.visitor().request('claimSharedMatch', { linkId, id: matchId, body: body(name) })
    expect((await claimAs('  Ana\u0000\n\u202eSilva ')).body.claim.name).toBe('Ana Silva')
    for (const name of ['', ' \n ', 'x'.repeat(41)]) {
      const refused = await claimAs(name)
      expect([refused.status, refused.error.error]).toEqual([400, 'Use 1 to 40 characters for your name.'])
    }
  })

  it('is no longer shown once its athlete is unfollowed or the match is over, and a match that is over cannot be claimed', async () => {
    const { owner, linkId, matchId } = await share()
    const ana = phone(linkId, 'Ana')
    await ana.claim(matchId)
    await event.finishNextFight(1, 0)
    await api.store.projection.catchUp()
    expect((await load(linkId)).claims).toEqual([])
    expect((await owner.call('upcomingMatches')).claims).toEqual([])
    const late = await ana.claim(matchId)
    expect([late.status, late.error.error]).toEqual([404, 'This fight cannot be claimed any more.'])

    const other = await share()
    await phone(other.linkId, 'Ana').claim(other.matchId)
    await other.owner.call('unfollow', { id: event.athleteIds[0] ?? 0 })
    expect((await load(other.linkId)).claims).toEqual([])
  })

  it('is deleted with its match and with its owner', async () => {
    const { user, linkId, matchId } = await share()
    const count = async (): Promise<number> => {
      const rows = await api.sql<{ total: number }[]>`
        select count(*)::integer as total from claims where owner_id = ${user.id}`
      return rows[0]?.total ?? -1
    }
    await phone(linkId, 'Ana').claim(matchId)
    expect(await count()).toBe(1)
    await api.sql`delete from fights where id = ${matchId}`
    expect(await count()).toBe(0)
    const again = await share()
    await phone(again.linkId, 'Ana').claim(again.matchId)
    await api.sql`delete from users where id = ${again.user.id}`
    expect(await api.sql`select 1 from claims where owner_id = ${again.user.id}`).toEqual([])
  })

  it('is deleted within an hour after its tournament is over', async () => {
    // A database of its own, because the other tests' stores, whose clock is the real one, would set the status again.
    await using own = await openTestDatabase()
    const storeBefore = await openStore({ databaseUrl: own.url, clock: systemClock })
    const { tournamentId, athleteIds, held } = await openFixtureEvent(storeBefore, { mats: 1 })
    const [athleteId = 0] = athleteIds
    const user = await followerOf(storeBefore, tournamentId, [athleteId])
    const matchId = held().matchesOfAthlete(athleteId)[0]?.id ?? 0
    expect(await storeBefore.claims.make(user.id, { matchId, ...body('Ana') })).toMatchObject({ isOwn: true })
    await storeBefore.close()

    // The event takes place in 30 days.
    const clock = fakeClock(Date.now() + 32 * 86_400_000)
    const storeAfter = await openStore({ databaseUrl: own.url, clock })
    const sql = connect(own.url)
    await vi.waitFor(
      async () => {
        await clock.advance(1_000)
        expect(await sql`select status from tournaments`).toEqual([{ status: 'past' }])
      },
      { timeout: 20_000 },
    )
    expect(await sql`select 1 from claims`).toHaveLength(1)
    await clock.advance(3_600_000)
    // `close` waits for the deletion.
    await storeAfter.close()
    expect(await sql`select 1 from claims`).toEqual([])
    await sql.end()
  })

  it('is deleted once its owner has 500 newer ones', async () => {
    const { user, linkId, matchId } = await share()
    await api.sql`
      insert into fights (tournament_id, division, sides, board, trace)
      select ${event.tournamentId}, 'x', '[]', 'unseen', '{}' from generate_series(1, 500)`
    await api.sql`
      insert into claims (owner_id, match_id, claim_order, name, device, requests)
      select ${user.id}, id, row_number() over (order by id), 'Ana', 'd', '{}' from fights
      where tournament_id = ${event.tournamentId} and division = 'x'`
    await api.sql`update users set claim_order = 500 where id = ${user.id}`
    await phone(linkId, 'Ben').claim(matchId)
    const [row] = await api.sql<{ total: number; least: number }[]>`
      select count(*)::integer as total, min(claim_order) as least from claims where owner_id = ${user.id}`
    expect(row).toEqual({ total: 500, least: 2 })
  })
})

describe('The right to claim', () => {
  it('is off for a new link, and its owner can switch it on and off', async () => {
    const { owner, linkId, matchId } = await share({ mayClaim: false })
    const ana = phone(linkId, 'Ana')
    const refused = await ana.claim(matchId)
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden'])
    expect((await owner.call('ownShare')).link?.mayClaim).toBe(false)
    await owner.call('setClaimRight', { body: { mayClaim: true } })
    expect((await owner.call('ownShare')).link?.mayClaim).toBe(true)
    expect((await ana.claim(matchId)).status).toBe(200)
    await owner.call('setClaimRight', { body: { mayClaim: false } })
    expect((await ana.claim(matchId)).status).toBe(403)
    expect((await ana.release(matchId)).status).toBe(403)
    // The owner still sees the claim; the page of a link without the right to claim does not.
    expect(namesOn(await owner.call('upcomingMatches'))).toEqual(['Ana'])
    expect(await load(linkId)).toMatchObject({ mayClaim: false, claims: [], claimOrder: 0 })
  })

  it('ends with the link, and a renewed link does not give it', async () => {
    const { owner, linkId, matchId } = await share()
    const { shareUrl } = await owner.call('share', { body: {} })
    expect((await phone(linkId, 'Ana').claim(matchId)).status).toBe(404)
    expect((await phone(shareUrl.slice(-22), 'Ana').claim(matchId)).status).toBe(403)
    expect((await owner.call('upcomingMatches')).isClaiming).toBe(false)
    await owner.call('setClaimRight', { body: { mayClaim: true } })
    await owner.call('deleteOwnShare')
    expect((await phone(shareUrl.slice(-22), 'Ana').claim(matchId)).status).toBe(404)
    expect((await owner.call('upcomingMatches')).isClaiming).toBe(false)
    const without = await owner.request('setClaimRight', { body: { mayClaim: true } })
    expect([without.status, without.error.code]).toEqual([404, 'not-found'])
  })

  it('is checked by the store as well: no claim is stored without it, through an expired link or for another owner', async () => {
    const { user, linkId, matchId } = await share()
    await api.sql`update shareable_links set may_claim = false where user_id = ${user.id}`
    const claim = { matchId, ...body('Ana') }
    expect(await api.store.claims.make(user.id, claim, linkId)).toBe('no-right')
    await api.sql`update shareable_links set may_claim = true, expires_at = now() where user_id = ${user.id}`
    expect(await api.store.claims.make(user.id, claim, linkId)).toBe('no-right')
    const other = await share()
    expect(await api.store.claims.make(other.user.id, claim, linkId)).toBe('no-right')
  })

  it('is for the matches of the owner’s athletes, and for no other match', async () => {
    const { owner, linkId } = await share()
    const other = api.visitor()
    other.cookie = (await followerOf(store, event.tournamentId, [event.athleteIds[4] ?? 0])).cookie
    const foreign = (await other.call('upcomingMatches')).matches.find(
      ({ opponentName, athleteName }) => opponentName !== null && athleteName !== null,
    )
    const ids = [foreign?.id ?? 0, 2_147_483_647]
    for (const id of ids) {
      expect((await phone(linkId, 'Ana').claim(id)).status).toBe(404)
      expect((await owner.request('claimMatch', { id, body: body('Coach') })).status).toBe(404)
    }
    expect((await other.call('upcomingMatches')).claims).toEqual([])
  })

  it('permits no other call about the link or the account', async () => {
    const { linkId, matchId } = await share()
    const stranger = api.visitor()
    expect((await stranger.request('setClaimRight', { body: { mayClaim: true } })).status).toBe(401)
    expect((await stranger.request('claimMatch', { id: matchId, body: body('Ana') })).status).toBe(401)
    expect((await stranger.request('setShareTitle', { linkId, body: { title: 'Mine' } })).status).toBe(401)
    expect((await stranger.request('deleteShare', { linkId })).status).toBe(401)
    expect((await stranger.request('follow', { id: event.athleteIds[3] ?? 0 })).status).toBe(401)
    const answer = await phone(linkId, 'Ana').claim(matchId)
    expect(answer.text).not.toContain('device')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('cannot be used by another site’s page', async () => {
    const { linkId, matchId } = await share()
    const refused = await api.visitor().request('claimSharedMatch', {
      linkId,
      id: matchId,
      body: body('Ana'),
      headers: { origin: 'https://evil.example' },
    })
    expect([refused.status, refused.error.code]).toEqual([403, 'cross-site'])
  })

  it('permits a limited number of calls with one link, counted over all networks', async () => {
    const { linkId, matchId } = await share()
    const claimFrom = (address: string) =>
      api.visitor().request('claimSharedMatch', {
        linkId,
        id: matchId,
        body: body('Ana'),
        headers: { 'x-forwarded-for': address },
      })
    let calls = 0
    let refused: Awaited<ReturnType<typeof claimFrom>> | undefined
    // Several at once, so that all are within the minute on a busy machine.
    while (!refused && calls < 640) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => claimFrom(`10.7.0.${calls++ % 200}`)))
      refused = answers.find(({ status }) => status !== 200)
    }
    expect(calls).toBeGreaterThan(600)
    expect([refused?.status, refused?.error.code]).toEqual([429, 'too-many'])
    const other = await share()
    expect((await phone(other.linkId, 'Ana').claim(other.matchId)).status).toBe(200)
  }, 60_000)

  it('does not exist for an invalid link: a claim through such a link is answered 404, as any other call is', async () => {
    const { matchId } = await share()
    for (const linkId of ['A'.repeat(22), 'short']) {
      const refused = await phone(linkId, 'Ana').claim(matchId)
      expect([refused.status, refused.error.error]).toEqual([
        404,
        'This shared RollCall could not be found or has expired.',
      ])
    }
  })
})

describe('Claims on open screens', () => {
  it('reach the owner’s sockets in another process, and a list that applies them equals a fresh one [L48]', async () => {
    const { user, owner, linkId, matchId } = await share()
    const before = await owner.call('upcomingMatches')
    const client = await openSocket({ type: 'subscribe', userId: user.id }, user.cookie)
    await phone(linkId, 'Ana').claim(matchId)
    const update = await nextClaims(client)
    expect(update).toMatchObject({ claims: [{ matchId, name: 'Ana', order: 1 }], claimOrder: 1, isClaiming: true })
    const fresh = await owner.call('upcomingMatches')
    expect(update.watching).toBe(fresh.watching)
    expect(applyClaims(before.claims, before.claimOrder, update.claims)).toEqual(fresh.claims)
  })

  it('increase the version of the lists, from which a device that was disconnected detects that its lists are outdated [L48] [L45]', async () => {
    const { user, owner, linkId, matchId } = await share()
    const { watching } = await owner.call('upcomingMatches')
    await phone(linkId, 'Ana').claim(matchId)
    const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
    opened.push(client)
    await vi.waitFor(async () => {
      client.send({ type: 'subscribe', userId: user.id })
      expect((await client.next('subscription_confirmed')).watching).toBeGreaterThan(watching ?? 0)
    })
  })

  it('reach open shared pages, which then show what a fresh load shows [L49]', async () => {
    const { owner, linkId, matchId } = await share()
    const client = await openSocket({ type: 'subscribe_shared', sharedRollcallId: linkId })
    let page: SharedRollCall | null = await load(linkId)
    const ana = phone(linkId, 'Ana')
    const steps = [
      () => ana.claim(matchId),
      () => phone(linkId, 'Ben').claim(matchId),
      () => owner.call('claimMatch', { id: matchId, body: body('Coach') }),
      () => owner.call('setClaimRight', { body: { mayClaim: false } }),
      () => owner.call('setClaimRight', { body: { mayClaim: true } }),
      () => event.finishNextFight(1, 0),
    ]
    const shown: string[] = []
    for (const step of steps) {
      await step()
      await vi.waitFor(
        async () => {
          await liveServer.clock.advance(2_000)
          for (const message of await client.roundTrip())
            if (message.type === 'shared_rollcall_update') page = page && applySharedUpdate(page, message)
          await api.store.projection.catchUp()
          expect(page?.version).toBe((await load(linkId)).version)
        },
        { timeout: 5_000 },
      )
      const { claims, claimOrder, mayClaim } = await load(linkId)
      expect(page).toMatchObject({ claims, claimOrder, mayClaim })
      shown.push(claims[0]?.name ?? '-')
    }
    expect(shown).toEqual(['Ana', 'Ben', 'Coach', '-', 'Coach', '-'])
  })

  it('are switched off when an administrator removes the link [L48]', async () => {
    const { user, owner } = await share()
    const client = await openSocket({ type: 'subscribe', userId: user.id }, user.cookie)
    const [link] = await api.sql<{ id: number }[]>`select id from shareable_links where user_id = ${user.id}`
    const by = { userId: user.id, ip: '10.0.0.1', requestId: 'a request' }
    expect(await api.store.administration.removeLink(link?.id ?? 0, by, false)).toBe('removed')
    expect(await nextClaims(client)).toMatchObject({ claims: [], isClaiming: false })
    expect((await owner.call('upcomingMatches')).isClaiming).toBe(false)
  })

  it('do not reach the sockets of anybody else [L48]', async () => {
    const { linkId, matchId, user } = await share()
    const other = await share()
    const client = await openSocket({ type: 'subscribe', userId: other.user.id }, other.user.cookie)
    const own = await openSocket({ type: 'subscribe', userId: user.id }, user.cookie)
    await phone(linkId, 'Ana').claim(matchId)
    await nextClaims(own)
    expect((await client.roundTrip()).filter(({ type }) => type === 'claim_update')).toEqual([])
  })
})

/** The next claim_update. Events of another process are polled once a second. */
const nextClaims = (client: LiveClient): Promise<ServerMessageOf<'claim_update'>> => client.next('claim_update')
