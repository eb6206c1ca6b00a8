// What is said when the competition system cannot be read as it should.
import { perLanguage, t } from './t.ts'

type State = 'ok' | 'stale' | 'quarantined' | 'down'

const worstFirst = ['down', 'quarantined', 'stale'] as const

/** Names beside each other; Japanese has no mark between things of the type 'unit'. */
const names = /* @__PURE__ */ perLanguage(
  (language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }),
)

/** One calm sentence about the worst of it, naming the tournament where others are well; null when all is well. */
export function sourceTrouble(sources: readonly { name: string; state: State }[]): string | null {
  const worst = worstFirst.find((state) => sources.some((source) => source.state === state))
  if (worst === undefined) return null
  const ill = sources.filter(({ state }) => state !== 'ok')
  const sentence = t(`source.${worst}`)
  if (ill.length === sources.length) return sentence
  return t('source.of', { name: names().format(ill.map(({ name }) => name)), sentence })
}
