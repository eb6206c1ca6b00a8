// The user's own settings.
import type { Texts } from '../t.ts'

export const texts = {
  'settings.title': 'Profile',
  'settings.information': 'Profile Information',
  'settings.informationText':
    'Your username is seen by whoever opens your shared RollCall. Your email is seen by nobody.',
  'settings.username': 'Username',
  'settings.email': 'Email',
  'settings.save': 'Save Changes',
  'settings.saving': 'Saving...',
  'settings.saved': 'Profile Updated',
  'settings.savedText': 'Your changes are saved.',
  'settings.saveFailed': 'Update Failed',
  'settings.validationError': 'Validation Error',

  'settings.password': 'Change Password',
  'settings.passwordText': 'Your other devices are logged out when you change it.',
  'settings.currentPassword': 'Current password',
  'settings.newPassword': 'New password',
  'settings.confirmPassword': 'Confirm new password',
  'settings.passwordHint': 'At least 6 characters',
  'settings.changePassword': 'Change Password',
  'settings.changingPassword': 'Changing...',
  'settings.passwordChanged': 'Password Changed',
  'settings.passwordFailed': 'Password Change Failed',

  'settings.sessions': 'Sessions',
  'settings.sessionsText': 'Where you are logged in. End what you do not know or use no more.',
  'settings.thisDevice': 'this device',
  'settings.activeNow': 'Active now',
  'settings.lastUsed': 'Last used {age}',
  'settings.end': 'End',
  'settings.endOf': 'End the session on {device}, last used {age} ago',
  'settings.ending': 'Ending...',
  'settings.ended': 'Session Ended',
  'settings.endedText': '{device} is logged out.',
  'settings.endFailed': 'The session could not be ended.',
  'settings.sessionsFailed': 'Your sessions could not be loaded.',

  'settings.actions': 'Account Actions',
  'settings.darkTheme': 'Dark theme',
  'settings.darkThemeText': 'Dark is easy on the eyes and the battery, light is for sunlit halls.',
  'settings.logOut': 'Log Out',
} as const satisfies Texts
