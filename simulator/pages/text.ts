import type { Day, Disqualification, Match, Side } from '../tournament/model.ts'
import type { Language } from '../tournament/vocabulary.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text as Rails does. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => escapes[character] ?? character) : text
}

interface Words {
  fight: string
  mat: string
  mats: string
  day: string
  weekdays: readonly string[]
  shortWeekdays: readonly string[]
  at: string
  winnerOf: (number: number, mat: number) => string
  loserOf: (number: number, mat: number) => string
  disqualified: Record<Disqualification, string>
  phases: { quarter: string; semi: string; final: string }
  bracket: string
  finals: string
  final: string
  swaps: string
  ranking: string
  divisions: string
  home: string
  startTime: string
}

/** Words on the pages in both languages of the site. Divisions and the headings of rankings have lists of their own. */
export const words: Record<Language, Words> = {
  en: {
    fight: 'FIGHT',
    mat: 'Mat',
    mats: 'Mats',
    day: 'Day',
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    shortWeekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    at: 'at',
    winnerOf: (number, mat) => `Winner of Fight ${number}, Mat ${mat}`,
    loserOf: (number, mat) => `Defeated of Fight ${number}, Mat ${mat}`,
    disqualified: {
      'no show': 'Disqualified by no show',
      overweight: 'Disqualified by overweight',
      withdraw: 'Disqualified by withdraw',
      'technical desc.': 'Disqualified by technical desc.',
      'disciplinary desc.': 'Disqualified by disciplinary desc.',
    },
    phases: { quarter: 'Quarter Final', semi: 'Semi-Final', final: 'Final' },
    bracket: 'Bracket',
    finals: 'Finals',
    final: 'Final',
    swaps: 'Swaps',
    ranking: 'Ranking',
    divisions: 'Divisions',
    home: 'Home',
    startTime: 'Start Time',
  },
  pt: {
    fight: 'LUTA',
    mat: 'Área',
    mats: 'Áreas',
    day: 'Dia',
    weekdays: ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado'],
    shortWeekdays: ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'],
    at: 'às',
    winnerOf: (number, mat) => `Vencedor da luta ${number}, Área ${mat}`,
    loserOf: (number, mat) => `Derrotado da luta ${number}, Área ${mat}`,
    disqualified: {
      'no show': 'Desqualificado por no show',
      overweight: 'Desqualificado por acima do peso',
      withdraw: 'Desqualificado por retirada',
      'technical desc.': 'Desqualificado por desc técnica',
      'disciplinary desc.': 'Desqualificado por desc disciplinar',
    },
    phases: { quarter: 'Quartas de Final', semi: 'Semi-Final', final: 'Final' },
    bracket: 'Chave',
    finals: 'Finais',
    final: 'Final',
    swaps: 'Trocas',
    ranking: 'Ranking',
    divisions: 'Divisões',
    home: 'Início',
    startTime: 'Início',
  },
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** The venue time at an instant: '01:14 PM' in both languages. */
export function clockText(day: Day, instant: number): string {
  const wall = new Date(instant + day.offset)
  const hours = wall.getUTCHours()
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(wall.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A day as '09/12', or '12/09' in Portuguese, without a year. */
export function dateText(day: Day, language: Language): string {
  const [, month = '', date = ''] = day.date.split('-')
  return language === 'en' ? `${month}/${date}` : `${date}/${month}`
}

/** The day's weekday in full, or its first letters. */
export function weekdayText(day: Day, language: Language, length: 'long' | 'short' = 'long'): string {
  const { weekdays, shortWeekdays } = words[language]
  return (length === 'long' ? weekdays : shortWeekdays)[new Date(day.date).getUTCDay()] ?? ''
}

/** 'Sat 09/12 at', the part of a fight's time before its clock. */
export function dayText(day: Day, language: Language): string {
  return `${weekdayText(day, language, 'short')} ${dateText(day, language)} ${words[language].at}`
}

/** The text of an open side: 'Winner of Fight 44, Mat 4'. */
export function placeholderText(side: Side, language: Language): string {
  const feeder = side.feeder
  if (!feeder) return ''
  const { match, takes } = feeder
  const number = side.isStale ? match.published?.number : match.number
  const mat = side.isStale ? match.published?.mat : match.board?.mat
  return words[language][takes === 'winner' ? 'winnerOf' : 'loserOf'](number ?? match.number, mat ?? 0)
}

/** The number of rounds from a fight to the final; 0 for the final. */
function roundsToFinal(match: Match): number {
  const { category } = match
  // A bracket of three has the size of one of four, but three rounds.
  if (category.size === 4) return match.n === category.matches.length ? 0 : 1
  return Math.log2(category.size) - match.round
}

/** A fight's round on boards: '(EL1)', '(QF)', '(SF)' or '(F)'. */
export function boardPhase(match: Match): string {
  return ['(F)', '(SF)', '(QF)'][roundsToFinal(match)] ?? `(EL${match.round})`
}

/** A fight's round on athletes' lists: 'Qualifiers 1' and so on, then 'Quarter Final'. */
export function listPhase(match: Match, language: Language): string {
  const { quarter, semi, final } = words[language].phases
  return [final, semi, quarter][roundsToFinal(match)] ?? `Qualifiers ${match.round}`
}
