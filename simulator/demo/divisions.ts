import type { CategoryPlan } from '../tournament/plan.ts'
import type { Random } from '../tournament/random.ts'
import {
  adultAges,
  juvenileAges,
  kidsAges,
  type Belt,
  type Division,
  type Gender,
  type Weight,
} from '../tournament/vocabulary.ts'

export type EventKind = 'open' | 'kids' | 'worlds'

export interface EventSize {
  /** Number of entries, open classes included. */
  athletes: number
  categories: number
  /** The most athletes in one category. */
  largest: number
  /** How strongly entries concentrate in popular divisions: 1 (by popularity) or more, higher for small events. Default 1.4. */
  crowding?: number
  /** The share of the categories on the first day. By default the days have equal shares. */
  firstDayShare?: number
}

const genders: readonly Gender[] = ['Male', 'Female']
const adultBelts: readonly Belt[] = ['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK']
const juvenileBelts: readonly Belt[] = ['WHITE', 'BLUE', 'PURPLE']
const kidsBelts: readonly Belt[] = [
  'WHITE',
  'GREY',
  'YELLOW-GREY',
  'YELLOW',
  'ORANGE-YELLOW',
  'ORANGE',
  'GREEN-ORANGE',
  'GREEN',
]
const bodyWeights: readonly Weight[] = [
  'Rooster',
  'Light Feather',
  'Feather',
  'Light',
  'Middle',
  'Medium Heavy',
  'Heavy',
  'Super Heavy',
  'Ultra Heavy',
]

/** The popularity of each weight, relative to the middle ones. */
const weightPopularity = [0.25, 0.5, 0.8, 1, 1, 0.85, 0.6, 0.4, 0.35]

function agesOf(kind: EventKind): readonly { en: string }[] {
  if (kind === 'kids') return kidsAges
  return [...juvenileAges, ...adultAges]
}

function beltsOf(age: string): readonly Belt[] {
  if (kidsAges.some((kid) => kid.en === age)) return kidsBelts
  return age.startsWith('Juvenile') ? juvenileBelts : adultBelts
}

/** The popularity of a division; that of Adult Male BLUE Light is among the highest. */
function popularity({ age, gender, belt }: Division, weightIndex: number): number {
  const master = /^Master (\d)/.exec(age)
  const byAge = master ? 0.9 / Number(master[1]) ** 0.8 : age.startsWith('Juvenile') ? 0.35 : 1
  const byBelt: Partial<Record<Belt, number>> = {
    WHITE: 0.9,
    BLUE: 1,
    PURPLE: 0.8,
    BROWN: 0.55,
    BLACK: 0.6,
    GREY: 1,
    YELLOW: 0.6,
  }
  return byAge * (byBelt[belt] ?? 0.3) * (gender === 'Male' ? 1 : 0.35) * (weightPopularity[weightIndex] ?? 0.5)
}

/**
 * The categories of an event of the given size: the most popular divisions in realistic sizes (many with one to four athletes,
 * few large ones), open classes (for kids none), three of which are created during the event, and one category for each special
 * result.
 */
export function divisionsFor(kind: EventKind, size: EventSize, random: Random): CategoryPlan[] {
  const openClasses = openClassPlans(kind, random, size.largest)
  const candidates = agesOf(kind).flatMap(({ en: age }) =>
    genders.flatMap((gender) =>
      beltsOf(age).flatMap((belt) =>
        bodyWeights.map((weight, index) => {
          const division = { age, gender, belt, weight }
          return { division, pull: popularity(division, index) * (0.4 + random.next() * 1.2) }
        }),
      ),
    ),
  )
  const chosen = candidates
    .toSorted((one, other) => other.pull - one.pull)
    .slice(0, size.categories - openClasses.length)
  const wanted = size.athletes - openClasses.reduce((sum, plan) => sum + plan.athletes, 0)
  const counts = sizesFor(
    chosen.map((candidate) => candidate.pull ** (size.crowding ?? 1.4)),
    wanted,
    size.largest,
    random,
  )
  const plans = chosen.map(({ division }, index): CategoryPlan => ({ ...division, athletes: counts[index] ?? 1 }))
  const mixed = withSpecialResults(random.shuffle(plans))
  return [...onDays(mixed, size.firstDayShare), ...openClasses]
}

/** Every category has at least one athlete; the others are distributed by popularity, up to `largest` per category. */
function sizesFor(pulls: readonly number[], athletes: number, largest: number, random: Random): number[] {
  const counts = pulls.map(() => 1)
  let sum = 0
  const cumulative = pulls.map((pull) => (sum += pull))
  const drawIndex = (): number => {
    const drawn = random.next() * sum
    return cumulative.findIndex((upTo) => drawn < upTo)
  }
  for (let left = athletes - counts.length; left > 0;) {
    const index = drawIndex()
    const count = counts[index] ?? largest
    if (count >= largest) continue
    counts[index] = count + 1
    left -= 1
  }
  return counts
}

/**
 * Open classes: kids have none; an open has four for adults, three of them created during the event; a world championship also has
 * light and heavy ones for every belt of adults and masters.
 */
function openClassPlans(kind: EventKind, random: Random, largest: number): CategoryPlan[] {
  if (kind === 'kids') return []
  const plan = (gender: Gender, belt: Belt, athletes: number, appearsAt?: string): CategoryPlan => ({
    age: 'Adult',
    gender,
    belt,
    weight: 'Open Class',
    athletes,
    day: 1,
    ...(appearsAt !== undefined && { appearsAt }),
  })
  const adults = [
    plan('Male', 'BLACK', Math.min(largest, 22)),
    plan('Male', 'BLUE', random.int(6, 14), '13:00'),
    plan('Male', 'PURPLE', random.int(5, 9), '12:15'),
    plan('Female', 'BLUE', random.int(3, 6), '14:30'),
  ]
  return kind === 'open' ? adults : [...adults, ...lightAndHeavyOpenClasses(random)]
}

function lightAndHeavyOpenClasses(random: Random): CategoryPlan[] {
  const halves: readonly Weight[] = ['Open Class Light', 'Open Class Heavy']
  return adultAges.flatMap(({ en: age }) =>
    genders.flatMap((gender) =>
      adultBelts.flatMap((belt) =>
        halves.map((weight): CategoryPlan => ({ age, gender, belt, weight, athletes: random.int(1, 8) })),
      ),
    ),
  )
}

/** Puts this share of the plans on the first day and the rest on the second; without a share, leaves the days open. */
function onDays(plans: readonly CategoryPlan[], firstDayShare: number | undefined): CategoryPlan[] {
  if (firstDayShare === undefined) return [...plans]
  return plans.map((plan, index) => ({ ...plan, day: index < plans.length * firstDayShare ? 1 : 2 }))
}

function withSpecialResults(plans: readonly CategoryPlan[]): CategoryPlan[] {
  const specialResults = ['close-out', 'no-show', 'unrecorded-final', 'overweight', 'double-dq'] as const
  let next = 0
  return plans.map((plan) => {
    const specialResult = plan.athletes >= 4 && plan.athletes <= 9 ? specialResults[next] : undefined
    if (!specialResult) return plan
    next += 1
    return { ...plan, specialResult }
  })
}
