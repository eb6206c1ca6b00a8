// How long data is kept: docs/retention.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, signUp } from '#support/live.ts'
import { connect, type Sql } from '#support/sql.ts'

const hour = 3_600_000
let database: TestDatabase
let sql: Sql
let store: Store
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  event = await openFixtureEvent(store)
})
afterAll(async () => {
  await store.close()
  await sql.end()
  await database.close()
})

/** Runs this many processes on the database for an hour, as if none had run before. */
async function passHour(processes = 1): Promise<void> {
  await sql`delete from leases where name = 'retention'`
  const clock = fakeClock(Date.now())
  const stores = []
  for (let started = 0; started < processes; started++)
    stores.push(await openStore({ databaseUrl: database.url, clock }))
  await clock.advance(hour)
  // `close` waits for the deletions that the timers started.
  for (const opened of stores) await opened.close()
}

/** Adds a tournament that ended `ago`, with one athlete; returns their ids. */
async function addTournament(name: string, ago: string): Promise<{ id: number; athleteId: number }> {
  const [made] = await sql<{ id: number }[]>`
    insert into tournaments (bjj_comp_system_id, name, import, epoch, status, archived_at, starts_on, ends_on)
    select ${name}, ${name}, import, 'e', 'past', now(), (now() - ${ago}::interval)::date, (now() - ${ago}::interval)::date
    from tournaments where id = ${event.tournamentId} returning id`
  const id = made?.id ?? 0
  const [athlete] = await sql<{ id: number }[]>`
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
    values (${id}, ${`of ${name}`}, 'Ana', 'ana', true) returning id`
  return { id, athleteId: athlete?.id ?? 0 }
}

it('The document about retention has every table of the database, and no other', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/retention.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(new Set(named)).toEqual(new Set(tables.map(({ name }) => name)))
  expect(named).toHaveLength(tables.length)
})

it('Rows past their time are deleted within an hour, and the others stay', async () => {
  const user = await signUp(store)
  const { linkId } = await store.shareLinks.generate(user.id)
  const ended = await signUp(store)
  await store.shareLinks.generate(ended.id)
  await sql`update shareable_links set expires_at = now() - interval '401 days' where user_id = ${ended.id}`
  const old = await addTournament('ended a month ago', '31 days')
  const recent = await addTournament('ended last week', '7 days')
  for (const { athleteId } of [old, recent])
    await sql`insert into found_athletes (user_id, athlete_id) values (${user.id}, ${athleteId})`
  await sql`insert into follow_rules (user_id, team, team_keys) values (${user.id}, 'Team', '{team}')`
  for (const { athleteId } of [old, recent])
    await sql`
      insert into follow_rule_news (rule_id, athlete_id, kind) select id, ${athleteId}, 'joined' from follow_rules
      where user_id = ${user.id}`
  await sql`
    insert into change_log (tournament_id, seq, at, payload)
    values (${old.id}, 1, now() - interval '8 days', '{}'), (${recent.id}, 1, now() - interval '6 days', '{}')`
  for (const [name, ago] of [
    ['old', '8 days'],
    ['recent', '6 days'],
  ] as const) {
    await sql`
      insert into password_reset_tokens (user_id, token, expires_at) values (${user.id}, ${name}, now() - ${ago}::interval)`
    await sql`
      insert into account_restores (user_id, email, token, expires_at)
      values (${user.id}, 'a@example.org', ${name}, now() - ${ago}::interval)`
    await sql`
      insert into email_links (email, user_id, token, expires_at)
      values ('a@example.org', ${user.id}, ${name}, now() - ${ago}::interval)`
  }
  await sql`
    insert into listed_tournaments (bjj_comp_system_id, name, available, seen_at)
    values ('old', 'Old', false, now() - interval '91 days'), ('recent', 'Recent', false, now() - interval '89 days'),
      ('still', 'Still', true, now() - interval '91 days'), ('ended a month ago', 'Added', false, now() - interval '91 days')`
  await sql`
    insert into page_bodies (key, at, problems, body)
    values ('old', now() - interval '91 days', '[]', ''), ('recent', now() - interval '89 days', '[]', '')`
  await sql`
    insert into rate_limits (key, points, ends_at) values ('old', 1, now() - interval '1 second'), ('recent', 1, now() + interval '1 hour')`
  await sql`
    insert into web_processes (node, sockets, seen_at) values ('old', 1, now() - interval '2 hours'), ('recent', 1, now())`

  await passHour()

  const column = async (query: Promise<{ value: unknown }[]>): Promise<unknown[]> =>
    (await query).map(({ value }) => value)
  expect(
    await column(sql`select tournament_id as value from change_log where tournament_id = any(${[old.id, recent.id]})`),
  ).toEqual([recent.id])
  for (const table of ['password_reset_tokens', 'account_restores', 'email_links'])
    expect(
      await column(sql`select token as value from ${sql(table)} where user_id = ${user.id} and token is not null`),
    ).toEqual(['recent'])
  for (const table of ['found_athletes', 'follow_rule_news'])
    expect(await column(sql`select athlete_id as value from ${sql(table)}`)).toEqual([recent.athleteId])
  const listed = await column(sql`select bjj_comp_system_id as value from listed_tournaments order by name`)
  expect(listed).toEqual(expect.arrayContaining(['ended a month ago', 'recent', 'still']))
  expect(listed).not.toContain('old')
  expect(await column(sql`select key as value from page_bodies`)).toEqual(['recent'])
  expect(await column(sql`select convert_from(key, 'utf8') as value from rate_limits`)).toEqual(['recent'])
  expect(await column(sql`select node as value from web_processes`)).toEqual(['recent'])
  expect(await column(sql`select user_id as value from shareable_links`)).toEqual([user.id])
  expect(await store.shareLinks.find(linkId)).toMatchObject({ userId: user.id })
})

it('The news and the found people of an ended tournament are deleted, also more than one statement deletes', async () => {
  const user = await signUp(store)
  const old = await addTournament('ended with many athletes', '31 days')
  await sql`
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
    select ${old.id}, 'many ' || n, 'Athlete ' || n, 'athlete ' || n, true from generate_series(1, 4500) n`
  await sql`
    insert into found_athletes (user_id, athlete_id) select ${user.id}, id from athletes where tournament_id = ${old.id}`
  await passHour()
  const [left] = await sql<{ count: number }[]>`
    select count(*)::integer as count from found_athletes where user_id = ${user.id}`
  expect(left?.count).toBe(0)
})

it('A tournament that no user has is deleted with its data three years after its end, and one that a user has stays', async () => {
  const unused = await addTournament('unused', '3 years 1 day')
  const younger = await addTournament('younger', '2 years 360 days')
  const added = await addTournament('added', '4 years')
  const followed = await addTournament('followed', '4 years')
  const written = await addTournament('written about', '4 years')
  const withRule = await addTournament('with a rule', '4 years')
  const user = await followerOf(store, added.id, [])
  await sql`insert into user_followed_athletes (user_id, athlete_id) values (${user.id}, ${followed.athleteId})`
  await sql`
    insert into left_notes (user_id, athlete_id, notes, tags) values (${user.id}, ${written.athleteId}, 'strong', '{}')`
  await sql`
    insert into follow_rules (user_id, tournament_id, team, team_keys) values (${user.id}, ${withRule.id}, 'Team', '{own}')`
  await passHour()
  const ids = [unused, younger, added, followed, written, withRule].map(({ id }) => id)
  const left = await sql<{ id: number }[]>`select id from tournaments where id = any(${ids}) order by id`
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(await sql`select 1 from athletes where tournament_id = ${unused.id}`).toEqual([])
})

it('A tournament that nobody has is past two days after its last day, although no process holds it', async () => {
  const ended = await addTournament('ended without notice', '3 days')
  const running = await addTournament('ends today', '0 days')
  await sql`update tournaments set status = 'upcoming' where id = any(${[ended.id, running.id]})`
  await passHour()
  const found = await sql<{ status: string }[]>`
    select status from tournaments where id = any(${[ended.id, running.id]}) order by id`
  expect(found.map(({ status }) => status)).toEqual(['past', 'upcoming'])
})

it('The end of a tournament that nobody has is announced to the users who were offered one of its athletes', async () => {
  const ended = await addTournament('ended with an offer', '3 days')
  await sql`update tournaments set status = 'upcoming', archived_at = null where id = ${ended.id}`
  const [known] = await sql<{ id: number }[]>`
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
    values (${event.tournamentId}, 'of ended with an offer', 'Ana', 'ana', true) returning id`
  const user = await followerOf(store, event.tournamentId, [known?.id ?? 0])
  expect(await store.people.offers(user.id)).toMatchObject([{ athleteId: ended.athleteId }])
  const [last] = await sql<{ id: number }[]>`select max(id) as id from user_events`
  await passHour()
  expect(await store.people.offers(user.id)).toEqual([])
  expect(await sql`select kind from user_events where user_id = ${user.id} and id > ${last?.id ?? 0}`).toEqual([
    { kind: 'follows' },
  ])
})

it('Only one of several processes deletes rows in an hour', async () => {
  await passHour(2)
  expect(await sql`select fence from leases where name = 'retention'`).toEqual([{ fence: 1 }])
})

it('A read request that no process has claimed for a day is deleted when another one is finished', async () => {
  await sql`delete from read_requests`
  await store.readRequests.submit('athletes', `${event.tournamentId}:9`)
  await sql`update read_requests set requested_at = now() - interval '25 hours'`
  const { id } = await store.readRequests.submit('import', String(event.tournamentId))
  await store.readRequests.finish(id, { ok: true })
  expect(await sql`select kind from read_requests`).toEqual([{ kind: 'import' }])
})
