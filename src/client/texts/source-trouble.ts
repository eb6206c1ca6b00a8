// The sentence shown when the competition system cannot be read reliably.
import { namesText } from './names-text.ts'
import { t } from './t.ts'

/** A tournament's name, and the state of its source. */
export type SourceState = { name: string; state: 'ok' | 'stale' | 'quarantined' | 'down' }

const worstFirst = ['down', 'quarantined', 'stale'] as const

/** A sentence about the worst state, naming the affected tournaments if others are ok; null if all are ok. */
export function sourceTrouble(sources: readonly SourceState[]): string | null {
  const worst = worstFirst.find((state) => sources.some((source) => source.state === state))
  if (worst === undefined) return null
  const affected = sources.filter(({ state }) => state !== 'ok')
  const sentence = t(`source.${worst}`)
  if (affected.length === sources.length) return sentence
  return t('source.of', { name: namesText(affected.map(({ name }) => name)), sentence })
}
