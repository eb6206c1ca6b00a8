// Recorded days of halls from a CSV file; docs/performance.md describes its columns.
import type { Fight, HallDay, Mat } from './hall-day.ts'

const requiredColumns = ['weekend', 'tournament', 'day', 'mat', 'fight', 'minute'] as const

type Row = {
  weekend: string
  /** The tournament of the weekend. */
  event: string
  day: string
  mat: string
  fight: number
  minute: number
  length: number | null
}

/**
 * The days by weekend. Fight numbers that are missing between two fights of a mat, or whose row has no minute, are fights without
 * a record: their start is interpolated, and they are shown but not scored. A repeated fight is left out.
 * @throws Error that names, in one sentence, the first line that cannot be right and why; or if no row has a minute.
 */
export function recordedDays(csv: string): Map<string, HallDay[]> {
  const weekends = Map.groupBy(readRows(csv), ({ weekend }) => weekend)
  if (weekends.size === 0) throw new Error('no row has a minute')
  return new Map([...weekends].map(([weekend, rows]) => [weekend, daysOf(rows)]))
}

function daysOf(rows: readonly Row[]): HallDay[] {
  return [...Map.groupBy(rows, ({ event, day }) => JSON.stringify([event, day])).values()].map((ofDay) => ({
    event: ofDay[0]?.event ?? '',
    mats: [...Map.groupBy(ofDay, ({ mat }) => mat).values()].map(matOf),
    plan: null,
    truth: null,
  }))
}

function readRows(csv: string): Row[] {
  const [header = '', ...lines] = csv.trim().split(/\r\n|\r|\n/)
  const columns = cellsOf(header, 1)
  const missing = requiredColumns.filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Error(`line 1: there is no column ${missing.join(', ')}`)
  const lineOfFight = new Map<string, number>()
  return lines.flatMap((text, index) => {
    const line = index + 2
    const cells = cellsOf(text, line)
    // Spreadsheets write empty rows as commas.
    if (cells.every((value) => value === '')) return []
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
    const numberOf = (name: string, least: number, most: number): number => {
      const value = Number(cell(name) || NaN)
      if (value >= least && value <= most) return value
      throw new Error(`line ${line}: ${name} is "${cell(name)}" instead of a number from ${least} to ${most}`)
    }
    const [weekend, day, mat] = [cell('weekend'), cell('day'), cell('mat')]
    const event = JSON.stringify([weekend, cell('tournament')])
    const fight = numberOf('fight', 0, 2_000)
    if (!Number.isInteger(fight)) throw new Error(`line ${line}: fight is "${cell('fight')}" instead of a whole number`)
    const key = JSON.stringify([event, day, mat, fight])
    const earlier = lineOfFight.get(key)
    if (earlier !== undefined) {
      console.log(`  line ${line} is left out: the same fight is in line ${earlier}`)
      return []
    }
    if (cell('minute') === '') return []
    lineOfFight.set(key, line)
    // Fights after midnight belong to the day on which the mat began.
    const minute = numberOf('minute', 0, 2_160)
    return { weekend, event, day, mat, fight, minute, length: cell('length') ? numberOf('length', 0.5, 60) : null }
  })
}

/** The fields of a line, which may be in double quotes, without the space around them. */
function cellsOf(text: string, line: number): string[] {
  const fields = [...`${text},`.matchAll(/[^\S,]*("(?:[^"]|"")*"|[^",]*)[^\S,]*,/gy)]
  if (fields.reduce((length, [field]) => length + field.length, 0) <= text.length)
    throw new Error(`line ${line}: a double quote is not closed, or is within a field that does not begin with one`)
  return fields.map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
}

/** A mat's day from its rows. A fight without a record starts between its neighbours and has the length of the one before. */
function matOf(rows: readonly Row[]): Mat {
  const fights: Fight[] = []
  let before: Row | null = null
  for (const row of rows.toSorted((a, b) => a.fight - b.fight)) {
    if (before) {
      const missing = row.fight - before.fight
      for (let step = 1; step < missing; step++)
        fights.push({
          id: before.fight + step,
          length: before.length,
          start: before.minute + ((row.minute - before.minute) * step) / missing,
          isScored: false,
        })
    }
    fights.push({ id: row.fight, length: row.length, start: row.minute, isScored: true })
    before = row
  }
  const started = fights.toSorted((a, b) => a.start - b.start)
  const queues = started.map(({ start }) => ({ from: start, pending: fights.filter((fight) => fight.start > start) }))
  return { queues: [{ from: -Infinity, pending: fights }, ...queues], started }
}
