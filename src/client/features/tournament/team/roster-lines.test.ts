import { describe, expect, it } from 'vitest'
import type { TeamAthlete } from '#contract/teams.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { rosterLines, type RosterOrder } from './roster-lines.ts'

const light = 'Adult / Male / BLUE / Light'
const open = 'Adult / Male / BLUE / Open Class'
type Given = Partial<Omit<TeamAthlete, 'next'>> & { starts?: number }

/** `starts`: minutes until the next match. */
function athlete(id: number, { starts, ...given }: Given): TeamAthlete {
  const scheduledDateTime = new Date(exampleNow + (starts ?? 0) * 60_000).toISOString()
  const next = starts === undefined ? null : exampleMatch({ id, scheduledDateTime })
  const rest = { name: `Athlete ${id}`, listed: true, placements: [], withoutMatch: [], divisions: [light] }
  return { ...rest, id, next, ...given } as unknown as TeamAthlete
}
const team = [
  athlete(1, { withoutMatch: [{ category: light, reason: 'out' }] }),
  athlete(2, { starts: 20, divisions: [light, open] }),
  athlete(3, { withoutMatch: [{ category: light, reason: 'bracket-missing' }] }),
  athlete(4, { starts: 10, divisions: [] }),
]
const keys = (order: RosterOrder) => rosterLines(team, order, withoutEstimate, exampleNow).map(({ key }) => key)

describe('The roster of a team', () => {
  it('by time lists athletes with a next match, then those who may still fight, then those who are out', () => {
    expect(keys('time')).toEqual(['to-fight', '4', '2', 'without-match', '3', '1'])
  })

  it('by time lists athletes whose match is in progress first, below their own heading', () => {
    const started = { ...athlete(5, {}), next: exampleMatch({ id: 5, rawStatus: 'started' }) }
    const lines = rosterLines([...team, started], 'time', withoutEstimate, exampleNow)
    expect(lines.map(({ key }) => key)).toEqual(['on', '5', 'to-fight', '4', '2', 'without-match', '3', '1'])
  })

  it('by division lists an athlete of two divisions in both', () => {
    expect(keys('division')).toEqual([
      'division/',
      '/4',
      `division/${light}`,
      `${light}/2`,
      `${light}/3`,
      `${light}/1`,
      `division/${open}`,
      `${open}/2`,
    ])
  })
})
