import type { Category, Entrant } from '../tournament/model.ts'
import { isOpenClass, type Language } from '../tournament/vocabulary.ts'
import { escapeHtml, words } from './text.ts'

interface Column {
  title: string
  value: (entrant: Entrant) => string
}

/** Headings that a Portuguese page has in Portuguese; the others, and the cells, stay English on it. */
const portuguese: Record<string, string> = {
  'Nº — Competitor': 'Nº — Competidor',
  Team: 'Academia',
  'Grand Slam Pts': 'PTS Grand Slam',
  'Overall PTS': 'PTS Geral',
  'World Champion (Last 3 Editions)': 'Camp. Mundial (últ. 3 edições)',
  'World Champ. Four Years Ago': 'Camp. Mundial (4 edições atrás)',
  'World Champ. Five Years Ago': 'Camp. Mundial (5 edições atrás)',
  'Last Brown Belt World Champion': 'Camp. Mundial Faixa Marrom',
  'Former World Champ.': 'Camp. Mundial',
  'Adult World Champ.': 'Camp. Adulto',
}

const points = (title: string, divisor: number): Column => ({
  title,
  value: (entrant) => String(Math.floor(entrant.points / divisor)),
})
/** A column that contains 'Yes' for one seed. */
const yesFor = (title: string, seed: number): Column => ({
  title,
  value: (entrant) => (entrant.seed === seed ? 'Yes' : 'No'),
})

const regular = [points('Grand Slam Pts', 3), points('Overall PTS', 1)]
const openClass = [
  points('Grand Slam Open Class PTS', 9),
  points('Grand Slam Overall PTS', 3),
  points('Overall Open Class PTS', 2),
  points('Overall PTS (without Open Class)', 1),
]

/** The years in which a seed of an adult black belt category became world champion: titles decide before points. */
const championYears = ({ seed }: Entrant, year: number): number[] =>
  seed === 1 ? [year - 3, year - 1] : seed === 2 ? [year - 2] : []

function adultBlack(year: number, isOpen: boolean): Column[] {
  const recent: Column = {
    title: 'World Champion (Last 3 Editions)',
    value: (entrant) => championYears(entrant, year).join(', ') || '-',
  }
  const last: Column = {
    title: 'Last World Title',
    value: (entrant) => String(championYears(entrant, year).at(-1) ?? '-'),
  }
  const older = [
    yesFor('World Champ. Four Years Ago', 1),
    yesFor('World Champ. Five Years Ago', 3),
    yesFor('Last Brown Belt World Champion', 4),
  ]
  const former: Column = { title: 'Former World Champ.', value: ({ seed }) => (seed === 5 ? String(year - 8) : 'No') }
  const [openSlam, slam, openOverall, overall] = openClass as [Column, Column, Column, Column]
  return isOpen
    ? [recent, yesFor('World Champ. Last Edition', 1), openSlam, slam, ...older, openOverall, overall]
    : [recent, last, points('Grand Slam Pts', 3), ...older, former, points('Overall PTS', 1)]
}

/** `level`: 1 to 7, of Master 1 to 7. */
const masterBlack = (level: number, isOpen: boolean): Column[] => [
  yesFor('Adult World Champ.', 1),
  ...Array.from({ length: level }, (_, index) => yesFor(`M${index + 1} World Champ.`, index + 2)),
  ...(isOpen ? openClass : regular),
]

function columnsFor({ division, day }: Category): Column[] {
  const isOpen = isOpenClass(division)
  const level = /^Master (\d)$/.exec(division.age)?.[1]
  if (division.belt === 'BLACK' && division.age === 'Adult') return adultBlack(Number(day.date.slice(0, 4)), isOpen)
  if (division.belt === 'BLACK' && level !== undefined) return masterBlack(Number(level), isOpen)
  return isOpen ? openClass : regular
}

/** The ranking table that decided the seeds. Its class name is misspelt, as on the real pages. */
export function rankingTable(category: Category, language: Language): string {
  if (!category.isRanked) return ''
  const columns = columnsFor(category)
  const heads = ['Nº — Competitor', 'Team', ...columns.map((column) => column.title)]
    .map((title) => (language === 'pt' ? (portuguese[title] ?? title) : title))
    .map((title) => `<th>${title}</th>`)
  const rows = [...category.entrants]
    .sort((one, other) => one.seed - other.seed)
    .map((entrant) => {
      const { seed, athlete } = entrant
      const cells = columns.map((column) => `<td>${column.value(entrant)}</td>`).join('')
      return `<tr><th><div class="prioriry-number">${seed}</div><div class="competitor-name">${escapeHtml(athlete.name)}</div></th><td>${escapeHtml(athlete.team.name)}</td>${cells}</tr>`
    })
  return `<h3>${words[language].ranking}</h3>
<div class="tournament-category__ranking"><table class="table">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
<tr></tr>
</tbody>
</table></div>`
}
