// Texts about what the source has not published yet; a part of those of three screens.
import type { Texts } from '../t.ts'

export const texts = {
  'missing.title': 'Not published yet',
  'missing.everything': 'Not published yet. RollCall looks again by itself.',
  'missing.athletes': 'The days are published, the athletes not yet. RollCall looks again by itself.',
  'missing.brackets': 'The brackets are not published yet. RollCall looks again by itself.',
  'missing.days': 'The days are not published yet. RollCall looks again by itself.',
  'missing.looked': 'Last look {age}.',
} as const satisfies Texts
