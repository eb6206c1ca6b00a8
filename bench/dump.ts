// Compares two imports of the same pages: writes a tournament's rows as text that does not depend on ids, times or the order of
// reading.
import type { Sql } from '#support/sql.ts'

/** The rows as sorted lines. */
export async function canonicalDump(sql: Sql, tournamentId: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with tournament as (select * from tournaments where id = ${tournamentId})
    select 'tournament ' || (to_jsonb(tournament) - array['id', 'seq', 'epoch', 'fence', 'created_at'])::text as line from tournament
    union all select 'day ' || (to_jsonb(day) - array['id', 'tournament_id'])::text
    from tournament_days day where day.tournament_id = ${tournamentId}
    union all select 'category ' || (to_jsonb(category) - array['id', 'tournament_id'])::text
    from categories category where category.tournament_id = ${tournamentId}
    union all select 'athlete ' || (to_jsonb(athlete) - array['id', 'tournament_id', 'created_at', 'last_updated'])::text
    from athletes athlete where athlete.tournament_id = ${tournamentId}
    union all select concat_ws(' ', 'entry', category.bjj_comp_system_id, athlete.bjj_comp_system_id, entry.seed)
    from entries entry join categories category on category.id = entry.category_id join athletes athlete on athlete.id = entry.athlete_id
    where entry.tournament_id = ${tournamentId}
    union all select 'fight ' || coalesce(category.bjj_comp_system_id, '') || '/' || coalesce(match_number, 0) || ' ' ||
      (to_jsonb(fight) - array['id', 'tournament_id', 'category_id', 'trace', 'created_at', 'updated_at', 'moves', 'board_rank'])::text ||
      -- The place on its mat instead of board_rank, whose gaps depend on the order of reading.
      ' place ' || (case when board = 'listed' then row_number() over (partition by board, fight.date, fight.mat order by board_rank) else 0 end)::text ||
      coalesce((select jsonb_agg(move - 'at') from jsonb_array_elements(fight.moves) move)::text, '')
    from fights fight left join categories category on category.id = fight.category_id where fight.tournament_id = ${tournamentId}`
  return rows.map(({ line }) => line).toSorted()
}

/** The entities that are stored more than once, one sentence each. */
export async function duplicates(sql: Sql, tournamentId: number): Promise<string[]> {
  const rows = await sql<{ what: string; count: number }[]>`
    select 'category ' || bjj_comp_system_id as what, count(*)::integer from categories where tournament_id = ${tournamentId} group by 1 having count(*) > 1
    union all select 'athlete ' || bjj_comp_system_id, count(*)::integer from athletes where tournament_id = ${tournamentId} group by 1 having count(*) > 1
    union all select 'day ' || bjj_comp_system_id, count(*)::integer from tournament_days where tournament_id = ${tournamentId} group by 1 having count(*) > 1
    union all select 'fight ' || category_id || '/' || match_number, count(*)::integer from fights
    where tournament_id = ${tournamentId} and match_number is not null group by 1 having count(*) > 1
    union all select 'fight ' || mat || '/' || date || '/' || fight_number, count(*)::integer from fights
    where tournament_id = ${tournamentId} and fight_number is not null and board = 'listed' group by 1 having count(*) > 1`
  return rows.map(({ what, count }) => `${what} is stored ${count} times`)
}

/** The lines that only one of two dumps has, sorted so that lines about one entity are adjacent. */
export function differingLines(dump: readonly string[], other: readonly string[]): string[] {
  const [here, there] = [new Set(dump), new Set(other)]
  return [
    ...dump.filter((line) => !there.has(line)).map((line) => `${line} (only here)`),
    ...other.filter((line) => !here.has(line)).map((line) => `${line} (only there)`),
  ].toSorted()
}
