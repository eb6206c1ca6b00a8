// Division texts: four parts in either order and either language, made into 'Age / Gender / BELT / Weight' in English.
import { englishBelt } from './belt.ts'
import { cleanText, fold } from './name.ts'

export type DivisionParts = { age: string; gender: string; belt: string; weight: string }

const genders: Record<string, string> = { male: 'Male', masculino: 'Male', female: 'Female', feminino: 'Female' }

const weights: Record<string, string> = {
  rooster: 'Rooster',
  galo: 'Rooster',
  'light feather': 'Light Feather',
  pluma: 'Light Feather',
  feather: 'Feather',
  pena: 'Feather',
  light: 'Light',
  leve: 'Light',
  middle: 'Middle',
  medio: 'Middle',
  'medium heavy': 'Medium Heavy',
  'meio pesado': 'Medium Heavy',
  meiopesado: 'Medium Heavy',
  heavy: 'Heavy',
  pesado: 'Heavy',
  'super heavy': 'Super Heavy',
  'super pesado': 'Super Heavy',
  'ultra heavy': 'Ultra Heavy',
  pesadissimo: 'Ultra Heavy',
  'open class': 'Open Class',
  absoluto: 'Open Class',
  'open class light': 'Open Class Light',
  'absoluto leve': 'Open Class Light',
  'open class heavy': 'Open Class Heavy',
  'absoluto pesado': 'Open Class Heavy',
}

const ages: [pattern: RegExp, english: string][] = [
  [/^(?:mighty[- ]mite|pre[- ]mirim)(?: (\d))?$/, 'Mighty-mite'],
  [/^(?:pee[- ]wee|mirim)(?: (\d))?$/, 'Pee-Wee'],
  [/^(?:teen|infanto[- ]juvenil)(?: (\d))?$/, 'Teen'],
  [/^(?:junior|infantil)(?: (\d))?$/, 'Junior'],
  [/^juveni(?:le|l)(?: (\d))?$/, 'Juvenile'],
  [/^adult[oe]?(?: (\d))?$/, 'Adult'],
  [/^master(?: (\d))?$/, 'Master'],
]

/** The age class in English ('Master 1'); null when the words name none. */
export function englishAge(text: string): string | null {
  const words = fold(text)
  for (const [pattern, english] of ages) {
    const found = pattern.exec(words)
    if (found) return found[1] ? `${english} ${found[1]}` : english
  }
  return null
}

/** The weight class in English, limits in brackets and hyphens dropped; null when the words name none. */
export const englishWeight = (text: string): string | null =>
  weights[fold(text.replace(/\([^)]*\)/g, '').replace(/-/g, ' '))] ?? null

/** 'Male' or 'Female'; null for other words. */
export const englishGender = (text: string): string | null => genders[fold(text)] ?? null

/**
 * The four parts of a division text such as 'Adult / Male / BLUE / Light', 'BRANCA / Adulto / Masculino / Galo' or
 * 'WHITE / Adult / Male / Rooster (127.00lb)': each part is recognised by its words, wherever it stands.
 * Null unless all four are found.
 */
export function parseDivision(text: string): DivisionParts | null {
  const found: Partial<DivisionParts> = {}
  for (const part of cleanText(text).split(/\s*\/\s*/)) {
    const gender = englishGender(part)
    const age = gender ? null : englishAge(part)
    const belt = gender || age ? null : englishBelt(part)
    const weight = gender || age || belt ? null : englishWeight(part)
    if (gender) found.gender ??= gender
    else if (age) found.age ??= age
    else if (belt) found.belt ??= belt
    else if (weight) found.weight ??= weight
  }
  const { age, gender, belt, weight } = found
  return age && gender && belt && weight ? { age, gender, belt, weight } : null
}

/** 'Adult / Male / BLUE / Light'. */
export const divisionText = (parts: DivisionParts): string => `${parts.age} / ${parts.gender} / ${parts.belt} / ${parts.weight}`

/** Open-class brackets follow the weight classes and take a second entry of the same athlete. */
export const isOpenClass = (weight: string): boolean => weight.startsWith('Open Class')
