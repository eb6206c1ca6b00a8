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

/** Resolves when no other process is at work in the database but this test's own store, at rest. */
async function quiet(): Promise<void> {
  await expect
    .poll(
      async () => {
        const [row] = await sql<{ working: number }[]>`
          select count(*)::integer as working from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
        return row?.working
      },
      { timeout: 20_000 },
    )
    .toBe(0)
}

describe('[A-04] a removal that is cut off', () => {
  let event = { id: 0, whole: {} as Record<string, number>, takes: 0 }
  let events = 8_000
  const renew = async (): Promise<void> => {
    const id = await makeEvent(String(events++))
    event = { ...event, id, whole: await rowsOf(id) }
  }

  it('removes everything when nothing comes between', async () => {
    await renew()
    expect(event.whole).toMatchObject({
      athletes,
      fights: 10_000,
      changes: 20_000,
      added: followers,
      follows: 20 * followers,
    })
    const began = performance.now()
    expect(await store.administration.removeTournament(event.id, by)).toBe(followers)
    event.takes = performance.now() - began
    expect(await stateOf(event.id, event.whole)).toBe('gone')
    const [row] = await sql<{ versions: number }[]>`select sum(follow_version)::integer as versions from users`
    expect(row?.versions).toBe(followers)
  })

  it('is all or nothing when the database stops it, at twenty different moments', { timeout: 120_000 }, async () => {
    await renew()
    let cutOff = 0
    for (let moment = 1; moment <= 20; moment++) {
      const removing = store.administration.removeTournament(event.id, by).then(
        () => 'removed',
        () => 'cut off',
      )
      await systemClock.sleep((event.takes * moment) / 20)
      await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`
      if ((await removing) === 'cut off') cutOff++
      await quiet()
      const state = await stateOf(event.id, event.whole)
      expect(['whole', 'gone']).toContain(state)
      if (state === 'gone') await renew()
    }
    expect(cutOff).toBeGreaterThan(5)
  })

  it('is all or nothing when its process is killed', { timeout: 120_000 }, async () => {
    await renew()
    for (const part of [0.2, 0.5, 0.8, 1.1]) {
      const child = spawn(process.execPath, [script, database.url, String(event.id)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await said(child, 'begin')
      await systemClock.sleep(event.takes * part)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await quiet()
      const state = await stateOf(event.id, event.whole)
      expect(['whole', 'gone']).toContain(state)
      if (state === 'gone') await renew()
    }
  })
})

async function said(child: ChildProcess, word: string): Promise<void> {
  if (!child.stdout) throw new Error('nobody listens')
  for await (const line of createInterface({ input: child.stdout })) if (line === word) return
}
