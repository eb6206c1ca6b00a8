import { describe, expect, it } from 'vitest'
import { bracketAddress, competitorAddress } from './source-links.ts'

const bare = { orderOfFightsUrl: null, bracketsUrl: null }
const linked = { orderOfFightsUrl: 'https://source.example/tournaments/3105/tournament_days/1', bracketsUrl: null }

describe("The address of a competitor's fights", () => {
  it("has the origin of the tournaments' pages, even for a tournament without its own links", () => {
    expect(competitorAddress([bare, linked], '3106', '470001')).toBe(
      'https://source.example/tournaments/3106/tournament_days/by_competitor?competitor_id=470001',
    )
  })

  it('is null while an id or the source is unknown', () => {
    expect(competitorAddress([linked], '', '470001')).toBeNull()
    expect(competitorAddress([linked], '3105', '')).toBeNull()
    expect(competitorAddress([bare], '3105', '470001')).toBeNull()
  })
})

it('a bracket link has the competition system’s origin, and exists for bracket paths only (D28) [X-02]', () => {
  const tournament = { orderOfFightsUrl: null, bracketsUrl: 'https://source.example/tournaments/3105/categories' }
  expect(bracketAddress(tournament, '/tournaments/3105/categories/77')).toBe(
    'https://source.example/tournaments/3105/categories/77',
  )
  for (const path of [
    'javascript:alert(1)',
    '//evil.test/x',
    '/\\evil',
    'https://evil.test/tournaments/1/categories/2',
    undefined,
  ])
    expect(bracketAddress(tournament, path)).toBeNull()
  expect(bracketAddress({ orderOfFightsUrl: null, bracketsUrl: null }, '/tournaments/1/categories/2')).toBeNull()
})
