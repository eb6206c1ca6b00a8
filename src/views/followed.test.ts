import { expect, it } from 'vitest'
import { exampleAthlete, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import type { Match, Outcome } from '#domain/match.ts'
import type { Category } from '#domain/tournament.ts'
import { FollowedAthlete } from '#contract/athletes.ts'
import { type HeldTournament, presentFollowed, presentMatchesOf } from './followed.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const division = 'Adult / Female / PURPLE / Feather'
const tournament = exampleTournament()
const athlete = exampleAthlete({ name: 'Marina Pedra Azul', division, categoryIds: [1, 2] })
const own = exampleSide({ name: athlete.name })
const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Lia Serra' })
const won: Outcome = { kind: 'won', winner: 0 }
const lost: Outcome = { kind: 'won', winner: 1 }

const fight = (id: number, over: Partial<Match> = {}): Match =>
  exampleMatch({
    id,
    division,
    matchNumber: id,
    round: 'Round 1',
    sides: [own, rival],
    fightNumber: id,
    boardRank: id,
    ...over,
  })
const category = (id: number, place: number | null): Category => ({
  start: null,
  podiumAt: null,
  id,
  tournamentId: 5,
  bjjCompSystemId: `90${id}`,
  division: `Division ${id}`,
  age: 'Adult',
  gender: 'Female',
  belt: 'PURPLE',
  weight: 'Feather',
  state: 'finished',
  placements:
    place === null
      ? []
      : [{ place, name: athlete.name, team: 'Mar Alto', athleteBjjCompSystemId: athlete.bjjCompSystemId }],
})
const heldWith = (matches: Match[], categories: Category[] = []): HeldTournament => ({
  state: {
    tournament,
    categories: new Map(categories.map((each) => [each.id, each])),
    athletes: new Map([[7, athlete]]),
    matches: new Map(matches.map((match) => [match.id, match])),
  },
  matchesOfAthlete: () => matches.filter((match) => match.sides.includes(own)),
  beforeOnMat: () => null,
  listedOnMat: (date, mat) => matches.filter((match) => match.date === date && match.mat === mat),
})
const card = (matches: Match[], categories: Category[] = []) =>
  presentFollowed(heldWith(matches, categories), athlete, { followedAt: '2026-11-20T10:00:00.000Z', via: 'Alpha' }, now)

it('A card counts the fights of its athlete, without byes', () => {
  const shown = card([
    fight(1, { outcome: won }),
    fight(2, { sides: [own, { kind: 'bye' }] }),
    fight(3, { outcome: lost }),
    fight(4, { outcome: { kind: 'not-recorded' } }),
    fight(5),
  ])
  expect(FollowedAthlete.parse(shown)).toEqual(shown)
  expect(shown).toMatchObject({
    totalMatches: 4,
    wins: 1,
    losses: 1,
    completedMatches: 2,
    weightClass: 'Feather',
    belt: 'PURPLE',
  })
})

it('A card has the podium places of its athlete in all categories, best first', () => {
  expect(card([], [category(1, 3), category(2, 1)]).placements).toEqual([
    { category: 'Division 2', place: 1 },
    { category: 'Division 1', place: 3 },
  ])
})

it('A card has the podium place of an athlete who is matched by name (D17)', () => {
  const [row] = category(1, 1).placements
  const withoutId = row && { ...category(1, 1), placements: [{ ...row, athleteBjjCompSystemId: null }] }
  expect(card([], withoutId && [withoutId]).placements).toEqual([{ category: 'Division 1', place: 1 }])
})

it('The next match on a card is not over, and a live one comes first', () => {
  const soon = fight(1, { scheduledAt: '2026-11-21T18:30:00.000Z' })
  const later = fight(2, { scheduledAt: '2026-11-21T20:30:00.000Z' })
  expect(card([later, soon, fight(3, { outcome: won })]).next?.id).toBe(1)
  expect(card([soon, { ...later, rawStatus: 'started' }]).next?.id).toBe(2)
  expect(card([fight(3, { outcome: won })]).next).toBeNull()
})

it('The next match on a card is never one that left its board long ago without a result', () => {
  expect(card([fight(1, { board: 'left', scheduledAt: '2026-11-21T15:00:00.000Z' })]).next).toBeNull()
})

it('A match has the number of listed fights before it on its mat', () => {
  const others = [fight(1, { sides: [rival, rival] }), fight(2, { sides: [rival, rival], mat: 5 })]
  const [presented] = presentMatchesOf(heldWith([...others, fight(3)]), athlete, now)
  expect(presented?.item.ahead).toBe(1)
})
