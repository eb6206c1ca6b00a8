// Reads the search widgets of a board page: most of its bytes, and the only place with the full roster and the club ids. Each is
// a `data-react-props` attribute: JSON that usually holds its list as a string of JSON.
import { cleanText } from '#domain/name.ts'
import { isSourceId } from './pages.ts'
import type { Problems } from './problems.ts'

type Row = Record<string, unknown>

export type Roster = {
  athletes: { bjjCompSystemId: string; name: string; clubId: string | null }[] | null
  clubs: { bjjCompSystemId: string; name: string }[] | null
}

/** What the widgets list, in their order on the page. */
const kinds = ['categories', 'clubs', 'athletes'] as const
type Kind = (typeof kinds)[number]

const quote = '(?:"|&quot;|&#34;|&#x22;)'

/** Matches the encoded name of a list before the list, or before the string that holds it. */
const listName = new RegExp(
  `${quote}(categor|club|academ|team|competitor|athlete)\\w*\\\\?${quote}\\s*:\\s*(?:\\\\?${quote})?\\[`,
  'i',
)

/**
 * Reads athletes and clubs; the widget of categories is not decoded. A list is null when its widget is absent or unreadable; an
 * unreadable widget is added to the problems.
 */
export function readWidgets(widgets: string[], problems: Problems): Roster {
  const roster: Roster = { athletes: null, clubs: null }
  for (const [index, widget] of widgets.entries()) {
    const kind = kindOf(widget) ?? (widgets.length === kinds.length ? kinds[index] : undefined)
    if (kind === undefined || kind === 'categories' || roster[kind] !== null) continue
    const rows = rowsOf(decodeAttribute(widget), kind)
    if (rows === null) problems.addLoss('bad-widget', `search widget ${index + 1}`, `no readable list of ${kind}`)
    else if (kind === 'athletes')
      roster.athletes = entriesOf(rows, kind, problems, (bjjCompSystemId, name, row) => ({
        bjjCompSystemId,
        name,
        clubId: clubOf(row),
      }))
    else roster.clubs = entriesOf(rows, kind, problems, (bjjCompSystemId, name) => ({ bjjCompSystemId, name }))
  }
  return roster
}

function kindOf(widget: string): Kind | undefined {
  const word = listName.exec(widget)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  if (word === 'categor') return 'categories'
  return word === 'competitor' || word === 'athlete' ? 'athletes' : 'clubs'
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
  ['quot', '"'],
  ['nbsp', '\u00A0'],
])

/**
 * Decodes an attribute's value. The site's templates escape five characters in fixed forms, which are replaced all at once (the
 * ampersand last, or '&amp;lt;' would become '<'). Other forms are decoded one by one.
 */
function decodeAttribute(value: string): string {
  const text = value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  if (!/&(?!amp;)/.test(text)) return text.replaceAll('&amp;', '&')
  return value.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list in a widget's properties: the one with a name of the kind, or the only one. */
function rowsOf(json: string, kind: Kind): unknown[] | null {
  const properties = parseJson(json)
  if (Array.isArray(properties)) return properties
  if (!isRow(properties)) return null
  const words = kind === 'athletes' ? /competitor|athlete/i : /club|academ|team/i
  const lists = Object.entries(properties).flatMap(([name, value]) => {
    const list = typeof value === 'string' && value.trimStart().startsWith('[') ? parseJson(value) : value
    return Array.isArray(list) ? [{ name, list }] : []
  })
  return (lists.find(({ name }) => words.test(name)) ?? (lists.length === 1 ? lists[0] : undefined))?.list ?? null
}

/** Makes one entry per id from the rows with an id and a name; the other rows are counted as a problem. */
function entriesOf<Entry>(
  rows: unknown[],
  kind: Kind,
  problems: Problems,
  entry: (id: string, name: string, row: Row) => Entry,
): Entry[] {
  const seen = new Set<string>()
  const entries: Entry[] = []
  let unreadable = 0
  for (const row of rows) {
    const id = isRow(row) ? idOf(row['id']) : null
    const name = isRow(row) && typeof row['name'] === 'string' ? cleanText(row['name']) : ''
    if (!isRow(row) || id === null || name === '') {
      unreadable++
      continue
    }
    if (seen.has(id)) continue
    seen.add(id)
    entries.push(entry(id, name, row))
  }
  if (unreadable > 0)
    problems.addOddity('bad-row', `search widget of ${kind}`, `${unreadable} of ${rows.length} without id or name`)
  return entries
}

/** An id from a whole number or a text of digits; null for anything else. */
function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null
  return typeof value === 'string' && isSourceId(value) ? value : null
}

/** The club id in an athlete's row. Rows have it under several names, as a number, a text of digits or an object. */
function clubOf(row: Row): string | null {
  const club = row['club_id'] ?? row['clubId'] ?? row['academy_id'] ?? row['team_id'] ?? row['club']
  return idOf(isRow(club) ? club['id'] : club)
}
