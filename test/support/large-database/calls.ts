// A call of every endpoint, on a database of make.ts.
import type { EndpointName } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { cookieOf, linkIdOf, password, people, type Sizes } from './make.ts'

/** `as`: the user who calls, by default the one with the largest account; null: nobody. */
type Call = {
  as?: number | null
  id?: number
  linkId?: string
  query?: Record<string, string>
  body?: object
}

/** `nextUser` returns a user of whom no earlier call has used anything up. */
type Parts = Pick<Sizes, 'athletes' | 'tournaments'> & {
  nextUser(): number
  nextTournament(): number
  nextNumber(): number
}

const { largest, administrator } = people
const randomId = (): string => crypto.randomUUID()
const aClaim = () => ({ name: 'A parent', device: randomId(), request: randomId() })
const mailTo = (user: number): string => `follower-${user}@example.org`

/** A new endpoint without a call does not compile. */
export function makeCalls({
  athletes,
  tournaments,
  nextUser,
  nextTournament,
  nextNumber,
}: Parts): Record<EndpointName, () => Call> {
  /** Athletes of the first tournament: the largest account follows the first ones, and not the last ones. */
  const followed = 1
  const notFollowed = (): number => athletes - (nextNumber() % 10)
  /** The first athlete of the second tournament in the first one, where the largest account does not follow this person. */
  const firstOffered = 1 + Math.floor((2 * athletes) / 3) - Math.floor(athletes / 3)
  const lastTournament = tournaments - 2
  const asAdministrator =
    (call: Call = {}) =>
    (): Call => ({ as: administrator, ...call })
  const listed = { search: 'follower', limit: '100' }
  const profileOf = (user: number) => ({
    username: `Renamed ${user}`.replaceAll(/\d/g, (digit) => 'aehkprtxmn'[Number(digit)] ?? ''),
    email: `new-${user}@example.org`,
  })
  return {
    user: () => ({}),
    authCheck: () => ({}),
    site: () => ({ as: null }),
    login: () => ({ as: null, body: { username: mailTo(nextUser()), password } }),
    register: () => ({ as: null, body: { ...profileOf(nextUser()), password: 'mat seven at noon' } }),
    logout: () => ({ as: nextUser() }),
    forgotPassword: () => ({ as: null, body: { email: mailTo(nextUser()) } }),
    resetPassword: () => ({ as: null, body: { token: randomId(), newPassword: 'mat seven at noon' } }),
    checkReset: () => ({ as: null, body: { token: randomId() } }),
    checkEmailLink: () => ({ as: null, body: { token: randomId() } }),
    verifyEmail: () => ({ as: null, body: { token: randomId() } }),
    restoreAccount: () => ({ as: null, body: { token: randomId() } }),
    updateProfile: () => {
      const user = nextUser()
      return { as: user, body: profileOf(user) }
    },
    sendEmailLink: () => ({ as: nextUser() }),
    changePassword: () => ({ as: nextUser(), body: { currentPassword: password, newPassword: 'mat seven at noon' } }),
    sessions: () => ({}),
    endSession: () => {
      const user = nextUser()
      return { as: user, id: user }
    },
    tournaments: () => ({}),
    availableTournaments: () => ({}),
    addTournaments: () => ({ body: { tournaments: [{ value: '6001' }] } }),
    tournament: () => ({ id: 1 }),
    removeTournament: () => ({ as: nextUser(), id: 1 }),
    tournamentTeams: () => ({ id: 1, query: { search: 'team' } }),
    team: () => ({ id: 1, query: { team: 'Club 2' } }),
    setPointsPolicy: () => ({ id: 1, body: { policy: null } }),
    searchAthletes: () => ({ id: 1, query: { search: 'athlete' } }),
    tournamentBoards: () => ({ id: 1 }),
    followRules: () => ({}),
    followRule: () => ({ id: people.ruleOfLargest }),
    createFollowRule: () => ({ as: nextUser(), body: { team: 'Club 2', tournamentId: null } }),
    changeFollowRule: () => ({ id: people.ruleOfLargest, body: { aliases: [`Team ${nextNumber()}`] } }),
    removeFollowRule: () => ({ id: people.ruleOfLargest + 1 + (nextNumber() % 40) }),
    followedAthletes: () => ({}),
    follow: () => ({ as: nextUser(), id: notFollowed() }),
    unfollow: () => ({ id: 5 * athletes + 1 + (nextNumber() % 20) }),
    unfollowAlias: () => ({ id: 6 * athletes + 1 + (nextNumber() % 20) }),
    orderOfFights: () => ({ id: followed }),
    opponent: () => ({ id: 11, query: { match: String(people.openMatch) } }),
    refreshOrderOfFights: () => ({ id: followed }),
    scrapeOrderOfFights: () => ({ id: followed + 1 }),
    appearances: () => ({ id: followed }),
    setSamePerson: () => ({ id: followed, body: { athleteId: lastTournament * athletes + 2, isSame: true } }),
    personOffers: () => ({}),
    answerOffer: () => ({ id: firstOffered + 1 + 2 * (nextNumber() % 10), body: { answer: 'declined' } }),
    athleteNotes: () => ({ id: followed, body: { notes: `Note ${nextNumber()}`, tags: ['final'] } }),
    steps: () => ({}),
    writeSteps: () => ({ body: { report: true, weighIn: true, openClass: true, openClassYouth: true, podium: true } }),
    push: () => ({}),
    writeAlertPreferences: () => ({
      body: {
        near: true,
        moved: true,
        conflict: true,
        result: true,
        entry: true,
        quiet: { from: '23:00', to: '06:00', timezone: 'UTC' },
      },
    }),
    subscribe: () => ({
      body: {
        endpoint: 'https://push.example/largest',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        timezone: 'Asia/Tokyo',
      },
    }),
    testAlert: () => ({ as: nextUser() }),
    unsubscribe: () => ({}),
    switchAlerts: () => ({ id: followed, body: { on: true } }),
    upcomingMatches: () => ({}),
    completedMatches: () => ({}),
    liveMatches: () => ({}),
    claimMatch: () => ({ id: people.openMatch, body: aClaim() }),
    share: () => ({ as: nextUser(), body: {} }),
    ownShare: () => ({}),
    deleteOwnShare: () => ({ as: nextUser() }),
    setShareTitle: () => ({ linkId: linkIdOf(largest), body: { title: 'Our team' } }),
    deleteShare: () => {
      const user = nextUser()
      return { as: user, linkId: linkIdOf(user) }
    },
    setClaimRight: () => ({ body: { mayClaim: true } }),
    sharedRollCall: () => ({ as: null, linkId: linkIdOf(largest) }),
    claimSharedMatch: () => ({ as: null, linkId: linkIdOf(largest), id: people.openMatch, body: aClaim() }),
    followDiagnostics: asAdministrator({ query: { search: 'athlete' } }),
    athleteDiagnostic: asAdministrator({ id: followed }),
    repairAthlete: asAdministrator({ id: followed }),
    adminDashboard: asAdministrator(),
    adminSystem: asAdministrator(),
    adminUsers: asAdministrator({ query: listed }),
    adminTournaments: asAdministrator({ query: { search: 'tournament', status: 'upcoming', limit: '100' } }),
    adminAthletes: asAdministrator({ query: { search: 'athlete', limit: '100' } }),
    adminLinks: asAdministrator({ query: listed }),
    adminRemoveUser: () => ({ as: administrator, id: nextUser() }),
    adminRemoveTournament: () => ({ as: administrator, id: nextTournament() }),
    adminRemoveLink: () => ({ as: administrator, id: nextUser() / 4 }),
    adminRemoveInactiveLink: () => ({ as: administrator, id: nextUser() / 4 }),
    adminSetTimezone: () => ({
      as: administrator,
      id: 2,
      body: { timezone: nextNumber() % 2 === 0 ? 'UTC' : 'Europe/London' },
    }),
    adminSource: asAdministrator({ query: { search: 'bracket', state: 'ok', limit: '100' } }),
    adminSwitchSource: asAdministrator({ body: { off: false } }),
    adminSourceBody: asAdministrator({ id: 1 }),
    adminAudit: asAdministrator({ query: { action: 'login-failed', limit: '100' } }),
  }
}

/** The path and the options with which `fetch` sends the call. */
export function requestOf(
  name: EndpointName,
  { as = largest, id, linkId, query, body }: Call,
): { path: string; init: RequestInit } {
  const { method, path } = endpoints[name]
  const parameters = query ? `?${new URLSearchParams(query).toString()}` : ''
  return {
    path: path.replace(':id', String(id)).replace(':linkId', linkId ?? '') + parameters,
    init: {
      method,
      headers: { ...(as !== null && { cookie: cookieOf(as) }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
  }
}
