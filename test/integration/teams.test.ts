// The page of a team in a tournament (docs/decisions/049).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TeamResponse } from '#contract/teams.ts'
import { signUp } from '#support/live.ts'
import { type Entrant, openRosterEvent, type RosterEvent } from '#support/roster-event.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  await api.close()
})

const adult = 'Adult / Male / BLUE / Light'
const heavy = 'Adult / Male / BLUE / Heavy'
const open = 'Adult / Male / BLUE / Open Class'
const teen = 'Teen 1 / Female / YELLOW / Light'
const roster: Entrant[] = [
  { id: 1, team: 'Alpha', division: adult },
  { id: 2, team: 'Alpha HQ', division: adult },
  { id: 3, team: 'Beta', division: adult },
  { id: 4, team: 'Beta', division: adult },
  { id: 5, team: 'ALPHA', division: heavy },
  { id: 6, team: 'Beta', division: heavy },
  { id: 7, team: 'Alpha', division: teen },
  { id: 8, team: 'Alpha', division: open },
]

let coach: Visitor
let event: RosterEvent
beforeEach(async () => {
  const user = await signUp(api.store)
  coach = api.visitor()
  coach.cookie = user.cookie
  event = await openRosterEvent(api.store, roster)
  await api.store.follows.addTournaments(user.id, [event.id])
})

const loadTeam = (name: string): Promise<TeamResponse> => coach.call('team', { id: event.id, query: { team: name } })
const finish = () =>
  event.enter(roster, {
    [adult]: [
      [1, 1],
      [2, 2],
      [3, 3],
      [3, 4],
    ],
  })
const adultMale = ({ points }: TeamResponse) => points.find(({ group }) => group === 'adult-male')

describe('The page of a team', () => {
  it('has the athletes of the team in all spellings, their divisions, and whether each is followed and under 18', async () => {
    await api.store.projection.catchUp()
    const athletes = (await loadTeam('alpha')).athletes.map(({ name, divisions, isFollowed, isUnder18 }) => [
      name,
      divisions,
      isFollowed,
      isUnder18,
    ])
    expect(athletes).toEqual([
      ['Athlete 1', [adult], false, false],
      ['Athlete 5', [heavy], false, false],
      ['Athlete 7', [teen], false, true],
      ['Athlete 8', [open], false, false],
    ])
  })

  it('has the division of an athlete who has left the bracket, and says whether the athlete is under 18', async () => {
    const other = { id: 9, team: 'Beta', division: teen }
    await event.enter([...roster, other])
    await event.enter([...roster.filter(({ id }) => id !== 7), other, { id: 7, team: 'Alpha' }])
    const left = (await loadTeam('Alpha')).athletes.find(({ name }) => name === 'Athlete 7')
    expect(left).toMatchObject({ divisions: [teen], isUnder18: true })
  })

  it('has the athletes of all names in the rule by which the user follows the team', async () => {
    await coach.call('createFollowRule', { body: { team: 'Alpha', aliases: ['Alpha HQ'], tournamentId: event.id } })
    const page = await loadTeam('Alpha HQ')
    expect(page.team).toMatchObject({ name: 'Alpha', aliases: ['Alpha HQ'] })
    expect(page.athletes).toHaveLength(5)
    expect(page.athletes.every(({ isFollowed }) => isFollowed)).toBe(true)
  })

  it('has the athletes of all names in both rules if the user follows the team in this tournament and in every tournament', async () => {
    await coach.call('createFollowRule', { body: { team: 'Alpha', aliases: ['Alpha HQ'], tournamentId: event.id } })
    const { rule } = await coach.call('createFollowRule', { body: { team: 'ALPHA', aliases: ['Beta'] } })
    for (const name of ['Alpha', 'Alpha HQ', 'beta']) {
      const page = await loadTeam(name)
      expect(page.team).toEqual({ name: 'ALPHA', aliases: ['Beta', 'Alpha HQ'], ruleId: rule.id })
      expect(page.athletes).toHaveLength(8)
    }
  })

  it('has the points with their medals, what can still be won, and the place among all teams', async () => {
    await finish()
    const points = adultMale(await loadTeam('Alpha'))
    expect(points).toMatchObject({
      points: 9,
      // Gold of Heavy, and gold of the open class, in which nobody else is entered.
      possible: 18,
      place: 1,
      medals: [{ division: adult, place: 1, name: 'Athlete 1', points: 9, unscored: null }],
      leaders: [
        { team: 'Alpha', points: 9, isOwn: true },
        { team: 'Alpha HQ', points: 3, isOwn: false },
        { team: 'Beta', points: 2, isOwn: false },
      ],
    })
    await coach.call('createFollowRule', { body: { team: 'Alpha', aliases: ['Alpha HQ'], tournamentId: event.id } })
    expect(adultMale(await loadTeam('Alpha'))).toMatchObject({ points: 12, place: 1 })
  })

  it('counts the bronze of a lost semifinal as a medal that can still be won until the podium shows it', async () => {
    await api.store.projection.catchUp()
    const before = adultMale(await loadTeam('Alpha'))
    await event.enter(roster.map((each) => (each.id === 1 ? { ...each, hasLost: true } : each)))
    // Gold of Heavy and of the open class, and a bronze instead of the gold of Light.
    expect([before?.possible, adultMale(await loadTeam('Alpha'))?.possible]).toEqual([27, 19])
  })

  it('has nothing more to win when the tournament is over, even if podiums are missing', async () => {
    await finish()
    expect(adultMale(await loadTeam('Alpha'))?.possible).toBe(18)
    await api.store.tournaments.archive(event.id, Date.now())
    await api.store.projection.catchUp()
    expect(adultMale(await loadTeam('Alpha'))).toMatchObject({ points: 9, possible: 0 })
  })

  it('counts by the policy that the user chooses for the tournament, and by the default policy for others and after the choice is removed', async () => {
    await finish()
    await coach.call('setPointsPolicy', { id: event.id, body: { policy: 'contested' } })
    const other = await signUp(api.store)
    await api.store.follows.addTournaments(other.id, [event.id])
    const otherCoach = api.visitor()
    otherCoach.cookie = other.cookie
    expect((await otherCoach.call('team', { id: event.id, query: { team: 'Alpha' } })).policy).toBe('open')
    const chosen = await loadTeam('Alpha')
    expect([chosen.policy, adultMale(chosen)?.possible]).toEqual(['contested', 9])
    expect(chosen.policies.map(({ id }) => id)).toContain('worlds')
    await coach.call('setPointsPolicy', { id: event.id, body: { policy: null } })
    expect((await loadTeam('Alpha')).policy).toBe('open')
  })

  it('answers 404 for a team that is not entered, unless the user follows it', async () => {
    expect((await coach.request('team', { id: event.id, query: { team: 'Gamma' } })).status).toBe(404)
    await coach.call('createFollowRule', { body: { team: 'Gamma', tournamentId: event.id } })
    expect(await loadTeam('Gamma')).toMatchObject({ team: { name: 'Gamma' }, athletes: [], points: [] })
  })

  it('is available in the user’s tournaments only', async () => {
    const stranger = api.visitor()
    stranger.cookie = (await signUp(api.store)).cookie
    expect((await stranger.request('team', { id: event.id, query: { team: 'Alpha' } })).status).toBe(404)
    const body = { policy: 'worlds' } as const
    expect((await stranger.request('setPointsPolicy', { id: event.id, body })).status).toBe(404)
    const unknown = await coach.request('setPointsPolicy', { id: event.id, body: { policy: 'mine' as never } })
    expect(unknown.status).toBe(400)
  })
})
