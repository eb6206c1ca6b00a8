// The statements that a process runs by itself read the rows of one user or tournament (docs/decisions/058).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { StartError } from '#platform/start-error.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { readDump, restoreDump } from '#support/dumps/restore.ts'
import { followerOf, signUp } from '#support/live.ts'
import { connect, type Sql } from '#support/sql.ts'

const hour = 3_600_000
/** For `expect.poll`: long enough for a busy machine. */
const soon = { timeout: 20_000 }
let database: TestDatabase
let sql: Sql
let store: Store
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  event = await openFixtureEvent(store)
  await sql`delete from user_tournaments`
})
afterAll(async () => {
  await store.close()
  await sql.end()
  await database.close()
})

/** Resolves when a statement of another session waits for a lock; returns the session's pid. */
async function waitingSession(): Promise<number> {
  let pid: number | undefined
  await expect
    .poll(async () => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
      pid = row?.pid
      return pid !== undefined
    })
    .toBe(true)
  return pid ?? 0
}

describe('A tournament', () => {
  const isActive = async (): Promise<boolean> =>
    (await store.tournaments.active()).some(({ id }) => id === event.tournamentId)
  const userWithTournament = async (): Promise<number> => (await followerOf(store, event.tournamentId, [])).id

  it('is active from the first user who adds it until the last one removes it', async () => {
    expect(await isActive()).toBe(false)
    const users = [await userWithTournament(), await userWithTournament()]
    for (const user of users) {
      expect(await isActive()).toBe(true)
      await store.follows.removeTournament(user, event.tournamentId)
    }
    expect(await isActive()).toBe(false)
  })

  it('is no longer active when the account of its last user is deleted', async () => {
    const user = await userWithTournament()
    expect(await isActive()).toBe(true)
    await sql`delete from users where id = ${user}`
    expect(await isActive()).toBe(false)
  })

  it('stays active for a user who adds it while the last other user removes it', async () => {
    const leaving = await userWithTournament()
    const coming = await signUp(store)
    let removal: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await tx`insert into user_tournaments (user_id, tournament_id) values (${coming.id}, ${event.tournamentId})`
      removal = store.follows.removeTournament(leaving, event.tournamentId)
      await waitingSession()
    })
    await removal
    expect(await isActive()).toBe(true)
    await store.follows.removeTournament(coming.id, event.tournamentId)
    expect(await isActive()).toBe(false)
  })

  it('becomes active for a user who adds it while the removal of the last other user is not committed', async () => {
    const leaving = await userWithTournament()
    const coming = await signUp(store)
    let addition: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await tx`delete from user_tournaments where user_id = ${leaving}`
      addition = store.follows.addTournaments(coming.id, [event.tournamentId])
      await waitingSession()
    })
    await addition
    expect(await isActive()).toBe(true)
    await store.follows.removeTournament(coming.id, event.tournamentId)
  })

  it('is no longer active an hour after its last two users removed it at once', async () => {
    const [one, other] = [await userWithTournament(), await userWithTournament()]
    await sql.begin(async (tx) => {
      await tx`delete from user_tournaments where user_id = ${one}`
      await store.follows.removeTournament(other, event.tournamentId)
    })
    expect(await isActive()).toBe(true)
    await sql`delete from leases where name = 'retention'`
    const clock = fakeClock(Date.now())
    const process = await openStore({ databaseUrl: database.url, clock })
    await clock.advance(hour)
    // `close` waits for the work that the timers started.
    await process.close()
    expect(await isActive()).toBe(false)
  })
})

describe('A start', () => {
  it.each([
    ['users', 'compare the usernames'],
    ['athletes', 'correct the keys of teams'],
    ['tournament_days', 'correct the links to the source'],
  ])(
    'whose statement about %s is cancelled ends with one sentence that says what took too long',
    async (table, task) => {
      let start: Promise<unknown> | undefined
      await sql.begin(async (tx) => {
        await tx`lock table ${tx(table)} in access exclusive mode`
        start = openStore({ databaseUrl: database.url, clock: systemClock }).catch((error: unknown) => error)
        const pid = await waitingSession()
        await sql`select pg_cancel_backend(${pid}::integer)`
        await start
      })
      expect(await start).toEqual(
        new StartError(
          `The database took too long to ${task}: look for a busy disk or for a session that holds a lock, then start RollCall again, which continues where it stopped.`,
        ),
      )
    },
  )

  it('migrates a database whose operator has set a short time limit for statements', async () => {
    const own = await restoreDump(await readDump('before-028'))
    const admin = connect(own.url)
    try {
      const [row] = await admin<{ name: string }[]>`select current_database() as name`
      await admin`alter database ${admin(row?.name ?? '')} set statement_timeout = '1ms'`
      const started = await openStore({ databaseUrl: own.url, clock: systemClock })
      expect(await started.tournaments.active()).toHaveLength(1)
      await started.close()
    } finally {
      await admin.end()
      await own.close()
    }
  })

  it('compares the keys of all teams once, and later only those of athletes without a key', async () => {
    const start = async (): Promise<(string | null)[]> => {
      await (await openStore({ databaseUrl: database.url, clock: systemClock })).close()
      const athletes = await sql<{ key: string | null }[]>`
        select team_key as key from athletes where bjj_comp_system_id in ('k1', 'k2') order by bjj_comp_system_id`
      return athletes.map(({ key }) => key)
    }
    await sql`
      insert into athletes (tournament_id, bjj_comp_system_id, name, folded, team, team_key, listed)
      select ${event.tournamentId}::integer, id, id, id, 'Équipe Um', key, true from (values ('k1', null), ('k2', 'wrong')) as row (id, key)`
    expect(await start()).toEqual(['equipe um', 'wrong'])
    await sql`delete from settings where key = 'teams.checked-key-version'`
    expect(await start()).toEqual(['equipe um', 'equipe um'])
  })
})

describe('The sweep of sessions', () => {
  it('ends all sessions that are past their limits, also more than one part has, and no other', async () => {
    const user = await signUp(store)
    await sql`
      insert into sessions (token_hash, user_id, remember, created_at, last_used_at)
      select sha256((n || name)::bytea), ${user.id}, remember, now() - age, now() - unused
      from generate_series(1, 600) n, (values
        ('old', false, interval '25 hours', interval '0'), ('unused', false, '13 hours', '13 hours'),
        ('old, remembered', true, '91 days', '0'), ('unused, remembered', true, '15 days', '15 days')
      ) ended (name, remember, age, unused)`
    await sql`
      insert into sessions (token_hash, user_id, remember, created_at, last_used_at, user_agent)
      select sha256(name::bytea), ${user.id}, remember, now() - age, now() - unused, name from (values
        ('live', false, interval '23 hours', interval '11 hours'), ('live, remembered', true, '89 days', '13 days')
      ) live (name, remember, age, unused)`
    await store.sessions.sweep()
    const left = await sql<{ name: string | null }[]>`
      select user_agent as name from sessions where user_id = ${user.id} order by id`
    // The first one is that of the sign-up.
    expect(left.map(({ name }) => name).slice(-2)).toEqual(['live', 'live, remembered'])
    expect(left.length).toBeLessThan(4)
  })
})

describe('A process', () => {
  it('learns of a follow, a device, switched-off alerts and chosen steps in another process', async () => {
    const other = await openStore({ databaseUrl: database.url, clock: systemClock })
    const told: number[] = []
    const stop = other.push.onRecipientChange((userId) => told.push(userId))
    const user = await followerOf(store, event.tournamentId, [event.athleteIds[0] ?? 0])
    const session = await store.sessions.verify(user.token)
    const owner = { userId: user.id, sessionId: session?.sessionId ?? 0 }
    const expectTold = async (): Promise<void> => {
      await expect.poll(() => told.includes(user.id), soon).toBe(true)
      told.splice(0)
    }
    // The first poll only finds where the events begin, so the first follow may be missed.
    await expect
      .poll(async () => {
        await store.follows.unfollow(user.id, event.athleteIds[0] ?? 0)
        await store.follows.follow(user.id, event.athleteIds[0] ?? 0)
        return told.includes(user.id)
      }, soon)
      .toBe(true)
    told.splice(0)
    await store.push.subscribe(owner, { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' })
    await expectTold()
    await store.push.switchAthlete(user.id, event.athleteIds[0] ?? 0, false)
    await expectTold()
    await store.stepPreferences.write(user.id, {
      report: false,
      weighIn: false,
      openClass: false,
      openClassYouth: false,
      podium: false,
    })
    await expectTold()
    await store.push.unsubscribe(owner)
    await expectTold()
    stop()
    await other.close()
  })
})
