// Texts of the donations page.
import type { Texts } from '../t.ts'

export const texts = {
  'donate.title': 'Donate',
  'donate.heading': 'Keep RollCall at the mats',
  'donate.text':
    'RollCall is free for every parent, coach and teammate. Running it is not. If it has ever got you to the right mat in time, a small gift does the same for the next family.',
  'donate.button': 'Donate',
  'donate.buttonLabel': 'Donate, opens in a new tab',
  'donate.secure': 'Secure donation processing by our card payment provider',
  'donate.none':
    'Donations cannot be made here at the moment. Telling your team about RollCall helps just as much, and costs nothing.',
  'donate.uses': 'What it pays for',
  'donate.developmentTitle': 'Development',
  'donate.developmentText':
    'Every good idea in RollCall came from somebody at a mat. Donations pay for the evenings in which the next one is built.',
  'donate.infrastructureTitle': 'Infrastructure',
  'donate.infrastructureText':
    'Servers that hold on a Saturday when a whole hall looks at once, and that ask the competition system only once for everybody.',
  'donate.communityTitle': 'Community Impact',
  'donate.communityText':
    'Keeping it free: no subscription and no paywall, so that the smallest academy sees as much as the largest.',
} as const satisfies Texts
