// Checks that a body is the requested page. An error page, a sign-in page, a bot check or new markup may come with status 200,
// and must never be read as an empty list.
import type { Page } from '#domain/page.ts'
import type { Problem } from '#domain/reading.ts'
import { all, closest, withClass, has, linkTo, withName, type PageDocument, type Query, textOf } from './document.ts'

type HtmlKind = Exclude<Page['kind'], 'events'>

const listBox = withClass('tournament-day__matches')
const listPage = withClass('tournament-day')
/** The page of an athlete without matches may lack the list; the page's heading is enough. */
const list: Query = (element) => listBox(element) || (element.name === 'h1' && closest(element, listPage) !== undefined)

const day: Query = withClass('public-schedule__day public-schedule__category-wrapper')
const dayLink = linkTo((href) => href.startsWith('#day'))

/** Every page of the kind has at least one of these elements, even if its list is empty. */
const landmarks: Record<HtmlKind, Query> = {
  home: ({ name, attribs: { id = '' } }) =>
    (name === 'select' && id === 'tournament_id') || id.startsWith('tournament-display-'),
  categories: withClass('public-categories categories-grid__category public-categories__category category-card'),
  bracket: withClass('category-title__label'),
  board: withClass('sliding-columns__column sidebar__day'),
  competitor: list,
  club: list,
  schedule: (element) => day(element) || dayLink(element),
  singles: ({ attribs }) => attribs['class']?.includes('public-single-competitors') ?? false,
}

/** A saved fragment of a bracket page may lack the title. */
const bracketPiece = withClass(
  'tournament-category__match-card tournament-category__ranking tournament-category__swap podium__step',
)

const passwordInput: Query = ({ name, attribs }) => name === 'input' && attribs['type']?.toLowerCase() === 'password'
const headings = withName('title', 'h1', 'h2')

/** Pages that the source may send instead of the requested one, by words in their headings. */
const substitutes: [code: string, words: RegExp][] = [
  [
    'challenge',
    /just a moment|attention required|captcha|robot|are you (?:a )?human|checking your browser|cloudflare/i,
  ],
  ['login-page', /\b(?:log|sign) ?in\b|entrar/i],
  ['error-page', /error|went wrong|not found|unavailable|maintenance|bad gateway|[45]0\d|erro\b|manuten/i],
]

/** Why this document is not a page of the kind; null if it is. */
export function missingLandmark(kind: HtmlKind, document: PageDocument): Problem | null {
  const { root } = document
  if (document.isCutOff) return { code: 'truncated', where: '', detail: 'the text ends inside an element' }
  if (has(landmarks[kind], root)) return null
  if (kind === 'bracket' && !document.isWholeHtml && has(bracketPiece, root)) return null
  const title = all(headings, root).map(textOf).join(' | ')
  if (has(passwordInput, root)) return { code: 'login-page', where: '', detail: title }
  const code = substitutes.find(([, words]) => words.test(title))?.[0] ?? 'no-landmark'
  return { code, where: '', detail: title }
}
