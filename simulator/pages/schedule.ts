import type { Category, Day, Tournament } from '../tournament/model.ts'
import { visibleCategories } from '../tournament/model.ts'
import { randomFrom } from '../tournament/random.ts'
import { divisionText, type Language } from '../tournament/vocabulary.ts'
import { wholePage } from './chrome.ts'
import { clockText, escapeHtml, weekdayText, words } from './text.ts'

/** The programme: when each category of each day starts. Categories of one athlete link to the page of single competitors. */
export function schedulePage(tournament: Tournament, language: Language): string {
  const shown = visibleCategories(tournament)
  const links = tournament.days.map(
    (day) =>
      `<a href="#day${day.id}">${weekdayText(day, language)} ${words[language].startTime}: ${clockText(day, day.opensAt)}</a>`,
  )
  const panels = tournament.days.map((day) => dayPanel(tournament, day, shown, language))
  return wholePage(
    `<div class='public-schedule'>
${links.join('\n')}
${panels.join('\n')}
</div>`,
    { language, event: tournament.plan },
  )
}

function dayPanel(tournament: Tournament, day: Day, shown: readonly Category[], language: Language): string {
  const rows = shown
    .filter((category) => category.day === day)
    .map((category) => ({ category, first: firstFightTime(category) }))
    .toSorted((one, other) => one.first - other.first)
    .map(({ category, first }) => scheduleRow(tournament, category, first, language))
  return `<div class='panel panel-default' id='day${day.id}'>
<div class='public-schedule__day'><span>${weekdayText(day, language)}</span></div>
${rows.join('\n')}
</div>`
}

function scheduleRow(tournament: Tournament, category: Category, first: number, language: Language): string {
  const { id } = tournament.plan
  const alone = isAlone(category)
  const target = alone ? `/tournaments/${id}/single_competitors` : `/tournaments/${id}/categories/${category.id}`
  const random = randomFrom(tournament.seed, 'schedule-mark', category.id)
  const mark = random.chance(0.15) ? ` ${random.pick(['*', '**'])}` : ''
  const weekday = random.chance(0.1) ? `, ${weekdayText(category.day, language, 'short')}` : ''
  return `<div class='public-schedule__category-wrapper'><a href="${target}">${divisionText(category.division, language)}<span>${clockText(category.day, first)}${mark}${weekday}</span></a></div>`
}

/** The earliest published start of a category's fights, or the reporting time of a single athlete. */
function firstFightTime(category: Category): number {
  const times = category.matches.filter((match) => match.stage !== 'bye').map((match) => match.when)
  return times.length > 0 ? Math.min(...times) : reportBy(category)
}

function isAlone(category: Category): boolean {
  return category.entrants.length === 1
}

/** The reporting time of a single athlete: two minutes and 1 to 28 quarters of an hour after the day's opening. */
function reportBy(category: Category): number {
  return category.day.opensAt + randomFrom('report', category.id).int(1, 28) * 15 * 60_000 + 120_000
}

/** The page of athletes who are alone in their category, with their reporting times. */
export function singleCompetitorsPage(tournament: Tournament, language: Language): string {
  const items = visibleCategories(tournament)
    .filter(isAlone)
    .map((category) => {
      const name = category.entrants[0]?.athlete.name ?? ''
      const mark = randomFrom('report-mark', category.id).chance(0.1) ? ' *' : ''
      return `<div class='public-single-competitors__item-wrapper'>
<div class='public-single-competitors__competitor-name'>${escapeHtml(name)}</div>
<div class='public-single-competitors__category-name'>${divisionText(category.division, language)}</div>
<div class='public-single-competitors__weighing-end'>${clockText(category.day, reportBy(category))}, ${weekdayText(category.day, language)}${mark}</div>
</div>`
    })
  return wholePage(`<div class='public-single-competitors'>\n${items.join('\n')}\n</div>`, {
    language,
    event: tournament.plan,
  })
}
