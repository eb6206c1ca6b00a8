// Texts of the dialogs that add tournaments and show their import.
import type { Texts } from '../t.ts'

export const texts = {
  'add.title': 'Available Tournaments',
  'add.text': 'Choose one or more to add to your list.',
  'add.refresh': 'Refresh',
  'add.refreshing': 'Refreshing...',
  'add.loading': 'Loading tournaments...',
  'add.refreshingList': 'Refreshing tournaments...',
  'add.error': 'Failed to load tournaments',
  'add.empty': 'No tournaments found',
  'add.search': 'Search tournaments...',
  'add.added': 'Added',
  'add.adding': 'Adding...',
  'add.submit': { one: 'Add {count} Tournament', other: 'Add {count} Tournaments' },
  'add.failed': 'The tournaments could not be added.',

  'import.title': { one: 'Importing Tournament', other: 'Importing {count} Tournaments' },
  'import.text': 'You can leave this open or go on; it continues on the server.',
  'import.tournament': 'Tournament data',
  'import.days': 'Tournament days',
  'import.fighters': 'Fighters',
  'import.finalizing': 'Finalizing',
  'import.daysCount': '{done} of {total}',
  'import.done': 'Done',
  'import.running': 'In progress',
  'import.pending': 'Pending',
  'import.failed': 'Stopped',
  'import.percent': '{percent}%',
  'import.background': 'Continue in background',
  'import.select': 'Select Athletes to Follow',
} as const satisfies Texts
