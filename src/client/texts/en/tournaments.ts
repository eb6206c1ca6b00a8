// Texts of the tab of tournaments.
import type { Texts } from '../t.ts'

export const texts = {
  'tournaments.noneTitle': 'No Tournaments Added',
  'tournaments.noneText': 'Add a tournament to follow its athletes.',
  'tournaments.removeOf': 'Remove {name}',
  'tournaments.removing': 'Removing...',
  'tournaments.removeTitle': 'Remove {name}?',
  'tournaments.removeText': {
    one: 'You follow {count} athlete there, who will be unfollowed.',
    other: 'You follow {count} athletes there, who will be unfollowed.',
  },
  'tournaments.keep': 'Keep',
  'tournaments.removeFailed': 'The tournament could not be removed.',
  'tournaments.importWaiting': 'Import starts in a moment',
  'tournaments.error': 'Failed to fetch tournaments',
  'tournaments.list': 'Your tournaments',
} as const satisfies Texts
