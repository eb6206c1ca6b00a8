// Whether a body is the page that was asked for at all. An error page, a sign-in page, a bot check or new markup comes
// with status 200 now and then, and must never be taken for an empty list.
import type { Page } from '#domain/page.ts'
import type { Problem } from '#domain/reading.ts'
import { all, around, classed, has, linking, named, type PageDocument, type Query, textOf } from './document.ts'

type HtmlKind = Exclude<Page['kind'], 'events'>

/** An athlete with nothing left to fight may have a page without the list. */
const listBox = classed('tournament-day__matches')
const listPage = classed('tournament-day')
const list: Query = (element) => listBox(element) || (element.name === 'h1' && around(element, listPage) !== undefined)

const day: Query = classed('public-schedule__day public-schedule__category-wrapper')
const dayLink = linking((href) => href.startsWith('#day'))

/** At least one of these is on every page of the kind, also on an empty one. */
const landmarks: Record<HtmlKind, Query> = {
  home: ({ name, attribs: { id = '' } }) =>
    (name === 'select' && id === 'tournament_id') || id.startsWith('tournament-display-'),
  categories: classed('public-categories categories-grid__category public-categories__category category-card'),
  bracket: classed('category-title__label'),
  board: classed('sliding-columns__column sidebar__day'),
  competitor: list,
  club: list,
  schedule: (element) => day(element) || dayLink(element),
  singles: ({ attribs }) => attribs['class']?.includes('public-single-competitors') ?? false,
}

/** A saved piece of a bracket page may lack the title. */
const bracketPiece = classed(
  'tournament-category__match-card tournament-category__ranking tournament-category__swap podium__step',
)

const passwords: Query = ({ name, attribs }) => name === 'input' && attribs['type']?.toLowerCase() === 'password'
const headings = named('title', 'h1', 'h2')

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
