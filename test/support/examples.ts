// Example entities for the tests of pure code: a tournament, a category, an athlete, a match and a card. Each takes overrides.
import type { WireMatchItem } from '#contract/match-item.ts'
import type { Athlete } from '#domain/athlete.ts'
import type { Match, Side } from '#domain/match.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { presentMatch } from '#views/match.ts'

/** A live tournament whose import is done; its id is 5. */
export const exampleTournament = (over: Partial<Tournament> = {}): Tournament => ({
  id: 5,
  bjjCompSystemId: '3105',
  name: 'Porto Alvo Open',
  logoUrl: null,
  status: 'live',
  startsOn: '2026-11-21',
  endsOn: '2026-11-22',
  dateRange: 'Nov 21 - Nov 22, 2026',
  location: null,
  venue: null,
  city: null,
  state: null,
  country: null,
  timezone: 'America/New_York',
  orderOfFightsUrl: null,
  bracketsUrl: null,
  days: [],
  import: {
    state: 'done',
    step: 'finalizing',
    usable: true,
    days: { done: 1, total: 1 },
    athletes: 2,
    categories: { done: 1, total: 1 },
  },
  ruleSet: 'ibjjf',
  archivedAt: null,
  ...over,
})

/** The category of the example match, with a bracket; its id is 1. */
export const exampleCategory = (over: Partial<Category> = {}): Category => ({
  id: 1,
  tournamentId: 5,
  bjjCompSystemId: '901',
  division: 'Adult / Male / BLUE / Light',
  age: 'Adult',
  gender: 'Male',
  belt: 'BLUE',
  weight: 'Light',
  state: 'bracket',
  placements: [],
  start: null,
  podiumAt: null,
  ...over,
})

/** An athlete of the example tournament in the example category; the id is 7. */
export const exampleAthlete = (over: Partial<Athlete> = {}): Athlete => ({
  id: 7,
  tournamentId: 5,
  bjjCompSystemId: '700137',
  name: 'Rafael Horizonte',
  team: 'Mar Alto',
  belt: null,
  division: 'Adult / Male / BLUE / Light',
  categoryIds: [1],
  listed: true,
  hasEmptyList: false,
  ...over,
})

/** An athlete's side of a match. */
export const exampleSide = (over: Partial<Extract<Side, { kind: 'athlete' }>> = {}): Side => ({
  kind: 'athlete',
  bjjCompSystemId: '700137',
  name: 'Rafael Horizonte',
  team: 'Mar Alto',
  seed: 1,
  disqualification: null,
  ...over,
})

/** The example athlete's next match, listed on Mat 4. */
export const exampleMatch = (over: Partial<Match> = {}): Match => ({
  id: 31,
  tournamentId: 5,
  categoryId: 1,
  division: 'Adult / Male / BLUE / Light',
  matchNumber: 1,
  round: 'Semi-Final',
  sides: [exampleSide(), exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })],
  date: '2026-11-21',
  time: '14:07',
  scheduledAt: '2026-11-21T19:07:00.000Z',
  mat: 4,
  fightNumber: 33,
  board: 'listed',
  boardRank: 33,
  rawStatus: null,
  outcome: null,
  moves: [],
  ...over,
})

/** The match as the example athlete's card shows it at `now` (epoch ms). */
export function exampleItem(match: Partial<Match> = {}, now = 0): WireMatchItem {
  const facts = { tournament: exampleTournament(), athlete: exampleAthlete(), match: exampleMatch(match) }
  const item = presentMatch({ ...facts, ahead: null, before: null, now })
  if (!item) throw new Error('the athlete is not in this match')
  return item
}
