// Texts of the tab of followed athletes.
import type { Texts } from '../t.ts'

export const texts = {
  'followed.title': 'Followed Athletes',
  'followed.search': 'Search athletes...',
  'followed.noneTitle': 'No Followed Athletes',
  'followed.noneText': 'Follow athletes in your tournaments to see them here.',
  'followed.noneMatching': 'No athletes found matching "{search}"',
  'followed.weight': 'Weight: {weight}',
  'followed.next': 'Next',
  'followed.nextNone': 'Nothing scheduled',
  'followed.unlisted': 'No longer listed at the source',
  'followed.renderError': 'Error rendering {name}: {message}',
  'followed.list': 'Followed athletes',
} as const satisfies Texts
