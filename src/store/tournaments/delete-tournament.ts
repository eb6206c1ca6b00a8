import type { Transaction } from '../database.ts'
import { tournamentLease } from '../jobs/leases.ts'
import { changeChannel } from './change-log.ts'
import { dropUnwantedLogos } from './logos.ts'

/**
 * Deletes the tournament with all its data and follows, and notifies all processes. The caller has locked its row, and notifies
 * the users who have it.
 */
export async function deleteTournament(tx: Transaction, id: number): Promise<void> {
  await tx`
    delete from read_requests where (kind = 'import' and target = ${String(id)})
      or (kind = 'athletes' and target like ${`${id}:%`})
      or (kind = 'athlete' and target in (select id::text from athletes where tournament_id = ${id}))`
  await tx`delete from leases where name = ${tournamentLease(id)}`
  // Children first: a cascade deletes row by row, which is slower.
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
  await tx`select pg_notify(${changeChannel}, ${`${id}:removed`})`
}
