// The rules that apply to athletes on a tournament's day, per rule set. Federations change them, so each has its source and the
// date on which it was read; update them only here.

type Read = { source: string; readOn: string }

/** An age without a number includes all of them: 'Master' means Master 1 to 7. */
type OpenClassRule = { age: string; belts: readonly string[] | 'all' }

/**
 * weight: of the athlete in the clothes of the match. gi: clean, undamaged, of legal size; an athlete who changes the gi is
 * weighed again. uniform: rash guard and shorts. id: with a photo, or the federation's card, before every match.
 */
export const checks = ['weight', 'gi', 'uniform', 'id'] as const
export type Check = (typeof checks)[number]

export type StepRules = {
  /** An athlete reports this long before the published start of the division, whatever the mats do later. */
  report: Read & { minutesBefore: number }
  /**
   * How often an athlete may step on the scale, right before the first match, and what is checked there. Later matches have no
   * weigh-in.
   */
  weighIn: Read & { tries: number; checks: { gi: readonly Check[]; noGi: readonly Check[] } }
  /** A medallist of a weight class may register once, for this many minutes after receiving the medal. */
  openClass: Read & { minutes: number; divisions: readonly OpenClassRule[]; whiteBeltsInGi: boolean }
  /** The places that are called to the podium. */
  podium: Read & { places: number }
}

const eventPages = {
  source: 'IBJJF event pages: Orlando Spring Open 2026 and London Fall 2023',
  readOn: '2026-11-22',
}

const ruleSets = {
  ibjjf: {
    report: { ...eventPages, minutesBefore: 60 },
    weighIn: {
      source: `${eventPages.source}; cbjjf.org/comp-info`,
      readOn: eventPages.readOn,
      tries: 1,
      checks: { gi: ['weight', 'gi', 'id'], noGi: ['weight', 'uniform', 'id'] },
    },
    openClass: {
      ...eventPages,
      minutes: 15,
      divisions: [
        // There are two open classes, Light and Heavy. For juveniles the pages name blue and purple belts only.
        { age: 'Juvenile', belts: ['BLUE', 'PURPLE'] },
        { age: 'Adult', belts: 'all' },
        { age: 'Master', belts: 'all' },
      ],
      whiteBeltsInGi: false,
    },
    podium: { ...eventPages, places: 3 },
  },
} as const satisfies Record<string, StepRules>

export type RuleSet = keyof typeof ruleSets

/** The rules of a rule set; null if it is unknown: a tournament without rules has no steps. */
export const stepRules = (ruleSet: string | null): StepRules | null =>
  ruleSet !== null && Object.hasOwn(ruleSets, ruleSet) ? ruleSets[ruleSet as RuleSet] : null

/** False for a no-gi tournament; only its name says so. */
export const isInGi = ({ name }: { name: string }): boolean => !/\b(?:no|sem)[- ]?(?:gi|kimono)\b/i.test(name)

/** True if the medallists of a division may enter an open class. */
export function hasOpenClass(
  { openClass }: StepRules,
  division: { age: string; belt: string },
  inGi: boolean,
): boolean {
  if (division.belt === 'WHITE' && inGi && !openClass.whiteBeltsInGi) return false
  const age = division.age.replace(/ \d$/, '')
  return openClass.divisions.some(
    (each) => each.age === age && (each.belts === 'all' || each.belts.includes(division.belt)),
  )
}

/** True for an age class under 18 ('Teen 1'), and for an unknown one. `age` may also be a division text, which begins with the age
 * class. */
export const isUnder18 = (age: string): boolean => !/^(?:Adult|Master)\b/.test(age)
