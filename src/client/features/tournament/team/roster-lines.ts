// The roster of a team as the lines of a list: headings, and athletes below them.
import { entryOf } from '#contract/day-list.ts'
import { isOn } from '#domain/day-order.ts'
import { idleAthletes } from '#contract/idle-athletes.ts'
import type { TeamAthlete } from '#contract/teams.ts'
import { sortByNextFight } from '#client/live/by-next-fight.ts'
import type { Estimates } from '#client/live/estimates.ts'

export type RosterOrder = 'time' | 'division'
/** In the order by division, an athlete with two divisions has two lines. */
export type RosterLine =
  | { key: string; heading: 'on' | 'to-fight' | 'without-match' | { division: string } }
  | { key: string; athlete: TeamAthlete }

/**
 * The lines at `now` (epoch ms, the server's clock). By time: those who are fighting, then those who fight next, then those without
 * a match, of whom those who may still fight come first. By division: the same order within each division; divisions by name.
 */
export function rosterLines(
  athletes: readonly TeamAthlete[],
  order: RosterOrder,
  estimateOf: Estimates,
  now: number,
): RosterLine[] {
  const fighting = sortByNextFight(
    athletes.filter(({ next }) => next !== null),
    estimateOf,
    now,
  )
  const idle = idleAthletes(athletes.filter(({ next }) => next === null)).map(({ athlete }) => athlete)
  if (order === 'division') return byDivision([...fighting, ...idle])
  const isFighting = ({ next }: TeamAthlete): boolean =>
    next !== null && isOn(entryOf(next, estimateOf(next, now), now))
  return [
    ...section('on', fighting.filter(isFighting)),
    ...section(
      'to-fight',
      fighting.filter((athlete) => !isFighting(athlete)),
    ),
    ...section('without-match', idle),
  ]
}

const section = (heading: 'on' | 'to-fight' | 'without-match', athletes: readonly TeamAthlete[]): RosterLine[] =>
  athletes.length === 0
    ? []
    : [{ key: heading, heading }, ...athletes.map((athlete) => ({ key: String(athlete.id), athlete }))]

const byName = new Intl.Collator('en', { numeric: true })

function byDivision(athletes: readonly TeamAthlete[]): RosterLine[] {
  const members = new Map<string, TeamAthlete[]>()
  for (const athlete of athletes)
    for (const division of athlete.divisions.length > 0 ? athlete.divisions : [''])
      members.set(division, [...(members.get(division) ?? []), athlete])
  return [...members]
    .toSorted(([a], [b]) => byName.compare(a, b))
    .flatMap(([division, inDivision]): RosterLine[] => [
      { key: `division/${division}`, heading: { division } },
      ...inDivision.map((athlete) => ({ key: `${division}/${athlete.id}`, athlete })),
    ])
}
