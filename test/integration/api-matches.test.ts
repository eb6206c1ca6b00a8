import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listsLease, sourceOffSetting } from '#store'
import {
  answerReadRequests,
  division,
  holdLists,
  recordTournament,
  type RecordedTournament,
  venue,
} from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let tournaments = 3_200
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Records a tournament, and signs up a user who follows two of its athletes. */
async function openFixture(startsIn = 30): Promise<{ recorded: RecordedTournament; visitor: Visitor }> {
  const recorded = await recordTournament(api.store, String(++tournaments), startsIn)
  const visitor = await api.visitor().signUp()
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  for (const id of ['700137', '700201']) await visitor.call('follow', { id: recorded.athlete(id).id })
  return { recorded, visitor }
}
const pairings = (matches: { athleteName: string; opponentName: string | null }[]) =>
  matches.map(({ athleteName, opponentName }) => `${athleteName} v ${opponentName}`)

describe('The lists of matches', () => {
  it('show upcoming matches soonest first, and completed ones oldest first', async () => {
    const { recorded, visitor } = await openFixture()
    expect(pairings((await visitor.call('upcomingMatches')).matches)).toEqual([
      'Marina Pedra Azul v Lia Serra',
      'Joana Vale v Ana Conceição Łuz',
    ])
    expect((await visitor.call('completedMatches')).matches).toEqual([])
    await recorded.finishSemiFinal()
    expect(pairings((await visitor.call('upcomingMatches')).matches)).toEqual([
      'Marina Pedra Azul v Joana Vale',
      'Joana Vale v Marina Pedra Azul',
    ])
    const { matches } = await visitor.call('completedMatches')
    expect(matches.map(({ athleteName, result }) => `${athleteName}: ${result}`)).toEqual([
      'Marina Pedra Azul: win',
      'Joana Vale: win',
    ])
  })

  it('contain the version of the user’s follows, which increases with each change [L45]', async () => {
    const { recorded, visitor } = await openFixture()
    const versions = async () => [
      (await visitor.call('upcomingMatches')).watching ?? 0,
      (await visitor.call('completedMatches')).watching ?? 0,
      (await visitor.call('followedAthletes')).watching ?? 0,
    ]
    const [before = 0] = await versions()
    expect(before).toBeGreaterThan(0)
    expect(await versions()).toEqual([before, before, before])
    await visitor.call('unfollow', { id: recorded.athlete('700201').id })
    const after = await versions()
    expect(Math.min(...after)).toBeGreaterThan(before)
  })

  it('contain venue times as machine values and for display, the age of the source, the positions and the reading interval', async () => {
    const { recorded, visitor } = await openFixture()
    const list = await visitor.call('upcomingMatches')
    expect(list.matches[0]).toMatchObject({
      mat: 'Mat 1',
      matNumber: 1,
      fightNumber: 1,
      ahead: 0,
      round: 'Semi-Final',
      division,
      tournamentTimezone: venue.timezone,
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      localTime: expect.stringMatching(/^\d\d:\d\d$/),
      scheduledTime: expect.stringMatching(/^\w{3} \d\d\/\d\d at \d\d:\d\d [AP]M$/),
    })
    expect(Date.parse(list.matches[0]?.scheduledDateTime ?? '') - Date.now()).toBeLessThan(31 * 60_000)
    expect(list.positions).toEqual({ [recorded.id]: recorded.held().position })
    expect(list.sources[recorded.id]?.fetchedAt).toBe(list.lastProgressiveUpdate)
    expect(list.updateIntervalMinutes).toBe(list.mode === 'live' ? 2 : 60)
  })

  it('show only live matches as live', async () => {
    const [soon, now] = [await openFixture(30), await openFixture(0)]
    expect((await soon.visitor.call('liveMatches')).matches).toEqual([])
    expect(pairings((await now.visitor.call('liveMatches')).matches)).toEqual(['Marina Pedra Azul v Lia Serra'])
  })

  it('contain only athletes whom the user follows', async () => {
    const { recorded, visitor } = await openFixture()
    await visitor.call('unfollow', { id: recorded.athlete('700201').id })
    expect(pairings((await visitor.call('upcomingMatches')).matches)).toEqual(['Marina Pedra Azul v Lia Serra'])
    await visitor.call('removeTournament', { id: recorded.id })
    expect((await visitor.call('upcomingMatches')).matches).toEqual([])
  })

  it.each(['upcomingMatches', 'completedMatches', 'liveMatches', 'followedAthletes'] as const)(
    'answer %s with 304 until something changes',
    async (name) => {
      const { recorded, visitor } = await openFixture()
      const first = await visitor.request(name)
      const etag = first.headers.get('etag') ?? ''
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      const again = await visitor.request(name, { headers: { 'if-none-match': etag } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      await recorded.finishSemiFinal()
      const changed = await visitor.request(name, { headers: { 'if-none-match': etag } })
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(etag)
    },
  )

  it('never answer one user with another user’s data', async () => {
    const { visitor } = await openFixture()
    const { headers } = await visitor.request('upcomingMatches')
    const stranger = await api.visitor().signUp()
    const answer = await stranger.request('upcomingMatches', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect([answer.status, answer.body.matches]).toEqual([200, []])
  })

  it('are compressed for clients that accept it', async () => {
    const { visitor } = await openFixture()
    for (const encoding of ['br', 'gzip']) {
      const answer = await visitor.request('upcomingMatches', { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.body.matches).toHaveLength(2)
    }
  })

  it('[P1] are at least as new as the position that the caller has seen, even from a process that has not received it yet', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const { recorded, visitor } = await openFixture()
    const there = other.visitor()
    there.cookie = visitor.cookie
    await there.call('upcomingMatches')
    await recorded.move(45)
    const { epoch, seq } = recorded.held().position
    const seen = `${recorded.id}:${epoch}:${seq}`
    const { positions, matches } = await there.call('upcomingMatches', {
      headers: { 'x-rollcall-seen': `${seen},999:zzz:1,:,` },
    })
    expect(positions[recorded.id]?.seq).toBeGreaterThanOrEqual(seq)
    expect(Date.parse(matches[0]?.scheduledDateTime ?? '') - Date.now()).toBeGreaterThan(43 * 60_000)
  })

  it('[P1] contain the follows that the caller has seen, even from a process that has not received them yet', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const { visitor } = await openFixture()
    const there = other.visitor()
    there.cookie = visitor.cookie
    const { watching: before } = await there.call('upcomingMatches')
    const { athletes } = await visitor.call('followedAthletes')
    for (const { id } of athletes) await visitor.call('unfollow', { id })
    const { watching } = await visitor.call('upcomingMatches')
    expect(watching).toBeGreaterThan(before ?? 0)
    const answer = await there.call('upcomingMatches', { headers: { 'x-rollcall-seen': `watching:${watching}` } })
    expect([answer.watching, answer.matches]).toEqual([watching, []])
  })

  it('[P1] are served after half a second when the position is not reached by then', async () => {
    const { recorded, visitor } = await openFixture()
    const startedAt = performance.now()
    await visitor.call('upcomingMatches', {
      headers: { 'x-rollcall-seen': `${recorded.id}:${recorded.held().position.epoch}:999999` },
    })
    expect(performance.now() - startedAt).toBeGreaterThan(450)
  })
})

describe('The cards of followed athletes', () => {
  it('count matches, and show podium places and the next match', async () => {
    const { recorded, visitor } = await openFixture()
    await recorded.finishSemiFinal()
    const [joana, marina] = (await visitor.call('followedAthletes')).athletes
    expect(joana).toMatchObject({
      name: 'Joana Vale',
      totalMatches: 2,
      wins: 1,
      losses: 0,
      completedMatches: 1,
      next: { opponentName: 'Marina Pedra Azul' },
    })
    expect(marina).toMatchObject({ name: 'Marina Pedra Azul', belt: 'PURPLE', weightClass: 'Feather', listed: true })
    await recorded.finishFinal()
    const after = (await visitor.call('followedAthletes')).athletes
    expect(
      after.map(({ wins, losses, placements, next }) => ({
        wins,
        losses,
        places: placements.map(({ place }) => place),
        next,
      })),
    ).toEqual([
      { wins: 1, losses: 1, places: [2], next: null },
      { wins: 2, losses: 0, places: [1], next: null },
    ])
  })
})

describe('The order of fights of an athlete', () => {
  it('contains every fight, the links to the brackets and the podium', async () => {
    const { recorded, visitor } = await openFixture()
    await recorded.finishSemiFinal()
    await recorded.finishFinal()
    const { data } = await visitor.call('orderOfFights', { id: recorded.athlete('700137').id })
    expect(
      data.matches.map(({ status, round, opponent, result, winner }) => [status, round, opponent, result, winner]),
    ).toEqual([
      ['finished', 'Semi-Final', 'Lia Serra', 'win', 'Marina Pedra Azul'],
      ['finished', 'Final', 'Joana Vale', 'win', 'Marina Pedra Azul'],
    ])
    expect(data.athlete).toMatchObject({
      categories: [division],
      category_bracket_urls: { [division]: `/tournaments/${recorded.bjjCompSystemId}/categories/9001` },
    })
    expect(data.bracket_results).toEqual([
      {
        category: division,
        placements: [
          { place: 1, name: 'Marina Pedra Azul', team: 'Mar Alto', medal: 'gold', own: true },
          { place: 2, name: 'Joana Vale', team: 'Mar Alto', medal: 'silver', own: false },
          { place: 3, name: 'Lia Serra', team: 'Lótus Team', medal: 'bronze', own: false },
          { place: 3, name: 'Ana Conceição Łuz', team: 'Ponte Nova', medal: 'bronze', own: false },
        ],
      },
    ])
    expect(data.source.state).toBe('ok')
  })

  it('is read again on request, at most once in half a minute for all users together', async () => {
    const { recorded, visitor } = await openFixture()
    const stop = await answerReadRequests(api.store)
    const { id } = recorded.athlete('700137')
    expect(await visitor.call('refreshOrderOfFights', { id })).toEqual({
      success: true,
      message: 'Order of Fights data refreshed.',
    })
    // A second read request is not created within 30 seconds of one that succeeded.
    expect(await visitor.call('scrapeOrderOfFights', { id })).toEqual({
      success: true,
      message: 'This data was read less than 30 seconds ago.',
      alreadyRead: true,
    })
    const other = await api.visitor().signUp()
    await other.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    await other.call('follow', { id })
    expect(await other.call('refreshOrderOfFights', { id })).toMatchObject({ alreadyRead: true })
    stop()
    const [row] =
      await api.sql`select count(*)::integer as requests from read_requests where kind = 'athlete' and target = ${String(id)}`
    expect(row).toEqual({ requests: 1 })
  })

  it('[B-01] is refreshed at most six times a minute by one user', async () => {
    const { recorded, visitor } = await openFixture()
    const stop = await answerReadRequests(api.store)
    const { id } = recorded.athlete('700137')
    for (let call = 1; call <= 6; call++) await visitor.call('refreshOrderOfFights', { id })
    const refused = await visitor.request('refreshOrderOfFights', { id })
    stop()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('A follow of an athlete whose pages are outdated', () => {
  const agePages = (recorded: RecordedTournament) =>
    api.sql`update pages set fetched_at = fetched_at - interval '1 hour', rev = nextval('pages_rev') where tournament_id = ${recorded.id}`

  it('waits until they are read, and answers how long that took', async () => {
    const { recorded, visitor } = await openFixture()
    await agePages(recorded)
    await api.store.projection.catchUp()
    const stop = await answerReadRequests(api.store)
    const { priorityScraping } = await visitor.call('follow', { id: recorded.athlete('700202').id })
    stop()
    expect(priorityScraping.success).toBe(true)
    expect(priorityScraping.processingTime).toBeLessThan(4_000)
    const [row] =
      await api.sql`select count(*)::integer as requests from read_requests where target = ${`${recorded.id}:${recorded.athlete('700202').id}`}`
    expect(row).toEqual({ requests: 1 })
  })

  it('does not request pages of a tournament that the source no longer lists', async () => {
    const { recorded, visitor } = await openFixture()
    await agePages(recorded)
    await api.store.tournaments.archive(recorded.id, Date.now())
    await api.store.projection.catchUp()
    const { priorityScraping } = await visitor.call('follow', { id: recorded.athlete('700202').id })
    expect(priorityScraping.success).toBe(true)
    const target = `${recorded.id}:%`
    expect(await api.sql`select 1 from read_requests where target like ${target} and state = 'waiting'`).toEqual([])
  })

  it('is answered after four seconds if they have not been read by then', async () => {
    const { recorded, visitor } = await openFixture()
    await agePages(recorded)
    await api.store.projection.catchUp()
    await holdLists(api.store)
    const { athlete, priorityScraping } = await visitor.call('follow', { id: recorded.athlete('700202').id })
    expect(priorityScraping.success).toBe(false)
    expect(priorityScraping.processingTime).toBeGreaterThanOrEqual(4_000)
    expect(athlete.name).toBe('Ana Conceição Łuz')
  })

  it.each([
    ['no ingest process runs', () => api.store.leases.release(listsLease, 'test')],
    ['an administrator has switched reading off', () => api.store.settings.set(sourceOffSetting, true)],
  ])(
    '[R-23] is answered without a wait and says so, as do a refresh and the list to choose from, while %s',
    async (_, stop) => {
      const { recorded, visitor } = await openFixture()
      await agePages(recorded)
      await api.store.projection.catchUp()
      await holdLists(api.store)
      await stop()
      const { id } = recorded.athlete('700202')
      // A wait would ask for the outcome.
      const { outcome } = api.store.readRequests
      onTestFinished(async () => {
        api.store.readRequests.outcome = outcome
        await api.store.settings.set(sourceOffSetting, false)
      })
      let waits = 0
      api.store.readRequests.outcome = (request, wait) => {
        waits++
        return outcome(request, wait)
      }
      const { priorityScraping } = await visitor.call('follow', { id })
      expect(priorityScraping).toEqual({ success: false, notRead: true, processingTime: expect.any(Number) })
      expect(await visitor.call('refreshOrderOfFights', { id })).toMatchObject({
        success: false,
        error: 'RollCall is not reading the competition system at the moment. The last known data stays.',
      })
      await visitor.call('availableTournaments')
      expect(waits).toBe(0)
    },
  )
})
