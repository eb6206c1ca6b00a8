// People in successive tournaments (docs/decisions/050), and the alerts about people who enter.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PersonOffer } from '#contract/people.ts'
import { openStore, type Store } from '#store'
import { fakeClock, type FakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type LiveUser, signUp } from '#support/live.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { type Entrant, openRosterEvent, type RosterEvent, teams } from '#support/roster-event.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let database: TestDatabase
let clock: FakeClock
/** The store of the process that reads the source. */
let store: Store
let api: ApiUnderTest
beforeAll(async () => {
  database = await openTestDatabase()
  // Seven in the morning, UTC.
  clock = fakeClock(Date.UTC(2026, 10, 21, 7))
  store = await openStore({ databaseUrl: database.url, clock })
  await answerReadRequests(store)
  api = await startApi({ databaseUrl: database.url })
})
afterAll(async () => {
  await api.close()
  await store.close()
  await database.close()
})

let coach: Visitor
let user: LiveUser
/** Ids at the source that no other test uses. */
let id = 100
beforeEach(async () => {
  user = await signUp(store)
  coach = api.visitor()
  coach.cookie = user.cookie
  id += 100
  // Jobs that earlier tests have claimed would be claimed again after a minute.
  await api.sql`delete from jobs`
})

const openEvent = (roster: readonly Entrant[]): Promise<RosterEvent> => openRosterEvent(store, roster, [api.store])
const blue = 'Adult / Male / BLUE / Light'
const add = (...events: RosterEvent[]) =>
  store.follows.addTournaments(
    user.id,
    events.map((event) => event.id),
  )
/** Follows an athlete, by the id at the source; returns RollCall's id. */
const followIn = async (event: RosterEvent, sourceId: number): Promise<number> => {
  await add(event)
  const athleteId = await event.athlete(sourceId)
  await store.follows.follow(user.id, athleteId)
  return athleteId
}
const offers = async (): Promise<PersonOffer[]> => (await coach.call('personOffers')).offers

/** Gives the user a device with alerts on. */
async function addDevice(): Promise<void> {
  const session = await store.sessions.verify(user.token)
  if (!session) throw new Error('the session has ended')
  const keys = { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
  await store.push.subscribe(session, { endpoint: `https://push.test/${randomUUID()}`, ...keys, language: 'en' })
}
/** The alerts that were queued since the last call. */
const alerts = async () => (await store.push.queue.claim(100)).map(({ alert }) => alert)

describe('A followed athlete who is entered in another tournament', () => {
  it('is offered there, causes one alert, and is followed in one call that adds the tournament', async () => {
    await addDevice()
    await followIn(await openEvent(teams({ [id]: 'Alpha' })), id)
    const second = await openEvent(teams({ [id]: 'Beta', [id + 1]: 'Beta' }))
    expect(await offers()).toMatchObject([
      { kind: 'same-id', athlete: { name: `Athlete ${id}`, team: 'Beta' }, tournament: { id: second.id } },
    ])
    expect(await alerts()).toMatchObject([{ about: 'entry', athletes: [{ name: `Athlete ${id}` }] }])
    await second.enter(teams({ [id]: 'Beta', [id + 1]: 'Beta', [id + 2]: 'Beta' }))
    expect(await alerts()).toEqual([])

    await coach.call('answerOffer', { id: await second.athlete(id), body: { answer: 'accepted' } })
    expect(await offers()).toEqual([])
    expect((await coach.call('tournaments')).tournaments).toHaveLength(2)
    expect((await coach.call('followedAthletes')).athletes).toHaveLength(2)
  })

  it('is not offered again when the offer was declined, or the athlete was unfollowed there', async () => {
    await followIn(await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' })), id)
    const second = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    await coach.call('answerOffer', { id: await second.athlete(id), body: { answer: 'declined' } })
    expect(await offers()).toEqual([])
    const inSecond = await followIn(second, id + 1)
    const { appearances } = await coach.call('appearances', { id: inSecond })
    expect(appearances).toHaveLength(1)
    await store.follows.follow(user.id, appearances[0]?.athleteId ?? 0)
    await coach.call('unfollow', { id: inSecond })
    expect(await offers()).toEqual([])
  })

  it('can still be followed from the profile after the offer was declined', async () => {
    const inFirst = await followIn(await openEvent(teams({ [id]: 'Alpha' })), id)
    const second = await openEvent(teams({ [id]: 'Alpha' }))
    const inSecond = await second.athlete(id)
    await coach.call('answerOffer', { id: inSecond, body: { answer: 'declined' } })
    const appearances = async () => (await coach.call('appearances', { id: inFirst })).appearances
    expect(await appearances()).toMatchObject([{ athleteId: inSecond, isFollowed: false, canFollow: true }])
    await coach.call('answerOffer', { id: inSecond, body: { answer: 'accepted' } })
    expect(await appearances()).toMatchObject([{ athleteId: inSecond, isFollowed: true, canFollow: false }])
  })

  it('cannot be followed from the profile where the source no longer lists the athlete, or the tournament is over', async () => {
    const inFirst = await followIn(await openEvent(teams({ [id]: 'Alpha' })), id)
    const eventWithout = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    const endedEvent = await openEvent(teams({ [id]: 'Alpha' }))
    await eventWithout.enter(teams({ [id + 1]: 'Alpha' }))
    await store.tournaments.archive(endedEvent.id, Date.now())
    await api.store.projection.catchUp()
    const { appearances } = await coach.call('appearances', { id: inFirst })
    expect(appearances.map(({ canFollow }) => canFollow)).toEqual([false, false])
  })

  it('has the notes of the earlier follow each time that the offer is accepted again', async () => {
    await followIn(await openEvent(teams({ [id]: 'Alpha' })), id)
    const second = await openEvent(teams({ [id]: 'Alpha' }))
    const inSecond = await second.athlete(id)
    const accept = () => coach.call('answerOffer', { id: inSecond, body: { answer: 'accepted' } })
    const notes = async () => (await coach.call('orderOfFights', { id: inSecond })).data.notes
    await accept()
    await coach.call('athleteNotes', { id: inSecond, body: { notes: 'left knee', tags: [] } })
    await coach.call('removeTournament', { id: second.id })
    await accept()
    expect(await notes()).toBe('left knee')
    await coach.call('athleteNotes', { id: inSecond, body: { notes: 'right knee', tags: [] } })
    await coach.call('removeTournament', { id: second.id })
    await accept()
    expect(await notes()).toBe('right knee')
  })

  it('makes the user’s team rules apply again in a tournament that the user had removed, once the offer is accepted', async () => {
    const team = `Team ${id}`
    await followIn(await openEvent(teams({ [id]: team })), id)
    await coach.call('createFollowRule', { body: { team } })
    const second = await openEvent(teams({ [id]: team, [id + 1]: team }))
    const [own, mate] = [await second.athlete(id), await second.athlete(id + 1)]
    await coach.call('removeTournament', { id: second.id })
    await api.sql`delete from read_requests`
    await coach.call('answerOffer', { id: own, body: { answer: 'accepted' } })
    const { athletes } = await coach.call('followedAthletes')
    expect(athletes.filter(({ tournamentId }) => tournamentId === second.id).map((each) => each.id)).toEqual(
      expect.arrayContaining([own, mate]),
    )
    expect(await api.sql`select kind, target from read_requests`).toEqual([
      { kind: 'athletes', target: `${second.id}:${[own, mate].toSorted((a, b) => a - b).join()}` },
    ])
  })

  it('is not followed beyond the limit of athletes, and then the tournament is not added either', async () => {
    await followIn(await openEvent(teams({ [id]: 'Alpha' })), id)
    const second = await openEvent(teams({ [id]: 'Alpha' }))
    const [first] = (await coach.call('tournaments')).tournaments
    await api.sql`
      insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
      select ${first?.id ?? 0}, ${`9${id}`}::text || n, 'Filler', 'filler', true from generate_series(1, 499) n`
    await api.sql`
      insert into user_followed_athletes (user_id, athlete_id)
      select ${user.id}, id from athletes where tournament_id = ${first?.id ?? 0} and name = 'Filler'`
    const body = { answer: 'accepted' } as const
    const refused = await coach.request('answerOffer', { id: await second.athlete(id), body })
    expect([refused.status, refused.error.error]).toEqual([
      400,
      'You can follow at most 500 athletes in 50 tournaments.',
    ])
    expect((await coach.call('tournaments')).tournaments).toHaveLength(1)
  })

  it('causes the alerts of the other users even if those of one user fail', async () => {
    const first = await openEvent(teams({ [id]: 'Alpha' }))
    await followIn(first, id)
    const other = await signUp(store)
    await store.follows.addTournaments(other.id, [first.id])
    await store.follows.follow(other.id, await first.athlete(id))
    await api.sql`create table failing (user_id integer)`
    await api.sql`insert into failing values (${user.id})`
    await api.sql`
      create function fail() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from failing where user_id = new.user_id) then raise exception 'no'; end if;
        return new;
      end $$`
    await api.sql`create trigger fail before insert on found_athletes for each row execute function fail()`
    const second = await openEvent(teams({ [id]: 'Alpha' }))
    const found = await api.sql`select user_id from found_athletes where athlete_id = ${await second.athlete(id)}`
    await api.sql`drop trigger fail on found_athletes`
    expect(found).toEqual([{ user_id: other.id }])
  })

  it('causes an alert later if the process that read the tournament could not queue it', async () => {
    const first = await openEvent(teams({ [id]: 'Alpha' }))
    await followIn(first, id)
    await addDevice()
    await api.sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`
    await api.sql`create trigger refuse before insert on found_athletes for each row execute function refuse()`
    await openEvent(teams({ [id]: 'Alpha' }))
    await api.sql`drop trigger refuse on found_athletes`
    expect(await alerts()).toEqual([])
    const alertsAMinuteLater = async () => {
      await clock.advance(60_000)
      return alerts()
    }
    await expect.poll(alertsAMinuteLater, { interval: 500 }).toEqual([expect.objectContaining({ about: 'entry' })])
    const marked = () => api.sql`select id from tournaments where entrants_changed_at is not null`
    await expect.poll(marked).toEqual([])
    expect(await alertsAMinuteLater()).toEqual([])
  })

  it('can be accepted again when the first answer was lost, unlike an athlete whom the user follows without an offer', async () => {
    const first = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    await followIn(first, id)
    const second = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    const accept = async (athlete: number) =>
      (await coach.request('answerOffer', { id: await second.athlete(athlete), body: { answer: 'accepted' } })).status
    expect([await accept(id), await accept(id)]).toEqual([200, 200])
    await followIn(second, id + 1)
    expect(await accept(id + 1)).toBe(404)
  })

  it('is neither offered nor shown to anybody else, and only an offer can be answered', async () => {
    const first = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    await followIn(first, id)
    const second = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha' }))
    const stranger = api.visitor()
    stranger.cookie = (await signUp(store)).cookie
    expect((await stranger.call('personOffers')).offers).toEqual([])
    const body = { answer: 'accepted' } as const
    expect((await stranger.request('answerOffer', { id: await second.athlete(id), body })).status).toBe(404)
    expect((await coach.request('answerOffer', { id: await second.athlete(id + 1), body })).status).toBe(404)
    expect((await stranger.request('appearances', { id: await first.athlete(id) })).status).toBe(404)
  })

  it('has the other tournaments on the profile, with the record there and whether the user follows', async () => {
    const first = await openEvent(teams({ [id]: 'Alpha' }))
    const second = await openEvent([{ id, team: 'Beta', division: blue }])
    const inFirst = await followIn(first, id)
    expect((await coach.call('appearances', { id: inFirst })).appearances).toMatchObject([
      {
        tournament: { id: second.id, status: 'upcoming' },
        division: blue,
        wins: 0,
        losses: 0,
        placements: [],
        isFollowed: false,
        isMerged: false,
      },
    ])
  })
})

describe('Two athletes with one name and team under different ids', () => {
  const twin = (sourceId: number, division = blue) => ({
    id: sourceId,
    team: 'Alpha',
    name: `Ana Twin ${id}`,
    division,
  })
  const refusedAsTwoPeople = [409, 'two-people', 'Both are entered in the same tournament, so they are two people.']
  /** Accepts the offer of the athlete; returns the status, the code and the sentence of the refusal. */
  const refusal = async (athleteId: number) => {
    const { status, error } = await coach.request('answerOffer', { id: athleteId, body: { answer: 'accepted' } })
    return [status, error.code, error.error]
  }

  it('are offered as the same person if they have the same belt, and never merged automatically', async () => {
    await addDevice()
    const inFirst = await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1)])
    expect(await offers()).toMatchObject([
      { kind: 'look-alike', athlete: { name: `Ana Twin ${id}` }, tournament: { id: second.id } },
    ])
    expect((await coach.call('appearances', { id: inFirst })).appearances).toEqual([])
    expect(await alerts()).toEqual([])
  })

  it('are one person after the user has accepted the offer, which causes an alert in a third tournament and can be undone', async () => {
    await addDevice()
    const inFirst = await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1)])
    const inSecond = await second.athlete(id + 1)
    await coach.call('answerOffer', { id: inSecond, body: { answer: 'accepted' } })
    expect((await coach.call('appearances', { id: inFirst })).appearances).toMatchObject([
      { athleteId: inSecond, isFollowed: true, isMerged: true },
    ])
    await coach.call('unfollow', { id: inSecond })
    await openEvent([twin(id + 1)])
    expect(await alerts()).toMatchObject([{ about: 'entry' }])
    await coach.call('setSamePerson', { id: inFirst, body: { athleteId: inSecond, isSame: false } })
    expect((await coach.call('appearances', { id: inFirst })).appearances).toEqual([])
    expect(await offers()).toEqual([])
  })

  it('can be separated even if they were merged through a third entry', async () => {
    const inFirst = await followIn(await openEvent([twin(id)]), id)
    const [second, third] = [await openEvent([twin(id + 1)]), await openEvent([twin(id + 2)])]
    const [inSecond, inThird] = [await second.athlete(id + 1), await third.athlete(id + 2)]
    const setSame = (isSame: boolean, of: number, athleteId: number) =>
      coach.call('setSamePerson', { id: of, body: { athleteId, isSame } })
    await setSame(true, inFirst, inSecond)
    await followIn(second, id + 1)
    await setSame(true, inSecond, inThird)
    const others = async () =>
      (await coach.call('appearances', { id: inFirst })).appearances.map((each) => each.athleteId)
    expect(await others()).toEqual(expect.arrayContaining([inSecond, inThird]))
    await setSame(false, inFirst, inThird)
    expect(await others()).toEqual([inSecond])
    await setSame(true, inFirst, inThird)
    expect(await others()).toHaveLength(2)
  })

  it('are two people after the user has declined the offer', async () => {
    await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1)])
    await coach.call('answerOffer', { id: await second.athlete(id + 1), body: { answer: 'declined' } })
    await openEvent([twin(id + 1)])
    expect(await offers()).toEqual([])
  })

  it('are two people when both are entered in one tournament', async () => {
    await followIn(await openEvent([twin(id)]), id)
    await openEvent([twin(id), twin(id + 1)])
    expect((await offers()).map(({ kind }) => kind)).toEqual(['same-id'])
  })

  it('are two people when another tournament lists both', async () => {
    await followIn(await openEvent([twin(id), twin(id + 1)]), id)
    const second = await openEvent([twin(id + 1)])
    expect(await offers()).toEqual([])
    expect(await refusal(await second.athlete(id + 1))).toEqual(refusedAsTwoPeople)
  })

  it('are refused as one person, with the reason, when both are entered in one tournament after the offer was made', async () => {
    const first = await openEvent([twin(id)])
    await followIn(first, id)
    const second = await openEvent([twin(id + 1)])
    const inSecond = await second.athlete(id + 1)
    expect((await offers()).map(({ athlete }) => athlete.id)).toEqual([inSecond])
    await first.enter([twin(id), twin(id + 1)])
    expect(await refusal(inSecond)).toEqual(refusedAsTwoPeople)
    expect((await offers()).map(({ athlete }) => athlete.id)).not.toContain(inSecond)
    expect((await coach.call('tournaments')).tournaments).toHaveLength(1)
    // The offer can still be declined.
    expect((await coach.request('answerOffer', { id: inSecond, body: { answer: 'declined' } })).status).toBe(200)
    expect(await refusal(inSecond)).toEqual([404, 'not-found', 'This offer is no longer valid.'])
  })

  it('are not accepted one after the other when a tournament lists both of them', async () => {
    const together = await openEvent([twin(id + 1), twin(id + 2)])
    await store.tournaments.archive(together.id, Date.now())
    const inFirst = await followIn(await openEvent([twin(id)]), id)
    const [second, third] = [await openEvent([twin(id + 1)]), await openEvent([twin(id + 2)])]
    expect(await offers()).toHaveLength(2)
    await coach.call('answerOffer', { id: await second.athlete(id + 1), body: { answer: 'accepted' } })
    expect(await offers()).toEqual([])
    expect(await refusal(await third.athlete(id + 2))).toEqual(refusedAsTwoPeople)
    const others = (await coach.call('appearances', { id: inFirst })).appearances.map((each) => each.tournament.id)
    expect(others.toSorted((a, b) => a - b)).toEqual([together.id, second.id])
  })

  it('have the user’s answer stored, and beyond 1,000 answers the oldest one that is not a merge is deleted', async () => {
    await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1)])
    await api.sql`
      insert into person_pairs (user_id, one, other, is_same, at)
      select ${user.id}, 'a', 'b' || n, n = 1000, now() - n * interval '1 hour' from generate_series(1, 1000) n`
    await coach.call('answerOffer', { id: await second.athlete(id + 1), body: { answer: 'declined' } })
    const pairs = await api.sql<{ other: string }[]>`select other from person_pairs where user_id = ${user.id}`
    const others = pairs.map(({ other }) => other)
    expect(others).toHaveLength(1_000)
    expect(others).toEqual(expect.arrayContaining(['b1', 'b998', 'b1000', String(id + 1)]))
    expect(others).not.toContain('b999')
    expect(await offers()).toEqual([])
  })

  it('are two people when a tournament lists one of them together with a merged id of the other', async () => {
    const first = await openEvent([twin(id), twin(id + 2)])
    const inFirst = await followIn(first, id)
    const second = await openEvent([twin(id + 1)])
    const inSecond = await second.athlete(id + 1)
    await coach.call('answerOffer', { id: inSecond, body: { answer: 'accepted' } })
    const body = { athleteId: await first.athlete(id + 2), isSame: true }
    const refused = await coach.request('setSamePerson', { id: inSecond, body })
    expect([refused.status, refused.error.error]).toEqual([
      400,
      'Both are entered in the same tournament, so they are two people.',
    ])
    expect((await coach.call('appearances', { id: inFirst })).appearances).toHaveLength(1)
    await openEvent([twin(id + 1), twin(id + 2)])
    expect((await offers()).map(({ kind }) => kind)).toEqual(['same-id'])
  })

  it.each([
    ['Master 3 / Male / BLUE / Light', 'Their age divisions are too far apart for one person.'],
    ['Juvenile 2 / Female / BLUE / Light', 'One is in male and one in female divisions, so they are two people.'],
  ])('are not offered as the same person when the other one is in %s', async (division, sentence) => {
    await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1, division)])
    expect(await offers()).toEqual([])
    expect(await refusal(await second.athlete(id + 1))).toEqual([409, 'two-people', sentence])
  })

  it.each([
    ['Adult / Male / BROWN / Light', 'Their belts are too far apart for one person.'],
    ['Master 3 / Male / BLUE / Light', 'Their age divisions are too far apart for one person.'],
    ['Adult / Female / BLUE / Light', 'One is in male and one in female divisions, so they are two people.'],
  ])('cannot be merged when the other one is in %s', async (division, sentence) => {
    const inFirst = await followIn(await openEvent([twin(id)]), id)
    const second = await openEvent([twin(id + 1, division)])
    const body = { athleteId: await second.athlete(id + 1), isSame: true }
    const refused = await coach.request('setSamePerson', { id: inFirst, body })
    expect([refused.status, refused.error.error]).toEqual([400, sentence])
    expect((await coach.call('appearances', { id: inFirst })).appearances).toEqual([])
  })
})

describe('The news of a followed team', () => {
  /** Runs a process for a minute from this hour (UTC) of this day of November 2026. */
  async function passMinute(day: number, hour: number): Promise<void> {
    const later = fakeClock(Date.UTC(2026, 10, day, hour))
    // Another process of this file still has the lease.
    await api.sql`delete from leases where name = 'follow-rules'`
    const other = await openStore({ databaseUrl: database.url, clock: later })
    await later.advance(61_000)
    // `close` waits for the work that the timer started.
    await other.close()
  }

  it('is sent once a day, in the evening, with the numbers of athletes who joined and who withdrew', async () => {
    await addDevice()
    const roster = { [id]: 'Alpha', [id + 3]: 'Alpha', [id + 4]: 'Alpha', [id + 2]: 'Beta' }
    const event = await openEvent(teams({ [id]: 'Alpha', [id + 1]: 'Alpha', [id + 2]: 'Beta' }))
    await add(event)
    await coach.call('createFollowRule', { body: { team: 'Alpha', tournamentId: event.id } })
    await event.enter(teams(roster))
    await passMinute(21, 17)
    expect(await alerts()).toEqual([])
    await passMinute(21, 18)
    expect(await alerts()).toMatchObject([{ about: 'team', team: 'Alpha', entered: false, joined: 2, withdrew: 1 }])
    await event.enter(teams({ ...roster, [id + 5]: 'Alpha' }))
    await passMinute(21, 20)
    expect(await alerts()).toEqual([])
    await passMinute(22, 19)
    expect(await alerts()).toMatchObject([{ about: 'team', joined: 1, withdrew: 0 }])
  })

  it('does not count athletes whom the user has unfollowed or whose tournament the user has removed since', async () => {
    await addDevice()
    const entered = { [id]: 'Kilo', [id + 1]: 'Kilo' }
    const [event, removed] = [await openEvent(teams(entered)), await openEvent(teams(entered))]
    await coach.call('createFollowRule', { body: { team: 'Kilo', tournamentId: null } })
    const late = teams({ ...entered, [id + 2]: 'Kilo', [id + 3]: 'Kilo' })
    await event.enter(late)
    await removed.enter(late)
    await coach.call('unfollow', { id: await event.athlete(id + 2) })
    await coach.call('removeTournament', { id: removed.id })
    await passMinute(21, 19)
    expect(await alerts()).toMatchObject([{ about: 'team', tournamentId: event.id, joined: 1, withdrew: 0 }])
  })

  it('counts an athlete who withdraws again after an earlier withdrawal was reverted', async () => {
    await addDevice()
    const entered = { [id]: 'Lima', [id + 1]: 'Lima' }
    const event = await openEvent(teams(entered))
    await add(event)
    await coach.call('createFollowRule', { body: { team: 'Lima', tournamentId: event.id } })
    await event.enter(teams({ [id]: 'Lima' }))
    await event.enter(teams(entered))
    await passMinute(21, 19)
    expect(await alerts()).toEqual([])
    await event.enter(teams({ [id]: 'Lima' }))
    await passMinute(22, 19)
    expect(await alerts()).toMatchObject([{ about: 'team', joined: 0, withdrew: 1 }])
  })
})

describe('A person who gets a new id at the source during a tournament', () => {
  const entrant = (sourceId: number, more: Partial<Entrant> = {}): Entrant => ({
    id: sourceId,
    // Unlike the athletes of the other tests, whose tournaments are still open.
    name: `Joao Serra ${id}`,
    team: `Porto Alvo ${id}`,
    division: blue,
    ...more,
  })
  const others = (): Entrant[] => [id + 1, id + 2, id + 3].map((each) => entrant(each, { name: `Athlete ${each}` }))
  const followed = async () => (await coach.call('followedAthletes')).athletes

  it('stays followed, with notes, claims, exclusions and statements, in the same match', async () => {
    const event = await openEvent([entrant(id), ...others()])
    const elsewhere = await openEvent(teams({ [id]: 'Alpha' }))
    const before = await followIn(event, id)
    await coach.call('athleteNotes', { id: before, body: { notes: 'left knee', tags: ['kids'] } })
    const [match] = await api.sql<{ id: number }[]>`
      select id from fights where tournament_id = ${event.id} and ${String(id)} in (competitor_a, competitor_b)`
    const claim = { matchId: match?.id ?? 0, name: 'Ana', device: 'd', request: randomUUID() }
    await store.claims.make(user.id, claim)
    await coach.call('createFollowRule', { body: { team: `Porto Alvo ${id}`, tournamentId: event.id } })

    await event.enter([entrant(id + 50), ...others()])
    const after = await event.athlete(id + 50)
    // The other process learns of the move from its next poll.
    await expect.poll(async () => (await followed()).map((each) => each.id), { timeout: 5_000 }).not.toContain(before)
    expect(await followed()).toContainEqual(expect.objectContaining({ id: after, name: `Joao Serra ${id}` }))
    const profile = await coach.call('orderOfFights', { id: after })
    expect(profile.data).toMatchObject({ notes: 'left knee', tags: ['kids'] })
    expect(
      (await api.sql`select name from claims where owner_id = ${user.id} and match_id = ${match?.id ?? 0}`)[0],
    ).toEqual({
      name: 'Ana',
    })
    const { appearances } = await coach.call('appearances', { id: after })
    expect(appearances.map(({ athleteId }) => athleteId)).toEqual([await elsewhere.athlete(id)])
    expect(await offers()).not.toContainEqual(
      expect.objectContaining({ athlete: expect.objectContaining({ id: after }) }),
    )
  })

  it('stays excluded from a rule', async () => {
    const event = await openEvent([entrant(id), ...others()])
    await add(event)
    await coach.call('createFollowRule', { body: { team: `Porto Alvo ${id}`, tournamentId: event.id } })
    await coach.call('unfollow', { id: await event.athlete(id) })
    await event.enter([entrant(id + 50), ...others()])
    await expect
      .poll(async () => (await api.sql`select 1 from athletes where successor is not null`).length, { timeout: 5_000 })
      .toBe(0)
    expect((await followed()).map(({ name }) => name)).not.toContain(`Joao Serra ${id}`)
    expect(await followed()).toHaveLength(3)
  })

  it('is offered to followers in another match, and then followed in place of the old id', async () => {
    const event = await openEvent([entrant(id), ...others()])
    const before = await followIn(event, id)
    await event.enter([...others().slice(0, 2), entrant(id + 50), ...others().slice(2)])
    const after = await event.athlete(id + 50)
    expect((await followed()).map((each) => each.id)).toEqual([before])
    expect(await offers()).toMatchObject([{ kind: 'look-alike', athlete: { id: after } }])
    await coach.call('answerOffer', { id: after, body: { answer: 'accepted' } })
    expect((await followed()).map((each) => each.id)).toEqual([after])
    expect(await offers()).toEqual([])
  })

  it('is neither followed nor offered while the old id is still entered, or under another name', async () => {
    const event = await openEvent([entrant(id), ...others()])
    const before = await followIn(event, id)
    await event.enter([entrant(id + 50), ...others(), entrant(id)])
    expect((await followed()).map((each) => each.id)).toEqual([before])
    expect(await offers()).toEqual([])
    await event.enter([entrant(id + 60, { name: 'Rui Lago' }), ...others()])
    expect((await followed()).map((each) => each.id)).toEqual([before])
    expect(await offers()).toEqual([])
  })
})
