// Texts of the help page.
import type { Texts } from '../t.ts'

export const texts = {
  'help.title': 'Help & Support',
  'help.version': 'RollCall Version v1.00',
  'help.build': 'Build {version}',
  'help.buildOf': 'Build {version}, {commit}',
  'help.intro':
    'A tournament day is long and loud. RollCall tells you who fights next, on which mat and when, so that you stand at the right mat in time. Here is how.',

  'help.start': 'Getting Started',
  'help.followTitle': 'Following athletes',
  'help.followText':
    'Add your tournament under Tournaments, press Select Athletes to Follow, and type a part of a name; accents do not matter. Follow as many as you like, in as many tournaments as you like. Everybody you follow is on one list.',
  'help.profilesTitle': 'Order of fights and profiles',
  'help.profilesText':
    "Profile shows one athlete's day: what is done, what is next, results and medals. Order of Fights opens the same athlete on the competition system in a new tab, for whenever you want to see the source itself.",
  'help.matchesTitle': 'The Matches page',
  'help.matchesText':
    'It opens on what comes next. The two large things on a card are the mat and the time at the venue; your own time is shown below when your phone is in another time zone. You never need to refresh: a change is on your screen seconds after RollCall knows it.',
  'help.sharingTitle': 'Sharing',
  'help.sharingText':
    'Under Share you make a link for family and teammates. Whoever has it sees your athletes and their matches live, without an account. It lasts 7 days. Renew makes a new link, and the old one stops working at once.',

  'help.words': 'What a card tells you',
  'help.liveText': 'It is on the mat now. The competition system says that it has started.',
  'help.likelyText': 'It is first on its mat and its time has come, so it is most likely on.',
  'help.byScheduleText': 'Only the clock says so; nothing better is known. Take a look at the mat.',
  'help.dueText':
    'Its time has come and it is at the head of its mat, but it has not been started yet. Be at the mat now.',
  'help.aheadText':
    'How many fights its mat has before it. When mats run early or late, this is worth more than the time.',
  'help.aboutText':
    "RollCall's estimate, from how fast this hall's mats really run and what is still ahead. Below it is the window: nine fights in ten start inside it. The countdown goes to its beginning; be ready by then.",
  'help.publishedText':
    "The competition system's own time, shown when it differs from the estimate by more than three minutes.",
  'help.scheduleText': 'The published time. Too little has started in the hall for an estimate.',
  'help.oldWindowText': 'Nothing new was read for a while. The estimate is less sure, so its window is wider.',
  'help.lateText':
    'Its time has passed and it is still to come. It stays on your list until it is fought, however late.',
  'help.movedEarlierText':
    'While there is no estimate: the published time was changed. Most changes are to an earlier time, so look again before you go for a coffee. A new mat is always shown this way.',
  'help.awaitingText': 'It has left the mat, and the result is not recorded yet.',
  'help.ageText':
    'The age of what you see: how long ago RollCall last read this from the competition system. Under two minutes is normal on a live day. Amber means older than two minutes, red older than ten: then trust the screens in the hall.',
  'help.exampleMoved': '12 min',
  'help.exampleAge': '38 s',

  'help.tips': 'Tips & Best Practices',
  'help.tipEarlyTitle': 'Be there early',
  'help.tipEarlyText':
    'Mats run ahead of their times more often than people expect. Have your athlete warm and checked in well before the time on the card.',
  'help.tipWifiTitle': 'Use reliable WiFi',
  'help.tipWifiText':
    'A full hall is hard on every network. When the connection drops, RollCall says so, keeps showing what it knew last, and catches up by itself.',
  'help.tipOfficialTitle': 'Check the official screens',
  'help.tipOfficialText':
    "The screens at the venue and the federation's website are what counts. Look at them too before you decide anything that matters.",
  'help.tipDelayTitle': 'Data may be delayed',
  'help.tipDelayText':
    'RollCall can only know what has been entered. A result that is typed in late at the table is late here as well.',

  'help.contact': 'Contact & Support',
  'help.contactText':
    'Something wrong, missing or hard to understand? Tell us. The name of the tournament, the athlete and the time you saw it help us most.',
  'help.contactNone': 'Something wrong, missing or hard to understand? Tell whoever gave you this address.',
  'help.contactButton': 'Write to {email}',
  'help.contactSubject': 'RollCall support',

  'help.disclaimer': 'Important Disclaimer',
  'help.disclaimerText':
    'RollCall shows what the competition system publishes. It can be out of date, incomplete or wrong. RollCall is not responsible for missed matches. Always verify mats, times and results with the official sources at the venue.',

  'help.licenses': 'Licenses of the software in RollCall',
  'help.licensesLabel': 'Licenses of the software in RollCall, opens in a new tab',
} as const satisfies Texts
