// The texts shown when the competition system cannot be read reliably.
import { perLanguage, t } from './t.ts'

type State = 'ok' | 'stale' | 'quarantined' | 'down'

const worstFirst = ['down', 'quarantined', 'stale'] as const

const list = /* @__PURE__ */ perLanguage(
  (language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }),
)

/** Joins names; the list type 'unit' has no separator in Japanese. */
export const namesText = (names: readonly string[]): string => list().format(names)

/** A sentence about the worst state, naming the affected tournaments if others are ok; null if all are ok. */
export function sourceTrouble(sources: readonly { name: string; state: State }[]): string | null {
  const worst = worstFirst.find((state) => sources.some((source) => source.state === state))
  if (worst === undefined) return null
  const affected = sources.filter(({ state }) => state !== 'ok')
  const sentence = t(`source.${worst}`)
  if (affected.length === sources.length) return sentence
  return t('source.of', { name: namesText(affected.map(({ name }) => name)), sentence })
}
