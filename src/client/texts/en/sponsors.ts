// Texts of the sponsors' page.
import type { Texts } from '../t.ts'

export const texts = {
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
