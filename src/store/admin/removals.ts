// What an administrator removes, each in one transaction with its audit row: all of it or nothing (quality/security.md
// A-04). Whoever watched it, in any process, hears of it when it is committed.
import type { Sql, Transaction } from '../database.ts'
import type { Actor, Audit } from './audit.ts'
import { changeChannel } from '../tournaments/change-log.ts'
import { tournamentLease } from '../jobs/leases.ts'
import { dropUnwantedLogos } from '../tournaments/logos.ts'
import { endSessions } from '../accounts/sessions.ts'
import type { UserEvents } from '../accounts/user-events.ts'

/** Whoever removes: an administrator. */
export type Administrator = Actor & { userId: number }

const firstUser = 1
/** Ten thousand athletes with their fights go in a second or two; the pool's own limit is for quick statements. */
const longStatement = '60s'
/** Two transactions that wait for each other: one is given up and tried again. */
const deadlock = '40P01'
const attempts = 3

/** `linksSettled` resolves when no process believes any more in a shared link that was there when it was called. */
export function createRemovals(sql: Sql, events: UserEvents, audit: Audit, linksSettled: () => Promise<void>) {
  return {
    /**
     * Removes the account with everything of it; its sessions and sockets end. Not the first account, oneself, or the last
     * administrator (decision D11). 'forbidden': whoever asks is no administrator any more.
     */
    async removeUser(
      id: number,
      by: Administrator,
    ): Promise<'removed' | 'unknown' | 'forbidden' | 'first-user' | 'oneself' | 'last-administrator'> {
      const removed = await events.write(async (tx, say) => {
        // In the order of ids and all of them, so that two administrators cannot remove each other at once.
        const administrators = await tx<{ id: number }[]>`
          select id from users where role = 'superadmin' order by id for update`
        if (!administrators.some((each) => each.id === by.userId)) return 'forbidden'
        const [user] = await tx<{ username: string }[]>`select username from users where id = ${id} for update`
        if (!user) return 'unknown'
        if (id === firstUser) return 'first-user'
        // Whoever asks is an administrator, so the last one can only be oneself.
        if (id === by.userId) return administrators.length === 1 ? 'last-administrator' : 'oneself'
        await endSessions(tx, say, tx`session.user_id = ${id}`)
        await tx`delete from users where id = ${id}`
        say({ kind: 'follows', userId: id })
        await audit.record(by, { action: 'remove-user', target: `user ${id}`, detail: user.username }, tx)
        return 'removed'
      })
      if (removed === 'removed') await linksSettled()
      return removed
    },

    /**
     * Removes the tournament with all that was read of it and all that users keep of it. It can be added again, as a new
     * one. The number of users from whose lists it was taken; undefined for no such tournament.
     */
    async removeTournament(id: number, by: Administrator): Promise<number | undefined> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await removeTournament(id, by)
        } catch (error) {
          if ((error as { code?: string }).code !== deadlock || attempt === attempts) throw error
        }
      }
    },

    /** `onlyInactive` spares a link that is in use: 'active'. */
    async removeLink(id: number, by: Administrator, onlyInactive: boolean): Promise<'removed' | 'unknown' | 'active'> {
      const removed = await sql.begin(async (tx) => {
        const [link] = await tx<{ username: string; active: boolean }[]>`
          select owner.username, link.is_active and link.expires_at > now() as active
          from shareable_links link join users owner on owner.id = link.user_id where link.id = ${id} for update of link`
        if (!link) return 'unknown'
        if (link.active && onlyInactive) return 'active'
        await tx`delete from shareable_links where id = ${id}`
        const note = { code: 'linkOf', name: link.username }
        await audit.record(by, { action: 'remove-link', target: `link ${id}`, detail: `of ${link.username}`, note }, tx)
        return 'removed'
      })
      if (removed === 'removed') await linksSettled()
      return removed
    },
  }

  function removeTournament(id: number, by: Administrator): Promise<number | undefined> {
    return events.write(async (tx, say) => {
      await tx`select set_config('statement_timeout', ${longStatement}, true)`
      // Users before the tournament, as whoever adds it or follows somebody there takes them.
      await watchersOf(tx, id)
      const [tournament] = await tx<{ name: string }[]>`select name from tournaments where id = ${id} for update`
      if (!tournament) return undefined
      // Now nobody can add it; some may have since the first look.
      const watchers = await watchersOf(tx, id)
      const [added] = await tx<{ users: number }[]>`
        select count(*)::integer as users from user_tournaments where tournament_id = ${id}`
      await tx`update users set follow_version = follow_version + 1 where id = any(${watchers}::integer[])`
      for (const userId of watchers) say({ kind: 'follows', userId })
      await tx`
        delete from read_requests where (kind = 'import' and target = ${String(id)})
          or (kind = 'athlete' and target in (select id::text from athletes where tournament_id = ${id}))`
      await tx`delete from leases where name = ${tournamentLease(id)}`
      // Children first: a cascade goes row by row.
      await tx`
        delete from user_followed_athletes follow using athletes athlete
        where athlete.id = follow.athlete_id and athlete.tournament_id = ${id}`
      for (const table of [
        'entries',
        'match_histories',
        'fights',
        'athletes',
        'categories',
        'change_log',
        'page_bodies',
        'pages',
      ])
        await tx`delete from ${tx(table)} where tournament_id = ${id}`
      await tx`delete from tournaments where id = ${id}`
      await dropUnwantedLogos(tx)
      const users = added?.users ?? 0
      const detail = `${tournament.name}, from the lists of ${users} users`
      const note = { code: 'fromLists', name: tournament.name, count: users }
      await audit.record(by, { action: 'remove-tournament', target: `tournament ${id}`, detail, note }, tx)
      await tx`select pg_notify(${changeChannel}, ${`${id}:removed`})`
      return users
    })
  }
}

/** Who has it in the list or follows somebody there, locked in the order of ids. */
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
