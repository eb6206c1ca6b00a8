// A shared RollCall for tests: one athlete with one upcoming match.
import type { SharedAthlete, SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'

/** The example match as it is on the shared page, with changes. */
export const exampleSharedMatch = (change: Partial<SharedMatch> = {}): SharedMatch => {
  const match = { ...exampleMatch(), ...change }
  return { ...match, scheduled_date_time: match.scheduledDateTime }
}

const athlete: SharedAthlete = {
  id: 10,
  name: 'Thiago Alvorada',
  team: 'Harbor Team',
  division: 'Adult / Male / BLUE / Light',
  category: 'Adult / Male / BLUE / Light',
  weight_class: 'Light',
  belt_division: 'BLUE',
  belt: 'BLUE',
  bjjCompSystemId: '470001',
  tournament: {
    id: 7,
    name: 'Houston Open',
    bjjCompSystemId: '3105',
    status: 'live',
    orderOfFightsUrl: null,
    bracketsUrl: null,
  },
  scrapedData: { matches: [], categories: [], bracket_results: [] },
}

/** The server's answer, with changes. */
export const examplePage = (change: Partial<SharedRollCall> = {}): SharedRollCall => ({
  success: true,
  title: 'Spring camp',
  sharedBy: { username: 'Coach' },
  mode: 'live',
  updateIntervalMinutes: 2,
  athletes: [athlete],
  upcomingMatches: [exampleSharedMatch()],
  mayClaim: false,
  claimOrder: 0,
  claims: [],
  sources: {},
  halls: {},
  version: 'one',
  serverTime: new Date(exampleNow).toISOString(),
  ...change,
})
