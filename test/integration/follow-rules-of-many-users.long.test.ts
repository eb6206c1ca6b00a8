// Rules of thousands of users (docs/decisions/047): each reading that changes athletes expands these rules.
import { expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { openTestDatabase } from '#support/database.ts'
import { signUp } from '#support/live.ts'
import { openRosterEvent, teams } from '#support/roster-event.ts'
import { connect } from '#support/sql.ts'

it('A rule follows a late entry to a tournament of 2,000 athletes although 6,000 users have 18,000 rules and 40 other tournaments are stored', async () => {
  await using database = await openTestDatabase()
  const sql = connect(database.url)
  const store = await openStore({ databaseUrl: database.url, clock: systemClock })
  const entered = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [String(50_000 + n), `Club ${n % 200}`]))
  const event = await openRosterEvent(store, teams(entered))
  await sql`
    with past as (
      insert into tournaments (bjj_comp_system_id, name, import, epoch, status)
      select 'past ' || n, 'Past', import, 'e', 'past' from tournaments, generate_series(1, 40) n returning id
    )
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, team, team_key, listed)
    select past.id, bjj_comp_system_id, name, folded, team, team_key, true from past, athletes`
  // These users have removed the tournament, so that nothing but the search for the rules' athletes takes time.
  await sql`
    with made as (
      insert into users (username, email, password)
      select 'user' || n, 'user' || n || '@x.test', '' from generate_series(1, 6000) n returning id
    )
    insert into follow_rules (user_id, team, team_keys, excluded_tournaments)
    select id, 'Club', array['club ' || (id + n * 17) % 200, 'other ' || n], array[${event.id}::integer]
    from made cross join generate_series(1, 3) n`
  await sql`analyze`
  const { id } = await signUp(store)
  await store.followRules.create(id, { team: 'Alpha', aliases: [], tournamentId: null })
  await event.enter(teams({ ...entered, 60_000: 'Alpha' }))
  const { follows } = await store.follows.watchedBy(id)
  expect(follows.map(({ athleteId }) => athleteId)).toEqual([await event.athlete(60_000)])
  await store.close()
  await sql.end()
})
