// Belts: their order, their Portuguese names, the two-coloured youth belts, and the belt in a division text.

/** English belt words in rank order; ranks count from 1 (core.md section 3). */
export const belts = ['WHITE', 'GREY', 'YELLOW', 'ORANGE', 'GREEN', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'] as const
export type Belt = (typeof belts)[number]

/** The Portuguese words, and the American spelling of grey. */
const portuguese: Record<string, Belt> = {
  BRANCA: 'WHITE',
  CINZA: 'GREY',
  AMARELA: 'YELLOW',
  LARANJA: 'ORANGE',
  VERDE: 'GREEN',
  AZUL: 'BLUE',
  ROXA: 'PURPLE',
  MARROM: 'BROWN',
  PRETA: 'BLACK',
  GRAY: 'GREY',
}

/** The one or two colours, in English, of a belt in English or Portuguese ('YELLOW-GREY'); empty for any other text. */
export function beltColours(word: string | null | undefined): Belt[] {
  if (!word) return []
  const colours = word
    .trim()
    .toUpperCase()
    .split(/\s*[-–/]\s*/)
    .map((part) => portuguese[part] ?? belts.find((belt) => belt === part))
  return colours.length <= 2 && colours.every((colour) => colour !== undefined) ? colours : []
}

/** The belt in English, in upper case ('YELLOW-GREY'); null for any other text. */
export function englishBelt(word: string): string | null {
  const colours = beltColours(word)
  return colours.length > 0 ? colours.join('-') : null
}

/** The athlete's belt; if unknown, the third slash-separated part of the division (core.md section 3). */
export function beltOf(athlete: { belt: string | null; division: string | null }): string | null {
  return (athlete.belt && englishBelt(athlete.belt)) || englishBelt(athlete.division?.split('/')[2] ?? '')
}

/** The rank of the first colour, from white 1 to black 9; 0 for an unknown belt. */
export const beltRank = (word: string | null): number => belts.indexOf(beltColours(word)[0] as Belt) + 1
