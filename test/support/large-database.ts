// Rows in bulk, as in a database that many users have filled for years. Names are invented.
import type { Sql } from './sql.ts'

type Size = {
  /** On users' lists, and on nobody's list. The ids count from 1; those on lists come first. */
  tournaments: { listed: number; unlisted: number }
  athletesOfTournament: number
  teams: number
  users: number
  /** Rows of users' lists. */
  listRows: number
  follows: number
}

/** Fills a database that has no tournaments. The keys of teams are missing, as in a database of an old version. */
export async function fillDatabase(sql: Sql, size: Size): Promise<void> {
  const { listed, unlisted } = size.tournaments
  const athletes = (listed + unlisted) * size.athletesOfTournament
  await sql`
    insert into tournaments (id, bjj_comp_system_id, name, status, starts_on, ends_on, city, country, timezone, import, epoch)
    select id, (90000 + id)::text, 'Open ' || id, 'upcoming', current_date + 30, current_date + 31, 'City ' || id, 'United States',
      'America/Chicago', '{"state":"done","step":"finalizing","usable":true,"days":{"done":0,"total":0},"athletes":0,"categories":{"done":0,"total":0}}', 'bulk'
    from generate_series(1, ${listed + unlisted}::integer) id`
  await sql`select setval(pg_get_serial_sequence('tournaments', 'id'), ${listed + unlisted})`
  await sql`
    insert into athletes (id, tournament_id, bjj_comp_system_id, name, folded, belt, team, listed)
    select id, (id - 1) / ${size.athletesOfTournament}::integer + 1, (9000000 + id)::text, 'Athlete ' || id,
      'athlete ' || id || ' team ' || id % ${size.teams}::integer, 'BLUE', 'Team ' || id % ${size.teams}::integer, true
    from generate_series(1, ${athletes}::integer) id`
  await sql`select setval(pg_get_serial_sequence('athletes', 'id'), ${athletes})`
  await sql`
    insert into users (id, username, username_skeleton, email, password)
    select id, 'bulk' || id, 'bulk' || id, 'bulk' || id || '@example.org', 'none'
    from generate_series(1001, ${1000 + size.users}::integer) id`
  await sql`select setval(pg_get_serial_sequence('users', 'id'), ${1000 + size.users})`
  await sql`
    insert into user_tournaments (user_id, tournament_id)
    select 1001 + row % ${size.users}::integer, 1 + (row / ${size.users}::integer + row) % ${listed}::integer
    from generate_series(0, ${size.listRows - 1}::integer) row on conflict do nothing`
  await sql`
    insert into user_followed_athletes (user_id, athlete_id)
    select 1001 + row % ${size.users}::integer, 1 + (row * 37::bigint) % ${listed * size.athletesOfTournament}::integer
    from generate_series(0, ${size.follows - 1}::integer) row on conflict do nothing`
  await sql`analyze`
}
