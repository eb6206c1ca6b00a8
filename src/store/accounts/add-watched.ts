// Adds tournaments and athletes to what a user watches: for the user's calls (follows.ts) and for accepted offers (people.ts). Call
// these functions inside `changeWatched`.
import type { Transaction } from '../database.ts'
import { beginFollows, followLimits } from './change-watched.ts'
import { includeAthlete, includeTournaments } from './follow-rules.ts'

/**
 * Adds tournaments to the user's list, and ends their exclusion by rules. Returns whether any was added; unknown ids are ignored.
 * 'limit', without a change, if the list would have too many tournaments.
 */
export async function addTournaments(
  tx: Transaction,
  userId: number,
  ids: readonly number[],
): Promise<boolean | 'limit'> {
  const [count] = await tx<{ total: number }[]>`
    select count(*)::integer as total from (
      select tournament_id from user_tournaments where user_id = ${userId}
      union select id from tournaments where id = any(${[...ids]})
    ) wanted`
  if ((count?.total ?? 0) > followLimits.tournaments) return 'limit'
  const added = await tx`
    insert into user_tournaments (user_id, tournament_id)
    select ${userId}, id from tournaments where id = any(${[...ids]})
    order by array_position(${[...ids]}::integer[], id)
    on conflict do nothing returning id`
  await includeTournaments(tx, userId, ids)
  return added.length > 0
}

/**
 * Follows an athlete whom the user does not follow, and ends the exclusion of the athlete by rules. The follow then belongs to the
 * first rule that excluded the athlete; `via` is the team of that rule, null if there was none.
 */
export async function beginFollow(
  tx: Transaction,
  userId: number,
  athleteId: number,
): Promise<{ followedAt: string; via: string | null }> {
  const rule = await includeAthlete(tx, userId, athleteId)
  const [made] = await beginFollows(
    tx,
    userId,
    tx`select ${athleteId}::integer as athlete_id, ${rule?.id ?? null}::integer as rule_id`,
  )
  return { followedAt: made?.followedAt ?? '', via: rule?.team ?? null }
}
