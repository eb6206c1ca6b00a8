// A match as the tests of the browser's rooms begin with: an hour before its start, third in the queue of Mat 4.
import type { MatchItem } from '#contract/match-item.ts'

/** The example's present: 13:27 in New York. */
export const exampleNow = Date.parse('2026-11-21T18:27:00Z')

const example: MatchItem = {
  id: 1,
  athleteId: 10,
  athleteName: 'Thiago Alvorada',
  athleteBelt: 'BLUE',
  athleteTeam: 'Harbor Team',
  athleteBjjCompSystemId: '470001',
  opponentName: 'Rúben Pedreira',
  opponentTeam: 'Lótus Team',
  opponentBjjCompSystemId: '470002',
  opponentFrom: null,
  round: 'Semi-Final',
  division: 'Adult / Male / BLUE / Light',
  date: 'Sat 11/21',
  day: '2026-11-21',
  time: '02:27 PM',
  scheduledTime: 'Sat 11/21 at 02:27 PM',
  scheduledDateTime: '2026-11-21T19:27:00Z',
  mat: 'Mat 4',
  matNumber: 4,
  fightNumber: 12,
  board: 'listed',
  ahead: 2,
  rawStatus: null,
  status: 'upcoming',
  result: null,
  winner: null,
  loser: null,
  method: null,
  moved: null,
  tournamentId: 7,
  tournamentName: 'Houston Open',
  tournamentTimezone: 'America/New_York',
  tournamentBjjCompSystemId: '3105',
  timestamp: '2026-11-21T18:27:00Z',
  progressivelyUpdated: false,
  scheduled_time: 'Sat 11/21 at 02:27 PM',
  opponent: 'Rúben Pedreira',
}

/** The example with some of it otherwise. */
export const exampleMatch = (change: Partial<MatchItem> = {}): MatchItem => ({ ...example, ...change })
