import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateOf } from './estimate.ts'
import { type HallRecord, type HallUpdate, hallUpdate, matRecord, mergeHall } from './hall-record.ts'
import { hallRecord, type HallMat } from './mat-records.ts'

const minute = 60_000
const opening = Date.parse('2026-11-21T14:00:00Z')
const at = (minutes: number): number => opening + minutes * minute

/** Mats on which a match starts every `turnover` minutes until `now`, with twenty more upcoming. */
const hallAt = (now: number, turnover = 7, mats = 4): HallMat[] =>
  Array.from({ length: mats }, (_, index) => {
    const first = index * 1.5
    const count = Math.max(0, Math.ceil((now - first) / turnover))
    const starts = Array.from({ length: count }, (_each, start) => ({ at: at(first + start * turnover), length: 6 }))
    return {
      mat: index + 1,
      left: { fights: count, turnovers: count * 7.2 },
      isOn: false,
      observed: {
        starts,
        pending: Array.from({ length: 20 }, () => ({ length: 6, publishedAt: null })),
      },
    }
  })

const recordAt = (now: number, turnover?: number, mats?: number): HallRecord => {
  const record = hallRecord('2026-11-21', hallAt(now, turnover, mats), [], at(now))
  if (!record) throw new Error('the hall has no record')
  return record
}

/**
 * The estimate of the match on a mat with `fights` ahead, and the edges of its window, in minutes from the opening; empty without
 * an estimate.
 */
function estimates(record: HallRecord, mat: number, now: number, fights: number): number[] {
  const own = matRecord(record, mat)
  if (!own) return []
  const ahead = { fights, turnovers: fights * 7.2, breaks: 0, publishedAt: null }
  const estimate = estimateOf(own, ahead, at(now), at(now))
  return estimate.basis === 'schedule'
    ? []
    : [estimate.at, estimate.early, estimate.late].map((time) => (time - opening) / minute)
}

describe('hallRecord', () => {
  it('states the pace of the hall once and the last start of each mat', () => {
    const record = recordAt(120)
    expect(record.mats.map(({ mat, state, anchor }) => [mat, state, ((anchor ?? 0) - opening) / minute])).toEqual([
      [1, 'running', 119],
      [2, 'running', 113.5],
      [3, 'running', 115],
      [4, 'running', 116.5],
    ])
    expect(record.pace).toBeGreaterThan(0.9)
    expect(record.pace).toBeLessThan(1.05)
  })

  it('includes the mats of another tournament in the pace of the hall, but does not list them', () => {
    const slow = hallAt(120, 9).map(({ observed }) => observed)
    const alone = recordAt(120)
    const together = hallRecord('2026-11-21', hallAt(120), slow, at(120))
    expect(together?.mats).toHaveLength(4)
    expect(together?.pace).toBeGreaterThan(alone.pace)
  })

  it('is null for a day without mats', () => {
    expect(hallRecord('2026-11-21', [], [], at(0))).toBeNull()
  })
})

describe('hallUpdate', () => {
  it('is null while no estimate differs visibly', () => {
    expect(hallUpdate(recordAt(120), recordAt(120))).toBeNull()
  })

  it('contains the time of the reading and no mats after two minutes without a visible change', () => {
    const before = recordAt(120)
    expect(hallUpdate(before, { ...before, asOf: at(121.9) })).toBeNull()
    expect(hallUpdate(before, { ...before, asOf: at(122) })).toEqual({ ...before, asOf: at(122), mats: [] })
  })

  it('has a mat whose board was read longer ago than the others, and has the mat again once its board is read', () => {
    const fresh = recordAt(120)
    const [first, ...others] = fresh.mats as [HallRecord['mats'][number], ...HallRecord['mats']]
    const behind = { ...fresh, mats: [{ ...first, asOf: at(117) }, ...others] }
    expect(hallUpdate(fresh, behind)?.mats).toEqual([{ ...first, asOf: at(117) }])
    expect(hallUpdate(behind, fresh)?.mats).toEqual([first])
    expect(matRecord(mergeHall(behind, hallUpdate(behind, fresh) as HallRecord), 1)?.asOf).toBe(at(120))
  })

  it('has the mat on which a match started, and not the others', () => {
    const before = recordAt(119.9)
    const update = hallUpdate(before, recordAt(120.1))
    // The next start is at 120.5, on mat 2.
    expect(update).toBeNull()
    expect(hallUpdate(recordAt(120.1), recordAt(120.6))?.mats.map(({ mat }) => mat)).toEqual([2])
  })

  it('has all mats when the client has none, or those of another day', () => {
    const record = recordAt(120)
    expect(hallUpdate(null, record)).toEqual({ ...record, isWhole: true })
    expect(hallUpdate({ ...record, date: '2026-11-20' }, record)).toEqual({ ...record, isWhole: true })
  })

  it('is sent once with all mats when a mat has disappeared, even if another mat has appeared', () => {
    const before = recordAt(120)
    const moved = before.mats.map((each) => (each.mat === 4 ? { ...each, mat: 5 } : each))
    for (const mats of [before.mats.slice(0, 3), moved]) {
      const present = { ...before, mats }
      const update = hallUpdate(before, present)
      expect(update).toEqual({ ...present, isWhole: true })
      const client = mergeHall(before, update as HallUpdate)
      expect(client).toEqual(present)
      expect(hallUpdate(client, present)).toBeNull()
    }
  })

  it('keeps the estimates of a client visibly equal to the current ones', () => {
    const steps = fc.array(
      fc.record({ minutes: fc.double({ min: 0.1, max: 12, noNaN: true }), turnover: fc.integer({ min: 5, max: 10 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 16 }), (times, fights) => {
        let now = 60
        let client: HallRecord | null = null
        for (const { minutes, turnover } of times) {
          now += minutes
          const present = recordAt(now, turnover)
          const update = hallUpdate(client, present)
          if (update) client = mergeHall(client, update)
          for (const { mat } of present.mats) {
            const shown = estimates(client as HallRecord, mat, now, fights)
            const limit = Math.max(1.5, 0.1 * (fights + 1) * 7.2)
            for (const [index, time] of estimates(present, mat, now, fights).entries())
              expect(Math.abs(time - (shown[index] ?? Infinity))).toBeLessThan(limit)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('mergeHall', () => {
  it('takes the mats of the update and keeps the others', () => {
    const before = recordAt(120.1)
    const update = hallUpdate(before, recordAt(120.6)) as HallUpdate
    const merged = mergeHall(before, update)
    expect(merged.mats.map(({ mat }) => mat)).toEqual([1, 2, 3, 4])
    expect(matRecord(merged, 2)?.left.fights).toBe((matRecord(before, 2)?.left.fights ?? 0) + 1)
    expect(merged.asOf).toBe(update.asOf)
  })

  it('ignores an older update, and one of an earlier day', () => {
    const now = recordAt(120)
    expect(mergeHall(now, recordAt(100))).toBe(now)
    expect(mergeHall(now, { ...recordAt(100), isWhole: true })).toBe(now)
    expect(mergeHall(now, { ...recordAt(200), date: '2026-11-20' })).toBe(now)
  })

  it('replaces the record of an earlier day', () => {
    const next = { ...recordAt(30), date: '2026-11-22' }
    expect(mergeHall(recordAt(200), next)).toEqual(next)
  })
})
