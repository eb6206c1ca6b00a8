// Turns a body into a Reading: checks that it is the requested page, finds its language, reads the content and gives a verdict.
import type { Page } from '#domain/page.ts'
import type { Problem, ReadContext, Reading } from '#domain/reading.ts'
import { openDocument } from './document.ts'
import { missingLandmark } from './landmarks.ts'
import { collectProblems, type Problems } from './problems.ts'
import { readBoard } from './read-board.ts'
import { readBracket } from './read-bracket.ts'
import { readCategories } from './read-categories.ts'
import { readEvents } from './read-events.ts'
import { readHome } from './read-home.ts'
import { readList } from './read-list.ts'
import { readSchedule } from './read-schedule.ts'
import { readSingles } from './read-singles.ts'
import type { ReaderInput } from './reader-input.ts'
import { languageOf } from './words.ts'

/** Reads a body as the given page. An unexpected error is thrown; `read` in ../index.ts turns it into an unusable reading. */
export function readBody(page: Page, body: string, context: ReadContext): Reading {
  if (body.trim() === '') return unusable(page, [{ code: 'empty', where: '', detail: '' }])
  const problems = collectProblems()
  const reading =
    page.kind === 'events' ? readEventList(page, body, context, problems) : readHtml(page, body, context, problems)
  const markupProblem = problems.markupProblem()
  return markupProblem === null
    ? reading
    : unusable(page, [{ code: 'markup-changed', where: '', detail: markupProblem }, ...problems.list])
}

function readEventList(
  page: Extract<Page, { kind: 'events' }>,
  body: string,
  context: ReadContext,
  problems: Problems,
): Reading {
  const content = readEvents(body, context, problems)
  if (content === null) return unusable(page, [{ code: 'no-landmark', where: '', detail: body.slice(0, 200) }])
  return { page, language: 'en', verdict: verdictOf(problems), problems: problems.list, ...content }
}

function readHtml(
  page: Exclude<Page, { kind: 'events' }>,
  body: string,
  context: ReadContext,
  problems: Problems,
): Reading {
  const document = openDocument(body)
  const problem = missingLandmark(page.kind, document)
  if (problem) return unusable(page, [problem])
  const input: ReaderInput = {
    document,
    language: languageOf(document),
    context,
    problems,
    divisions: new Map(),
    dates: new Map(),
  }
  const content = readContent(page, input)
  return { ...content, language: input.language, verdict: verdictOf(problems), problems: problems.list }
}

const verdictOf = (problems: Problems): Reading['verdict'] => (problems.isPartial ? 'partial' : 'whole')

type WithoutVerdict<R> = R extends Reading ? Omit<R, 'language' | 'verdict' | 'problems'> : never

function readContent(page: Exclude<Page, { kind: 'events' }>, input: ReaderInput): WithoutVerdict<Reading> {
  switch (page.kind) {
    case 'home':
      return { page, ...readHome(input) }
    case 'categories':
      return { page, ...readCategories(page, input) }
    case 'bracket':
      return { page, ...readBracket(page, input) }
    case 'board':
      return { page, ...readBoard(page, input) }
    case 'competitor':
    case 'club':
      return { page, ...readList(page, input) }
    case 'schedule':
      return { page, ...readSchedule(page, input) }
    case 'singles':
      return { page, ...readSingles(input) }
  }
}

/** The reading of an unusable page: no content, and the problems. */
export function unusable(page: Page, problems: Problem[]): Reading {
  const common = { language: 'en', verdict: 'unusable', problems } as const
  switch (page.kind) {
    case 'home':
      return { page, ...common, tournaments: [] }
    case 'events':
      return { page, ...common, events: [] }
    case 'categories':
      return { page, ...common, categories: [] }
    case 'bracket':
      return { page, ...common, division: null, treeSize: null, matches: [], placements: [], ranking: [], swaps: [] }
    case 'board':
      return { page, ...common, days: [], date: null, mats: [], pages: [page.page], athletes: null, clubs: null }
    case 'competitor':
    case 'club':
      return { page, ...common, title: null, rows: [] }
    case 'schedule':
      return { page, ...common, days: [], categories: [] }
    case 'singles':
      return { page, ...common, athletes: [] }
  }
}
