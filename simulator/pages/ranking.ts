import type { Category, Entrant } from '../tournament/model.ts'
import { isOpenClass, type Language } from '../tournament/vocabulary.ts'
import { escapeHtml, words } from './text.ts'

interface Column {
  title: string
  value: (entrant: Entrant) => string
}

const points = (title: string, divisor: number): Column => ({
  title,
  value: (entrant) => String(Math.floor(entrant.points / divisor)),
})
const no = (title: string): Column => ({ title, value: () => 'No' })

const regular = [points('Grand Slam Pts', 3), points('Overall PTS', 1)]
const openClass = [
  points('Grand Slam Open Class PTS', 9),
  points('Grand Slam Overall PTS', 3),
  points('Overall Open Class PTS', 2),
  points('Overall PTS (without Open Class)', 1),
]
const adultBlack = [
  { title: 'World Champion (Last 3 Editions)', value: () => '-' },
  { title: 'Last World Title', value: () => '-' },
  points('Grand Slam Pts', 3),
  no('World Champ. Four Years Ago'),
  no('World Champ. Five Years Ago'),
  no('Last Brown Belt World Champion'),
  no('Former World Champ.'),
  points('Overall PTS', 1),
]

function columnsFor({ division }: Category): Column[] {
  if (isOpenClass(division)) return openClass
  return division.age === 'Adult' && division.belt === 'BLACK' ? adultBlack : regular
}

/** The ranking table that decided the seeds. Its class name is misspelt, as on the real pages. */
export function rankingTable(category: Category, language: Language): string {
  if (!category.ranked) return ''
  const columns = columnsFor(category)
  const [competitor, team] = language === 'en' ? ['Nº — Competitor', 'Team'] : ['Nº — Competidor', 'Equipe']
  const heads = [competitor, team, ...columns.map((column) => column.title)].map((text) => `<th>${text}</th>`)
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
