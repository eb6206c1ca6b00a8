// Removing a tournament with ten thousand athletes is all or nothing, wherever it is interrupted. The removal of a user
// locks users in the order that prevents deadlocks.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { largeEvent, makeLargeEvent, rowsOf, stateOf } from '#support/large-event.ts'
import { connect, type Sql, type Transaction } from '#support/sql.ts'

const administrator = { userId: 1, ip: '10.0.0.1', requestId: 'a request' }
/** The script that removes a tournament in a separate process. */
const script = fileURLToPath(new URL('../support/remove-tournament.ts', import.meta.url))
const { athletes, followers } = largeEvent

let database: TestDatabase
let sql: Sql
let store: Store
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
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

/** Locks a table against writes; returns the function that unlocks it. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const holder = connect(database.url)
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = holder.begin(async (tx) => {
    await tx`lock table ${tx(table)} in share mode`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await holding
    await holder.end()
  }
}

/** Resolves when exactly one statement waits for a lock, and the statement names this table. */
const untilRemovalWaitsFor = (table: string) =>
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

/** Resolves when no other session of the database is active. */
const untilDatabaseIsIdle = () =>
  expect
    .poll(
      () => sql`
        select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction') and query not like 'listen%'`,
      { timeout: 30_000 },
    )
    .toEqual([])

/** The tables that a removal writes to, in order, without those to which only a cascade writes. */
const tables = [
  'users',
  'read_requests',
  'leases',
  'user_followed_athletes',
  'entries',
  'match_histories',
  'fights',
  'athletes',
  'categories',
  'change_log',
  'page_bodies',
  'pages',
  'tournaments',
  'logos',
  'audit',
  'user_events',
]

describe('[A-04] The removal of a tournament', () => {
  /** The event, and the number of its rows in each table before the removal. */
  let event = { id: 0, rows: {} as Record<string, number> }
  beforeAll(async () => {
    const id = await makeLargeEvent(sql, '8000')
    event = { id, rows: await rowsOf(sql, id) }
  })

  it(
    'changes nothing when the database cancels it while it waits to write to any of the tables that it changes',
    { timeout: 120_000 },
    async () => {
      expect(event.rows).toMatchObject({ athletes, fights: 10_000, changes: 20_000, added: followers, follows: 2_000 })
      for (const table of tables) {
        const release = await lockTable(table)
        const removing = store.administration
          .removeTournament(event.id, administrator)
          .then(String, (error: Error) => error.message)
        await untilRemovalWaitsFor(table)
        await sql`
        select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect([table, await removing]).toEqual([table, 'canceling statement due to user request'])
        await release()
        expect([table, await stateOf(sql, event.id, event.rows)]).toEqual([table, 'whole'])
      }
    },
  )

  it.each(['leases', 'athletes', 'user_events'])(
    'changes nothing when its process is killed while it waits to write to %s',
    { timeout: 60_000 },
    async (table) => {
      const release = await lockTable(table)
      const child = spawn(process.execPath, [script, database.url, String(event.id)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await untilPrinted(child, 'begin')
      await untilRemovalWaitsFor(table)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await release()
      await untilDatabaseIsIdle()
      expect(await stateOf(sql, event.id, event.rows)).toBe('whole')
    },
  )

  it('removes every row when it is not interrupted', async () => {
    expect(await store.administration.removeTournament(event.id, administrator)).toBe(followers)
    expect(await stateOf(sql, event.id, event.rows)).toBe('gone')
    const [row] = await sql<{ versions: number }[]>`select sum(follow_version)::integer as versions from users`
    expect(row?.versions).toBe(followers)
  })
})

describe('The removal of a user', () => {
  it('cannot deadlock with a transaction that locks several users in the order of their ids', async () => {
    const [user, other] = await sql<{ id: number }[]>`
      insert into users (username, email, password, role) values
        ('Bia', 'bia@example.org', '-', 'user'), ('Caio', 'caio@example.org', '-', 'superadmin') returning id`
    const [userId = 0, otherId = 0] = [user?.id, other?.id]
    const lock = (tx: Transaction, id: number) => tx`select 1 from users where id = ${id} for update`
    let removing: Promise<string> | undefined
    await sql.begin(async (tx) => {
      await lock(tx, userId)
      removing = store.administration.removeUser(userId, { ...administrator, userId: otherId })
      removing.catch(() => undefined)
      await untilRemovalWaitsFor('users')
      await lock(tx, otherId)
    })
    expect(await removing).toBe('removed')
  })
})

/** Resolves when the process has printed this line; rejects if it ends before. */
async function untilPrinted(child: ChildProcess, wanted: string): Promise<void> {
  if (!child.stdout) throw new Error('the process has no stdout')
  for await (const line of createInterface({ input: child.stdout })) if (line === wanted) return
  throw new Error(`the process ended before it printed '${wanted}'`)
}
