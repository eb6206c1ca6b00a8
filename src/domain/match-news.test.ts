import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Match, Outcome, Side } from './match.ts'
import { type Estimate, estimateOf, type MatRecord } from './estimate.ts'
import { type DeliveredMatch, type MatchNews, newsOfMatch, newsOfPlace, usefulFor } from './match-news.ts'

const minute = 60_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number): string => new Date(noon + minutes * minute).toISOString()
const side = (id: number): Side => ({
  kind: 'athlete',
  bjjCompSystemId: String(id),
  name: `Athlete ${id}`,
  team: null,
  seed: id,
  disqualification: null,
})
const won: Outcome = { kind: 'won', winner: 0 }

const match = (more: Partial<Match> = {}): Match => ({
  id: 7,
  tournamentId: 1,
  categoryId: 3,
  division: 'Adult / Male / BLUE / Light',
  matchNumber: 1,
  round: 'Semi-Final',
  sides: [side(1), side(2)],
  date: '2026-11-21',
  time: '14:00',
  scheduledAt: at(120),
  mat: 4,
  fightNumber: 12,
  board: 'listed',
  boardRank: 9,
  rawStatus: null,
  outcome: null,
  moves: [],
  ...more,
})

/** The estimate when too little has been observed. */
const schedule: Estimate = { basis: 'schedule', at: null, fightsAhead: null }
/** An estimate this many minutes after noon, with a window of 24 minutes, 10 of them before it. */
const about = (minutes: number, more: Partial<Extract<Estimate, { basis: 'estimate' }>> = {}): Estimate => ({
  basis: 'estimate',
  at: noon + minutes * minute,
  early: noon + (minutes - 10) * minute,
  late: noon + (minutes + 14) * minute,
  fightsAhead: 8,
  isOld: false,
  ...more,
})

/** Compares a match step by step, each given as [minutes after noon, ahead, match], and returns the kinds of news of each step. */
function kindsOfSteps(steps: Step[]): string[] {
  return newsOfSteps(steps).map((news) => news?.kinds.join() ?? '')
}

type Step = [minutes: number, ahead: number | null, match: Partial<Match>]

/** The whole news of each step. */
function newsOfSteps(steps: Step[]): (MatchNews | null)[] {
  let delivered: DeliveredMatch | undefined
  return steps.map(([minutes, ahead, more]) => {
    const found = newsOfMatch(delivered, match(more), ahead, schedule, noon + minutes * minute)
    delivered = found.delivered
    return found.news
  })
}

describe('A near alert', () => {
  it('is sent once, ten minutes before the start', () => {
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [109, 8, {}],
        [110, 8, {}],
        [111, 7, {}],
        [118, 3, {}],
      ]),
    ).toEqual(['', '', 'near', '', ''])
  })

  it('is sent with two fights ahead, but not the evening before', () => {
    const tomorrow = { scheduledAt: at(900) }
    expect(
      kindsOfSteps([
        [0, 2, tomorrow],
        [880, 2, tomorrow],
        [895, 1, tomorrow],
      ]),
    ).toEqual(['', 'near', ''])
  })

  it('is sent for a late match when it has two fights ahead', () => {
    const late = { scheduledAt: at(-40) }
    expect(
      kindsOfSteps([
        [0, 9, late],
        [10, 3, late],
        [20, 2, late],
      ]),
    ).toEqual(['', '', 'near'])
  })

  it('is sent for a match that starts early, marked as on', () => {
    const { news } = newsOfMatch(undefined, match({ rawStatus: 'started' }), 0, schedule, noon)
    expect(news).toMatchObject({ kinds: ['near'], on: true })
  })

  it('is sent again, marked as a repetition, after an alert about a long postponement', () => {
    const postponed = { scheduledAt: at(200) }
    const news = newsOfSteps([
      [111, 2, {}],
      [112, 9, postponed],
      [117, 9, postponed],
      [180, 2, postponed],
      [190, 4, postponed],
      [191, 2, postponed],
    ])
    expect(news.map((each) => each?.kinds.join() ?? '')).toEqual(['near', '', 'moved', '', 'near', ''])
    expect(news.map((each) => each?.again)).toEqual([false, undefined, false, undefined, true, undefined])
  })

  it('is sent at most twice, however often the match is postponed', () => {
    const postponed = (minutes: number) => ({ scheduledAt: at(minutes) })
    const kinds = kindsOfSteps([
      [111, 2, {}],
      [112, 9, postponed(200)],
      [117, 9, postponed(200)],
      [190, 2, postponed(200)],
      [191, 2, postponed(300)],
      [196, 2, postponed(300)],
      [290, 2, postponed(300)],
      [295, 0, postponed(300)],
    ])
    expect(kinds).toEqual(['near', '', 'moved', 'near', '', 'moved', '', ''])
  })

  it('is not sent again after a short postponement', () => {
    const postponed = { scheduledAt: at(150) }
    expect(
      kindsOfSteps([
        [111, 2, {}],
        [112, 9, postponed],
        [117, 9, postponed],
        [140, 1, postponed],
      ]),
    ).toEqual(['near', '', 'moved', ''])
  })

  it('is not sent again when the match moves back to an earlier start, because a moved alert is sent', () => {
    const postponed = { scheduledAt: at(200) }
    expect(
      kindsOfSteps([
        [111, 2, {}],
        [112, 9, postponed],
        [117, 9, postponed],
        [118, 1, {}],
        [119, 0, {}],
      ]),
    ).toEqual(['near', '', 'moved', 'moved', ''])
  })

  it('is sent again for a postponed match that starts long before the delivered time', () => {
    expect(
      kindsOfSteps([
        [111, 2, {}],
        [112, 9, { scheduledAt: at(200) }],
        [117, 9, { scheduledAt: at(200) }],
        [130, 0, { scheduledAt: at(200), rawStatus: 'started' }],
      ]),
    ).toEqual(['near', '', 'moved', 'near'])
  })

  it('is not sent long after the scheduled time if only the clock suggests that the match is on', () => {
    expect(kindsOfSteps([[150, null, { board: 'unseen' }]])).toEqual([''])
    expect(kindsOfSteps([[125, null, { board: 'unseen' }]])).toEqual(['near'])
  })
})

describe('A moved alert', () => {
  it.each([
    [-9, 85, 'not sent', ''],
    [-10, 85, 'sent', 'moved'],
    [-10, 79, 'not sent', ''],
    [-30, 0, 'sent', 'moved'],
    [-29, 0, 'not sent', ''],
  ])('for a move of %i minutes, found %i minutes after noon for a start at 14:00, is %s', (move, minutes, _, kinds) => {
    const [, second] = kindsOfSteps([
      [0, 8, {}],
      [minutes, 8, { scheduledAt: at(120 + move) }],
    ])
    expect(second).toBe(kinds)
  })

  it('about an earlier start is sent as soon as the move is a third of the time left', () => {
    const earlier = { scheduledAt: at(105) }
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [1, 8, earlier],
        [59, 8, earlier],
        [60, 8, earlier],
        [61, 8, earlier],
      ]),
    ).toEqual(['', '', '', 'moved', ''])
  })

  it('about a later start is sent when the delivered start is half an hour away, if the move has lasted for five minutes', () => {
    const later = { scheduledAt: at(140) }
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [40, 8, later],
        [89, 8, later],
        [90, 8, later],
        [94, 8, {}],
        [96, 8, later],
        [100, 8, later],
        [101, 8, later],
        [102, 8, later],
      ]),
    ).toEqual(['', '', '', '', '', '', '', 'moved', ''])
  })

  it('about a later start is not sent for a move of less than twenty minutes', () => {
    const later = { scheduledAt: at(139) }
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [90, 8, later],
        [109, 8, later],
      ]),
    ).toEqual(['', '', ''])
  })

  it('about a later start is not sent when the new start is less than twenty minutes away', () => {
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [110, 3, {}],
        [121, 2, { scheduledAt: at(140) }],
        [126, 2, { scheduledAt: at(145) }],
        [127, 2, { scheduledAt: at(152) }],
        [132, 2, { scheduledAt: at(152) }],
      ]),
    ).toEqual(['', 'near', '', '', '', 'moved'])
  })

  it('about a later start is not sent when a near alert has already contained it', () => {
    const later = { scheduledAt: at(142) }
    let { delivered } = newsOfMatch(undefined, match(), 8, schedule, noon)
    const steps = [
      [112, 8],
      [113, 2],
      [118, 2],
    ].map(([minutes = 0, ahead = 0]) => {
      const found = newsOfMatch(delivered, match(later), ahead, schedule, noon + minutes * minute)
      delivered = found.delivered
      return [found.news?.kinds.join(), delivered.laterSince]
    })
    expect(steps).toEqual([
      [undefined, at(112)],
      ['near', undefined],
      [undefined, undefined],
    ])
  })

  it('about an earlier start that is at most twenty minutes away is also a near alert', () => {
    expect(
      kindsOfSteps([
        [0, 8, {}],
        [80, 8, { scheduledAt: at(100) }],
        [90, 8, { scheduledAt: at(100) }],
      ]),
    ).toEqual(['', 'near,moved', ''])
  })

  it('counts the sum of small moves since the last alert', () => {
    const moves = [117, 113, 110, 108].map((start): [number, number, Partial<Match>] => [
      82,
      8,
      { scheduledAt: at(start) },
    ])
    expect(kindsOfSteps([[0, 8, {}], ...moves])).toEqual(['', '', '', 'moved', ''])
    let { delivered } = newsOfMatch(undefined, match(), 8, schedule, noon)
    const now = noon + 50 * minute
    delivered = newsOfMatch(delivered, match({ scheduledAt: at(115) }), 8, schedule, now).delivered
    expect(newsOfMatch(delivered, match({ scheduledAt: at(95) }), 8, schedule, now).news?.moved).toEqual({
      minutes: -25,
      fromMat: null,
    })
  })

  it('is sent for a change of mat, and names the previous mat', () => {
    const { delivered } = newsOfMatch(undefined, match(), 8, schedule, noon)
    expect(newsOfMatch(delivered, match({ mat: 6 }), 8, schedule, noon).news).toMatchObject({
      kinds: ['moved'],
      moved: { minutes: 0, fromMat: 4 },
    })
  })

  it('is not sent more than twelve hours ahead, and later moves are counted from the newest schedule', () => {
    const far = { scheduledAt: at(24 * 60) }
    const movedToOtherMat = { scheduledAt: at(23 * 60), mat: 2 }
    expect(
      kindsOfSteps([
        [0, 8, far],
        [1, 8, movedToOtherMat],
        [13 * 60, 8, movedToOtherMat],
      ]),
    ).toEqual(['', '', ''])
  })

  it('is combined with a near alert at the same time', () => {
    expect(
      kindsOfSteps([
        [60, 8, {}],
        [61, 1, { scheduledAt: at(70) }],
        [62, 1, { scheduledAt: at(70) }],
      ]),
    ).toEqual(['', 'near,moved', ''])
  })

  it('is not sent for a time or mat that was unknown before', () => {
    expect(
      kindsOfSteps([
        [0, null, { scheduledAt: null, mat: null, board: 'unseen' }],
        [1, 8, {}],
      ]),
    ).toEqual(['', ''])
  })

  it('is not sent for a match that has left its board', () => {
    expect(
      kindsOfSteps([
        [115, 0, {}],
        [121, null, { board: 'left', scheduledAt: at(90) }],
      ]),
    ).toEqual(['near', ''])
  })
})

describe('A result alert', () => {
  it('is sent once', () => {
    const over = { board: 'left', outcome: won } as const
    expect(
      kindsOfSteps([
        [115, 0, {}],
        [130, null, over],
        [131, null, over],
      ]),
    ).toEqual(['near', 'result', ''])
  })

  it('is not sent for a result that was known at the first comparison', () => {
    expect(
      kindsOfSteps([
        [130, null, { outcome: won }],
        [131, null, { outcome: won }],
      ]),
    ).toEqual(['', ''])
  })

  it('is not sent for a result that comes hours later, after an outage', () => {
    expect(
      kindsOfSteps([
        [115, 0, {}],
        [400, null, { outcome: won }],
      ]),
    ).toEqual(['near', ''])
  })

  it('is sent again for a corrected result, but not for one that was missing for a moment', () => {
    const delivered = newsOfMatch(undefined, match(), 8, schedule, noon).delivered
    const first = newsOfMatch(delivered, match({ outcome: won }), null, schedule, noon)
    expect(first.news).toMatchObject({ kinds: ['result'], corrected: false })
    const gone = newsOfMatch(first.delivered, match({ board: 'left' }), null, schedule, noon)
    expect(gone.news).toBeNull()
    expect(newsOfMatch(gone.delivered, match({ outcome: won }), null, schedule, noon).news).toBeNull()
    const other = newsOfMatch(gone.delivered, match({ outcome: { kind: 'won', winner: 1 } }), null, schedule, noon)
    expect(other.news).toMatchObject({ kinds: ['result'], corrected: true })
  })

  it('is not sent for a bye or an unrecorded result', () => {
    expect(
      kindsOfSteps([
        [115, 0, {}],
        [130, null, { outcome: { kind: 'not-recorded' } }],
      ]),
    ).toEqual(['near', ''])
    expect(
      kindsOfSteps([
        [0, 0, { sides: [side(1), { kind: 'bye' }] }],
        [1, null, { outcome: won, sides: [side(1), { kind: 'bye' }] }],
      ]),
    ).toEqual(['', ''])
  })
})

it('[P4] An unchanged match has no news, whatever was delivered', () => {
  const steps = fc.record({
    start: fc.option(fc.integer({ min: -300, max: 900 }), { nil: null }),
    mat: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    ahead: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
    board: fc.constantFrom<Match['board']>('unseen', 'listed', 'left'),
    outcome: fc.constantFrom<Outcome | null>(null, won, { kind: 'double-disqualification' }),
    rawStatus: fc.constantFrom<Match['rawStatus']>(null, 'started', 'weighted'),
  })
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 8 }), (seen) => {
      let delivered: DeliveredMatch | undefined
      for (const { start, ahead, ...facts } of seen) {
        const now = match({ ...facts, scheduledAt: start === null ? null : at(start) })
        delivered = newsOfMatch(delivered, now, ahead, schedule, noon).delivered
        const again = newsOfMatch(delivered, now, ahead, schedule, noon)
        expect(again.news).toBeNull()
        expect(again.delivered).toEqual(delivered)
      }
    }),
  )
})

it('An alert is useful until the match starts, but for at least five and at most thirty minutes', () => {
  const near: MatchNews = { kinds: ['near'], moved: null, on: false, again: false, corrected: false }
  const lasts = (minutes: number) => usefulFor(near, noon + minutes * minute, noon) / minute
  expect([lasts(2), lasts(12), lasts(90)]).toEqual([5, 12, 30])
  expect(usefulFor({ ...near, kinds: ['result'] }, noon - 20 * minute, noon) / minute).toBe(30)
})

it('A medal is news when it is won or corrected, but not if it was known at the first comparison', () => {
  const first = newsOfPlace(undefined, null)
  expect(first.news).toBeNull()
  const bronze = newsOfPlace(first.delivered, 3)
  expect(bronze.news).toEqual({ place: 3, corrected: false })
  expect(newsOfPlace(bronze.delivered, 3).news).toBeNull()
  expect(newsOfPlace(newsOfPlace(bronze.delivered, null).delivered, 3).news).toBeNull()
  expect(newsOfPlace(bronze.delivered, 2).news).toEqual({ place: 2, corrected: true })
  expect(newsOfPlace(undefined, 1).news).toBeNull()
})

describe('With an estimate', () => {
  /**
   * Compares the match step by step, each given as [minutes after noon, ahead, estimate]; the published start is at 120. Returns
   * for each step the minutes of a move, else the kinds of news.
   */
  function newsOfEstimates(steps: [number, number | null, Estimate][]): (string | number)[] {
    let delivered: DeliveredMatch | undefined
    return steps.map(([minutes, ahead, estimate]) => {
      const found = newsOfMatch(delivered, match(), ahead, estimate, noon + minutes * minute)
      delivered = found.delivered
      return found.news?.moved?.minutes ?? found.news?.kinds.join() ?? ''
    })
  }

  it('a near alert is sent once, ten minutes before the early edge of the window', () => {
    const estimate = about(100)
    expect(
      newsOfEstimates([
        [0, 8, estimate],
        [79, 8, estimate],
        [80, 8, estimate],
        [81, 7, estimate],
      ]),
    ).toEqual(['', '', 'near', ''])
  })

  it('a match that is past its published time is not near while its window is far', () => {
    expect(
      newsOfEstimates([
        [90, 8, about(200)],
        [125, 2, about(200)],
        [160, 2, about(200)],
      ]),
    ).toEqual(['', '', 'near'])
  })

  it('a moved alert is sent when the early edge is half a window before the delivered early edge', () => {
    expect(
      newsOfEstimates([
        [0, 8, about(110)],
        [1, 8, about(99)],
        [2, 8, about(98)],
        [3, 8, about(97)],
      ]),
    ).toEqual(['', '', -12, ''])
  })

  it('a later start is measured by the estimate, so that a narrower window is no move', () => {
    const narrow = about(110, { early: noon + 108 * minute, late: noon + 114 * minute })
    expect(
      newsOfEstimates([
        [0, 8, about(110)],
        [60, 4, narrow],
        [71, 4, about(130)],
        [76, 4, about(130)],
      ]),
    ).toEqual(['', '', '', 20])
  })

  it('a move that is small for its window causes no alert', () => {
    const wide = (minutes: number): Estimate =>
      about(minutes, { early: noon + (minutes - 30) * minute, late: noon + (minutes + 42) * minute })
    expect(
      newsOfEstimates([
        [0, 12, wide(110)],
        [1, 12, wide(75)],
        [2, 12, wide(74)],
        [15, 12, wide(109)],
        [16, 12, wide(110)],
        [21, 12, wide(110)],
      ]),
    ).toEqual(['', '', -36, '', '', 36])
  })

  it('the first estimate is compared with the published time', () => {
    expect(
      newsOfEstimates([
        [0, 8, schedule],
        [60, 8, about(112)],
        [61, 8, about(105)],
      ]),
    ).toEqual(['', '', -15])
  })

  it('a near alert is sent once while a stop of the hall comes and goes', () => {
    const alternations = Array.from({ length: 30 }, (_, index): [number, number, Estimate] => [
      82 + index / 4,
      3,
      index % 2 === 0 ? about(126) : about(100),
    ])
    let delivered: DeliveredMatch | undefined
    const near = [[80, 3, about(100)] as const, ...alternations].filter(([minutes, ahead, estimate]) => {
      const found = newsOfMatch(delivered, match(), ahead, estimate, noon + minutes * minute)
      delivered = found.delivered
      return found.news?.kinds.includes('near')
    })
    expect(near).toHaveLength(1)
  })

  it('a published time that moves causes no alert while the estimate is more than two hours ahead', () => {
    let delivered: DeliveredMatch | undefined
    const news = [200, 185, 170].map((start, step) => {
      const found = newsOfMatch(delivered, match({ scheduledAt: at(start) }), 20, about(180), noon + step * minute)
      delivered = found.delivered
      return found.news
    })
    expect(news).toEqual([null, null, null])
  })

  it('a move made more than two hours ahead causes one alert when the start is within two hours', () => {
    expect(
      newsOfEstimates([
        [-60, 20, schedule],
        [-55, 20, about(75)],
        [-50, 20, about(72)],
        [-47, 20, about(72)],
        [-46, 20, about(72)],
      ]),
    ).toEqual(['', '', '', -48, ''])
  })

  it('a moved estimate causes no alert while the match is more than two hours ahead', () => {
    expect(
      newsOfEstimates([
        [0, 20, schedule],
        [0, 20, about(121 + 60)],
        [0, 20, about(150)],
      ]),
    ).toEqual(['', '', ''])
  })

  it('a window that is wider only because nothing was read is no move', () => {
    const old = about(110, { early: noon + 70 * minute, late: noon + 170 * minute, isOld: true })
    expect(
      newsOfEstimates([
        [0, 8, about(110)],
        [30, 8, old],
      ]),
    ).toEqual(['', ''])
  })

  it('a near alert is sent ten minutes before the early edge of the last estimate, while nothing more is read', () => {
    const record: MatRecord = {
      asOf: noon,
      state: 'running',
      anchor: noon,
      running: 7.2,
      pace: 0.95,
      spread: 0.05,
      unevenness: 0.25,
      stop: null,
    }
    const ahead = { fights: 18, turnovers: 18 * 7.2, breaks: 0, publishedAt: null }
    const estimateAt = (minutes: number): Estimate => estimateOf(record, ahead, noon + minutes * minute, noon)
    const { early } = estimateAt(0) as Extract<Estimate, { basis: 'estimate' }>
    const steps = Array.from({ length: 120 }, (_, minutes): [number, number, Estimate] => [
      minutes,
      18,
      estimateAt(minutes),
    ])
    expect(newsOfEstimates(steps).flatMap((news, minutes) => (news === '' ? [] : [[news, minutes]]))).toEqual([
      ['near', Math.ceil((early - noon) / minute - 10)],
    ])
  })

  it('an alert is sent once while the estimate alternates around a limit', () => {
    const alternations = Array.from({ length: 20 }, (_, index): [number, number, Estimate] => [
      62 + index / 8,
      8,
      about(index % 2 === 0 ? 97.5 : 98.6),
    ])
    expect(newsOfEstimates([[0, 8, about(110)], ...alternations]).filter((news) => news !== '')).toEqual([-12])
  })

  it('that ends for a while, the delivered start does not change', () => {
    expect(
      newsOfEstimates([
        [0, 8, about(80)],
        [5, 8, schedule],
        [6, 8, about(80)],
      ]),
    ).toEqual(['', '', ''])
  })

  it('that has ended, a published time is news only if it has moved, at most by its difference from the delivered start', () => {
    /** Each step given as [minutes after noon, published start, estimate]. */
    const minutesMoved = (steps: [number, number, Estimate][]): (number | undefined)[] => {
      let delivered: DeliveredMatch | undefined
      return steps.map(([minutes, start, estimate]) => {
        const found = newsOfMatch(delivered, match({ scheduledAt: at(start) }), 8, estimate, noon + minutes * minute)
        delivered = found.delivered
        return found.news?.moved?.minutes
      })
    }
    const none = undefined
    expect(
      minutesMoved([
        [0, 120, about(110)],
        [5, 120, schedule],
        [30, 104, schedule],
        [31, 60, schedule],
        [32, 60, schedule],
      ]),
    ).toEqual([none, none, none, -40, none])
    expect(
      minutesMoved([
        [0, 100, about(110)],
        [80, 125, schedule],
        [81, 140, schedule],
        [86, 140, schedule],
      ]),
    ).toEqual([none, none, none, 30])
    // The hall is late or early, and the published time has not moved.
    for (const estimated of [160, 80])
      expect(
        minutesMoved([
          [0, 120, about(estimated)],
          [60, 120, schedule],
          [66, 120, schedule],
        ]),
      ).toEqual([none, none, none])
  })
})
