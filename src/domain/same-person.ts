// Whether two athletes with different ids at the source can be one person. The user decides; this module only rejects impossible
// pairs.
import { beltOf, beltRank } from './belt.ts'
import { parseDivision } from './division.ts'

/** `listed`: false for an athlete whom the source no longer shows. */
export type Entrant = { tournamentId: number; listed: boolean; belt: string | null; division: string | null }

/** Why two athletes cannot be one person; `null` if they can. */
export type Distinction = 'tournament' | 'gender' | 'belt' | 'age'

/**
 * One person is entered in a tournament under one id at a time, stays in divisions of one gender, and is at most one belt and one age
 * division apart. An unknown property of an athlete is no reason to reject the pair.
 */
export function distinctionOf(one: Entrant, other: Entrant): Distinction | null {
  if (one.tournamentId === other.tournamentId && one.listed && other.listed) return 'tournament'
  const [a, b] = [one, other].map(({ division }) => (division === null ? null : parseDivision(division)))
  if (a && b && a.gender !== b.gender) return 'gender'
  if (!areNear(beltOf(one), beltOf(other))) return 'belt'
  if (a && b && ageDistance(a.age, b.age) > 1) return 'age'
  return null
}

const blue = beltRank('BLUE')

/** After white come grey to green for children and blue for adults; any children's belt is followed by blue. */
function areNear(one: string | null, other: string | null): boolean {
  const [low = 0, high = 0] = [beltRank(one), beltRank(other)].toSorted((a, b) => a - b)
  return low === 0 || high - low <= 1 || high === blue
}

const ages = Object.entries({
  'Mighty-mite': 3,
  'Pee-Wee': 3,
  Junior: 3,
  Teen: 3,
  Juvenile: 2,
  Adult: 0,
  Master: 7,
}).flatMap(([name, parts]) =>
  parts === 0 ? name : Array.from({ length: parts }, (_, index) => `${name} ${index + 1}`),
)

/**
 * The distance in age divisions; 0 for an unknown word. A word without a number, such as 'Juvenile', matches all divisions of
 * that name.
 */
function ageDistance(one: string, other: string): number {
  const [a, b] = [one, other].map((age) =>
    ages.flatMap((each, rank) => (each === age || each.startsWith(`${age} `) ? rank : [])),
  )
  if (!a?.length || !b?.length) return 0
  return Math.max(0, Math.min(...a) - Math.max(...b), Math.min(...b) - Math.max(...a))
}
