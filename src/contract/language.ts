// The languages RollCall speaks, and which of them somebody reads best.

/** As the web names them (BCP 47). English is what everything else falls back to. */
export const languages = ['en', 'pt-BR', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/** The language spoken here that a tag means, by its language alone: all Portuguese is read as Brazilian. */
function findLanguage(tag: string): Language | undefined {
  const [base] = tag.trim().toLowerCase().split('-')
  return languages.find((language) => language.split('-')[0] === base)
}

/** The first of the wanted languages that is spoken here; English when none is. */
export const bestLanguage = (wanted: readonly string[]): Language =>
  wanted.map(findLanguage).find((found) => found !== undefined) ?? 'en'

/** The languages that an Accept-Language header asks for, the most wanted first; those with a weight of 0 are unwanted. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/**
 * The language for somebody who asks for a page: `chosen` in its address, else by the Accept-Language `header`. `chosen`
 * comes back as the language it means, null for none, so that it can be kept from page to page.
 */
export function requestedLanguage(chosen: unknown, header: string | undefined): RequestedLanguage {
  const found = typeof chosen === 'string' ? (findLanguage(chosen) ?? null) : null
  return { language: found ?? bestLanguage(acceptedLanguages(header)), chosen: found }
}

export type RequestedLanguage = { language: Language; chosen: Language | null }

/** Nobody's list of languages is longer, in characters. */
const longestHeader = 500
