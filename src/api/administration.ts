// The administrators' calls: figures, lists, removals, the venue's time zone, the audit log. calls.ts has checked the access;
// every change adds a row to the audit log.
import { adminTexts, type DashboardResponse } from '#contract/administration.ts'
import { type AuditNote, readAuditNote } from '#contract/audit-note.ts'
import { CodedError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { Administrator, Store } from '#store'
import type { Handlers, Call } from './calls.ts'
import type { SystemFigures } from './system-figures.ts'

type Names =
  | 'adminDashboard'
  | 'adminSystem'
  | 'adminUsers'
  | 'adminTournaments'
  | 'adminAthletes'
  | 'adminLinks'
  | 'adminRemoveUser'
  | 'adminRemoveTournament'
  | 'adminRemoveLink'
  | 'adminRemoveInactiveLink'
  | 'adminSetTimezone'
  | 'adminAudit'

/** The number of most active users on the dashboard (sharing-and-admin.md section 9). */
const mostActiveShown = 5
/** The id of the account that cannot be removed (decision D11). */
const firstUser = 1

/** The sentence for each reason why an account cannot be removed. */
const refusalTexts = {
  'first-user': adminTexts.firstUser,
  oneself: adminTexts.oneself,
  'last-administrator': adminTexts.lastAdministrator,
} as const

type AdministratorCall = Pick<Call<'adminRemoveUser'>, 'session' | 'ip' | 'request'>

/** The caller, in the form that the audit log records. */
export const administratorOf = ({ session, ip, request }: AdministratorCall): Administrator => ({
  userId: session.userId,
  ip: ip.address,
  requestId: request.id,
})

type Needs = { store: Store; clock: Clock; system: SystemFigures }

/** Answers with a plain array, as the specification prescribes; the total number of rows goes into a header. */
function answerRows<Row, Item>(
  { reply }: Pick<Call<'adminUsers'>, 'reply'>,
  { rows, total }: { rows: readonly Row[]; total: number },
  itemOf: (row: Row) => Item,
): Item[] {
  reply.header('x-total-count', String(total))
  return rows.map(itemOf)
}

const identity = <Row>(row: Row): Row => row

function noteRefusedRemoval(audit: Store['audit'], by: Administrator, userId: number, refusal: CodedError): void {
  audit.note(by, {
    action: 'remove-user',
    target: `user ${userId}`,
    detail: `Refused: ${refusal.message}`,
    note: { code: 'refused', sentence: refusal.message, error: refusal.code } satisfies AuditNote,
  })
}

async function readDashboard(
  administration: Store['administration'],
  clock: Clock,
  system: SystemFigures,
): Promise<DashboardResponse> {
  const [figures, mostActive] = await Promise.all([
    administration.figures(),
    administration.mostActive(mostActiveShown),
  ])
  const { totalUsers, activeUsers, totalTournaments, liveTournaments, upcomingTournaments } = figures
  const { totalAthletes, followedAthletes, totalLinks, activeLinks } = figures
  return {
    success: true,
    timestamp: new Date(clock.now()).toISOString(),
    userStats: { totalUsers, activeUsers },
    tournamentStats: { totalTournaments, liveTournaments, upcomingTournaments },
    athleteStats: { totalAthletes, followedAthletes },
    shareableStats: { totalLinks, activeLinks },
    systemMetrics: system.metrics(),
    mostActiveUsers: mostActive.map(({ id, username, email, tournamentsCount, athletesCount }) => ({
      userId: id,
      username,
      email,
      tournamentsCount,
      athletesCount,
    })),
  }
}

export function administrationHandlers({ store, clock, system }: Needs): Handlers<Names> {
  const { administration, audit, projection } = store

  const removeLink = async (
    call: AdministratorCall & { id: number },
    onlyInactive: boolean,
  ): Promise<{ success: true }> => {
    const removed = await administration.removeLink(call.id, administratorOf(call), onlyInactive)
    if (removed === 'unknown') throw new CodedError('not-found')
    if (removed === 'active') throw new CodedError('not-removable', adminTexts.activeLink)
    return { success: true }
  }

  return {
    adminDashboard: () => readDashboard(administration, clock, system),

    adminSystem: async () => system.withTrends(),

    async adminUsers(call) {
      // Only the caller can be the last administrator, so `removable` need not consider that case.
      return answerRows(call, await administration.users(call.query), (user) => ({
        ...user,
        removable: user.id !== firstUser && user.id !== call.session.userId,
      }))
    },
    adminTournaments: async (call) => answerRows(call, await administration.tournaments(call.query), identity),
    adminAthletes: async (call) => answerRows(call, await administration.athletes(call.query), identity),
    adminLinks: async (call) => answerRows(call, await administration.links(call.query), identity),

    async adminRemoveUser(call) {
      const by = administratorOf(call)
      const removed = await administration.removeUser(call.id, by)
      if (removed === 'unknown') throw new CodedError('not-found')
      if (removed === 'forbidden') throw new CodedError('forbidden')
      if (removed !== 'removed') {
        const refusal = new CodedError('not-removable', refusalTexts[removed])
        noteRefusedRemoval(audit, by, call.id, refusal)
        throw refusal
      }
      return { success: true }
    },

    async adminRemoveTournament(call) {
      const usersCleared = await administration.removeTournament(call.id, administratorOf(call))
      if (usersCleared === undefined) throw new CodedError('not-found')
      // Other processes drop the tournament when they are notified; this process drops it before it answers.
      await projection.catchUp()
      return { success: true, usersCleared }
    },

    adminRemoveLink: (call) => removeLink(call, false),
    adminRemoveInactiveLink: (call) => removeLink(call, true),

    async adminSetTimezone(call) {
      const before = await administration.tournament(call.id)
      if (!before) throw new CodedError('not-found')
      await store.tournaments.setZone(call.id, call.body.timezone).catch((error: unknown) => {
        throw error instanceof RangeError ? new CodedError('invalid-input', adminTexts.zone) : error
      })
      await audit.record(administratorOf(call), {
        action: 'set-timezone',
        target: `tournament ${call.id}`,
        detail: `${before.name}: ${before.timezone ?? 'unknown'} to ${call.body.timezone}`,
        note: {
          code: 'zone',
          name: before.name,
          from: before.timezone,
          to: call.body.timezone,
        } satisfies AuditNote,
      })
      await projection.catchUp()
      const tournament = await administration.tournament(call.id)
      if (!tournament) throw new CodedError('not-found')
      return { success: true, tournament }
    },

    async adminAudit({ query }) {
      const { entries, total } = await audit.list(query)
      return { success: true, entries: entries.map((entry) => ({ ...entry, note: readAuditNote(entry.note) })), total }
    },
  }
}
