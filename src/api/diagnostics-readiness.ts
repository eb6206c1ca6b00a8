// Rates how complete and fresh the data of a followed athlete is. Pure.
import { type DiagnosticNote, type MissingField, type NoteCode, sentenceOf } from '#contract/diagnostic-sentences.ts'
import { type Cause, causes, type Diagnostic, type DiagnosticsReport, type Readiness } from '#contract/diagnostics.ts'
import type { FactPage, FollowFacts } from '#store'

const readinessOf: Record<Cause, Exclude<Readiness, 'ready'>> = {
  importFailed: 'error',
  unreadable: 'error',
  down: 'error',
  gone: 'error',
  notListed: 'error',
  notImported: 'missing',
  neverRead: 'missing',
  late: 'partial',
  noCategory: 'partial',
  noMatches: 'partial',
  noTimes: 'partial',
  noTimezone: 'partial',
  noDates: 'partial',
  incomplete: 'partial',
}
const worstToBest: readonly Readiness[] = ['error', 'missing', 'partial', 'ready']

/** How long one reading may take, in ms. */
const readingTime = 10_000

/** The diagnostic of one athlete at `now` (epoch ms). */
export function diagnose(facts: FollowFacts, now: number): Diagnostic {
  const { tournament, pages } = facts
  const missingFields = missingOf(facts)
  const lacks = (field: MissingField): boolean => missingFields.includes(field)
  const readTimes = pages.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [Date.parse(fetchedAt)]))
  const attemptTimes = pages.flatMap(({ attemptedAt }) => (attemptedAt === null ? [] : [Date.parse(attemptedAt)]))
  const hasScrapedData = readTimes.length > 0
  const hasTournamentData = tournament.import.usable && tournament.startsOn !== null
  // The source removes the pages of a finished event; the data that was read before stays valid.
  const isOver = tournament.archived || tournament.status === 'past'
  const isPresent: Record<Cause, boolean> = {
    importFailed: tournament.import.state === 'failed',
    unreadable: pages.some(({ state }) => state === 'quarantined'),
    down: !isOver && pages.some(({ state }) => state === 'down'),
    gone: !isOver && pages.some(({ state }) => state === 'gone'),
    notListed: !isOver && !facts.listed,
    notImported: !tournament.import.usable && tournament.import.state !== 'failed',
    neverRead: facts.categories > 0 && (!hasScrapedData || lacks('brackets')),
    late: !isOver && pages.some((page) => isLate(page, now)),
    noCategory: lacks('categories'),
    noMatches: lacks('matches'),
    noTimes: lacks('match times'),
    noTimezone: lacks('time zone'),
    noDates: lacks('tournament dates'),
    incomplete: (['belt', 'team', 'division'] as const).some(lacks),
  }
  const presentCauses = causes.filter((cause) => isPresent[cause])
  const displayReadiness =
    worstToBest.find((readiness) => presentCauses.some((cause) => readinessOf[cause] === readiness)) ?? 'ready'
  return {
    athleteId: facts.athleteId,
    athleteName: facts.name,
    displayReadiness,
    missingFields,
    hasBasicFollowRecord: facts.name !== '' && facts.bjjCompSystemId !== '',
    hasComprehensiveData:
      hasScrapedData && !(['belt', 'team', 'division', 'categories', 'brackets'] as const).some(lacks),
    hasScrapedData,
    hasTournamentData,
    recommendations: presentCauses.map((code) => sentenceOf({ code })),
    causes: presentCauses,
    tournamentId: tournament.id,
    tournamentName: tournament.name,
    followers: facts.followers,
    matchCount: facts.matches,
    lastReadAt: readTimes.length > 0 ? new Date(Math.max(...readTimes)).toISOString() : null,
    lastTriedAt: attemptTimes.length > 0 ? new Date(Math.max(...attemptTimes)).toISOString() : null,
  }
}

/** The fields that a card or a profile shows empty. */
function missingOf(facts: FollowFacts): MissingField[] {
  const { tournament } = facts
  const brackets = facts.pages.filter(({ key }) => key.includes('/bracket/'))
  const missing: [MissingField, boolean][] = [
    ['belt', facts.belt === null],
    ['team', facts.team === null],
    ['division', facts.division === null],
    ['categories', facts.categories === 0],
    ['brackets', brackets.some(({ fetchedAt }) => fetchedAt === null)],
    ['matches', facts.published > 0 && facts.matches === 0],
    ['match times', facts.unscheduled > 0],
    ['tournament dates', tournament.startsOn === null],
    ['time zone', tournament.timezone === null],
  ]
  return missing.flatMap(([field, isMissing]) => (isMissing ? [field] : []))
}

/** True if two consecutive readings were missed. */
const isLate = ({ fetchedAt, everyMs }: FactPage, now: number): boolean =>
  fetchedAt !== null && everyMs !== null && now - Date.parse(fetchedAt) > 2 * everyMs + readingTime

type Summary = Pick<DiagnosticsReport, 'summary' | 'criticalIssues' | 'recommendedActions' | 'issues' | 'actions'>

/** The critical causes, each with the code of the sentence that reports it for a tournament. */
const critical = [
  ['importFailed', 'notImportable'],
  ['unreadable', 'pagesUnreadable'],
  ['down', 'pagesDown'],
  ['gone', 'pagesGone'],
  ['notListed', 'noLongerListed'],
] as const satisfies [Cause, NoteCode][]

/** The summary of these diagnostics. `followed`: the number of all followed athletes; `isOff`: an administrator has stopped the reading. */
export function summarize(diagnostics: readonly Diagnostic[], followed: number, isOff: boolean): Summary {
  const count = (readiness: Readiness): number =>
    diagnostics.filter(({ displayReadiness }) => displayReadiness === readiness).length
  const withCause = (cause: Cause): Diagnostic[] => diagnostics.filter(({ causes: own }) => own.includes(cause))
  const byTournament = (cause: Cause): { count: number; tournament: string }[] =>
    [...Map.groupBy(withCause(cause), ({ tournamentName }) => tournamentName)].map(([tournament, affected]) => ({
      count: affected.length,
      tournament,
    }))
  const notesByTournament = (cause: Cause, code: NoteCode): DiagnosticNote[] =>
    byTournament(cause).map(({ tournament }) => ({ code, tournament }))
  const noteWithCount = (code: NoteCode, ...anyOf: Cause[]): DiagnosticNote[] => {
    const { size } = new Set(anyOf.flatMap(withCause))
    return size > 0 ? [{ code, count: size }] : []
  }
  const issues: DiagnosticNote[] = [
    ...(isOff ? [{ code: 'sourceOff' } as const] : []),
    ...critical.flatMap(([cause, code]) => byTournament(cause).map((each) => ({ code, ...each }))),
  ]
  const actions: DiagnosticNote[] = [
    ...(withCause('unreadable').length > 0 ? [{ code: 'lookAtPages' } as const] : []),
    ...notesByTournament('importFailed', 'addAgain'),
    ...notesByTournament('notImported', 'waitForImport'),
    ...noteWithCount('refreshLate', 'late', 'neverRead'),
    ...noteWithCount('repairIncomplete', 'noMatches', 'incomplete'),
    ...notesByTournament('noTimezone', 'setTimezone'),
  ]
  return {
    summary: {
      totalFollowed: followed,
      judged: diagnostics.length,
      ready: count('ready'),
      partial: count('partial'),
      missing: count('missing'),
      error: count('error'),
    },
    criticalIssues: issues.map(sentenceOf),
    recommendedActions: actions.map(sentenceOf),
    issues,
    actions,
  }
}

const byName = new Intl.Collator('en')

/** Compares two diagnostics: the worse readiness first, then by tournament and name. */
export const worstFirst = (a: Diagnostic, b: Diagnostic): number =>
  worstToBest.indexOf(a.displayReadiness) - worstToBest.indexOf(b.displayReadiness) ||
  byName.compare(a.tournamentName, b.tournamentName) ||
  a.tournamentId - b.tournamentId ||
  byName.compare(a.athleteName, b.athleteName) ||
  a.athleteId - b.athleteId
