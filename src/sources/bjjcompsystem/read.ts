// From a body to a Reading: is it the page asked for, in which language, what does it hold, and how much of it was read.
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
import type { Sheet } from './sheet.ts'
import { languageOf } from './words.ts'

/** Reads a body as the page asked for. A bug may throw; the door of the room turns that into an unusable reading. */
export function readBody(page: Page, body: string, context: ReadContext): Reading {
  if (body.trim() === '') return unusable(page, [{ code: 'empty', where: '', detail: '' }])
  const problems = collectProblems()
  const reading =
    page.kind === 'events' ? readEventList(page, body, context, problems) : readHtml(page, body, context, problems)
  const changed = problems.markupChanged()
  return changed === null
    ? reading
    : unusable(page, [{ code: 'markup-changed', where: '', detail: changed }, ...problems.list])
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
  const stranger = missingLandmark(page.kind, document)
  if (stranger) return unusable(page, [stranger])
  const sheet: Sheet = {
    document,
    language: languageOf(document),
    context,
    problems,
    divisions: new Map(),
    dates: new Map(),
  }
  const content = readContent(page, sheet)
  return { ...content, language: sheet.language, verdict: verdictOf(problems), problems: problems.list }
}

const verdictOf = (problems: Problems): Reading['verdict'] => (problems.isPartial ? 'partial' : 'whole')

type WithoutJudgement<R> = R extends Reading ? Omit<R, 'language' | 'verdict' | 'problems'> : never

function readContent(page: Exclude<Page, { kind: 'events' }>, sheet: Sheet): WithoutJudgement<Reading> {
  switch (page.kind) {
    case 'home':
      return { page, ...readHome(sheet) }
    case 'categories':
      return { page, ...readCategories(page, sheet) }
    case 'bracket':
      return { page, ...readBracket(page, sheet) }
    case 'board':
      return { page, ...readBoard(page, sheet) }
    case 'competitor':
    case 'club':
      return { page, ...readList(page, sheet) }
    case 'schedule':
      return { page, ...readSchedule(page, sheet) }
    case 'singles':
      return { page, ...readSingles(sheet) }
  }
}

/** The reading of a page that could not be used: nothing in it, and why. */
export function unusable(page: Page, problems: Problem[]): Reading {
  const judgement = { language: 'en', verdict: 'unusable', problems } as const
  switch (page.kind) {
    case 'home':
      return { page, ...judgement, tournaments: [] }
    case 'events':
      return { page, ...judgement, events: [] }
    case 'categories':
      return { page, ...judgement, categories: [] }
    case 'bracket':
      return { page, ...judgement, division: null, treeSize: null, matches: [], placements: [], ranking: [], swaps: [] }
    case 'board':
      return { page, ...judgement, days: [], date: null, mats: [], pages: [page.page], athletes: null, clubs: null }
    case 'competitor':
    case 'club':
      return { page, ...judgement, title: null, rows: [] }
    case 'schedule':
      return { page, ...judgement, days: [], categories: [] }
    case 'singles':
      return { page, ...judgement, athletes: [] }
  }
}
