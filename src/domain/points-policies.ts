// How federations count team points. The policies change with event and year, so each has a date and a source; update them only
// here. RollCall's totals are unofficial.

export type PointsPolicy = {
  source: string
  readOn: string
  /** Points of the places 1, 2 and 3; a division has two third places. */
  points: readonly [gold: number, silver: number, bronze: number]
  /** How many athletes of a team score in a division; the best ones count. */
  perDivision: number
  /** Whether the only athlete of a division scores. */
  singles: boolean
  /** Whether the two finalists score if they closed out the final (as team-mates, they did not fight it). */
  closeOuts: boolean
  groups: readonly PointsGroup[]
}

/** Team titles are awarded per group, never for all groups together. `ages` without a number: 'Master' means Master 1 to 7. */
export type PointsGroup = { id: GroupId; ages: readonly string[]; genders: readonly string[] }

export const groupIds = ['adult-male', 'adult-female', 'master-male', 'master-female', 'juvenile', 'kids'] as const
export type GroupId = (typeof groupIds)[number]

const groups: readonly PointsGroup[] = [
  { id: 'adult-male', ages: ['Adult'], genders: ['Male'] },
  { id: 'adult-female', ages: ['Adult'], genders: ['Female'] },
  { id: 'master-male', ages: ['Master'], genders: ['Male'] },
  { id: 'master-female', ages: ['Master'], genders: ['Female'] },
  { id: 'juvenile', ages: ['Juvenile'], genders: ['Male', 'Female'] },
  { id: 'kids', ages: ['Mighty-mite', 'Pee-Wee', 'Junior', 'Teen'], genders: ['Male', 'Female'] },
]

const readOn = '2026-11-22'
const threeMedals = {
  source: 'thefightworkspodcast.com 2010; ukjjf.co.uk 2017/18: 9, 3 and 1, up to two athletes of a team in a division',
  readOn,
  points: [9, 3, 1],
  perDivision: 2,
  groups,
} as const

export const pointsPolicies = {
  /** For open tournaments. Divisions with one athlete and closed-out finals score, although not every event counts them. */
  open: { ...threeMedals, singles: true, closeOuts: true },
  /** Like `open`, but divisions with one athlete do not score. */
  contested: { ...threeMedals, singles: false, closeOuts: true },
  /** Worlds: since 2022 a closed-out final gives no points. */
  worlds: {
    ...threeMedals,
    source: `${threeMedals.source}; flograppling.com/articles/7700581: since 2022 a closed-out final forfeits the points`,
    singles: true,
    closeOuts: false,
  },
} as const satisfies Record<string, PointsPolicy>

export type PolicyId = keyof typeof pointsPolicies
export const policyIds = Object.keys(pointsPolicies) as PolicyId[]

/** The default policy of a tournament, by its name. */
export const defaultPolicy = ({ name }: { name: string }): PolicyId =>
  /\bworld (?:ibjjf |master |no-gi )*(?:jiu-jitsu |championship)|\bworlds\b/i.test(name) ? 'worlds' : 'open'

/** The group of a division; null if it belongs to none. */
export const groupOf = (policy: PointsPolicy, division: { age: string; gender: string }): GroupId | null =>
  policy.groups.find(
    ({ ages, genders }) => ages.includes(division.age.replace(/ \d$/, '')) && genders.includes(division.gender),
  )?.id ?? null
