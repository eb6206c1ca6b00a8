// The users of a benchmark: many followers with one session each, and a power user. The followers are inserted into the database,
// because a thousand registrations would take longer than the benchmark.
import { createHash, randomBytes } from 'node:crypto'
import { seedUser } from '#api'
import type { Store } from '#store'
import type { FixtureEvent } from '#support/fixture-event.ts'
import { connect } from '#support/sql.ts'

/** Who follows whom in a tournament; `followedBy` returns the ids of the athletes whom user `index` follows. */
export type Followers = { users: number; tournamentId: number; followedBy: (index: number) => readonly number[] }

/** Inserts the followers; returns their session cookies, in order. */
export async function addFollowers(
  databaseUrl: string,
  { users, tournamentId, followedBy }: Followers,
): Promise<string[]> {
  const rows = Array.from({ length: users }, (_, index) => {
    const token = randomBytes(32).toString('base64url')
    return {
      name: `listener-${index}`,
      token,
      hash: createHash('sha256').update(token).digest('hex'),
      athletes: [...new Set(followedBy(index))],
    }
  })
  const sql = connect(databaseUrl)
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}) as row (name text, hash text, athletes jsonb)),
      made as (insert into users (username, email, password) select name, name || '@example.org', '-' from given returning id, username),
      sessions as (insert into sessions (token_hash, user_id, remember) select decode(hash, 'hex'), made.id, false from given join made on made.username = given.name),
      tournaments as (insert into user_tournaments (user_id, tournament_id) select id, ${tournamentId} from made)
    insert into user_followed_athletes (user_id, athlete_id)
    select made.id, athlete::integer from given join made on made.username = given.name, jsonb_array_elements_text(given.athletes) athlete`
  await sql.end()
  return rows.map(({ token }) => `sid=${token}`)
}

/** Adds a power user who follows the first athlete of each of the event's `divisions`. Returns the user's id. */
export async function seedPowerUser(store: Store, event: FixtureEvent, divisions: number): Promise<number> {
  const userId =
    (await seedUser(store, {
      username: 'Power user',
      email: 'power-user@example.org',
      password: 'a whistle at dawn',
    })) ?? 0
  await store.follows.addTournaments(userId, [event.tournamentId])
  const perCategory = event.athleteIds.length / divisions
  for (let index = 0; index < divisions; index++)
    await store.follows.follow(userId, event.athleteIds[index * perCategory] ?? 0)
  return userId
}
