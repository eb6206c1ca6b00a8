import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateInHall, type HallRecord, hallUpdate, matRecord } from './hall-record.ts'
import { hallRecord, matRecords, type ObservedMat } from './mat-records.ts'

const minute = 60_000
const opening = Date.parse('2026-11-21T14:00:00Z')
const at = (minutes: number): number => opening + minutes * minute

/** Mats of five-minute matches that start every seven minutes until `until`, one mat after another, as read at that time. */
const matsUntil = (until: number, count: number): ObservedMat[] =>
  Array.from({ length: count }, (_, mat) => {
    const starts = []
    for (let start = (mat * 7) / count; start <= until; start += 7) starts.push({ at: at(start), length: 5 })
    const last = starts.at(-1)?.at ?? at(0)
    const pending = Array.from({ length: 20 }, (_each, index) => ({
      length: 5,
      publishedAt: last + (index + 1) * 7 * minute,
    }))
    return { starts, pending, asOf: at(until) }
  })

/** The record of a hall with these mats, numbered from 1. */
const recordOf = (mats: readonly ObservedMat[], asOf: number): HallRecord => {
  const own = mats.map((observed, index) => {
    const left = { fights: observed.starts.length, turnovers: observed.starts.length * 7.2 }
    return { mat: index + 1, left, isOn: false, observed }
  })
  const record = hallRecord('2026-11-21', own, [], asOf)
  if (!record) throw new Error('the hall has no record')
  return record
}

/** The estimate of the first match on the mat's board. */
const firstOn = (record: HallRecord, mat: number, now: number, readAt = 0) => {
  const before = { ...(matRecord(record, mat)?.left ?? { fights: 0, turnovers: 0 }), breaks: 0 }
  return estimateInHall(record, { date: '2026-11-21', mat, before, ahead: 0, publishedAt: null }, readAt, now)
}

describe('matRecords', () => {
  it('finds no stop of the hall from mats whose boards were last read before the last start in the hall', () => {
    const read = matsUntil(115, 2).map((mat) => ({ ...mat, asOf: at(120) }))
    const outdated = matsUntil(110, 8)
    expect(matRecords([...read, ...outdated], at(120)).map(({ stop }) => stop)).toEqual(Array(10).fill(null))
    const all = outdated.map((mat) => ({ ...mat, asOf: at(124) }))
    expect(matRecords(all, at(124))[0]?.state).toBe('hall-stopped')
  })

  it('finds no past stop in a gap after the last reading of an outdated mat', () => {
    const read = matsUntil(95, 2).map((mat) => ({
      ...mat,
      starts: [...mat.starts, { at: at(115), length: 5 }],
      asOf: at(116),
    }))
    const anchorIn = (others: readonly ObservedMat[]) => matRecords([...read, ...others], at(116))[2]?.anchor
    const outdated = matsUntil(95, 8)
    expect(anchorIn(outdated)).toBe(outdated[0]?.starts.at(-1)?.at)
    expect(anchorIn(outdated.map((mat) => ({ ...mat, asOf: at(116) })))).toBeGreaterThan(at(105))
  })

  it('moves the last start later by the planned break before the next match', () => {
    const mats = matsUntil(120, 4)
    const [first] = mats as [ObservedMat]
    const last = first.starts.at(-1)?.at ?? NaN
    const restart = { ...first, resumesAt: last + 60 * minute }
    const record = recordOf(mats.with(0, restart), at(120))
    expect(matRecord(record, 1)).toMatchObject({ anchor: last + 53 * minute, state: 'running' })
    for (const now of [120, 140, 160]) {
      const resting = recordOf(
        matsUntil(now, 4).map((mat) => ({ ...restart, asOf: mat.asOf as number })),
        at(now),
      )
      expect(matRecord(resting, 1)?.state).toBe('running')
      expect(((firstOn(resting, 1, at(now)).at ?? NaN) - (last + 60 * minute)) / minute).toBeCloseTo(0, -1)
    }
    // Published times are exact to a few minutes only, so a gap of 16 minutes is no break.
    const usual = { ...first, resumesAt: last + 16 * minute }
    expect(matRecord(recordOf(mats.with(0, usual), at(120)), 1)?.anchor).toBe(last)
  })

  it('counts a planned break only once if the hall also has a gap between starts', () => {
    const mats = matsUntil(120, 8).map((mat) => ({
      ...mat,
      resumesAt: at(180),
      asOf: at(181),
    }))
    const [started, ...others] = mats as [ObservedMat, ...ObservedMat[]]
    const resumed = { ...started, starts: [...started.starts, { at: at(180), length: 5 }], resumesAt: null }
    const records = matRecords([resumed, ...others], at(181))
    expect(records[0]?.anchor).toBe(at(180))
    for (const { anchor } of records.slice(1)) expect(((anchor ?? NaN) - at(173)) / minute).toBeLessThan(8)
  })
})

describe('hallRecord', () => {
  it('has a separate reading time for a mat whose board was read more than two minutes before the latest one', () => {
    const mats = matsUntil(120, 4).map((mat, index) => ({ ...mat, asOf: at([120, 119, 117, 60][index] ?? 0) }))
    const record = recordOf(mats, at(120))
    expect(record.asOf).toBe(at(119))
    expect(record.mats.map(({ asOf }) => asOf)).toEqual([undefined, undefined, at(117), at(60)])
    const estimates = [1, 2, 3, 4].map((mat) => firstOn(record, mat, at(121), at(60)))
    expect(estimates).toMatchObject([false, false, true, true].map((isOld) => ({ isOld })))
  })

  it('gives finite estimates for any observations, including starts after the last reading', () => {
    const time = fc.integer({ min: -600, max: 1_500 })
    const length = fc.constantFrom(null, 2, 5, 10)
    const mat = fc.record({
      starts: fc.array(fc.tuple(time, length), { maxLength: 12 }),
      pending: fc.array(fc.tuple(fc.option(time), length), { maxLength: 6 }),
      asOf: time,
      resumesAt: fc.option(time),
    })
    fc.assert(
      fc.property(
        fc.array(mat, { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 3, maxLength: 3 }),
        (drawn, [asOf = 0, later = 0, fights = 0]) => {
          const mats = drawn.map((each): ObservedMat => {
            const starts = each.starts.map(([start, of]) => ({ at: at(start), length: of }))
            const pending = each.pending.map(([published, of]) => ({
              length: of,
              publishedAt: published === null ? null : at(published),
            }))
            const resumesAt = each.resumesAt === null ? null : at(each.resumesAt)
            return { starts: starts.toSorted((a, b) => a.at - b.at), pending, asOf: at(each.asOf), resumesAt }
          })
          const last = Math.max(...mats.map((each) => each.asOf ?? 0), at(Math.min(asOf, 1_500)))
          const record = recordOf(mats, last)
          expect(JSON.parse(JSON.stringify(record))).toEqual(record)
          expect(hallUpdate(record, record)).toBeNull()
          for (const one of record.mats) {
            const before = { fights: one.left.fights + (fights % 90), turnovers: one.left.turnovers, breaks: 0 }
            const place = { date: record.date, mat: one.mat, before, ahead: 0, publishedAt: null }
            const estimate = estimateInHall(record, place, last + later * minute, last + later * minute)
            if (estimate.basis === 'schedule') continue
            expect(Number.isFinite(estimate.at + estimate.early + estimate.late)).toBe(true)
            expect(estimate.late).toBeGreaterThan(estimate.early)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
