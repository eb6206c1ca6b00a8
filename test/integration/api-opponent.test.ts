import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { division, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { openRosterEvent } from '#support/roster-event.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let earlier: RecordedTournament
let recorded: RecordedTournament
let visitor: Visitor
beforeAll(async () => {
  api = await startApi()
  earlier = await recordTournament(api.store, '3701', -200)
  await earlier.finishSemiFinal()
  await earlier.finishFinal()
  recorded = await recordTournament(api.store, '3702')
  visitor = await signUpFollower()
})
afterAll(() => api.close())

/** Signs up a user who follows '700137' in the later tournament only. */
async function signUpFollower(): Promise<Visitor> {
  const user = await api.visitor().signUp()
  await user.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  await user.call('follow', { id: recorded.athlete('700137').id })
  return user
}

const ownAthlete = () => recorded.athlete('700137')
const matchOf = (sourceId: string): string =>
  String(recorded.held().matchesOfAthlete(recorded.athlete(sourceId).id)[0]?.id ?? 0)
const request = (match: string, id = ownAthlete().id) => visitor.request('opponent', { id, query: { match } })

describe('The opponent of a match', () => {
  it('is returned with seed, ranking points, titles, swaps and record', async () => {
    const { body } = await request(matchOf('700137'))
    expect(body.data).toMatchObject({
      bjjCompSystemId: '700200',
      name: 'Lia Serra',
      team: 'Lótus Team',
      seed: 2,
      ranking: {
        points: [
          { column: 'grand-slam', points: 18 },
          { column: 'overall', points: 54 },
        ],
        titles: [{ column: 'world', years: [2025, 2023] }],
      },
      swaps: [{ from: { seed: 2, name: 'Lia Serra' }, to: { seed: 4, name: 'Ana Conceição Łuz' } }],
      shownUntil: null,
      record: { wins: 0, losses: 0 },
    })
  })

  it('is returned with the earlier matches of the two in a tournament that the user has not added', async () => {
    const { body } = await request(matchOf('700137'))
    expect(body.data.meetings).toMatchObject([
      { tournamentName: 'Porto Alvo Open 3701', division, round: 'Semi-Final', result: 'win', method: null },
    ])
    expect(body.data.meetings[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(body.data.meetings[0]).not.toHaveProperty('sides')
  })

  it('is returned with the earlier matches of another id that the user has declared to be the same person', async () => {
    const event = await openRosterEvent(api.store, [
      { id: 700901, team: 'Lótus Team', division },
      { id: 700200, team: 'Lótus Team', name: 'Lia Serra', division },
    ])
    const user = await api.visitor().signUp()
    await user.call('addTournaments', { body: { tournaments: [{ value: event.bjjCompSystemId }] } })
    const id = await event.athlete(700901)
    await user.call('follow', { id })
    const held = await api.store.tournaments.state(event.id)
    const match = String([...(held?.state.matches.keys() ?? [])][0])
    const meetings = async () => (await user.call('opponent', { id, query: { match } })).data.meetings
    expect(await meetings()).toEqual([])
    const athleteId = earlier.athlete('700137').id
    await user.call('setSamePerson', { id, body: { athleteId, isSame: true } })
    expect((await meetings()).map(({ result }) => result)).toEqual(['win'])
    await user.call('setSamePerson', { id, body: { athleteId, isSame: false } })
    expect(await meetings()).toEqual([])
  })

  it('is refused with 404 while it is unknown, for a match of another athlete, and for a match that does not exist', async () => {
    const final = [...recorded.held().state.matches.values()].find(({ round }) => round === 'Final')
    for (const match of [String(final?.id), matchOf('700201'), '999999999'])
      expect((await request(match)).error).toMatchObject({ code: 'not-found' })
    const ofEarlier = [...earlier.held().state.matches.keys()][0]
    expect((await request(String(ofEarlier))).status).toBe(404)
  })

  it('is refused with 400 without a match id, and for a text that is no match id', async () => {
    expect((await visitor.request('opponent', { id: ownAthlete().id })).status).toBe(400)
    for (const match of ['', 'x', '-1', '1e3', '1'.repeat(30)]) {
      const { status, error } = await request(match)
      expect([status, error.error]).toEqual([400, 'The match must be a number.'])
    }
  })

  it('is refused with 404 for a user who does not follow the athlete, and with 401 for a signed-out visitor', async () => {
    const other = await api.visitor().signUp()
    const query = { match: matchOf('700137') }
    expect((await other.request('opponent', { id: ownAthlete().id, query })).status).toBe(404)
    expect((await api.visitor().request('opponent', { id: ownAthlete().id, query })).status).toBe(401)
    // The opponent is not followed.
    expect((await request(query.match, recorded.athlete('700200').id)).status).toBe(404)
  })

  it('is not described on a shared page', async () => {
    const { shareUrl } = await visitor.call('share', { body: { title: 'Team' } })
    const linkId = shareUrl.split('/').at(-1) ?? ''
    const { text } = await api.visitor().request('sharedRollCall', { linkId })
    expect(text).toContain('Lia Serra')
    expect(text).not.toMatch(/ranking|swaps|meetings|"seed"|recorded/i)
  })

  it('is returned without a ranking if the table has no row for the athlete', async () => {
    const joana = recorded.athlete('700201').id
    await visitor.call('follow', { id: joana })
    const { data } = (await request(matchOf('700201'), joana)).body
    expect(data).toMatchObject({ name: 'Ana Conceição Łuz', seed: 4, ranking: null, swaps: [{ to: { seed: 4 } }] })
  })

  it('is returned with the current record, and only with the swaps of the two', async () => {
    await recorded.finishSemiFinal()
    const final = [...recorded.held().state.matches.values()].find(({ round }) => round === 'Final')
    const { data } = (await request(String(final?.id))).body
    expect(data).toMatchObject({ name: 'Joana Vale', seed: 3, record: { wins: 1, losses: 0 }, swaps: [] })
    expect(data.meetings).toMatchObject([{ round: 'Final', result: 'win' }])
  })
})
