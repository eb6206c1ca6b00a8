import { describe, expect, it } from 'vitest'
import type { TournamentItem } from '#contract/tournaments.ts'
import { tabAddress, tabIn } from './tabs.ts'
import { sortTournaments } from './tournament-list.ts'

const tournament = (name: string, status: TournamentItem['status'], startsOn: string | null): TournamentItem => ({
  id: 1,
  name,
  value: '3105',
  bjjCompSystemId: '3105',
  logoUrl: null,
  status,
  startsOn,
  endsOn: null,
  dateRange: null,
  location: null,
  venue: null,
  city: null,
  state: null,
  country: null,
  timezone: null,
  orderOfFightsUrl: null,
  bracketsUrl: null,
  days: [],
  import: {
    state: 'done',
    step: 'finalizing',
    usable: true,
    days: { done: 1, total: 1 },
    athletes: 1,
    categories: { done: 1, total: 1 },
  },
  archived: false,
  source: { state: 'ok', fetchedAt: null, changedAt: null },
})

describe('The tournaments of the dashboard', () => {
  it('start with the live ones, then the next upcoming ones, then the latest past ones', () => {
    const list = sortTournaments([
      tournament('Past 1', 'past', '2026-10-01'),
      tournament('Someday', 'upcoming', null),
      tournament('Next month', 'upcoming', '2026-12-20'),
      tournament('Past 2', 'past', '2026-11-01'),
      tournament('Next week', 'upcoming', '2026-11-28'),
      tournament('Now', 'live', '2026-11-21'),
    ])
    expect(list.map(({ name }) => name)).toEqual(['Now', 'Next week', 'Next month', 'Someday', 'Past 2', 'Past 1'])
  })
})

describe('The tabs of the dashboard', () => {
  it('have an address each', () => {
    for (const tab of ['athletes', 'tournaments'] as const)
      expect(tabIn(new URL(tabAddress(tab), 'http://a').search)).toBe(tab)
    expect(tabAddress('matches')).toBe('/')
  })

  it('are not selected by any other query', () => {
    expect(tabIn('')).toBeNull()
    expect(tabIn('tab=else')).toBeNull()
  })
})
