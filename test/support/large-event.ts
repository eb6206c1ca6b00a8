// An event as large as the largest real ones, inserted into the database, and a check that its removal was all or nothing
// (quality/security.md A-04).
import type { Sql } from '#support/sql.ts'

/** The number of the event's athletes, and of the users who must exist to follow it. */
export const largeEvent = { athletes: 10_000, followers: 100 } as const

/** Inserts the event, and makes all users except the first follow it; returns its id. */
export async function makeLargeEvent(sql: Sql, sourceId: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into tournaments (bjj_comp_system_id, name, import, epoch, starts_on, archived_at)
    values (${sourceId}, 'World of ten thousand', '{"state":"done","usable":true}', 'an epoch', '2026-09-12', now() - interval '1 year') returning id`
  const id = row?.id ?? 0
  await sql`
    insert into categories (tournament_id, bjj_comp_system_id, division, age, gender, belt, weight, state)
    select ${id}, n::text, 'Adult / Male / BLUE / ' || n, 'Adult', 'Male', 'BLUE', n::text, 'bracket' from generate_series(1, 500) n`
  await sql`
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
    select ${id}, n::text, 'Athlete ' || n, 'athlete ' || n, true from generate_series(1, ${largeEvent.athletes}::integer) n`
  await sql`
    insert into entries (category_id, athlete_id, tournament_id)
    select category.id, athlete.id, ${id} from athletes athlete
    join categories category on category.tournament_id = ${id} and category.bjj_comp_system_id = (athlete.bjj_comp_system_id::integer % 500 + 1)::text
    where athlete.tournament_id = ${id}`
  await sql`
    insert into fights (tournament_id, category_id, division, match_number, sides, board, trace)
    select ${id}, category.id, category.division, n, '[{"kind":"bye"},{"kind":"bye"}]', 'listed', '{}'
    from categories category, generate_series(1, 20) n where category.tournament_id = ${id}`
  await sql`
    insert into change_log (tournament_id, seq, at, payload)
    select ${id}, n, now(), '{"entity":"athlete"}' from generate_series(1, 20000) n`
  await sql`
    insert into pages (key, kind, tournament_id, page)
    select ${sourceId} || '/bracket/' || n, 'bracket', ${id}, '{}' from generate_series(1, 500) n`
  await sql`insert into user_tournaments (user_id, tournament_id) select id, ${id} from users where id > 1`
  await sql`
    insert into user_followed_athletes (user_id, athlete_id)
    select account.id, athlete.id from users account
    join athletes athlete on athlete.tournament_id = ${id} and athlete.bjj_comp_system_id::integer % 500 = account.id % 500 where account.id > 1`
  return id
}

/** The number of the event's rows, by table. */
export async function rowsOf(sql: Sql, id: number): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>[]>`
    select
      (select count(*)::integer from tournaments where id = ${id}) as tournaments,
      (select count(*)::integer from categories where tournament_id = ${id}) as categories,
      (select count(*)::integer from athletes where tournament_id = ${id}) as athletes,
      (select count(*)::integer from entries where tournament_id = ${id}) as entries,
      (select count(*)::integer from fights where tournament_id = ${id}) as fights,
      (select count(*)::integer from change_log where tournament_id = ${id}) as changes,
      (select count(*)::integer from pages where tournament_id = ${id}) as pages,
      (select count(*)::integer from user_tournaments where tournament_id = ${id}) as added,
      (select count(*)::integer from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id where athlete.tournament_id = ${id}) as follows`
  return { ...row }
}

/** The number of audit entries about the event's removal. */
const removalAudits = async (sql: Sql, id: number): Promise<number> => {
  const rows = await sql`select 1 from audit where action = 'remove-tournament' and target = ${`tournament ${id}`}`
  return rows.length
}

/**
 * 'whole' if all rows are there, 'gone' if none is and the removal has one audit entry; otherwise the counts. `whole`: the counts
 * of all rows.
 */
export async function stateOf(sql: Sql, id: number, whole: Record<string, number>): Promise<unknown> {
  const [rows, audited] = [await rowsOf(sql, id), await removalAudits(sql, id)]
  const counts = Object.values(rows)
  if (audited === 0 && Object.entries(whole).every(([table, count]) => rows[table] === count)) return 'whole'
  return audited === 1 && counts.every((count) => count === 0) ? 'gone' : { rows, audited }
}
