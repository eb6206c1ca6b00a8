// Texts of the overlay at the foot of every screen: the connection, offers, pending changes.
import type { Texts } from '../t.ts'

export const texts = {
  'connection.polled': 'Live updates blocked - lists are read every {count} minutes',
  'connection.lastRead': 'last {age} ago',

  'offer.label': 'RollCall offers',
  'offer.update': 'A new version is ready',
  'offer.updateText': 'Reload when it suits you.',
  'offer.later': 'Later',
  'offer.alertsStopped': 'Alerts stopped on this phone',
  'offer.alertsStoppedText': 'Nothing is sent here any more. Turn alerts on again to hear when a match is near.',
  'offer.alertsAccept': 'Turn on',
  'offer.alertsDecline': 'Not here',
  'offer.alertsDenied':
    'The browser does not allow them any more. Allow notifications for RollCall in its settings, then turn alerts on in your profile.',
  'offer.alertsOn': 'Alerts are on again',
  'offer.alertsFailed': 'Alerts could not be turned on. Please try again.',
  'offer.install': 'Install RollCall',
  'offer.installText': 'It opens instantly from your home screen, even offline.',
  'offer.accept': 'Install',
  'offer.decline': 'Not now',
  'offer.byHand':
    'Tap your browser’s share button, then “Add to Home Screen”. It opens instantly from there, even offline.',
  'offer.understood': 'Got it',

  'waiting.title': {
    one: '{count} change waiting for a connection',
    other: '{count} changes waiting for a connection',
  },
  'waiting.follow': 'Follow {name}',
  'waiting.unfollow': 'Unfollow {name}',
  'waiting.followRefused': '{name} could not be followed',
  'waiting.unfollowRefused': '{name} could not be unfollowed',
} as const satisfies Texts
