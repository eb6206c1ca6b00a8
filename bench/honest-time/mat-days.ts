// Recorded days of halls from a file: weekend, tournament, day, mat, fight (number on the mat), minute (of its start), length.
import { readFileSync } from 'node:fs'
import type { Fight, HallDay, Mat } from './hall-day.ts'

const header = 'weekend,tournament,day,mat,fight,minute,length'

type Row = { fight: number; minute: number; length: number | null }

/**
 * The days by weekend. Numbers that are missing on a mat are fights without a record: they are shown and interpolated, but not
 * scored.
 */
export function recordedDays(path: string): Map<string, HallDay[]> {
  const [first, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  if (first !== header) throw new Error(`${path} begins with "${first}" instead of "${header}"`)
  const days = new Map<string, Map<string, Row[]>>()
  for (const line of lines) {
    const [weekend = '', tournament, day, mat = '', fight, minute, length] = line.split(',')
    const key = [weekend, tournament, day].join(' ')
    const mats = days.get(key) ?? new Map<string, Row[]>()
    days.set(key, mats)
    const rows = mats.get(mat) ?? []
    mats.set(mat, rows)
    rows.push({ fight: Number(fight), minute: Number(minute), length: length ? Number(length) : null })
  }
  const weekends = new Map<string, HallDay[]>()
  for (const [key, mats] of days) {
    const [weekend = ''] = key.split(' ')
    const day = { event: key, mats: [...mats.values()].map(matOf), plan: null, truth: null }
    weekends.set(weekend, [...(weekends.get(weekend) ?? []), day])
  }
  return weekends
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
