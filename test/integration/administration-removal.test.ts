// [A-04] Removing a tournament with ten thousand athletes is all or nothing, whenever it is cut off.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'

const by = { userId: 1, ip: '10.0.0.1', requestId: 'a request' }
/** Removes a tournament in a process of its own. */
const script = fileURLToPath(new URL('../support/remove-tournament.ts', import.meta.url))
const athletes = 10_000
const followers = 100

let database: TestDatabase
let sql: Sql
let store: Store
beforeAll(async () => {
  database = await openTestDatabase()
  sql = postgres(database.url, { max: 1 })
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  await sql`insert into users (id, username, email, password, role) values (1, 'Chief', 'chief@example.org', '-', 'superadmin')`
  await sql`
    insert into users (username, email, password)
    select 'follower ' || n, 'follower-' || n || '@example.org', '-' from generate_series(1, ${followers}::integer) n`
})
afterAll(async () => {
  await store.close()
  await sql.end()
  await database.close()
})

/** An event with as many athletes, categories, matches and changes as the largest have, and followers. */
async function makeEvent(sourceId: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into tournaments (bjj_comp_system_id, name, import, epoch, starts_on, archived_at)
    values (${sourceId}, 'World of ten thousand', '{"state":"done","usable":true}', 'an epoch', '2026-09-12', now() - interval '1 year') returning id`
  const id = row?.id ?? 0
  await sql`
    insert into categories (tournament_id, bjj_comp_system_id, division, age, gender, belt, weight, state)
    select ${id}, n::text, 'Adult / Male / BLUE / ' || n, 'Adult', 'Male', 'BLUE', n::text, 'bracket' from generate_series(1, 500) n`
  await sql`
    insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
    select ${id}, n::text, 'Athlete ' || n, 'athlete ' || n, true from generate_series(1, ${athletes}::integer) n`
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

/** How many rows there are of it, by table; and how many audit rows tell of its removal. */
async function rowsOf(id: number): Promise<Record<string, number>> {
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
const auditedOf = async (id: number): Promise<number> => {
  const rows = await sql`select 1 from audit where action = 'remove-tournament' and target = ${`tournament ${id}`}`
  return rows.length
}

/** Whether the whole event is there, or nothing of it and one row in the audit list; else what there is. */
async function stateOf(id: number, whole: Record<string, number>): Promise<unknown> {
  const [rows, audited] = [await rowsOf(id), await auditedOf(id)]
  const counts = Object.values(rows)
  if (audited === 0 && Object.entries(whole).every(([table, count]) => rows[table] === count)) return 'whole'
  return audited === 1 && counts.every((count) => count === 0) ? 'gone' : { rows, audited }
}

/** Keeps everybody from writing to a table; returns the function that lets them. */
async function hold(table: string): Promise<() => Promise<void>> {
  const holder = postgres(database.url, { max: 1 })
  const isHeld = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const holding = holder.begin(async (tx) => {
    await tx`lock table ${tx(table)} in share mode`
    isHeld.resolve()
    await isOver.promise
  })
  await isHeld.promise
  return async () => {
    isOver.resolve()
    await holding
    await holder.end()
  }
}

/** Resolves when somebody waits for the table that is held, and for nothing else. */
const reached = (table: string) =>
  expect
    .poll(
      async () => {
        const rows = await sql<{ query: string }[]>`
          select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return rows.map(({ query }) => query.includes(table))
      },
      { timeout: 30_000 },
    )
    .toEqual([true])

/** Resolves when nobody is at work in the database but this test. */
const quiet = () =>
  expect
    .poll(
      () => sql`
        select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction') and query not like 'listen%'`,
      { timeout: 30_000 },
    )
    .toEqual([])

/** Every table that a removal writes to, in its order. */
const tables = [
  'users',
  'asks',
  'leases',
  'user_followed_athletes',
  'entries',
  'fights',
  'athletes',
  'categories',
  'change_log',
  'page_bodies',
  'pages',
  'audit',
  'user_events',
]

describe('[A-04] a removal that is cut off', () => {
  let event = { id: 0, whole: {} as Record<string, number> }
  beforeAll(async () => {
    const id = await makeEvent('8000')
    event = { id, whole: await rowsOf(id) }
  })

  it('leaves everything as it was, wherever the database stops it', { timeout: 120_000 }, async () => {
    expect(event.whole).toMatchObject({ athletes, fights: 10_000, changes: 20_000, added: followers, follows: 2_000 })
    for (const table of tables) {
      const release = await hold(table)
      const removing = store.administration.removeTournament(event.id, by).then(String, (error: Error) => error.message)
      await reached(table)
      await sql`
        select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect([table, await removing]).toEqual([table, 'canceling statement due to user request'])
      await release()
      expect([table, await stateOf(event.id, event.whole)]).toEqual([table, 'whole'])
    }
  })

  it.each(['leases', 'athletes', 'user_events'])(
    'leaves everything as it was when its process is killed at %s',
    { timeout: 60_000 },
    async (table) => {
      const release = await hold(table)
      const child = spawn(process.execPath, [script, database.url, String(event.id)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await said(child, 'begin')
      await reached(table)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await release()
      await quiet()
      expect(await stateOf(event.id, event.whole)).toBe('whole')
    },
  )

  it('removes everything when nothing comes between', async () => {
    expect(await store.administration.removeTournament(event.id, by)).toBe(followers)
    expect(await stateOf(event.id, event.whole)).toBe('gone')
    const [row] = await sql<{ versions: number }[]>`select sum(follow_version)::integer as versions from users`
    expect(row?.versions).toBe(followers)
  })
})

async function said(child: ChildProcess, word: string): Promise<void> {
  if (!child.stdout) throw new Error('nobody listens')
  for await (const line of createInterface({ input: child.stdout })) if (line === word) return
}
