// Texts of the menu with its sponsors, and of the logout; the profile settings also use them.
import type { Texts } from '../t.ts'

export const texts = {
  'nav.profile': 'Profile',
  'nav.share': 'Share',
  'nav.help': 'Help',
  'nav.sponsors': 'Sponsors',
  'nav.donate': 'Donate',
  'nav.admin': 'Admin',
  'nav.diagnostics': 'Diagnostics',
  'nav.logOut': 'Log Out',
  'nav.lightTheme': 'Light theme',
  'nav.darkTheme': 'Dark theme',
  'nav.signedInAs': 'Signed in as {username}',
  'nav.ourSponsors': 'Our sponsors',
  'nav.sponsorOf': '{name}, opens in a new tab',
  'nav.yourLogo': 'Your Logo',
  'logout.failed': 'Logout failed',
  'logout.done': 'Logged out successfully',
  'logout.doneText': 'You have been logged out of your account.',
  'logout.offlineText': 'You are logged out on this device. The server follows as soon as it can be reached.',
  'logout.refusedText':
    'You are logged out on this device. The server has not ended your session yet; RollCall tries again.',
} as const satisfies Texts
