// Texts of the link preview of a shared page; used on the server only.
import type { Texts } from '../t.ts'

export const texts = {
  'shared.previewNext': 'Next: {fight}',
  'shared.previewLive': 'Live now: {fight}',
  'shared.previewNone': {
    one: 'Live matches, mats and times of {count} athlete.',
    other: 'Live matches, mats and times of {count} athletes.',
  },
  'shared.previewEmpty': 'Live matches, mats and times.',
  'shared.previewImage': '{title}: {text}',
  'shared.nextFight': 'Next fight',
  'shared.liveFight': 'Live now',
  'shared.noFight': 'No upcoming matches',
} as const satisfies Texts
