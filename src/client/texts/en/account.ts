// Texts of the account part of the menu and of logging out, which the profile also uses.
import type { Texts } from '../t.ts'

export const texts = {
  'nav.logOut': 'Log Out',
  'nav.lightTheme': 'Light theme',
  'nav.darkTheme': 'Dark theme',
  'nav.signedInAs': 'Signed in as {username}',
  'logout.failed': 'Logout failed',
  'logout.done': 'Logged out successfully',
  'logout.doneText': 'You have been logged out of your account.',
  'logout.offlineText': 'You are logged out on this device. The server follows as soon as it can be reached.',
  'logout.refusedText':
    'You are logged out on this device. The server has not ended your session yet; RollCall asks it again.',
} as const satisfies Texts
