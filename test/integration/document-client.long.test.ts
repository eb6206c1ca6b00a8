// "A client written only from the document works unchanged" (decisions.md, Compatibility): every path, payload, field and message
// of core.md and of sharing-and-admin.md sections 3 and 7, tested with the whole program.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Day, startDay } from '#support/day.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { DocumentClient, type Json, missingIn, type Shape } from '#support/document-client.ts'
import { freePort } from '#support/free-port.ts'
import { type MailServer, startMailServer } from '#support/mail.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'

const chief = { email: 'chief@example.org', password: 'the chief of all mats' }
const user = { username: 'Reader', email: 'reader@example.org', password: 'written from the document' }

let day: Day
let emails: MailServer
let database: TestDatabase
let rollCall: RollCall
let client: DocumentClient
let userId: number
let tournament: Json
/** The two athletes of a running fight, in a category with no other fights. */
let names: [string, string]
let athlete: Json
let rival: Json

beforeAll(async () => {
  ;[day, emails, database] = await Promise.all([startDay({ athletes: [2, 8] }), startMailServer(), openTestDatabase()])
  const port = await freePort()
  rollCall = await startRollCall({
    port,
    sourceUrl: day.url,
    databaseUrl: database.url,
    env: {
      ADMIN_EMAIL: chief.email,
      ADMIN_PASSWORD: chief.password,
      SMTP_URL: emails.url,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  })
  client = new DocumentClient(rollCall.url)
})
afterAll(async () => {
  await rollCall?.stop()
  await day?.close()
  await emails?.close()
  await database?.close()
  if (rollCall) await removeData(rollCall.dataDir)
})

/** Expects every field of the document, with its type. */
function expectShape(values: Json, shape: Shape): void {
  const all: Json[] = Array.isArray(values) ? values : [values]
  expect(all.length).toBeGreaterThan(0)
  expect(all.flatMap((value) => missingIn(value, shape))).toEqual([])
}

const eventually = { timeout: 50_000, interval: 200 }

describe('For a client of the document the account', () => {
  it('is created, logged out, logged in and changed with the documented payloads', async () => {
    expect(await client.call('GET', '/api/auth/check')).toMatchObject({ isAuthenticated: false })
    await expect(client.call('GET', '/api/user')).rejects.toThrow(/^401: ./)
    expectShape(await client.call('POST', '/api/register', user), { id: 'number' })
    await client.call('POST', '/api/logout')
    await expect(client.call('GET', '/api/user')).rejects.toThrow(/^401: ./)
    const login = { username: user.email, password: user.password, rememberMe: true }
    ;({ id: userId } = await client.call('POST', '/api/login', login))
    expect(await client.call('GET', '/api/user')).toMatchObject({ id: userId, username: user.username })
    expect(await client.call('GET', '/api/auth/check')).toMatchObject({ isAuthenticated: true })
    await client.call('PUT', '/api/user/profile', { username: 'Careful Reader', email: user.email })
    expect(await client.call('GET', '/api/user')).toMatchObject({ username: 'Careful Reader' })
    await client.call('PUT', '/api/user/password', { currentPassword: user.password, newPassword: 'six or more' })
  })

  it('gets a new password through an emailed link that no answer contains [D27]', async () => {
    const answer = await client.call('POST', '/api/forgot-password', { email: user.email })
    const { token } = await emails.mailTo(user.email, 'Set a new password for RollCall')
    expect(JSON.stringify(answer)).not.toContain(token)
    const refused = await client.send('POST', '/api/reset-password', { token: 'none', newPassword: user.password })
    expect(refused.ok).toBe(false)
    expectShape(await refused.json(), { error: 'string' })
    const reset = await client.call('POST', '/api/reset-password', { token, newPassword: user.password })
    expectShape(reset, { message: 'string' })
    await client.call('POST', '/api/login', { username: user.email, password: user.password, rememberMe: false })
  })
})

const tournamentShape = {
  id: 'number',
  name: 'string',
  value: 'string',
  logoUrl: 'string?',
  status: 'string',
  days: 'array',
  dateRange: 'string',
  location: 'string',
  timezone: 'string',
  orderOfFightsUrl: 'string',
  bracketsUrl: 'string',
  bjjCompSystemId: 'string',
} as const

describe('For a client of the document tournaments', () => {
  it('are listed, added by their listed ids, and have every documented field', async () => {
    const available = await client.call('GET', '/api/tournaments/bjj-comp-system')
    expect(available.success).toBe(true)
    expectShape(available.tournaments, { name: 'string', value: 'string' })
    const wanted = available.tournaments.find(({ name }: Json) => name === day.name)
    await client.call('POST', '/api/tournaments/add', { tournaments: [wanted] })
    await expect
      .poll(async () => {
        const list = await client.call('GET', `/api/tournaments?t=${Date.now()}&key=1`)
        expect(list.success).toBe(true)
        ;[tournament] = list.tournaments
        return tournament?.import.state
      }, eventually)
      .toBe('done')
    expectShape(tournament, tournamentShape)
    expect(['live', 'upcoming', 'past']).toContain(tournament.status)
    expectShape(tournament.days, { date: 'string', weekday: 'string' })
    expect(tournament.days[0].date).toMatch(/^\d\d\/\d\d$/)
    const answer = await client.call('GET', `/api/tournaments/${tournament.id}`)
    expect(answer.tournament.name).toBe(day.name)
  })

  it('refuse an id that is not a number in the documented words', async () => {
    const answer = await client.send('POST', '/api/tournaments/add', { tournaments: [{ name: 'x', value: '12x' }] })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'Invalid tournament ID: 12x. Must be a numeric string.' })
    const other = await client.send('GET', '/api/athletes/12x/order-of-fights')
    expect(await other.json()).toMatchObject({ error: 'Invalid athlete ID: 12x. Must be a numeric string.' })
  })
})

const followedShape = {
  id: 'number',
  name: 'string',
  bjjCompSystemId: 'string',
  belt: 'string',
  team: 'string',
  division: 'string',
  weightClass: 'string',
  totalMatches: 'number',
  wins: 'number',
  losses: 'number',
  completedMatches: 'number',
  tournamentId: 'number',
  tournament: 'object',
} as const

const itemShape = {
  athleteId: 'number',
  athleteName: 'string',
  opponentName: 'string',
  round: 'string',
  date: 'string',
  time: 'string',
  mat: 'string',
  scheduledTime: 'string',
  scheduledDateTime: 'string',
  tournamentName: 'string',
  tournamentTimezone: 'string',
  tournamentBjjCompSystemId: 'string',
  athleteBjjCompSystemId: 'string',
  division: 'string',
  athleteBelt: 'string',
  // Null until a list of a competitor or club was read.
  rawStatus: 'string?',
  status: 'string',
  timestamp: 'string',
  progressivelyUpdated: 'boolean',
} as const

const fightShape = {
  competitor_1: 'string',
  competitor_2: 'string',
  opponent: 'string',
  opponent_team: 'string',
  status: 'string',
  round: 'string',
  mat: 'string',
  scheduled_time: 'string',
  date: 'string',
  division: 'string',
  // Null until the match is over.
  result: 'string?',
  winner: 'string?',
  loser: 'string?',
} as const

describe('For a client of the document athletes', () => {
  it('are found, followed, and shown with their matches and their order of fights', async () => {
    names = fightOfTwo()
    const search = (term: string): Promise<Json> =>
      client.call('GET', `/api/tournaments/${tournament.id}/athletes?search=${encodeURIComponent(term)}`)
    expectShape(await search('ab'), { success: 'boolean', athletes: 'array', error: 'string' })
    const found = await Promise.all(names.map(search))
    ;[athlete, rival] = found.map(({ success, athletes }: Json, side) => {
      expect(success).toBe(true)
      return athletes.find(({ name }: Json) => name === names[side])
    })
    const { priorityScraping } = await client.call('POST', `/api/athletes/${athlete.id}/follow`)
    expectShape(priorityScraping, { success: 'boolean', processingTime: 'number' })
    const { athletes } = await client.call('GET', '/api/athletes/followed')
    expectShape(athletes, followedShape)
    expect(athletes[0].bjjCompSystemId).toMatch(/^\d+$/)
    expectShape(athletes[0].tournament, { name: 'string', dateRange: 'string', bjjCompSystemId: 'string' })
  })

  it('have upcoming, live and completed matches', async () => {
    const upcoming = await client.call('GET', '/api/matches/upcoming')
    expectShape(upcoming, { matches: 'array', lastProgressiveUpdate: 'string' })
    expectShape(upcoming.matches, itemShape)
    expect(upcoming.matches[0].scheduledDateTime).toMatch(/Z$/)
    const live = await client.call('GET', '/api/matches/live')
    expectShape(live.matches, itemShape)
    expectShape(await client.call('GET', '/api/matches/completed'), { matches: 'array' })
  })

  it('have an order of fights, which is read again at both addresses', async () => {
    const { success, data } = await client.call('GET', `/api/athletes/${athlete.id}/order-of-fights`)
    expect(success).toBe(true)
    expectShape(data, {
      matches: 'array',
      athlete: 'object',
      bracket_results: 'array',
      status: 'string',
      timestamp: 'string',
    })
    expectShape(data.matches, fightShape)
    expectShape(data.athlete, { categories: 'array', category_bracket_urls: 'object' })
    for (const category of data.athlete.categories)
      expect(data.athlete.category_bracket_urls[category]).toMatch(/^\/tournaments\/\d+\/categories\/\d+$/)
    for (const call of ['refresh-order-of-fights', 'scrape-order-of-fights'])
      expectShape(await client.call('POST', `/api/athletes/${athlete.id}/${call}`), { message: 'string' })
  })

  it('are unfollowed at both addresses', async () => {
    for (const path of ['follow', 'unfollow']) {
      await client.call('POST', `/api/athletes/${rival.id}/follow`)
      await client.call('DELETE', `/api/athletes/${rival.id}/${path}`)
    }
    const { athletes } = await client.call('GET', '/api/athletes/followed')
    expect(athletes.map(({ id }: Json) => id)).toEqual([athlete.id])
  })
})

/** The names of the two athletes in the only fight of their category, whose end makes a podium. */
function fightOfTwo(): [string, string] {
  const sizes = new Map<number, number>()
  for (const { categoryId } of day.matches()) sizes.set(categoryId, (sizes.get(categoryId) ?? 0) + 1)
  const fight = day.matches().find(({ categoryId }) => sizes.get(categoryId) === 1)
  const [first = '', second = ''] = (fight?.sides ?? []).map(({ name }) => (name ?? '').replace(/\s+/g, ' ').trim())
  return [first, second]
}

describe('For a client of the document the channel at /ws', () => {
  it('accepts and sends the documented messages', async () => {
    const channel = await client.open(`?userId=${userId}`)
    channel.send({ type: 'subscribe', userId })
    await channel.first('subscription_confirmed')
    channel.send({ type: 'ping', timestamp: Date.now() })
    await channel.first('pong')

    await client.call('POST', `/api/athletes/${rival.id}/follow`)
    await channel.first('followed_athletes_updated')
    expectShape(await channel.first('cache_invalidate'), { athleteId: 'number', endpoint: 'string' })
    await channel.first('upcoming_matches_updated')
    expectShape(await channel.first('athlete_data_loaded'), { athleteId: 'number' })

    const fight = day.matches().find(({ sides }) => sides[0].name?.replace(/\s+/g, ' ').trim() === names[0])
    if (!fight) throw new Error('the fight of two is gone')
    day.control.match({ ...day.matchIds(fight), action: 'finish', winner: 'a' })
    const ofAthlete = ({ athleteId }: Json): boolean => athleteId === athlete.id
    const ended = await channel.first('match_update', (message) => ofAthlete(message) && message.matches[0]?.winner)
    expectShape(ended, {
      athleteId: 'number',
      matches: 'array',
      status: 'string',
      athlete: 'object',
      timestamp: 'string',
    })
    expectShape(ended.matches, { round: 'string', scheduled_time: 'string', opponent: 'string', status: 'string' })
    expectShape(await channel.first('match_status_change', ofAthlete), { athleteId: 'number' })
    const card = await channel.first('athlete_update', (message) => ofAthlete(message) && message.athlete.wins === 1)
    expectShape(card.athlete, followedShape)
    const stale = await channel.first(
      'cache_invalidate',
      (message) => ofAthlete(message) && message.endpoint.endsWith('/order-of-fights'),
    )
    expectShape(stale, { athleteId: 'number', endpoint: 'string' })
    channel.close()

    const { data } = await client.call('GET', stale.endpoint)
    expect(data.matches[0]).toMatchObject({ status: 'finished', result: 'win', winner: names[0], loser: names[1] })
    expectShape(data.bracket_results, { category: 'string', placements: 'array' })
    const { placements } = data.bracket_results[0]
    expectShape(placements, { place: 'number', name: 'string', team: 'string', medal: 'string' })
    expect(placements.map(({ medal }: Json) => medal)).toEqual(['gold', 'silver'])
    const { matches } = await client.call('GET', '/api/matches/completed')
    expectShape(matches, itemShape)
  })
})

describe('For a client of the document a shared RollCall', () => {
  it('is created, named, opened without credentials, followed on its channel and deleted', async () => {
    const other = day.match('started')
    const { athletes } = await client.call(
      'GET',
      `/api/tournaments/${tournament.id}/athletes?search=${encodeURIComponent(other.names[0])}`,
    )
    await client.call('POST', `/api/athletes/${athletes[0].id}/follow`)
    const made = await client.call('POST', '/api/share/generate', { title: 'Camp' })
    expectShape(made, { success: 'boolean', shareUrl: 'string', expiresAt: 'string' })
    const linkId = String(made.shareUrl).split('/shared/')[1] ?? ''
    expect(await client.call('PATCH', `/api/share/${linkId}`, { title: 'Spring camp' })).toMatchObject({
      success: true,
    })

    const stranger = new DocumentClient(rollCall.url)
    const shared = await stranger.call('GET', `/api/share/${linkId}`)
    expect(shared).toMatchObject({ success: true, title: 'Spring camp', sharedBy: { username: 'Careful Reader' } })
    expectShape(shared.athletes, {
      id: 'number',
      name: 'string',
      team: 'string',
      division: 'string',
      category: 'string',
      weight_class: 'string',
      belt_division: 'string',
      belt: 'string',
      bjjCompSystemId: 'string',
      tournament: 'object',
      scrapedData: 'object',
    })
    const winner = shared.athletes.find(({ id }: Json) => id === athlete.id)
    expectShape(winner.tournament, { name: 'string', bjjCompSystemId: 'string' })
    expectShape(winner.scrapedData, { matches: 'array', categories: 'array', bracket_results: 'array' })
    expect(winner.scrapedData).toMatchObject({
      matches: [{ result: 'win' }],
      categories: [winner.category],
      bracket_results: [{ category: winner.category, placements: [{ name: winner.name, place: 1 }] }],
    })
    expectShape(shared.upcomingMatches, {
      athleteId: 'number',
      athleteName: 'string',
      athleteBelt: 'string',
      opponentName: 'string?',
      division: 'string',
      tournamentName: 'string',
      tournamentTimezone: 'string',
      scheduledDateTime: 'string',
      scheduled_date_time: 'string',
      date: 'string',
      time: 'string',
      mat: 'string',
      round: 'string',
      rawStatus: 'string?',
    })

    const channel = await stranger.open()
    channel.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
    await channel.first('subscription_confirmed')
    await client.call('PATCH', `/api/share/${linkId}`, { title: 'Autumn camp' })
    await channel.first('shared_rollcall_update')
    expect(await stranger.call('GET', `/api/share/${linkId}`)).toMatchObject({ title: 'Autumn camp' })
    channel.close()

    expect(await client.call('DELETE', `/api/share/${linkId}`)).toMatchObject({ success: true })
    const gone = await stranger.send('GET', `/api/share/${linkId}`)
    expect(await gone.json()).toMatchObject({
      success: false,
      error: 'This shared RollCall could not be found or has expired.',
    })
  })
})

describe('For a client of the document the administration', () => {
  it('answers the documented calls with every documented field', async () => {
    await client.call('POST', '/api/share/generate', {})
    expect((await client.send('GET', '/api/admin/dashboard')).status).toBe(403)
    const admin = new DocumentClient(rollCall.url)
    await admin.call('POST', '/api/login', { username: chief.email, password: chief.password, rememberMe: false })

    const dashboard = await admin.call('GET', '/api/admin/dashboard')
    expectShape(dashboard, {
      timestamp: 'string',
      userStats: 'object',
      tournamentStats: 'object',
      athleteStats: 'object',
      shareableStats: 'object',
      systemMetrics: 'object',
      mostActiveUsers: 'array',
    })
    expectShape(dashboard.userStats, { totalUsers: 'number', activeUsers: 'number' })
    expectShape(dashboard.tournamentStats, {
      totalTournaments: 'number',
      liveTournaments: 'number',
      upcomingTournaments: 'number',
    })
    expectShape(dashboard.athleteStats, { totalAthletes: 'number', followedAthletes: 'number' })
    expectShape(dashboard.shareableStats, { totalLinks: 'number', activeLinks: 'number' })
    for (const metrics of [dashboard.systemMetrics, await admin.call('GET', '/api/admin/system')]) {
      expectShape(metrics, { cacheHitRate: 'number', memoryUsage: 'object', uptime: 'number', cacheSize: 'number' })
      expectShape(metrics.memoryUsage, { heapUsed: 'number', heapTotal: 'number' })
    }
    expectShape(dashboard.mostActiveUsers, {
      userId: 'number',
      username: 'string',
      email: 'string',
      tournamentsCount: 'number',
      athletesCount: 'number',
    })

    expectShape(await admin.call('GET', '/api/admin/users'), {
      id: 'number',
      username: 'string',
      email: 'string',
      tournamentsCount: 'number',
      athletesCount: 'number',
      shareableLinksCount: 'number',
    })
    expectShape(await admin.call('GET', '/api/admin/tournaments'), {
      id: 'number',
      name: 'string',
      status: 'string',
      location: 'string',
      userCount: 'number',
      athleteCount: 'number',
    })
    expectShape(await admin.call('GET', '/api/admin/athletes'), {
      id: 'number',
      name: 'string',
      team: 'string',
      belt: 'string',
      tournamentName: 'string',
      followCount: 'number',
      lastUpdated: 'string?',
    })
    expectShape(await admin.call('GET', '/api/admin/shareable-links'), {
      id: 'number',
      title: 'string?',
      username: 'string',
      isActive: 'boolean',
      athleteCount: 'number',
      tournamentCount: 'number',
      createdAt: 'string',
    })
  })

  it('diagnoses and repairs, and removes a link, a tournament and a user', async () => {
    const admin = new DocumentClient(rollCall.url)
    await admin.call('POST', '/api/login', { username: chief.email, password: chief.password, rememberMe: false })
    const diagnosticShape = {
      athleteId: 'number',
      athleteName: 'string',
      displayReadiness: 'string',
      missingFields: 'array',
      hasBasicFollowRecord: 'boolean',
      hasComprehensiveData: 'boolean',
      hasScrapedData: 'boolean',
      hasTournamentData: 'boolean',
      recommendations: 'array',
    } as const
    const report = await admin.call('GET', '/api/admin/follow-diagnostics')
    expectShape(report, {
      summary: 'object',
      criticalIssues: 'array',
      recommendedActions: 'array',
      diagnostics: 'array',
    })
    expectShape(report.summary, {
      totalFollowed: 'number',
      ready: 'number',
      partial: 'number',
      missing: 'number',
      error: 'number',
    })
    expectShape(report.diagnostics, diagnosticShape)
    const answer = await admin.call('GET', `/api/admin/follow-diagnostics/${athlete.id}`)
    expect(answer.success).toBe(true)
    expectShape(answer.diagnostic, diagnosticShape)
    expect(await admin.call('POST', `/api/admin/repair-athlete/${athlete.id}`)).toMatchObject({ success: true })

    const [link] = await admin.call('GET', '/api/admin/shareable-links')
    await admin.call('DELETE', `/api/admin/shareable-links/${link.id}`)
    await expect(admin.call('DELETE', `/api/admin/links/${link.id}`)).rejects.toThrow(/^404: /)
    await admin.call('DELETE', `/api/admin/tournaments/${tournament.id}`)
    await admin.call('DELETE', `/api/admin/users/${userId}`)
    await expect(client.call('GET', '/api/user')).rejects.toThrow(/^401: ./)
  })
})

describe('For a client of the document the list of a user’s tournaments', () => {
  it('no longer has a tournament that was removed from it', async () => {
    const other = new DocumentClient(rollCall.url)
    await other.call('POST', '/api/register', { ...user, username: 'Another', email: 'another@example.org' })
    const { tournaments } = await other.call('GET', '/api/tournaments/bjj-comp-system')
    await other.call('POST', '/api/tournaments/add', { tournaments })
    const added = await other.call('GET', '/api/tournaments?t=1&key=2')
    await other.call('DELETE', `/api/tournaments/${added.tournaments[0].id}`)
    expect((await other.call('GET', '/api/tournaments?t=1&key=3')).tournaments).toEqual([])
  })
})
