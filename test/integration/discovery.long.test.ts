// Listed tournaments that nobody has added (docs/decisions/057): their rosters are read for followed people and teams.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categoriesOf, type CategoryPlan, type PlanDraft } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type LiveUser, signUp } from '#support/live.ts'
import { connect, type Sql } from '#support/sql.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** The time between the readings of two rosters. */
const spacing = 5 * minute

const alpha = 'Alpha'
/**
 * The tournament on the user's list, and two that nobody has added: one with the followed person and the team, one with neither.
 */
const [added, other, unrelated] = [3105, 3106, 3107] as const
const light: CategoryPlan = { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 4 }
const heavy: CategoryPlan = { ...light, weight: 'Heavy', athletes: 8 }
/** The person with this number in a division is the same in every tournament of the simulator. */
const regulars = [0]
/** People who enter several tournaments have lower ids than all others (simulator/tournament/roster.ts). */
const firstLocalId = 10_000_000

const plans = {
  added: { id: added, categories: [{ ...light, regulars }, heavy] },
  other: {
    id: other,
    name: 'Dallas Open',
    teams: [{ name: alpha, entries: 2 }],
    categories: [{ ...light, regulars }, heavy],
  },
  unrelated: { id: unrelated, name: 'Austin Open', categories: [heavy] },
} satisfies Record<string, PlanDraft>

let database: TestDatabase
let system: SystemUnderTest
let sql: Sql
let user: LiveUser
/** RollCall's id of the tournament on the user's list. */
let id: number

beforeEach(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
})
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await sql.end()
  await database.close()
})

/** Opens a system with these tournaments, the first of which is on the user's list. */
async function open(tournaments: readonly PlanDraft[] = Object.values(plans), config = {}): Promise<void> {
  system = await openSystem({ databaseUrl: database.url, config, simulator: { tournaments } })
  await system.pass(5 * second)
  user = await signUp(system.store)
  const ids = await system.store.tournaments.add([String(added)])
  id = ids.ids[0] ?? 0
  await system.store.follows.addTournaments(user.id, [id])
  await system.pass(10 * second)
  expect(system.held(id).state.tournament.import.state).toBe('done')
}

/** The source id of the person who is entered in several tournaments. */
function regular(): string {
  const athletes = system.simulator.truth(added).categories.flatMap((category) => category.athletes)
  const person = athletes.find((athlete) => athlete.id < firstLocalId)
  if (!person) throw new Error('nobody enters several tournaments')
  return String(person.id)
}

async function followRegular(): Promise<void> {
  await system.store.follows.follow(user.id, system.held(id).athleteBySourceId(regular())?.id ?? 0)
}

const followTeam = (team: string) => system.store.followRules.create(user.id, { team, aliases: [], tournamentId: null })

/** Gives the user a device with alerts on. */
async function addDevice(): Promise<void> {
  const session = await system.store.sessions.verify(user.token)
  if (!session) throw new Error('the session has ended')
  const keys = { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
  await system.store.push.subscribe(session, { endpoint: `https://push.test/${randomUUID()}`, ...keys, language: 'en' })
}

/** Passes the time until this many rosters were due, one after another, and their effects are complete. */
async function passRosters(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    system.passAtSource(spacing)
    await system.pass(10 * second)
  }
}

/** The addresses of the requests to a tournament's pages. */
const requestsTo = (tournament: number): string[] =>
  system.simulator
    .requests()
    .latest.map(({ path }) => path)
    .filter((path) => path.startsWith(`/tournaments/${tournament}/`))

/** The tournaments that RollCall stores, by their ids at the source. */
const storedTournaments = async (): Promise<string[]> => {
  const rows = await sql<{ source: string }[]>`select bjj_comp_system_id as source from tournaments order by 1`
  return rows.map(({ source }) => source)
}

/** RollCall's id of a tournament. */
async function idOf(tournament: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from tournaments where bjj_comp_system_id = ${String(tournament)}`
  if (!row) throw new Error(`${tournament} is not stored`)
  return row.id
}

/** The user's tournaments, by their ids at the source. */
const tournamentsOfUser = async (): Promise<string[]> => {
  const rows = await sql<{ source: string }[]>`
    select bjj_comp_system_id as source from user_tournaments mine join tournaments on tournaments.id = mine.tournament_id
    where user_id = ${user.id} order by 1`
  return rows.map(({ source }) => source)
}

describe('A listed tournament that nobody has added', () => {
  it('costs no request while nobody follows anybody', async () => {
    await open()
    await passRosters(3)
    expect([requestsTo(other), requestsTo(unrelated)]).toEqual([[], []])
  })

  it('is imported when a followed person is entered; the person is then offered and causes an alert', async () => {
    await open()
    await addDevice()
    await followRegular()
    await passRosters(3)
    expect(await storedTournaments()).toEqual([String(added), String(other)])
    expect(await system.store.people.offers(user.id)).toMatchObject([
      { kind: 'same-id', tournamentId: await idOf(other), known: { tournamentId: id } },
    ])
    const alerts = (await system.store.push.queue.claim(100)).map(({ alert }) => alert)
    expect(alerts).toMatchObject([{ about: 'entry', tournament: 'Dallas Open' }])
    expect(await tournamentsOfUser()).toEqual([String(added)])
  })

  it('is imported completely, and not polled afterwards', async () => {
    await open()
    await followRegular()
    await passRosters(3)
    const state = await system.store.tournaments.state(await idOf(other))
    expect(state?.state.tournament.import).toMatchObject({ state: 'done', missing: [] })
    expect(await system.metrics()).toMatch(/^rollcall_tournaments_led 1$/m)
    system.simulator.clearRequests()
    for (let hours = 0; hours < 8; hours++) {
      system.passAtSource(hour)
      await system.pass(5 * second)
    }
    expect(requestsTo(other)).toEqual([])
    expect(requestsTo(added).length).toBeGreaterThan(0)
  })

  it('is imported with the lowest priority, after a tournament that a user adds in the meantime', async () => {
    const many = (categories: number) => categoriesOf('open', { athletes: categories * 2, categories, largest: 4 })
    const large = { ...plans.other, categories: [...plans.other.categories, ...many(60)] }
    await open([plans.added, large, { ...plans.unrelated, categories: many(12) }], { budget: undefined })
    await followRegular()
    system.passAtSource(spacing)
    await system.pass(20 * second)
    const { ids } = await system.store.tournaments.add([String(unrelated)])
    await system.store.follows.addTournaments(user.id, ids)
    system.simulator.clearRequests()
    await system.pass(minute)
    const order = system.simulator.requests().latest.map(({ path }) => Number(path.split('/')[2]))
    const [first, last] = [order.indexOf(unrelated), order.lastIndexOf(unrelated)]
    expect(requestsTo(unrelated).length).toBeGreaterThan(12)
    // While the last pages known so far are in flight, a free slot goes to the other tournament.
    expect(order.slice(first, last).filter((tournament) => tournament === other).length).toBeLessThan(3)
    expect(order.slice(last)).toContain(other)
  })

  it('is imported when a rule’s team is entered, and joins the list of the rule’s user with the team’s athletes', async () => {
    await open()
    await followTeam(alpha)
    await passRosters(3)
    expect(await tournamentsOfUser()).toEqual([String(added), String(other)])
    const rules = await system.store.followRules.list(user.id)
    expect(rules).toMatchObject([{ tournaments: [{ id: await idOf(other), athletes: 2, followed: 2 }] }])
    system.simulator.clearRequests()
    await system.pass(20 * minute)
    expect(requestsTo(other).length).toBeGreaterThan(0)
  })

  it('costs one request a day and is not stored if nobody followed is entered', async () => {
    await open([plans.added, plans.unrelated].map((plan) => ({ ...plan, days: 3 })))
    await followRegular()
    await followTeam(alpha)
    await passRosters(3)
    expect(requestsTo(unrelated)).toEqual([expect.stringContaining('/tournament_days/')])
    system.passAtSource(22 * hour)
    await passRosters(3)
    expect(requestsTo(unrelated)).toHaveLength(1)
    system.passAtSource(2 * hour)
    await passRosters(3)
    expect(requestsTo(unrelated)).toHaveLength(2)
    expect(await storedTournaments()).toEqual([String(added)])
    expect(await sql`select 1 from pages where key like ${`${unrelated}/%`}`).toEqual([])
  })

  it('causes a request that the metrics and the list of requests count as a roster', async () => {
    await open([plans.added, plans.unrelated])
    await followRegular()
    await passRosters(1)
    expect(await system.metrics()).toContain('rollcall_source_requests_total{kind="roster",outcome="unchanged"} 1')
    expect(await sql`select purpose, key from source_requests where key like ${`${unrelated}/%`}`).toEqual([
      { purpose: 'roster', key: `${unrelated}/roster/${unrelated}1` },
    ])
  })

  it('costs no request before its days are published, and is imported afterwards', async () => {
    const late = { ...plans.other, firstDay: '2026-09-14' }
    await open([plans.added, late])
    await followRegular()
    await passRosters(3)
    expect(requestsTo(other)).toEqual([])
    system.passAtSource(24 * hour)
    await passRosters(3)
    expect(await storedTournaments()).toEqual([String(added), String(other)])
  })

  it('is requested again on the next day, and not before, if its roster is not published', async () => {
    await open([plans.added, plans.other].map((plan) => ({ ...plan, days: 3 })))
    await followRegular()
    system.simulator.addFault({ match: `/tournaments/${other}/tournament_days/`, kind: 'status', status: 500 })
    await passRosters(3)
    system.passAtSource(3 * hour)
    await passRosters(2)
    expect(requestsTo(other)).toHaveLength(1)
    expect(await storedTournaments()).toEqual([String(added)])
    system.simulator.clearFaults()
    system.passAtSource(21 * hour)
    await passRosters(2)
    expect(await storedTournaments()).toEqual([String(added), String(other)])
  })

  it('is read again an hour after a failure', async () => {
    await open()
    await followRegular()
    system.simulator.addFault({
      match: `/tournaments/${other}/tournament_days/`,
      kind: 'status',
      status: 503,
      count: 1,
    })
    await passRosters(3)
    expect(requestsTo(other)).toHaveLength(1)
    system.passAtSource(hour)
    await passRosters(1)
    expect(await storedTournaments()).toEqual([String(added), String(other)])
  })

  it('is not read for a person who is followed only in a tournament that ended more than three years ago', async () => {
    await open()
    const [old] = await sql<{ id: number }[]>`
      insert into tournaments (bjj_comp_system_id, name, import, epoch, status, ends_on)
      select '1', 'Old Open', import, 'e', 'past', '2023-09-11' from tournaments where id = ${id} returning id`
    await sql`
      with entered as (
        insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
        values (${old?.id ?? 0}, ${regular()}, 'Ana', 'ana', true) returning id
      ) insert into user_followed_athletes (user_id, athlete_id) select ${user.id}::integer, id from entered`
    await passRosters(3)
    expect([requestsTo(other), requestsTo(unrelated)]).toEqual([[], []])
    await sql`update tournaments set ends_on = '2023-09-13' where id = ${old?.id ?? 0}`
    await passRosters(2)
    expect(await storedTournaments()).toContain(String(other))
  })

  it('is not imported again after an administrator has removed it', async () => {
    await open([
      { ...plans.added, days: 3 },
      { ...plans.other, days: 3 },
    ])
    await followRegular()
    await followTeam(alpha)
    await passRosters(2)
    expect(await storedTournaments()).toEqual([String(added), String(other)])
    await sql`delete from tournaments where bjj_comp_system_id = ${String(other)}`
    system.passAtSource(24 * hour)
    await passRosters(2)
    expect(await storedTournaments()).toEqual([String(added)])
  })
})

describe('An imported tournament that nobody has added', () => {
  it('is read daily, and a followed person who enters late is found without another import', async () => {
    const division: CategoryPlan = { ...light, weight: 'Middle', regulars: [0], athletes: 3 }
    await open([
      { ...plans.added, days: 3, categories: [...plans.added.categories, division] },
      { ...plans.other, days: 3 },
    ])
    await followRegular()
    await passRosters(2)
    const [latest] = system.simulator
      .truth(added)
      .categories.flatMap((category) => category.athletes)
      .filter((athlete) => athlete.id < firstLocalId && String(athlete.id) !== regular())
    if (!latest) throw new Error('there is no second person')
    await system.store.follows.follow(user.id, system.held(id).athleteBySourceId(String(latest.id))?.id ?? 0)
    system.simulator.category({ tournament: other, add: { ...division, day: 3 } })
    system.simulator.clearRequests()
    system.passAtSource(24 * hour)
    await passRosters(2)
    expect(requestsTo(other)).toHaveLength(1)
    expect((await system.store.people.offers(user.id)).map(({ tournamentId }) => tournamentId)).toEqual([
      await idOf(other),
      await idOf(other),
    ])
  })

  it('is imported again when brackets were missing, and the rule then finds its team', async () => {
    await open([
      { ...plans.added, days: 3 },
      { ...plans.other, days: 3 },
    ])
    system.simulator.tournament({ tournament: other, action: 'publish', parts: { brackets: false } })
    await followTeam(alpha)
    await passRosters(2)
    const imported = await system.store.tournaments.state(await idOf(other))
    expect(imported?.state.tournament.import).toMatchObject({ state: 'done', missing: ['brackets'] })
    expect(await tournamentsOfUser()).toEqual([String(added)])
    system.simulator.tournament({ tournament: other, action: 'publish', parts: { brackets: true } })
    system.passAtSource(24 * hour)
    await passRosters(2)
    expect(await tournamentsOfUser()).toEqual([String(added), String(other)])
  })
})

describe('A followed team that is entered in nine listed tournaments that nobody has added', () => {
  /** The nine tournaments; the last ones begin first. */
  const many = Array.from({ length: 9 }, (_, place): PlanDraft => ({
    ...plans.other,
    id: other + place,
    name: `Open ${place}`,
    firstDay: place < 5 ? '2026-09-14' : '2026-09-13',
    publishedHoursBefore: 72,
    days: 2,
  }))

  it('causes at most six imports a day, of the next tournaments first', async () => {
    await open([{ ...plans.added, days: 3 }, ...many])
    await followTeam(alpha)
    system.simulator.clearRequests()
    await passRosters(9)
    expect(await storedTournaments()).toEqual(
      [added, other, other + 1, ...[5, 6, 7, 8].map((place) => other + place)].map(String),
    )
    expect(many.slice(2, 5).flatMap((plan) => requestsTo(plan.id ?? 0))).toEqual([])
    system.passAtSource(24 * hour)
    await passRosters(5)
    expect(await storedTournaments()).toHaveLength(10)
  })
})

describe('Two ingest processes', () => {
  it('read each roster once, and import a tournament once', async () => {
    await open()
    await system.join('second')
    await followRegular()
    await passRosters(3)
    expect(requestsTo(unrelated)).toHaveLength(1)
    const brackets = requestsTo(other).filter((path) => /\/categories\/\d+/.test(path))
    expect(brackets.length).toBeGreaterThan(0)
    expect(new Set(brackets).size).toBe(brackets.length)
  })
})
