// The words of a division as the competition system writes them, in both of its languages.

export type Language = 'en' | 'pt'

interface Word {
  en: string
  pt: string
  /** The short form in the breadcrumb of a bracket page, as in AD/M/BLU/MD. */
  code: string
}

const numbered = (en: string, pt: string, code: string, numbers: readonly number[]): Word[] =>
  numbers.map((n) => ({ en: `${en} ${n}`, pt: `${pt} ${n}`, code: `${code}${n}` }))

// Age divisions, youngest first.
export const kidsAges = [
  ...numbered('Mighty-mite', 'Pré-mirim', 'MM', [2, 3]),
  ...numbered('Pee-Wee', 'Mirim', 'PW', [1, 2, 3]),
  ...numbered('Junior', 'Infantil', 'JR', [1, 2, 3]),
  ...numbered('Teen', 'Infanto Juvenil', 'TN', [1, 2, 3]),
] as const satisfies readonly Word[]

export const juvenileAges = [
  { en: 'Juvenile', pt: 'Juvenil', code: 'JV' },
  ...numbered('Juvenile', 'Juvenil', 'JV', [1, 2]),
] as const satisfies readonly Word[]

export const adultAges = [
  { en: 'Adult', pt: 'Adulto', code: 'AD' },
  ...numbered('Master', 'Master', 'M', [1, 2, 3, 4, 5, 6, 7]),
] as const satisfies readonly Word[]

const ages: readonly Word[] = [...kidsAges, ...juvenileAges, ...adultAges]

/** Belts, lowest first; upper case in the source text itself. */
export const belts = [
  { en: 'WHITE', pt: 'BRANCA', code: 'WHI' },
  { en: 'GREY', pt: 'CINZA', code: 'GRY' },
  { en: 'YELLOW-GREY', pt: 'AMARELA-CINZA', code: 'YGR' },
  { en: 'YELLOW', pt: 'AMARELA', code: 'YEL' },
  { en: 'ORANGE-YELLOW', pt: 'LARANJA-AMARELA', code: 'OYE' },
  { en: 'ORANGE', pt: 'LARANJA', code: 'ORA' },
  { en: 'GREEN-ORANGE', pt: 'VERDE-LARANJA', code: 'GOR' },
  { en: 'GREEN', pt: 'VERDE', code: 'GRE' },
  { en: 'BLUE', pt: 'AZUL', code: 'BLU' },
  { en: 'PURPLE', pt: 'ROXA', code: 'PUR' },
  { en: 'BROWN', pt: 'MARROM', code: 'BRO' },
  { en: 'BLACK', pt: 'PRETA', code: 'BLA' },
] as const satisfies readonly Word[]

/** Weight divisions, lightest first, open classes last. */
export const weights = [
  { en: 'Rooster', pt: 'Galo', code: 'RO' },
  { en: 'Light Feather', pt: 'Pluma', code: 'LF' },
  { en: 'Feather', pt: 'Pena', code: 'FE' },
  { en: 'Light', pt: 'Leve', code: 'LI' },
  { en: 'Middle', pt: 'Médio', code: 'MD' },
  { en: 'Medium Heavy', pt: 'Meio-Pesado', code: 'MH' },
  { en: 'Heavy', pt: 'Pesado', code: 'HE' },
  { en: 'Super Heavy', pt: 'Super Pesado', code: 'SH' },
  { en: 'Ultra Heavy', pt: 'Pesadíssimo', code: 'UH' },
  { en: 'Open Class', pt: 'Absoluto', code: 'OP' },
  { en: 'Open Class Light', pt: 'Absoluto Leve', code: 'OPL' },
  { en: 'Open Class Heavy', pt: 'Absoluto Pesado', code: 'OPH' },
] as const satisfies readonly Word[]

const genders = [
  { en: 'Male', pt: 'Masculino', code: 'M' },
  { en: 'Female', pt: 'Feminino', code: 'F' },
] as const satisfies readonly Word[]

export type Gender = (typeof genders)[number]['en']
export type Belt = (typeof belts)[number]['en']
export type Weight = (typeof weights)[number]['en']

/** The division of a category; each part in its English form. */
export interface Division {
  age: string
  gender: Gender
  belt: Belt
  weight: Weight
}

const words = new Map<string, Word>([...ages, ...belts, ...weights, ...genders].map((word) => [word.en, word]))

function wordFor(english: string): Word {
  return words.get(english) ?? { en: english, pt: english, code: english.slice(0, 3).toUpperCase() }
}

/** One part of a division in the language of the page. */
export function partIn(language: Language, english: string): string {
  return wordFor(english)[language]
}

/** 'Adult / Male / BLUE / Light': the order that boards, athlete lists and schedules use. */
export function divisionText(division: Division, language: Language = 'en'): string {
  const { age, gender, belt, weight } = division
  return [age, gender, belt, weight].map((part) => partIn(language, part)).join(' / ')
}

/** 'AD/M/BLU/MD': the breadcrumb of a bracket page. */
export function divisionCode(division: Division): string {
  const { age, gender, belt, weight } = division
  return [age, gender, belt, weight].map((part) => wordFor(part).code).join('/')
}

/** The rank by which the categories page is sorted: by age, then belt from white to black, then weight. */
export function divisionRank(division: Division): number {
  const rankIn = (list: readonly Word[], english: string): number => list.findIndex((word) => word.en === english)
  return rankIn(ages, division.age) * 10_000 + rankIn(belts, division.belt) * 100 + rankIn(weights, division.weight)
}

export function isOpenClass(division: Division): boolean {
  return division.weight.startsWith('Open Class')
}
