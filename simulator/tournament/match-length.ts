import type { Division } from './vocabulary.ts'

const minute = 60_000

const adultMinutes: Partial<Record<Division['belt'], number>> = { WHITE: 5, BLUE: 6, PURPLE: 7, BROWN: 8, BLACK: 10 }

/** The length of a division's matches in minutes (General Competition Guidelines 1.3). */
export function matchLength({ age, belt }: Pick<Division, 'age' | 'belt'>): number {
  switch (age.split(' ')[0]) {
    case 'Mighty-mite':
      return 2
    case 'Pee-Wee':
      return 3
    case 'Junior':
    case 'Teen':
      return 4
    case 'Adult':
      return adultMinutes[belt] ?? 5
    case 'Master':
      return age === 'Master 1' && belt !== 'WHITE' && belt !== 'BLUE' ? 6 : 5
    default:
      return 5
  }
}

/** The planned time from the start of a match of this length (minutes) to the next start on its mat, milliseconds. */
export function plannedSlot(length: number): number {
  return (length + 2) * minute
}
