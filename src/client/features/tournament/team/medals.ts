// The medals of a team.
import type { GroupPoints, TeamResponse } from '#contract/teams.ts'
import { nameKey } from '#domain/name.ts'
import { medalOf } from '#domain/tournament.ts'

export type MedalPlace = 'gold' | 'silver' | 'bronze'
export type TeamMedal = {
  /** Unique on the page. */
  key: string
  name: string
  division: string
  place: MedalPlace
  group: GroupPoints['group']
  isUnder18: boolean
}

const groupsUnder18: ReadonlySet<string> = new Set(['juvenile', 'kids'])

/** Whether all athletes of a group are under 18. */
export const isGroupUnder18 = (group: GroupPoints['group']): boolean => groupsUnder18.has(group)

/** All medals, group by group. */
export function medalsOf({ points, athletes }: Pick<TeamResponse, 'points' | 'athletes'>): TeamMedal[] {
  const under18 = new Set(athletes.filter(({ isUnder18 }) => isUnder18).map(({ name }) => nameKey(name)))
  return points.flatMap(({ group, medals }) =>
    medals.flatMap(({ name, division, place }) => {
      const medal = medalOf(place)
      const isUnder18 = isGroupUnder18(group) || under18.has(nameKey(name))
      return medal ? [{ key: `${division}/${place}/${name}`, name, division, place: medal, group, isUnder18 }] : []
    }),
  )
}

/** The number of medals of each kind. */
export const medalCounts = (medals: readonly TeamMedal[]): Record<MedalPlace, number> => ({
  gold: medals.filter(({ place }) => place === 'gold').length,
  silver: medals.filter(({ place }) => place === 'silver').length,
  bronze: medals.filter(({ place }) => place === 'bronze').length,
})
