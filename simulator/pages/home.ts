import type { TournamentPlan } from '../tournament/plan.ts'
import type { Language } from '../tournament/vocabulary.ts'
import { wholePage } from './chrome.ts'
import { escapeHtml } from './text.ts'

/** A tournament on the home page, with the day that its link leads to once days are published. */
export interface HomeEntry {
  plan: TournamentPlan
  dayId: number | undefined
}

/** The home page: the listed tournaments, each with a link to one of its days once days are published. */
export function homePage(listed: readonly HomeEntry[], language: Language): string {
  const options = listed.map(({ plan: { id, name } }) => `<option value="${id}">${escapeHtml(name)}</option>`)
  return wholePage(
    `<div class='public-home'>
<form action='/tournaments' accept-charset='UTF-8' method='get'>
<select name="tournament_id" id="tournament_id" class="form-control"><option value=""> </option>
${options.join('\n')}</select>
</form>
${listed.map(tournamentBlock).join('\n')}
</div>`,
    { language },
  )
}

function tournamentBlock({ plan: { id, name }, dayId }: HomeEntry): string {
  const dayLink =
    dayId === undefined
      ? ''
      : `<a class="btn btn-default" href="/tournaments/${id}/tournament_days/${dayId}">Order of Fights</a>`
  return `<div class='tournament-display' id='tournament-display-${id}' style='display: none'>
<img class='tournament-display__logo' alt='${escapeHtml(name)}' src='/Championship/Logo/${id}'>
<a class="btn btn-default" href="/tournaments/${id}/categories">Brackets</a>
${dayLink}
</div>`
}
