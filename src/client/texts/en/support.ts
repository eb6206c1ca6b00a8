// Texts of the pages for donors and sponsors.
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

  'sponsors.title': 'Sponsors',
  'sponsors.heading': 'Stand where the sport is watched',
  'sponsors.text':
    'On a tournament day, coaches, parents and teammates look at RollCall between every two fights. A partnership puts your name there, and keeps the app free for all of them.',
  'sponsors.current': 'Current sponsors',
  'sponsors.benefits': 'What a partnership brings',
  'sponsors.visibilityTitle': 'Brand visibility',
  'sponsors.visibilityText': 'Your logo in the menu of every screen, and on every RollCall that is shared.',
  'sponsors.presenceTitle': 'Tournament presence',
  'sponsors.presenceText': 'In every hall at once, also in those where you have no stand.',
  'sponsors.audienceTitle': 'Targeted audience',
  'sponsors.audienceText': 'People who train, coach, travel and shop for jiu-jitsu, and nobody else.',
  'sponsors.engagementTitle': 'Real-time engagement',
  'sponsors.engagementText': 'Seen in the minutes that matter, on phones that stay open all day.',
  'sponsors.contact': 'Become a partner',
  'sponsors.contactText': 'Tell us who you are and which tournaments you care about. You hear from a person.',
  'sponsors.contactNone': 'Partnerships are arranged by whoever runs this RollCall.',
  'sponsors.contactButton': 'Contact us about a partnership',
  'sponsors.contactSubject': 'RollCall partnership',
} as const satisfies Texts
