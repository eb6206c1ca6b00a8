// The mat boards of a tournament (decision D5): one call, for users who added it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { answerReadRequests, listTournaments, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let tournaments = 3_300
beforeAll(async () => {
  api = await startApi()
  await answerReadRequests(api.store)
})
afterAll(() => api.close())

const add = async (visitor: Visitor, value: string): Promise<number> => {
  const [added] = (await visitor.call('addTournaments', { body: { tournaments: [{ value }] } })).tournaments
  return added?.id ?? 0
}
async function openFixture(): Promise<{ recorded: RecordedTournament; visitor: Visitor }> {
  const recorded = await recordTournament(api.store, String(++tournaments))
  const visitor = await api.visitor().signUp()
  await add(visitor, recorded.bjjCompSystemId)
  return { recorded, visitor }
}

it('The mat boards show the next matches of a mat, with only the user’s own athletes marked', async () => {
  const { recorded, visitor } = await openFixture()
  const other = await api.visitor().signUp()
  await add(other, recorded.bjjCompSystemId)
  const { id } = recorded.athlete('700137')
  await visitor.call('follow', { id })
  const { day, mats } = await visitor.call('tournamentBoards', { id: recorded.id })
  expect(day).toBe(1)
  expect(mats).toMatchObject([
    {
      mat: 1,
      waiting: 3,
      fights: [
        {
          fightNumber: 1,
          place: 0,
          ahead: 0,
          board: 'listed',
          round: 'Semi-Final',
          division: 'Adult / Female / PURPLE / Feather',
          sides: [
            { name: 'Marina Pedra Azul', team: 'Mar Alto', followed: { id, belt: 'PURPLE' } },
            { name: 'Lia Serra', followed: null },
          ],
        },
        { fightNumber: 2, place: 1 },
        {
          fightNumber: 3,
          place: 2,
          sides: [
            { name: null, from: { takes: 'winner', fightNumber: 1, mat: 1 } },
            { name: null, from: { takes: 'winner', fightNumber: 2, mat: 1 } },
          ],
        },
      ],
    },
  ])
  const marks = (await other.call('tournamentBoards', { id: recorded.id })).mats.flatMap(({ fights }) =>
    fights.flatMap(({ sides }) => sides.map(({ followed }) => followed)),
  )
  expect(new Set(marks)).toEqual(new Set([null]))
})

it('The mat boards drop a match that is over, and keep the empty mats of a finished day', async () => {
  const { recorded, visitor } = await openFixture()
  await recorded.finishSemiFinal()
  const numbers = async () =>
    (await visitor.call('tournamentBoards', { id: recorded.id })).mats.map(({ mat, fights }) => [
      mat,
      fights.map(({ fightNumber }) => fightNumber),
    ])
  expect(await numbers()).toEqual([[1, [3]]])
  await recorded.finishFinal()
  expect(await numbers()).toEqual([[1, []]])
})

it('The mat boards answer 304 until something on them changes', async () => {
  const { recorded, visitor } = await openFixture()
  const load = (etag: string) =>
    visitor.request('tournamentBoards', { id: recorded.id, headers: etag === '' ? {} : { 'if-none-match': etag } })
  const first = await load('')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  expect((await load(etag)).status).toBe(304)
  await recorded.finishSemiFinal()
  const changed = await load(etag)
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  await visitor.call('follow', { id: recorded.athlete('700137').id })
  expect((await load(changed.headers.get('etag') ?? '')).status).toBe(200)
})

it('The mat boards answer 404 for a tournament that the user did not add or an unknown day, and 400 for a day that is not a number', async () => {
  const { recorded, visitor } = await openFixture()
  const stranger = await api.visitor().signUp()
  const foreign = await stranger.request('tournamentBoards', { id: recorded.id })
  const missing = await stranger.request('tournamentBoards', { id: 999_999 })
  expect([foreign.status, missing.status]).toEqual([404, 404])
  const { requestId: _, ...body } = foreign.error
  expect(missing.error).toMatchObject(body)
  expect((await visitor.request('tournamentBoards', { id: recorded.id, query: { day: '7' } })).status).toBe(404)
  const wrong = await visitor.request('tournamentBoards', { id: recorded.id, query: { day: 'today' } })
  expect([wrong.status, wrong.error.error]).toEqual([400, 'The day must be a number.'])
})

it('The mat boards are empty for a tournament without a published schedule', async () => {
  await listTournaments(api.store, ['3399'])
  const visitor = await api.visitor().signUp()
  const id = await add(visitor, '3399')
  expect(await visitor.call('tournamentBoards', { id })).toMatchObject({ day: null, mats: [] })
})

it('The mat boards show for each of thirty mats the next eight matches, later ones of followed athletes, and how many matches wait', async () => {
  const event = await openFixtureEvent(api.store, { bjjCompSystemId: '4310', categories: 60, mats: 30 })
  const visitor = await api.visitor().signUp()
  await add(visitor, '4310')
  const { mats } = await visitor.call('tournamentBoards', { id: event.tournamentId })
  expect(mats.map(({ mat }) => mat)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  for (const { fights, waiting } of mats) expect([fights.length, waiting]).toEqual([8, 14])
  // The fourth seed of a mat's second division is in the mat's eleventh match, after the eight that a board shows to everybody.
  const hidden = event.held().matchesOfAthlete(event.athleteIds[31 * 8 + 3] ?? 0)[0]
  expect(mats[1]?.fights.some(({ id }) => id === hidden?.id)).toBe(false)
  await visitor.call('follow', { id: event.athleteIds[31 * 8 + 3] ?? 0 })
  const again = (await visitor.call('tournamentBoards', { id: event.tournamentId })).mats[1]
  expect(again?.fights.map(({ id }) => id)).toContain(hidden?.id)
  expect(again?.waiting).toBe(14)
}, 120_000)
