// Texts of the page of one tournament with its mat boards.
import type { Texts } from '../t.ts'

export const texts = {
  'tournament.notFoundTitle': 'Tournament not found',
  'tournament.notFoundText': 'It may have been removed from your list.',
  'tournament.goToTournaments': 'Go to Tournaments',
  'tournament.days': 'Days',
  'tournament.day': '{weekday} {date}',
  'tournament.yours': 'Your athletes here',
  'tournament.yoursNone': 'You follow nobody here yet.',
  'tournament.mats': 'Mats',
  'tournament.toMat': 'Mat {mat}',
  'tournament.toOwnMat': 'Mat {mat}, with your athletes',
  'tournament.toCome': { one: '{count} fight to come', other: '{count} fights to come' },
  'tournament.matOver': 'No more fights on this mat',
  'tournament.between': { one: '{count} fight before this', other: '{count} fights before this' },
  'tournament.more': { one: 'and {count} more fight', other: 'and {count} more fights' },
  'tournament.fight': 'Fight {number}',
  'tournament.against': 'against',
  'tournament.unpublishedTitle': 'Not published yet',
  'tournament.unpublishedText': 'The fights of this day appear here as soon as the competition system shows them.',
  'tournament.importingText': 'This tournament is still being read. Its fights appear here in a moment.',
  'tournament.overTitle': 'All fights are done',
  'tournament.overText': 'Nothing is left to come on this day.',
  'tournament.nothingNext': 'Nothing scheduled',
  'tournament.record': '{wins}–{losses}',
} as const satisfies Texts
