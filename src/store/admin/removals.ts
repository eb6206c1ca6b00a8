// Removals by an administrator, each in one transaction with its audit row (quality/security.md A-04). The events for the
// affected users are emitted after the commit, in every process.
import type { Sql, Transaction } from '../database.ts'
import type { Actor, Audit } from './audit.ts'
import { deleteTournament } from '../tournaments/delete-tournament.ts'
import { administratorId } from '../accounts/accounts.ts'
import { changeAllWatched, changeWatched } from '../accounts/change-watched.ts'
import { endSessions } from '../accounts/sessions.ts'
import type { OfferAnnouncements } from '../accounts/offer-announcements.ts'
import type { UserEvents } from '../accounts/user-events.ts'

export type Administrator = Actor & { userId: number }

/** Removing ten thousand athletes with their fights takes one or two seconds; the pool's limit may be too short. */
const longStatement = '60s'
/** PostgreSQL aborts one of two deadlocked transactions; that one is repeated. */
const deadlock = '40P01'
const maxAttempts = 3

type RemovalsParts = {
  sql: Sql
  events: UserEvents
  audit: Audit
  /** `waitUntilVisible` resolves when no process serves shared links that were removed before the call. */
  shareLinks: { waitUntilVisible: () => Promise<void> }
  offerAnnouncements: Pick<OfferAnnouncements, 'usersOfferedIn' | 'toUsers'>
}

export function createRemovals({ sql, events, audit, shareLinks, offerAnnouncements }: RemovalsParts) {
  return {
    /**
     * Removes the account with all its data; its sessions and sockets end. The first account, the caller's own and the last
     * administrator's cannot be removed (decision D11). 'forbidden': the caller is no longer an administrator.
     */
    async removeUser(
      id: number,
      by: Administrator,
    ): Promise<'removed' | 'unknown' | 'forbidden' | 'first-user' | 'oneself' | 'last-administrator'> {
      const outcome = await events.write(async (tx, publish) => {
        // Locks all administrators, too, so that two of them cannot remove each other concurrently; in the order of ids, like
        // every transaction that locks several users.
        const users = await tx<{ id: number; username: string; role: string }[]>`
          select id, username, role from users where role = 'superadmin' or id = ${id} order by id for update`
        const administrators = users.filter(({ role }) => role === 'superadmin')
        if (!administrators.some((each) => each.id === by.userId)) return 'forbidden'
        const user = users.find((each) => each.id === id)
        if (!user) return 'unknown'
        if (id === administratorId) return 'first-user'
        // The caller is an administrator, so if only one is left, it is the caller.
        if (id === by.userId) return administrators.length === 1 ? 'last-administrator' : 'oneself'
        await endSessions(tx, publish, tx`session.user_id = ${id}`)
        await tx`delete from users where id = ${id}`
        publish({ kind: 'follows', userId: id })
        await audit.record(by, { action: 'remove-user', target: `user ${id}`, detail: user.username }, tx)
        return 'removed'
      })
      if (outcome === 'removed') await shareLinks.waitUntilVisible()
      return outcome
    },

    /**
     * Removes the tournament with all its data and follows. If it is added again, it is imported as a new one. Returns the number
     * of users who had it on their lists; undefined if there is no such tournament.
     */
    async removeTournament(id: number, by: Administrator): Promise<number | undefined> {
      // Read before the removal deletes the offers. These users are not locked; many of them have not added the tournament.
      const offered = await offerAnnouncements.usersOfferedIn(id)
      for (let attempt = 1; ; attempt++) {
        try {
          const users = await removeTournament(id, by)
          if (users !== undefined) await offerAnnouncements.toUsers(offered)
          return users
        } catch (error) {
          if ((error as { code?: string }).code !== deadlock || attempt === maxAttempts) throw error
        }
      }
    },

    /** With `onlyInactive`, a link that can be opened is not removed ('active'). */
    async removeLink(id: number, by: Administrator, onlyInactive: boolean): Promise<'removed' | 'unknown' | 'active'> {
      const [found] = await sql<{ userId: number }[]>`
        select user_id as "userId" from shareable_links where id = ${id}`
      if (!found) return 'unknown'
      const { userId } = found
      const outcome = await changeWatched(events, userId, async (tx, recordChange) => {
        const [link] = await tx<{ username: string; active: boolean; mayClaim: boolean }[]>`
          select owner.username, link.is_active and link.expires_at > now() as active, link.may_claim as "mayClaim"
          from shareable_links link join users owner on owner.id = link.user_id where link.id = ${id} for update of link`
        if (!link) return 'unknown'
        if (link.active && onlyInactive) return 'active'
        await tx`delete from shareable_links where id = ${id}`
        if (link.mayClaim) await recordChange({ kind: 'claims', userId })
        const note = { code: 'linkOf', name: link.username }
        await audit.record(by, { action: 'remove-link', target: `link ${id}`, detail: `of ${link.username}`, note }, tx)
        return 'removed'
      })
      if (outcome === 'removed') await shareLinks.waitUntilVisible()
      return outcome
    },
  }

  function removeTournament(id: number, by: Administrator): Promise<number | undefined> {
    return events.write(async (tx, publish) => {
      await tx`select set_config('statement_timeout', ${longStatement}, true)`
      // Lock order: users before the tournament, as when adding a tournament and following an athlete.
      await watchersOf(tx, id)
      const [tournament] = await tx<{ name: string }[]>`select name from tournaments where id = ${id} for update`
      if (!tournament) return undefined
      // The tournament's lock prevents further users from adding it; some may have done so since the first query.
      const watchers = await watchersOf(tx, id)
      const [added] = await tx<{ users: number }[]>`
        select count(*)::integer as users from user_tournaments where tournament_id = ${id}`
      await changeAllWatched(tx, publish, watchers)
      await deleteTournament(tx, id)
      const users = added?.users ?? 0
      const detail = `${tournament.name}, from the lists of ${users} users`
      const note = { code: 'fromLists', name: tournament.name, count: users }
      await audit.record(by, { action: 'remove-tournament', target: `tournament ${id}`, detail, note }, tx)
      return users
    })
  }
}

/** Locks and returns, in the order of ids, the users who have the tournament on their list or follow an athlete in it. */
async function watchersOf(tx: Transaction, tournamentId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from users
    where id in (
      select user_id from user_tournaments where tournament_id = ${tournamentId}
      union
      select follow.user_id from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
      where athlete.tournament_id = ${tournamentId}
    )
    order by id for no key update`
  return rows.map(({ id }) => id)
}
