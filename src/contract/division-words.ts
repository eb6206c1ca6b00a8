// How divisions are said in a language: by the app, and by the server in alerts. In English they stay as they are.
import { type Belt, beltColours } from '#domain/belt.ts'
import type { Language } from './language.ts'

/** The words of divisions. A number, or the colours of a belt, stand as '#'. */
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
 * Says a word of the source's by a table, also a numbered one ('Master 2') or a belt ('YELLOW-GREY'), which stays as loud as
 * the source has it. What is not in the table stays as it is.
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
