// A process that has not yet applied what another process recorded: its notification is still on the way, or was lost.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { signUp } from '#support/live.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { openRosterEvent, type RosterEvent } from '#support/roster-event.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { connect } from '#support/sql.ts'
import type { Visitor } from '#support/visitor.ts'

let database: TestDatabase
/** The process that reads the source. */
let store: Store
/** The process that lags: it reads the change log every two seconds only. */
let api: ApiUnderTest
beforeAll(async () => {
  database = await openTestDatabase()
  const sql = connect(database.url)
  // With this search path, a pg_notify that does nothing takes the place of PostgreSQL's.
  await sql.script(`
    create function public.pg_notify(text, text) returns void language sql as '';
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
  await sql.end()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  await answerReadRequests(store)
  api = await startApi({ databaseUrl: database.url })
})
afterAll(async () => {
  await api.close()
  await store.close()
  await database.close()
})

const division = 'Adult / Male / BLUE / Light'
const team = 'Alpha'
let coach: Visitor
let userId: number
let id = 800
let event: RosterEvent
beforeEach(async () => {
  const user = await signUp(store)
  userId = user.id
  coach = api.visitor()
  coach.cookie = user.cookie
  id += 10
  event = await openRosterEvent(store, [{ id, team, division }])
  await api.store.projection.catchUp()
  await store.follows.addTournaments(userId, [event.id])
})

const versionOfOtherProcess = async (): Promise<number> => (await store.follows.watchedBy(userId)).version
/** The coach's cards, requested with the watch version that the coach's device got from the other process. */
const cards = async () =>
  coach.call('followedAthletes', { headers: { 'x-rollcall-seen': `watching:${await versionOfOtherProcess()}` } })
const sourceIds = (athletes: readonly { bjjCompSystemId: string | null }[]) =>
  athletes.map(({ bjjCompSystemId }) => bjjCompSystemId)
/** Lets the coach follow the team, and then enters another athlete of the team by a reading that only the other process has. */
async function enterTeamMate(): Promise<void> {
  await coach.call('createFollowRule', { body: { team, tournamentId: event.id, aliases: [] } })
  expect(sourceIds((await cards()).athletes)).toEqual([String(id)])
  await event.enter([
    { id, team, division },
    { id: id + 1, team, division },
  ])
}

describe('A process that has not yet applied the last reading', () => {
  it('lists an athlete of a followed team whom the reading entered', async () => {
    await enterTeamMate()
    const { athletes, positions } = await cards()
    expect(sourceIds(athletes)).toEqual([String(id), String(id + 1)])
    expect(positions).toEqual({ [event.id]: (await store.tournaments.state(event.id))?.position })
  })

  it('lists an athlete of a followed team whom the reading entered, even if it has already loaded the follow', async () => {
    await enterTeamMate()
    await api.store.follows.watchedBy(userId, await versionOfOtherProcess())
    expect(sourceIds((await cards()).athletes)).toEqual([String(id), String(id + 1)])
  })

  it('shows the profile of an athlete of a followed team whom the reading entered', async () => {
    await enterTeamMate()
    await api.store.follows.watchedBy(userId, await versionOfOtherProcess())
    const { data } = await coach.call('orderOfFights', { id: await event.athlete(id + 1) })
    expect(data.athlete).toMatchObject({ name: `Athlete ${id + 1}`, team })
  })

  it('shows on the shared page an athlete of a followed team whom the reading entered', async () => {
    const { shareUrl } = await coach.call('share', { body: {} })
    await enterTeamMate()
    await api.store.follows.watchedBy(userId, await versionOfOtherProcess())
    const { athletes } = await coach.call('sharedRollCall', { linkId: shareUrl.split('/').at(-1) ?? '' })
    expect(athletes.map(({ name }) => name)).toEqual([`Athlete ${id}`, `Athlete ${id + 1}`])
  })

  it('offers a person whom the reading entered in another tournament', async () => {
    await coach.call('follow', { id: await event.athlete(id) })
    const later = await openRosterEvent(store, [{ id: id + 1, team }])
    await api.store.projection.catchUp()
    expect((await coach.call('personOffers')).offers).toEqual([])
    await later.enter([
      { id, team },
      { id: id + 1, team },
    ])
    const offered = [{ kind: 'same-id', athlete: { name: `Athlete ${id}` }, tournament: { id: later.id } }]
    expect((await coach.call('personOffers')).offers).toMatchObject(offered)
  })
})
