import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { seedAdministrator } from '#api'
import { callerHeader } from '#contract/caller.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { answerReadRequests, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import type { Visitor } from '#support/visitor.ts'

type Caller = 'nobody' | 'forger' | 'owner' | 'other' | 'administrator'
type Row = Record<Exclude<Caller, 'forger'>, number>

/** For administrators only. */
const adminsOnly: Row = { nobody: 401, owner: 403, other: 403, administrator: 200 }

/**
 * The status that each caller gets for calls about the owner's athlete and tournament. `other` and the administrator have
 * accounts, but have neither added that tournament nor followed that athlete. The forger sends an invalid cookie and gets the
 * same status as `nobody`. A new endpoint without a row does not compile.
 */
const matrix: Record<EndpointName, Row> = {
  user: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  authCheck: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  login: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  register: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  site: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  logout: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  forgotPassword: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  resetPassword: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  checkReset: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  checkEmailLink: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  verifyEmail: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  restoreAccount: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  updateProfile: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  sendEmailLink: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  changePassword: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  sessions: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  endSession: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  tournaments: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  availableTournaments: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  addTournaments: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  tournament: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  removeTournament: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  searchAthletes: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  tournamentBoards: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  team: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  setPointsPolicy: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  tournamentTeams: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  followRules: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  followRule: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  createFollowRule: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  changeFollowRule: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  removeFollowRule: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  followedAthletes: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  follow: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  unfollow: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  unfollowAlias: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  opponent: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  orderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  refreshOrderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  scrapeOrderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  appearances: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  setSamePerson: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  personOffers: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  answerOffer: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  athleteNotes: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  steps: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  writeSteps: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  push: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  writeAlertPreferences: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  subscribe: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  unsubscribe: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  testAlert: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  switchAlerts: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  upcomingMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  completedMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  liveMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  claimMatch: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  share: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  ownShare: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  deleteOwnShare: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  setShareTitle: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  deleteShare: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  setClaimRight: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  claimSharedMatch: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  sharedRollCall: { nobody: 404, owner: 404, other: 404, administrator: 404 },
  followDiagnostics: adminsOnly,
  athleteDiagnostic: adminsOnly,
  repairAthlete: adminsOnly,
  adminDashboard: adminsOnly,
  adminSystem: adminsOnly,
  adminUsers: adminsOnly,
  adminTournaments: adminsOnly,
  adminAthletes: adminsOnly,
  adminLinks: adminsOnly,
  adminRemoveUser: adminsOnly,
  adminRemoveTournament: adminsOnly,
  adminRemoveLink: adminsOnly,
  adminRemoveInactiveLink: adminsOnly,
  adminSetTimezone: adminsOnly,
  adminSource: adminsOnly,
  adminSwitchSource: adminsOnly,
  adminSourceBody: adminsOnly,
  adminAudit: adminsOnly,
}

let api: ApiUnderTest
let recorded: RecordedTournament
const visitors = new Map<Caller, Visitor>()
/** The objects of calls that are not about the owner's athlete or tournament; each call that removes an object has its own. */
const targetIds = new Map<EndpointName, number>()

beforeAll(async () => {
  api = await startApi()
  recorded = await recordTournament(api.store)
  await answerReadRequests(api.store)
  await seedAdministrator(api.store, administrator)
  for (const caller of ['nobody', 'forger', 'owner', 'other', 'administrator'] as const)
    visitors.set(caller, await openVisitor(caller))
  const victim = await (await api.visitor().signUp()).call('user')
  const sharer = await (await api.visitor().signUp()).call('user')
  const insertLink = async (linkId: string, expires: string): Promise<number> => {
    const [row] = await api.sql<{ id: number }[]>`
      insert into shareable_links (user_id, link_id, expires_at) values (${sharer.id}, ${linkId}, now() + ${expires}::interval) returning id`
    return row?.id ?? 0
  }
  const [session] = await api.sql<{ id: string }[]>`select id from sessions where user_id = ${victim.id}`
  targetIds.set('endSession', Number(session?.id))
  targetIds.set('adminRemoveUser', victim.id)
  targetIds.set('adminRemoveTournament', (await recordTournament(api.store, '3999')).id)
  targetIds.set('adminRemoveLink', await insertLink('of the matrix', '1 day'))
  targetIds.set('adminRemoveInactiveLink', await insertLink('of the matrix too', '-1 day'))
  const [page] = await api.sql<{ id: string }[]>`
    insert into page_bodies (key, at, problems, body) values ('home', now(), '[]', ${gzipSync('not a page')}) returning id`
  targetIds.set('adminSourceBody', Number(page?.id))
})
afterAll(() => api.close())

const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }
const athleteId = (): number => recorded.athlete('700137').id

/** Creates a visitor with the rights of this caller; an owner has added the tournament and follows the athlete. */
async function openVisitor(caller: Caller): Promise<Visitor> {
  const visitor = api.visitor()
  if (caller === 'nobody') return visitor
  if (caller === 'forger') {
    visitor.cookie = `sid=${'A'.repeat(43)}`
    return visitor
  }
  if (caller === 'administrator') {
    await visitor.call('login', { body: { username: administrator.email, password: administrator.password } })
    return visitor
  }
  await visitor.signUp()
  if (caller === 'owner') await makeOwner(visitor)
  return visitor
}

async function makeOwner(visitor: Visitor): Promise<void> {
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  await visitor.call('follow', { id: athleteId() })
}

/** Calls that end the caller's own session. */
const sessionEndingCalls: ReadonlySet<EndpointName> = new Set<EndpointName>(['logout'])
/** Calls after which the owner no longer has the tournament or follows the athlete. */
const ownershipEndingCalls: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'removeTournament',
  'unfollow',
  'unfollowAlias',
])

const idFor = (name: EndpointName): number =>
  targetIds.get(name) ?? (/^\/api\/(?:admin\/)?tournaments/.test(endpoints[name].path) ? recorded.id : athleteId())

const bodies: Partial<Record<EndpointName, object>> = {
  adminSetTimezone: { timezone: 'Europe/London' },
  adminSwitchSource: { off: false },
  switchAlerts: { on: true },
}
/** The id of the semi-final of the owner's athlete. */
const matchId = (): number => [...recorded.held().state.matches.keys()][0] ?? 0
const optionsFor = (name: EndpointName, id: number) => ({
  id,
  ...(name === 'opponent' ? { query: { match: String(matchId()) } as never } : {}),
  linkId: String(id).padStart(22, 'x'),
  ...(bodies[name] ? { body: bodies[name] as never } : {}),
})

/** The fields of an answer that refuses a call. */
const refusalFields = ['code', 'error', 'success']

const rows = (Object.keys(matrix) as EndpointName[]).flatMap((name) =>
  // The administrator comes last, because some of the administrator's calls remove their object.
  (['nobody', 'forger', 'owner', 'other', 'administrator'] as const).map(
    (caller) => [caller, name, matrix[name][caller === 'forger' ? 'nobody' : caller]] as const,
  ),
)

describe('[I-01] [A-01] The access matrix', () => {
  it.each(rows)('holds: %s calls %s and gets %i', async (caller, name, status) => {
    const visitor = sessionEndingCalls.has(name) ? await openVisitor(caller) : (visitors.get(caller) ?? api.visitor())
    const answer = await visitor.request(name, optionsFor(name, idFor(name)))
    expect(answer.status).toBe(status)
    if (caller === 'owner' && ownershipEndingCalls.has(name)) await makeOwner(visitor)
    // A refusal contains nothing but its error.
    const fields = Object.keys(answer.error).toSorted()
    expect(status === 401 || status === 403 ? fields : refusalFields).toEqual(refusalFields)
    if (status !== 404) return
    const missing = await visitor.request(name, optionsFor(name, 2_000_000_000))
    const { requestId: _, ...about } = answer.error
    const { requestId: __, ...aboutMissing } = missing.error
    expect(about).toEqual(aboutMissing)
  })

  it('has a row for every endpoint', () => {
    expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  it('[A-01] allows only administrators to call anything below /api/admin', () => {
    const admin = Object.values(endpoints).filter(({ path }) => path.startsWith('/api/admin/'))
    expect(admin.map(({ access }) => access)).toEqual(admin.map(() => 'superadmin'))
    expect(admin).toHaveLength(Object.values(matrix).filter((row) => row === adminsOnly).length)
  })

  it('covers every route below /api except the API description', () => {
    const calls = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    const documents = ['GET /api/docs', 'GET /api/docs/json', 'GET /api/docs/style.css']
    expect(api.routes.filter((route) => route.includes(' /api/') && !route.endsWith('/api/*')).toSorted()).toEqual(
      [...calls, ...documents].toSorted(),
    )
  })
})

describe('The API', () => {
  it.each((Object.keys(matrix) as EndpointName[]).filter((name) => endpoints[name].access !== 'anyone'))(
    'refuses %s for another user than the one who is signed in',
    async (name) => {
      const visitor = visitors.get('administrator') ?? api.visitor()
      const { id } = await visitor.call('user')
      for (const header of [String(id + 1), `0${id}`, 'x']) {
        const options = { ...optionsFor(name, idFor(name)), headers: { [callerHeader]: header } }
        const answer = await visitor.request(name, options)
        expect([answer.status, answer.error.code]).toEqual([412, 'other-user'])
      }
    },
  )

  it('answers the lists and writes of the user whom the request names', async () => {
    const visitor = await openVisitor('owner')
    const { id } = await visitor.call('user')
    const headers = { [callerHeader]: String(id) }
    await visitor.call('upcomingMatches', { headers })
    await visitor.call('unfollow', { id: athleteId(), headers })
    const other = { [callerHeader]: String(id + 1) }
    expect((await visitor.request('follow', { id: athleteId(), headers: other })).status).toBe(412)
    expect((await visitor.request('upcomingMatches', { headers: other })).status).toBe(412)
    expect((await visitor.request('logout', { headers: other })).status).toBe(412)
    expect((await visitor.call('followedAthletes')).athletes).toEqual([])
    // Nobody is signed in, which is not another user.
    expect((await api.visitor().request('upcomingMatches', { headers })).status).toBe(401)
  })

  it('[A-02] does not make the first account an administrator', async () => {
    await using empty = await startApi()
    const first = await empty.visitor().signUp()
    expect((await first.call('user')).role).toBe('user')
    expect((await first.request('adminDashboard')).status).toBe(403)
  })

  it('[A-02] checks the role, not the id: an ordinary user with id 1 stays an ordinary user', async () => {
    await using odd = await startApi()
    const visitor = await odd.visitor().signUp()
    const hash = await odd.sql<{ password: string }[]>`select password from users where email = ${visitor.email}`
    await odd.sql`delete from users`
    await odd.sql`insert into users (id, username, email, password) values (1, 'First', ${visitor.email}, ${hash[0]?.password ?? ''})`
    expect((await visitor.signIn()).body).toMatchObject({ id: 1, role: 'user' })
    for (const name of ['adminDashboard', 'adminUsers', 'followDiagnostics', 'adminAudit'] as const)
      expect((await visitor.request(name)).status).toBe(403)
  })

  it('does not show one user the data of another [I-03]', async () => {
    const owner = await openVisitor('owner')
    const other = await openVisitor('other')
    await other.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    expect((await other.call('followedAthletes')).athletes).toEqual([])
    expect((await other.call('upcomingMatches')).matches).toEqual([])
    expect((await owner.call('followedAthletes')).athletes).toHaveLength(1)
    expect((await other.request('orderOfFights', { id: athleteId() })).status).toBe(404)
  })
})
