// Parses division texts: four parts in any order, in English or Portuguese, become 'Age / Gender / BELT / Weight' in
// English.
import { englishBelt } from './belt.ts'
import { cleanText, fold } from './name.ts'

export type DivisionParts = { age: string; gender: string; belt: string; weight: string }

const genders = new Map([
  ['male', 'Male'],
  ['masculino', 'Male'],
  ['female', 'Female'],
  ['feminino', 'Female'],
])

const weights = new Map([
  ['rooster', 'Rooster'],
  ['galo', 'Rooster'],
  ['light feather', 'Light Feather'],
  ['pluma', 'Light Feather'],
  ['feather', 'Feather'],
  ['pena', 'Feather'],
  ['light', 'Light'],
  ['leve', 'Light'],
  ['middle', 'Middle'],
  ['medio', 'Middle'],
  ['medium heavy', 'Medium Heavy'],
  ['meio pesado', 'Medium Heavy'],
  ['meiopesado', 'Medium Heavy'],
  ['heavy', 'Heavy'],
  ['pesado', 'Heavy'],
  ['super heavy', 'Super Heavy'],
  ['super pesado', 'Super Heavy'],
  ['superpesado', 'Super Heavy'],
  ['ultra heavy', 'Ultra Heavy'],
  ['pesadissimo', 'Ultra Heavy'],
  ['open class', 'Open Class'],
  ['absoluto', 'Open Class'],
  ['open class light', 'Open Class Light'],
  ['absoluto leve', 'Open Class Light'],
  ['open class heavy', 'Open Class Heavy'],
  ['absoluto pesado', 'Open Class Heavy'],
])

const ages: [pattern: RegExp, english: string][] = [
  [/^(?:mighty[- ]mite|pre[- ]mirim)(?: (\d))?$/, 'Mighty-mite'],
  [/^(?:pee[- ]wee|mirim)(?: (\d))?$/, 'Pee-Wee'],
  [/^(?:teen|infanto[- ]juvenil)(?: (\d))?$/, 'Teen'],
  [/^(?:junior|infantil)(?: (\d))?$/, 'Junior'],
  [/^juveni(?:le|l)(?: (\d))?$/, 'Juvenile'],
  [/^adult[oe]?(?: (\d))?$/, 'Adult'],
  [/^master(?: (\d))?$/, 'Master'],
]

/** The age class in English ('Master 1'); null for any other text. */
export function englishAge(text: string): string | null {
  const words = fold(text)
  for (const [pattern, english] of ages) {
    const found = pattern.exec(words)
    if (found) return found[1] ? `${english} ${found[1]}` : english
  }
  return null
}

/** The weight class in English; null for any other text. Ignores hyphens and a limit in parentheses. */
export const englishWeight = (text: string): string | null =>
  weights.get(fold(text.replace(/\([^)]*\)/g, '').replace(/-/g, ' '))) ?? null

/** 'Male' or 'Female'; null for any other text. */
export const englishGender = (text: string): string | null => genders.get(fold(text)) ?? null

/** By part, the function that translates its words into English, and returns null for any other text. */
const translations: [slot: keyof DivisionParts, english: (text: string) => string | null][] = [
  ['gender', englishGender],
  ['age', englishAge],
  ['belt', englishBelt],
  ['weight', englishWeight],
]

/**
 * Recognises the four parts of a division by their words, in any order. If exactly one part is an unknown word (such as a new
 * weight class), keeps it as it is, so that the division has a name, and returns it as `unknown`. Null if a part is missing for
 * another reason.
 */
export function readDivision(pieces: string[]): { parts: DivisionParts; unknown: string | null } | null {
  const found: Partial<DivisionParts> = {}
  const unrecognised: string[] = []
  for (const piece of pieces.map(cleanText)) {
    let slot: keyof DivisionParts | null = null
    for (const [name, english] of translations) {
      const word = english(piece)
      if (word === null || found[name] !== undefined) continue
      found[name] = word
      slot = name
      break
    }
    if (slot === null && piece !== '') unrecognised.push(piece)
  }
  const missing = translations.map(([slot]) => slot).filter((slot) => found[slot] === undefined)
  const [unknown = null] = missing.length === 1 && unrecognised.length === 1 ? unrecognised : []
  if (unknown !== null && missing[0] !== undefined) found[missing[0]] = unknown
  const { age, gender, belt, weight } = found
  return age && gender && belt && weight ? { parts: { age, gender, belt, weight }, unknown } : null
}

/**
 * The four parts of a division text such as 'Adult / Male / BLUE / Light', 'BRANCA / Adulto / Masculino / Galo' or
 * 'WHITE / Adult / Male / Rooster (127.00lb)', in any order. Null unless all four are known.
 */
export function parseDivision(text: string): DivisionParts | null {
  const read = readDivision(text.split('/'))
  return read && read.unknown === null ? read.parts : null
}

/** 'Adult / Male / BLUE / Light'. */
export const divisionText = (parts: DivisionParts): string =>
  `${parts.age} / ${parts.gender} / ${parts.belt} / ${parts.weight}`

/** True for an open class. Open classes take place after the weight classes, and an athlete can enter both. */
export const isOpenClass = (weight: string): boolean => weight.startsWith('Open Class')
