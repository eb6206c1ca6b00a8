// Texts of the follow diagnostics, for administrators. Failures, toasts and the four states are literal (sharing-and-admin.md
// sections 2, 4 and 8).
import { diagnosticSentences, type NoteCode } from '#contract/diagnostic-sentences.ts'
import type { Texts } from '../t.ts'
import { texts as list } from './list.ts'

type NoteTexts = { [Code in NoteCode as `diagnostics.say.${Code}`]: (typeof diagnosticSentences)[Code] }
/** The server's English sentences. */
const noteTexts = Object.fromEntries(
  Object.entries(diagnosticSentences).map(([code, sentence]) => [`diagnostics.say.${code}`, sentence]),
) as NoteTexts

export const texts = {
  ...list,
  'diagnostics.title': 'Follow Diagnostics',
  'diagnostics.tabs': 'Diagnostics',
  'diagnostics.loading': 'Loading diagnostics',
  'diagnostics.failed': 'Failed to load diagnostics. Please check authentication.',
  'diagnostics.return': 'Return to Dashboard',
  'diagnostics.refresh': 'Refresh',
  'diagnostics.back': 'Back to Dashboard',
  'diagnostics.overview': 'Overview',
  'diagnostics.athletes': 'Athletes',
  'diagnostics.issues': 'Issues',
  'diagnostics.detail': 'Detailed View',

  'diagnostics.totalFollowed': 'Total Followed',
  'diagnostics.judged':
    '{count} athletes were checked: first those in live tournaments, then in upcoming and past ones. A search finds the others.',
  'diagnostics.ready': 'Ready',
  'diagnostics.partial': 'Partial',
  'diagnostics.missing': 'Missing',
  'diagnostics.error': 'Error',
  'diagnostics.criticalIssues': 'Critical Issues',
  'diagnostics.noIssues': 'No critical issues.',
  'diagnostics.recommendedActions': 'Recommended Actions',
  'diagnostics.noActions': 'Nothing needs to be done.',

  'diagnostics.search': 'Search athletes...',
  'diagnostics.show': 'Show',
  'diagnostics.all': 'All athletes',
  'diagnostics.stateCount': '{state} ({count})',
  'diagnostics.noneTitle': 'Nobody follows an athlete yet',
  'diagnostics.noneText': 'Followed athletes are listed here with what is known about them.',
  'diagnostics.noneFound': 'No athletes match.',
  'diagnostics.noneNotReady': 'Every followed athlete is ready.',
  'diagnostics.id': 'ID {id}',
  'diagnostics.missingFields': 'Missing fields',
  'diagnostics.athlete': 'Athlete',
  'diagnostics.readiness': 'Readiness',
  'diagnostics.actions': 'Actions',
  'diagnostics.nothing': 'None',
  'diagnostics.lastRead': 'Read',
  'diagnostics.view': 'View Details',
  'diagnostics.viewOf': 'View Details of {name}',
  'diagnostics.repair': 'Quick Repair',
  'diagnostics.repairOf': 'Quick Repair of {name}',
  'diagnostics.repairing': 'Repairing...',
  'diagnostics.refreshData': 'Refresh Data',
  'diagnostics.refreshDataOf': 'Refresh Data of {name}',
  'diagnostics.refreshing': 'Refreshing...',
  'diagnostics.repaired': 'Repair Complete',
  'diagnostics.repairedText': 'Athlete {id} data has been repaired',
  'diagnostics.notRead': 'Not Read Again',
  'diagnostics.reading': 'Still Being Read',
  'diagnostics.readSince': 'It has been read since.',
  'diagnostics.repairFailed': 'Repair Failed',
  'diagnostics.repairFailedText': 'Failed to repair athlete data',
  'diagnostics.httpError': 'HTTP error! status: {code}',

  'diagnostics.yes': 'Yes',
  'diagnostics.no': 'No',
  'diagnostics.basicFollowRecord': 'Basic follow record',
  'diagnostics.comprehensiveData': 'Comprehensive data',
  'diagnostics.scrapedData': 'Scraped data',
  'diagnostics.tournamentData': 'Tournament data',
  'diagnostics.recommendations': 'Recommendations',

  'diagnostics.select': 'Select an athlete to view detailed diagnostics',
  'diagnostics.selectText': 'Choose View Details in the Athletes tab.',
  'diagnostics.toAthletes': 'Go to Athletes',
  'diagnostics.raw': 'Raw diagnostic of {name}',
  'diagnostics.detailFailed': 'The diagnostic of this athlete could not be loaded.',
  'diagnostics.gone': 'Nobody follows this athlete any more.',

  // The names of facts that may be missing, as in the report.
  'diagnostics.field.belt': 'belt',
  'diagnostics.field.team': 'team',
  'diagnostics.field.division': 'division',
  'diagnostics.field.categories': 'categories',
  'diagnostics.field.brackets': 'brackets',
  'diagnostics.field.matches': 'matches',
  'diagnostics.field.match times': 'match times',
  'diagnostics.field.tournament dates': 'tournament dates',
  'diagnostics.field.time zone': 'time zone',

  ...noteTexts,
} as const satisfies Texts
