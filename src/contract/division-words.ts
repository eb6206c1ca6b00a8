// Translates the words of divisions, for the app and for the server's alerts. English needs no translation.
import { type Belt, beltColours } from '#domain/belt.ts'
import type { Language } from './language.ts'

/** The words of divisions. '#' stands for a number, or for the colours of a belt. */
export type DivisionWord =
  | 'Belt #'
  | 'Male'
  | 'Female'
  | 'Rooster'
  | 'Light Feather'
  | 'Feather'
  | 'Light'
  | 'Middle'
  | 'Medium Heavy'
  | 'Heavy'
  | 'Super Heavy'
  | 'Ultra Heavy'
  | 'Open Class'
  | 'Open Class Light'
  | 'Open Class Heavy'
  | 'Mighty-mite'
  | 'Mighty-mite #'
  | 'Pee-Wee'
  | 'Pee-Wee #'
  | 'Junior'
  | 'Junior #'
  | 'Teen'
  | 'Teen #'
  | 'Juvenile'
  | 'Juvenile #'
  | 'Adult'
  | 'Adult #'
  | 'Master'
  | 'Master #'

export type DivisionWords = { words: Record<DivisionWord, string>; colours: Record<Belt, string> }

/**
 * Translates a word of the source by a table, including numbered words ('Master 2') and belts ('YELLOW-GREY', in upper case).
 * Returns an unknown word unchanged.
 */
export const translateWord =
  (language: Language, table: Partial<Record<string, string>>, colourOf: (belt: Belt) => string) =>
  (word: string): string => {
    const known = table[word]
    if (known !== undefined) return known
    const [number] = /\d+/.exec(word) ?? []
    const numbered = number && table[word.replace(number, '#')]
    if (numbered) return numbered.replace('#', number)
    const colours = beltColours(word).map(colourOf)
    return colours.length > 0
      ? (table['Belt #'] ?? '#').replace('#', colours.join('-')).toLocaleUpperCase(language)
      : word
  }
