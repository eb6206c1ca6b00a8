// A match for the client's tests: an hour before its start, third in the queue of Mat 4.
import type { MatchItem, WireMatchItem } from '#contract/match-item.ts'

/** The current time in the example: 13:27 in New York. */
export const exampleNow = Date.parse('2026-11-21T18:27:00Z')

/** The client does not read display fields: this text must not appear on a screen. */
const unread = '(display field)'

const example: WireMatchItem = {
  id: 1,
  athleteId: 10,
  athleteName: 'Thiago Alvorada',
  athleteBelt: 'BLUE',
  athleteTeam: 'Harbor Team',
  athleteBjjCompSystemId: '470001',
  side: 'first',
  opponentName: 'Rúben Pedreira',
  opponentTeam: 'Lótus Team',
  opponentBjjCompSystemId: '470002',
  opponentFrom: null,
  round: 'Semi-Final',
  division: 'Adult / Male / BLUE / Light',
  day: '2026-11-21',
  localTime: '14:27',
  scheduledDateTime: '2026-11-21T19:27:00Z',
  matNumber: 4,
  fightNumber: 12,
  board: 'listed',
  ahead: 2,
  before: { fights: 14, turnovers: 100.8, breaks: 0 },
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
  date: unread,
  time: unread,
  scheduledTime: unread,
  mat: unread,
  scheduled_time: unread,
  opponent: unread,
}

/** The example with changed fields. */
export const exampleMatch = (change: Partial<MatchItem> = {}): WireMatchItem => ({ ...example, ...change })
