import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAdministrator } from '#api'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { answerAsks, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import type { Visitor } from '#support/visitor.ts'

type Callers = 'nobody' | 'owner' | 'other' | 'administrator'

/**
 * What each caller is answered about the owner's athlete and tournament. `other` and the administrator have accounts,
 * but have neither added that tournament nor followed that athlete. A new endpoint without a row does not compile.
 */
const matrix: Record<EndpointName, Record<Callers, number>> = {
  user: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  authCheck: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  login: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  register: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  site: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  logout: { nobody: 200, owner: 200, other: 200, administrator: 200 },
  forgotPassword: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  resetPassword: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  restoreAccount: { nobody: 400, owner: 400, other: 400, administrator: 400 },
  updateProfile: { nobody: 401, owner: 400, other: 400, administrator: 400 },
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
  followedAthletes: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  follow: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  unfollow: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  unfollowAlias: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  orderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  refreshOrderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  scrapeOrderOfFights: { nobody: 401, owner: 200, other: 404, administrator: 404 },
  athleteNotes: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  upcomingMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  completedMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  liveMatches: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  share: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  ownShare: { nobody: 401, owner: 200, other: 200, administrator: 200 },
  setShareTitle: { nobody: 401, owner: 400, other: 400, administrator: 400 },
  deleteShare: { nobody: 401, owner: 404, other: 404, administrator: 404 },
  sharedRollCall: { nobody: 404, owner: 404, other: 404, administrator: 404 },
}

let api: ApiUnderTest
let world: RecordedTournament
beforeAll(async () => {
  api = await startApi()
  world = await recordTournament(api.store)
  answerAsks(api.store)
  await seedAdministrator(api.store, { email: 'chief@example.org', password: 'the chief of all mats' })
})
afterAll(() => api.close())

const athleteId = (): number => world.athlete('700137').id

/** Each of the callers, signed in anew; the owner has added the tournament and follows the athlete. */
async function enter(caller: Callers): Promise<Visitor> {
  const visitor = api.visitor()
  if (caller === 'nobody') return visitor
  if (caller === 'administrator') {
    await visitor.ask('login', { body: { username: 'chief@example.org', password: 'the chief of all mats' } })
    return visitor
  }
  await visitor.signUp()
  if (caller === 'owner') {
    await visitor.ask('addTournaments', { body: { tournaments: [{ value: world.bjjCompSystemId }] } })
    await visitor.ask('follow', { id: athleteId() })
  }
  return visitor
}

const idFor = (name: EndpointName, missing = false): number =>
  missing ? 2_000_000_000 : endpoints[name].path.startsWith('/api/tournaments') ? world.id : athleteId()

const rows = (Object.keys(matrix) as EndpointName[]).flatMap((name) =>
  (Object.keys(matrix[name]) as Callers[]).map((caller) => [caller, name, matrix[name][caller]] as const),
)

describe('[I-01] who may call what', () => {
  it.each(rows)('%s calls %s: %i', async (caller, name, status) => {
    const visitor = await enter(caller)
    const answer = await visitor.call(name, { id: idFor(name) })
    expect(answer.status).toBe(status)
    if (status !== 404) return
    const missing = await visitor.call(name, { id: idFor(name, true) })
    const { requestId: _, ...about } = answer.error
    const { requestId: __, ...aboutMissing } = missing.error
    expect(about).toEqual(aboutMissing)
  })

  it('serves nothing below /api that is not in the table, but its description', () => {
    const calls = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    const documents = ['GET /api/docs', 'GET /api/docs/json', 'GET /api/docs/style.css']
    expect(api.routes.filter((route) => route.includes(' /api/') && !route.endsWith('/api/*')).toSorted()).toEqual(
      [...calls, ...documents].toSorted(),
    )
  })

  it('shows one user nothing of another [I-03]', async () => {
    const owner = await enter('owner')
    const other = await enter('other')
    await other.ask('addTournaments', { body: { tournaments: [{ value: world.bjjCompSystemId }] } })
    expect((await other.ask('followedAthletes')).athletes).toEqual([])
    expect((await other.ask('upcomingMatches')).matches).toEqual([])
    expect((await owner.ask('followedAthletes')).athletes).toHaveLength(1)
    expect((await other.call('orderOfFights', { id: athleteId() })).status).toBe(404)
  })
})
