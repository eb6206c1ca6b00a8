// Texts about a tournament's links, its import and its unpublished parts, which three screens show.
import type { Texts } from '../t.ts'

export const texts = {
  'tournaments.back': 'Back to tournaments',
  'tournaments.select': 'Select Athletes to Follow',
  'tournaments.orderOfFights': 'Order of Fights',
  'tournaments.brackets': 'Brackets',
  'tournaments.bracketsOf': 'Brackets of {name}, opens in a new tab',
  'tournaments.importing': 'Importing',
  'tournaments.importFailed': 'The import stopped. It will be tried again.',

  'missing.title': 'Not published yet',
  'missing.everything': 'Not published yet. RollCall looks again by itself.',
  'missing.athletes': 'The days are published, the athletes not yet. RollCall looks again by itself.',
  'missing.brackets': 'The brackets are not published yet. RollCall looks again by itself.',
  'missing.days': 'The days are not published yet. RollCall looks again by itself.',
  'missing.looked': 'Last look {age}.',
  'tournaments.archived': 'Ended. The competition system no longer lists it; this is the last data.',
} as const satisfies Texts
