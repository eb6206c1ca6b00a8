// How ready a followed athlete's data is to be shown, from what is stored and when it was read last. Pure.
import {
  type Diagnostic,
  diagnosticTexts as texts,
  type DiagnosticsReport,
  type Readiness,
} from '#contract/diagnostics.ts'
import type { FactPage, FollowFacts } from '#store'

/** Why an athlete is not ready, the worst first. */
const causes = [
  'importFailed',
  'unreadable',
  'down',
  'gone',
  'notListed',
  'notImported',
  'neverRead',
  'late',
  'noCategory',
  'noMatches',
  'noTimes',
  'noTimezone',
  'noDates',
  'incomplete',
] as const
type Cause = (typeof causes)[number]

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
const order: readonly Readiness[] = ['error', 'missing', 'partial', 'ready']

export type Diagnosed = { diagnostic: Diagnostic; causes: Cause[] }

/** Two readings missed, and the time that one may take, in ms. */
const patience = 10_000

/** What is known of one athlete at `now` (epoch ms). */
export function diagnose(facts: FollowFacts, now: number): Diagnosed {
  const { tournament, pages } = facts
  const missingFields = missingOf(facts)
  const lacks = (field: string): boolean => missingFields.includes(field)
  const readTimes = pages.flatMap(({ fetchedAt }) => (fetchedAt === null ? [] : [Date.parse(fetchedAt)]))
  const tried = pages.flatMap(({ attemptedAt }) => (attemptedAt === null ? [] : [Date.parse(attemptedAt)]))
  const hasScrapedData = readTimes.length > 0
  const hasTournamentData = tournament.import.usable && tournament.startsOn !== null
  // Of an event that is over the source takes its pages down: what was read before stands.
  const isOver = tournament.archived || tournament.status === 'past'
  const found: Record<Cause, boolean> = {
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
    incomplete: ['belt', 'team', 'division'].some(lacks),
  }
  const present = causes.filter((cause) => found[cause])
  const displayReadiness = order.find((each) => present.some((cause) => readinessOf[cause] === each)) ?? 'ready'
  return {
    causes: present,
    diagnostic: {
      athleteId: facts.athleteId,
      athleteName: facts.name,
      displayReadiness,
      missingFields,
      hasBasicFollowRecord: facts.name !== '' && facts.bjjCompSystemId !== '',
      hasComprehensiveData: hasScrapedData && !['belt', 'team', 'division', 'categories', 'brackets'].some(lacks),
      hasScrapedData,
      hasTournamentData,
      recommendations: present.map((cause) => texts[cause]),
      tournamentId: tournament.id,
      tournamentName: tournament.name,
      followers: facts.followers,
      matchCount: facts.matches,
      lastReadAt: readTimes.length > 0 ? new Date(Math.min(...readTimes)).toISOString() : null,
      lastTriedAt: tried.length > 0 ? new Date(Math.max(...tried)).toISOString() : null,
    },
  }
}

/** The fields that a card or a profile would show empty. */
function missingOf(facts: FollowFacts): string[] {
  const { tournament } = facts
  const brackets = facts.pages.filter(({ key }) => key.includes('/bracket/'))
  const missing: [string, boolean][] = [
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

const isLate = ({ fetchedAt, everyMs }: FactPage, now: number): boolean =>
  fetchedAt !== null && everyMs !== null && now - Date.parse(fetchedAt) > 2 * everyMs + patience

type Heads = Pick<DiagnosticsReport, 'summary' | 'criticalIssues' | 'recommendedActions'>

/** What is said of all athletes together. `isOff`: an administrator has stopped the reading. */
export function summarize(all: readonly Diagnosed[], isOff: boolean): Heads {
  const count = (readiness: Readiness): number =>
    all.filter(({ diagnostic }) => diagnostic.displayReadiness === readiness).length
  const having = (cause: Cause): Diagnosed[] => all.filter((each) => each.causes.includes(cause))
  const byTournament = (cause: Cause): [string, number][] =>
    [...Map.groupBy(having(cause), ({ diagnostic }) => diagnostic.tournamentName)].map(([name, some]) => [
      name,
      some.length,
    ])
  const named = (cause: Cause): string[] => byTournament(cause).map(([name]) => name)
  const critical = ['importFailed', 'unreadable', 'down', 'gone', 'notListed'] as const
  const late = new Set([...having('late'), ...having('neverRead')]).size
  const incomplete = new Set([...having('noMatches'), ...having('incomplete')]).size
  const { actions } = texts
  return {
    summary: {
      totalFollowed: all.length,
      ready: count('ready'),
      partial: count('partial'),
      missing: count('missing'),
      error: count('error'),
    },
    criticalIssues: [
      ...(isOff ? [texts.sourceOff] : []),
      ...critical.flatMap((cause) => byTournament(cause).map(([name, number]) => texts.critical[cause](number, name))),
    ],
    recommendedActions: [
      ...(having('unreadable').length > 0 ? [actions.look] : []),
      ...named('importFailed').map(actions.addAgain),
      ...named('notImported').map(actions.waitForImport),
      ...(late > 0 ? [actions.refresh(late)] : []),
      ...(incomplete > 0 ? [actions.repair(incomplete)] : []),
      ...named('noTimezone').map(actions.setTimezone),
    ],
  }
}

/** The worst first, then by tournament and name as they came. */
export const worstFirst = (a: Diagnosed, b: Diagnosed): number =>
  order.indexOf(a.diagnostic.displayReadiness) - order.indexOf(b.diagnostic.displayReadiness)
