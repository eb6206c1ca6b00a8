import type { TournamentPlan } from '../tournament/plan.ts'
import type { Language } from '../tournament/vocabulary.ts'
import { escapeHtml, words } from './text.ts'

/** The frame around the content of a page. */
export interface Chrome {
  language: Language
  event?: Pick<TournamentPlan, 'id' | 'name'>
  /** The last part of the breadcrumb, such as AD/M/BLU/MD. */
  crumb?: string
}

/** A complete page with the given content. It ends with a footer, which a truncated page lacks. */
export function wholePage(content: string, { language, event, crumb }: Chrome): string {
  const { home, divisions } = words[language]
  const logo = event
    ? `<img class='navbar-public__tournament-logo' alt='${escapeHtml(event.name)}' src='/Championship/Logo/${event.id}'>`
    : ''
  const divisionsLink = event ? ` | <a href="/tournaments/${event.id}/categories">${divisions}</a>` : ''
  return `<!DOCTYPE html>
<html lang='${language}'>
<head>
<meta charset='utf-8'>
<meta content='width=device-width, initial-scale=1' name='viewport'>
<title>IBJJF</title>
<link rel="stylesheet" media="all" href="/assets/public.css" />
<script src="/assets/public.js"></script>
</head>
<body>
<nav class='navbar navbar-default navbar-public'>
<div class='container-fluid'>
${logo}
<div class='navbar-public__breadcrumb'><a href="/tournaments">${home}</a>${divisionsLink}${crumb ? ` | ${crumb}` : ''}</div>
<ul class='nav navbar-nav navbar-right'>
<li class='dropdown'>
<a class='dropdown-toggle' data-toggle='dropdown' href='#'><i class='flag-icon flag-icon-${language === 'en' ? 'us' : 'br'}'></i></a>
<ul class='dropdown-menu'>
<li><a href="?locale=en">English</a></li>
<li><a href="?locale=pt">Português</a></li>
</ul>
</li>
</ul>
</div>
</nav>
${content}
<footer class='footer footer-public'>
<div class='container-fluid'>
<div class='footer-public__copyright'>© IBJJF</div>
</div>
</footer>
</body>
</html>
`
}
