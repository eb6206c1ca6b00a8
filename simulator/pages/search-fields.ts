import type { Tournament } from '../tournament/model.ts'
import { isPublished, visibleCategories } from '../tournament/model.ts'
import { divisionText, type Language } from '../tournament/vocabulary.ts'
import { escapeHtml } from './text.ts'

const fieldCaches = new WeakMap<Tournament, Map<Language, { version: string; html: string }>>()

/**
 * The three search fields of a day page: categories, clubs, competitors. Each field contains its whole list as JSON; the three
 * lists are most of a large page's bytes, and the competitors are JSON inside JSON. Cached for each version of the roster.
 */
export function searchFields(tournament: Tournament, language: Language): string {
  const cache = fieldCaches.get(tournament) ?? new Map<Language, { version: string; html: string }>()
  fieldCaches.set(tournament, cache)
  const known = cache.get(language)
  const version = `${tournament.rosterVersion}:${isPublished(tournament, 'athletes')}`
  if (known?.version === version) return known.html
  const html = [categoryField(tournament, language), clubField(tournament), competitorField(tournament)].join('\n')
  cache.set(language, { version, html })
  return html
}

/** One search field: its data is JSON in an attribute. */
export function searchField(name: 'category' | 'club' | 'competitor', props: object): string {
  return `<div class='tournament-day__${name}-filter'><div data-react-class="search_field/search_field" data-react-props="${escapeHtml(JSON.stringify(props))}"></div></div>`
}

function categoryField(tournament: Tournament, language: Language): string {
  const { id: tournamentId } = tournament.plan
  const categories = visibleCategories(tournament).map(({ id, division }) => {
    return { id, name: divisionText(division, language), url: `/tournaments/${tournamentId}/categories/${id}` }
  })
  return searchField('category', { tournament_id: tournamentId, placeholder: 'Category', categories })
}

function clubField(tournament: Tournament): string {
  const { id: tournamentId } = tournament.plan
  const teams = isPublished(tournament, 'athletes') ? [...tournament.teams.values()] : []
  const clubs = teams.sort((one, other) => one.id - other.id).map(({ id, name }) => ({ id, name }))
  return searchField('club', { tournament_id: tournamentId, placeholder: 'Academy', clubs })
}

function competitorField(tournament: Tournament): string {
  const athletes = isPublished(tournament, 'athletes') ? [...tournament.athletes.values()] : []
  const competitors = athletes.map(({ id, name }) => ({ id, name }))
  return searchField('competitor', {
    tournament_id: tournament.plan.id,
    placeholder: 'Competitor',
    competitors: JSON.stringify(competitors),
  })
}
