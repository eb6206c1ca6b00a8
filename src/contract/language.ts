// The supported languages, and the choice among them.

/** BCP 47 tags. English is the fallback. */
export const languages = ['en', 'pt-BR', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/** The supported language of a tag, regardless of its region: all Portuguese counts as Brazilian. */
function findLanguage(tag: string): Language | undefined {
  const [base] = tag.trim().toLowerCase().split('-')
  return languages.find((language) => language.split('-')[0] === base)
}

/** The first preferred language that is supported; English if none is. */
export const bestLanguage = (preferred: readonly string[]): Language =>
  preferred.map(findLanguage).find((found) => found !== undefined) ?? 'en'

/** The languages of an Accept-Language header, the most preferred first, without those of weight 0. */
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
 * The language of a requested page: `chosen` in its address, else the best of the Accept-Language `header`. Also returns a valid
 * `chosen` language, or null, so that links to other pages can keep it.
 */
export function requestedLanguage(chosen: unknown, header: string | undefined): RequestedLanguage {
  const found = typeof chosen === 'string' ? (findLanguage(chosen) ?? null) : null
  return { language: found ?? bestLanguage(acceptedLanguages(header)), chosen: found }
}

export type RequestedLanguage = { language: Language; chosen: Language | null }

/** The header is cut to this many characters. */
const longestHeader = 500
