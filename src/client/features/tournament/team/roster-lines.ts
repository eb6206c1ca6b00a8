// The roster of a team as the lines of a list: headings, and athletes below them.
import { idleAthletes } from '#contract/idle-athletes.ts'
import type { TeamAthlete } from '#contract/teams.ts'
import { byNextFight } from '#client/live/by-next-fight.ts'
import type { Estimates } from '#client/live/estimates.ts'

export type RosterOrder = 'time' | 'division'
/** In the order by division, an athlete with two divisions has two lines. */
export type RosterLine =
  | { key: string; heading: 'to-fight' | 'without-match' | { division: string } }
  | { key: string; athlete: TeamAthlete }

/**
 * The lines at `now` (epoch ms, the server's clock). By time: those who fight next first, then those without a match, of whom
 * those who may still fight come first. By division: the same order within each division; divisions by name.
 */
export function rosterLines(
  athletes: readonly TeamAthlete[],
  order: RosterOrder,
  estimateOf: Estimates,
  now: number,
): RosterLine[] {
  const fighting = byNextFight(
    athletes.filter(({ next }) => next !== null),
    estimateOf,
    now,
  )
  const idle = idleAthletes(athletes.filter(({ next }) => next === null)).map(({ athlete }) => athlete)
  if (order === 'division') return byDivision([...fighting, ...idle])
  return [
    ...(fighting.length > 0 ? [{ key: 'to-fight', heading: 'to-fight' } as const] : []),
    ...fighting.map((athlete) => ({ key: String(athlete.id), athlete })),
    ...(idle.length > 0 ? [{ key: 'without-match', heading: 'without-match' } as const] : []),
    ...idle.map((athlete) => ({ key: String(athlete.id), athlete })),
  ]
}

const names = new Intl.Collator('en', { numeric: true })

function byDivision(athletes: readonly TeamAthlete[]): RosterLine[] {
  const members = new Map<string, TeamAthlete[]>()
  for (const athlete of athletes)
    for (const division of athlete.divisions.length > 0 ? athlete.divisions : [''])
      members.set(division, [...(members.get(division) ?? []), athlete])
  return [...members]
    .toSorted(([a], [b]) => names.compare(a, b))
    .flatMap(([division, inDivision]): RosterLine[] => [
      { key: `division/${division}`, heading: { division } },
      ...inDivision.map((athlete) => ({ key: `${division}/${athlete.id}`, athlete })),
    ])
}
