// Whether a body is the page that was asked for at all. An error page, a sign-in page, a bot check or new markup comes
// with status 200 now and then, and must never be taken for an empty list.
import type { Page } from '#domain/page.ts'
import type { Problem } from '#domain/reading.ts'
import { all, has, type PageDocument, type Query, query, textOf } from './document.ts'

type HtmlKind = Exclude<Page['kind'], 'events'>

/** An athlete with nothing left to fight may have a page without the list. */
const list = query('.tournament-day__matches, .tournament-day h1')

/** At least one of these is on every page of the kind, also on an empty one. */
const landmarks: Record<HtmlKind, Query> = {
  home: query('select#tournament_id, [id^="tournament-display-"]'),
  categories: query('.public-categories, .categories-grid__category, .public-categories__category, .category-card'),
  bracket: query('.category-title__label'),
  board: query('.sliding-columns__column, .sidebar__day'),
  competitor: list,
  club: list,
  schedule: query('.public-schedule__day, .public-schedule__category-wrapper, a[href^="#day"]'),
  singles: query('[class*="public-single-competitors"]'),
}

/** A saved piece of a bracket page may lack the title. */
const bracketPiece = query(
  '.tournament-category__match-card, .tournament-category__ranking, .tournament-category__swap, .podium__step',
)

const passwords = query('input[type="password"]')
const headings = query('title, h1, h2')

const strangers: [code: string, words: RegExp][] = [
  [
    'challenge',
    /just a moment|attention required|captcha|robot|are you (?:a )?human|checking your browser|cloudflare/i,
  ],
  ['login-page', /\b(?:log|sign) ?in\b|entrar/i],
  ['error-page', /error|went wrong|not found|unavailable|maintenance|bad gateway|[45]0\d|erro\b|manuten/i],
]

/** Why this document is not usable as a page of the kind; null when it is. */
export function missingLandmark(kind: HtmlKind, document: PageDocument): Problem | null {
  const { root } = document
  if (document.isCutOff) return { code: 'truncated', where: '', detail: 'the text ends inside an element' }
  if (has(landmarks[kind], root)) return null
  if (kind === 'bracket' && !document.isWholeHtml && has(bracketPiece, root)) return null
  const title = all(headings, root).map(textOf).join(' | ')
  if (has(passwords, root)) return { code: 'login-page', where: '', detail: title }
  const code = strangers.find(([, words]) => words.test(title))?.[0] ?? 'no-landmark'
  return { code, where: '', detail: title }
}
