// Reads the federation's event list, the only place that states the cities, and the dates of an event before its days are
// published. It is JSON, not a page of the competition system.
import { cleanText } from '#domain/name.ts'
import type { EventsReading, ReadContext } from '#domain/reading.ts'
import { readInterval } from './local-time.ts'
import { logoAddress, ownOrigins } from './logo-address.ts'
import type { Problems } from './problems.ts'
import type { ContentOf } from './reader-input.ts'

type Row = Record<string, unknown>

/** Null if the text is not an event list: not JSON, cut off, or an answer such as {"error":"Denied"}. */
export function readEvents(body: string, context: ReadContext, problems: Problems): ContentOf<EventsReading> | null {
  const rows = championshipsIn(body)
  if (rows === null) return null
  const events = new Map<string, ContentOf<EventsReading>['events'][number]>()
  for (const [index, row] of rows.entries()) {
    const event = isRow(row) ? readEvent(row, context) : null
    if (event === null) {
      problems.addLoss('bad-row', `event ${index + 1}`, JSON.stringify(row)?.slice(0, 200) ?? '')
      continue
    }
    problems.countRow()
    if (event.startsOn === null)
      problems.addOddity('unknown-word', `event ${event.bjjCompSystemId}`, `dates: ${text(row, 'eventIntervalDays')}`)
    if (!events.has(event.bjjCompSystemId)) events.set(event.bjjCompSystemId, event)
  }
  return { events: [...events.values()] }
}

function championshipsIn(body: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''))
    const list = isRow(value) ? value['championships'] : null
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (row: unknown, key: string): string => {
  const value = isRow(row) ? row[key] : undefined
  return typeof value === 'string' ? cleanText(value) : ''
}

function readEvent(row: Row, context: ReadContext) {
  const own = ownOrigins(context)
  const logo = text(row, 'urlLogo')
  const bjjCompSystemId = /\/Logo\/([0-9]{1,10})(?![0-9])/i.exec(logo)?.[1]
  const name = text(row, 'name')
  if (bjjCompSystemId === undefined || name === '') return null
  const year = /(?<!\d)(20\d{2})(?!\d)/.exec(name)?.[1]
  return {
    bjjCompSystemId,
    name,
    logoUrl: logoAddress(logo, own.events, own),
    ...readInterval(text(row, 'eventIntervalDays'), text(row, 'eventMonth'), year ? Number(year) : null, context.today),
    city: text(row, 'city') || null,
    state: text(row, 'state') || null,
    country: text(row, 'country') || null,
  }
}
