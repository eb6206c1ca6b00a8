// A profile for tests: the example match's athlete, followed by a user with notes.
import { statisticsOf } from '#contract/athlete-figures.ts'
import type { FightRow, OrderOfFightsResponse } from '#contract/athletes.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { exampleNow } from '#client/texts/example-match.ts'

/** The server's answer at change `seq` of the tournament. */
export const exampleProfile = (matches: readonly WireMatchItem[], seq: number): OrderOfFightsResponse => ({
  success: true,
  data: {
    matches: matches.map((item) => ({ id: item.id, item }) as FightRow),
    athlete: {
      id: 10,
      bjjCompSystemId: '470001',
      name: 'Thiago Alvorada',
      team: null,
      belt: 'BLUE',
      listed: true,
      categories: ['Adult / Male / BLUE / Light'],
      category_bracket_urls: {},
    },
    bracket_results: [],
    tournament: {
      id: 7,
      name: 'Houston Open',
      bjjCompSystemId: '3105',
      startsOn: null,
      endsOn: null,
      dateRange: null,
      timezone: null,
      archived: false,
      orderOfFightsUrl: null,
      bracketsUrl: null,
    },
    statistics: statisticsOf(matches, 2, exampleNow),
    followedAt: '2026-11-20T10:00:00Z',
    via: null,
    notes: 'mine',
    tags: ['guard'],
    status: 'live',
    halls: {},
    timestamp: '2026-11-21T18:27:00Z',
    source: { state: 'ok', fetchedAt: null, changedAt: null },
    positions: { '7': { epoch: 'a', seq } },
  },
})
