import type { Category, Tournament } from '../tournament/model.ts'
import { visibleCategories } from '../tournament/model.ts'
import { divisionRank, partIn, type Gender, type Language } from '../tournament/vocabulary.ts'
import { wholePage } from './chrome.ts'

/**
 * The page of one gender's categories. No card shows the gender; each is on the page twice, once for wide and once for narrow
 * screens.
 */
export function categoriesPage(tournament: Tournament, gender: Gender, language: Language): string {
  const { id } = tournament.plan
  const shown = visibleCategories(tournament)
    .filter((category) => category.division.gender === gender)
    .sort((one, other) => divisionRank(one.division) - divisionRank(other.division))
  const byAge = Map.groupBy(shown, (category) => category.division.age)
  const columns = [...byAge].map(
    ([age, categories]) => `<li class='sliding-columns__column'>
<div class='categories-grid__column'><div class='grid-column__header'>${partIn(language, age)}</div></div>
<ul class='list-unstyled categories-grid__categories'>
${categories.map((category) => card(id, category, language)).join('\n')}
</ul>
</li>`,
  )
  const narrow = shown.map((category) => card(id, category, language)).join('\n')
  return wholePage(
    `<div class='public-categories'>
<div class='public-categories__sidebar'>
<a href="/tournaments/${id}/categories?gender_id=1"><i class='fa fa-mars'></i> ${partIn(language, 'Male')}</a>
<a href="/tournaments/${id}/categories?gender_id=2"><i class='fa fa-venus'></i> ${partIn(language, 'Female')}</a>
</div>
<div class='categories-grid hidden-xs'>
<ul class='sliding-columns__columns'>
${columns.join('\n')}
</ul>
</div>
<div class='categories-list visible-xs'>
<ul class='list-unstyled'>
${narrow}
</ul>
</div>
</div>`,
    { language, event: tournament.plan },
  )
}

function card(tournamentId: number, { id, division }: Category, language: Language): string {
  const { age, belt, weight } = division
  return `<li class='categories-grid__category public-categories__category'>
<a href="/tournaments/${tournamentId}/categories/${id}"><div class='category-card'>
<div class='category-card__age-division'>${partIn(language, age)}</div>
<span class='category-card__label category-card__belt-label'><i class='fa fa-belt'></i><span class='category-card__label-text'>${partIn(language, belt)}</span></span>
<span class='category-card__label category-card__weight-label'><i class='fa fa-weight'></i><span class='category-card__label-text'>${partIn(language, weight)}</span></span>
</div>
</a></li>`
}
