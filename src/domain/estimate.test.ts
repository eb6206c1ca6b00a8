import { describe, expect, it } from 'vitest'
import { type Ahead, type Estimate, estimateOf, type MatRecord } from './estimate.ts'
import { aheadOf, matRecords, type ObservedMat } from './mat-records.ts'

const minute = 60_000
const opening = Date.parse('2026-11-21T15:00Z')
const at = (minutes: number): number => opening + minutes * minute

/**
 * Mats on which five-minute matches start every `every` minutes until `now` (minutes after the opening), one mat after another.
 */
function hall(now: number, every: number, mats = 8): ObservedMat[] {
  return Array.from({ length: mats }, (_, mat) => {
    const starts = []
    for (let start = (mat * every) / mats; start <= now; start += every) starts.push({ at: at(start), length: 5 })
    return { starts, pending: pendingAfter(starts.at(-1)?.at ?? null) }
  })
}

/** Twenty matches of five minutes, published seven minutes apart after the last start; without a start, with no published times. */
const pendingAfter = (last: number | null): ObservedMat['pending'] =>
  Array.from({ length: 20 }, (_, index) => ({
    length: 5,
    publishedAt: last === null ? null : last + (index + 1) * 7 * minute,
  }))

/** The estimates of the first mat's matches. */
function estimates(mats: readonly ObservedMat[], now: number): Estimate[] {
  const [record] = matRecords(mats, at(now))
  return aheadOf(mats[0]?.pending ?? []).map((ahead) => estimateOf(record as never, ahead, at(now)))
}

/** Minutes from `now` until the estimate. */
const until = (estimate: Estimate | undefined, now: number): number => ((estimate?.at ?? NaN) - at(now)) / minute

const windowOf = (estimate: Estimate | undefined): { early: number; late: number; width: number } => {
  if (estimate?.basis !== 'estimate') throw new Error('there is no estimate')
  const { early, late } = estimate
  return { early, late, width: (late - early) / minute }
}

describe('The estimate of a match', () => {
  it('follows the pace of the hall and lies before the published time on an early day', () => {
    const eleventh = estimates(hall(120, 5), 120)[10]
    const published = hall(120, 5)[0]?.pending[10]?.publishedAt ?? 0
    expect(until(eleventh, 120)).toBeGreaterThan(48)
    expect(until(eleventh, 120)).toBeLessThan(60)
    expect(eleventh?.at).toBeLessThan(published - 15 * minute)
  })

  it('lies after the published time on a late day', () => {
    const eleventh = estimates(hall(120, 9), 120)[10]
    expect(until(eleventh, 120)).toBeGreaterThan(80)
    expect(until(eleventh, 120)).toBeLessThan(98)
  })

  it('counts the matches ahead without the one in progress', () => {
    expect(estimates(hall(120, 7), 120).map(({ fightsAhead }) => fightsAhead)).toEqual(pendingAfter(0).map((_, i) => i))
  })

  it('has a window that ends later, but begins no later, if the hall may have stopped, and begins later if it surely has', () => {
    const [record] = matRecords(hall(120, 7), at(120))
    const [, , ahead] = aheadOf(hall(120, 7)[0]?.pending ?? [])
    const windowWith = (probability: number) =>
      windowOf(estimateOf({ ...(record as MatRecord), stop: { since: at(120), probability } }, ahead as Ahead, at(120)))
    const usual = windowWith(0)
    for (const probability of [0.1, 0.5, 0.9]) {
      expect(windowWith(probability).early).toBeLessThanOrEqual(usual.early)
      expect(windowWith(probability).late).toBeGreaterThan(usual.late)
    }
    expect(windowWith(0.99).early).toBeGreaterThan(usual.early + 5 * minute)
  })

  it('has a window around the estimate that widens with the matches ahead', () => {
    const all = estimates(hall(120, 7), 120)
    const widths = all.map((estimate) => windowOf(estimate).width)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    for (const estimate of all) {
      expect(windowOf(estimate).early).toBeLessThanOrEqual(estimate.at ?? 0)
      expect(windowOf(estimate).late).toBeGreaterThan(estimate.at ?? 0)
    }
  })

  it('is the published time until enough matches have started in the hall', () => {
    const mats = hall(4, 7)
    const [first] = estimates(mats, 4)
    expect(first).toEqual({ basis: 'schedule', at: mats[0]?.pending[0]?.publishedAt, fightsAhead: 0 })
  })

  it('is the published time on a mat on which nothing has started yet', () => {
    const published = at(150)
    const mats = hall(120, 7).with(0, { starts: [], pending: [{ length: 5, publishedAt: published }] })
    expect(estimates(mats, 120)).toEqual([{ basis: 'schedule', at: published, fightsAhead: 0 }])
  })

  it('follows the pace of the hall on a mat that has just begun', () => {
    const first = { at: at(118), length: 5 }
    const mats = hall(120, 5).with(0, { starts: [first], pending: pendingAfter(first.at) })
    expect(until(estimates(mats, 120)[10], 120)).toBeLessThan(60)
  })

  it('is marked as old, with a wider window, while nothing is read', () => {
    const mats = hall(120, 7)
    const [record] = matRecords(mats, at(120))
    const [, , third] = aheadOf(mats[0]?.pending ?? []) as [Ahead, Ahead, Ahead]
    const fresh = estimateOf(record as never, third, at(121))
    const old = estimateOf(record as never, third, at(140))
    const readAgain = estimateOf(record as never, third, at(140), at(139))
    expect(fresh).toMatchObject({ basis: 'estimate', isOld: false })
    expect(old).toMatchObject({ basis: 'estimate', isOld: true })
    expect(readAgain).toMatchObject({ basis: 'estimate', isOld: false })
    expect(windowOf(old).width).toBeGreaterThan(windowOf(fresh).width + 10)
  })

  it('has a window that never begins before the last reading, which would have shown an earlier start', () => {
    expect(windowOf(estimates(hall(120, 7), 120)[0]).early).toBeGreaterThanOrEqual(at(120))
  })
})

describe('matRecords', () => {
  it('finds a stop of the whole hall after some minutes without a start on any mat', () => {
    const mats = hall(120, 7)
    expect(matRecords(mats, at(121)).map(({ state }) => state)).not.toContain('hall-stopped')
    expect(matRecords(mats, at(135)).every(({ state }) => state === 'hall-stopped')).toBe(true)
    expect(until(estimates(mats, 135)[0], 135)).toBeGreaterThan(12)
  })

  it('does not treat the short turnovers of the first minutes as the pace of an early hall', () => {
    const mats = Array.from({ length: 8 }, (_, mat) => {
      const starts = mat < 3 ? [0, 3, 6] : [0]
      return { starts: starts.map((start) => ({ at: at(start), length: 5 })), pending: pendingAfter(at(0)) }
    })
    expect(matRecords(mats, at(8))[0]?.pace).toBeGreaterThan(0.85)
  })

  it('does not treat a stop of the whole hall as a slow pace', () => {
    const before = hall(120, 7)
    const after = hall(200, 7).map((mat, index) => ({
      ...mat,
      starts: [
        ...(before[index]?.starts ?? []),
        ...mat.starts.slice(before[index]?.starts.length).map((start) => ({ ...start, at: start.at + 40 * minute })),
      ],
    }))
    const [record] = matRecords(after, at(241))
    expect(record?.pace).toBeCloseTo(matRecords(hall(200, 7), at(201))[0]?.pace ?? 0, 1)
  })

  it('marks a mat as overdue while the other mats continue, so that its next match is estimated over ten minutes ahead', () => {
    const mats = hall(160, 7)
    const stuck = { ...(mats[0] as ObservedMat), starts: hall(120, 7)[0]?.starts ?? [] }
    const records = matRecords(mats.with(0, stuck), at(160))
    expect(records.map(({ state }) => state)).toEqual(['overdue', ...Array.from({ length: 7 }, () => 'running')])
    expect(until(estimates(mats.with(0, stuck), 160)[0], 160)).toBeGreaterThan(10)
  })

  it('follows a switch of the pace during the day within about an hour', () => {
    const fast = hall(150, 5)
    const slow = fast.map((mat) => ({
      ...mat,
      starts: [
        ...mat.starts,
        ...Array.from({ length: 7 }, (_, i) => ({
          at: (mat.starts.at(-1)?.at ?? 0) + (i + 1) * 9 * minute,
          length: 5,
        })),
      ],
    }))
    const now = 150 + 7 * 9
    const past = (mats: ObservedMat[]) =>
      mats.map((mat) => ({ ...mat, starts: mat.starts.filter((start) => start.at <= at(now)) }))
    expect(matRecords(past(slow), at(now))[0]?.pace).toBeGreaterThan(1.05)
    expect(matRecords(fast, at(150))[0]?.pace).toBeLessThan(0.8)
  })

  it('returns a greater unevenness and a wider spread of the pace when no-shows come in runs', () => {
    const even = matRecords(hall(280, 7), at(280))[0]
    const runs = hall(280, 7).map((mat) => {
      let next = mat.starts[0]?.at ?? 0
      const starts = mat.starts.map((start, index) => {
        const moved = { ...start, at: next }
        next += (index % 12 < 5 ? 1 : 11.3) * minute
        return moved
      })
      return { ...mat, starts: starts.filter((start) => start.at <= at(280)) }
    })
    const uneven = matRecords(runs, at(280))[0]
    expect(uneven?.unevenness).toBeGreaterThan(2 * (even?.unevenness ?? 0))
    expect(uneven?.spread).toBeGreaterThan(even?.spread ?? 0)
  })

  it('returns no record without mats, and the state unseen without starts', () => {
    expect(matRecords([], at(0))).toEqual([])
    expect(matRecords([{ starts: [], pending: [] }], at(0))[0]?.state).toBe('unseen')
  })
})

describe('aheadOf', () => {
  it('adds the turnovers by length, so that black belts ahead count for more', () => {
    const pending = [10, 10, 5, null].map((length) => ({ length, publishedAt: null }))
    expect(aheadOf(pending).map(({ turnovers }) => turnovers)).toEqual([0, 11.5, 23, 30.2])
  })

  it('finds a planned break in a gap between published times, and does not count it as turnovers', () => {
    const pending = [0, 7, 54, 61].map((minutes) => ({ length: 5, publishedAt: at(minutes) }))
    expect(aheadOf(pending).map(({ breaks }) => breaks)).toEqual([0, 0, 40, 40])
    expect(aheadOf(pending)[3]?.turnovers).toBeCloseTo(3 * 7.2)
  })
})
