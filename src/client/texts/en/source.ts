// Text of the notice about the competition system.
import type { Texts } from '../t.ts'

export const texts = {
  'source.down': "The competition system isn't responding. You're seeing the last known data.",
  'source.quarantined': "The competition system sent something RollCall can't read. You're seeing the last known data.",
  'source.stale': 'The competition system is slow to answer. Times may be older than usual.',
  'source.of': '{name}: {sentence}',
} as const satisfies Texts
