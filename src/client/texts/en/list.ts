// Texts of lists that grow and refresh, as parts of the operators' screens.
import type { Texts } from '../t.ts'

export const texts = {
  'list.more': 'Show more',
  'list.loadingMore': 'Loading...',
  'list.loading': 'Loading the list',
  'list.stale': 'Could not be refreshed. This was read {age} ago.',
  'list.failed': 'This list could not be loaded.',
} as const satisfies Texts
