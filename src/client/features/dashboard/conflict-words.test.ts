import { beforeAll, describe, expect, it } from 'vitest'
import { lanesOf } from '#contract/conflicts.ts'
import type { DayEntry } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { matchWords } from '#client/texts/match-words.ts'
import { loadTexts } from '#client/texts/t.ts'
import { barText, conflictNews, conflictWords } from './conflict-words.ts'

const minute = 60_000
const now = exampleNow

beforeAll(() => loadTexts('day'))

/** A match that is estimated to start in `startsIn` minutes, with a window from five minutes before to five minutes after. */
const entry = (id: number, startsIn: number, item: Partial<MatchItem>): DayEntry => {
  const at = now + startsIn * minute
  return {
    item: exampleMatch({ id, athleteId: id, ahead: null, fightNumber: id * 10, ...item }),
    status: { kind: 'countdown', startsIn: startsIn * minute },
    estimate: {
      basis: 'estimate',
      at,
      early: at - 5 * minute,
      late: at + 5 * minute,
      fightsAhead: 3,
      isOld: false,
    },
  }
}
const ana = entry(1, 20, { athleteName: 'Ana Lua', matNumber: 3 })
const leo = entry(2, 22, { athleteName: 'Leo Serra', matNumber: 5 })
const live = (each: DayEntry): DayEntry => ({ ...each, status: { kind: 'live', basis: 'source' } })

describe('Two matches at once', () => {
  it('are named with their mats, and with the start of the later one in venue time', () => {
    expect(conflictWords([ana, leo], [], now).notice).toEqual({
      matchIds: new Set([1, 2]),
      isSure: true,
      text: '2 at once, about 1:49 PM: Mat 3 Ana Lua, Mat 5 Leo Serra',
      line: '2 at once, about 1:49 PM: Mat 3, Mat 5 · Ana, Leo',
    })
  })

  it('are marked on both cards, each with the mat and names of the other match', () => {
    const { marks } = conflictWords([ana, leo], [], now)
    expect(marks.get(1)).toEqual({
      isSure: true,
      text: 'also around then: Mat 5',
      short: 'Mat 5',
      label: 'At about the same time as Leo Serra on Mat 5',
    })
    expect(marks.get(2)).toMatchObject({ text: 'also around then: Mat 3' })
  })

  it('are a likely conflict when they are ten minutes apart', () => {
    const { notice, marks } = conflictWords([ana, entry(3, 30, { athleteName: 'Rui Farol', matNumber: 6 })], [], now)
    expect(notice?.text).toMatch(/^Maybe 2 at once, about /)
    expect(marks.get(1)).toMatchObject({ isSure: false, text: 'Mat 6?' })
  })

  it('are marked without a notice when both are or may be on, or when they are more than an hour ahead', () => {
    const later = [entry(1, 90, { matNumber: 3 }), entry(2, 90, { matNumber: 5 })]
    const mayBeOn = (each: DayEntry): DayEntry => ({
      ...each,
      status: { kind: 'live', basis: 'schedule' },
      estimate: { basis: 'schedule', at: now - 10 * minute, fightsAhead: null },
    })
    for (const entries of [[live(ana), live(leo)], [mayBeOn(ana), mayBeOn(leo)], later]) {
      const { notice, marks } = conflictWords(entries, [], now)
      expect([notice, marks.size]).toEqual([null, 2])
    }
  })
})

describe('A conflict', () => {
  const rui = entry(3, 21, { athleteName: 'Rui Farol', matNumber: 6 })
  /** The announcements of these lists, one after the other. */
  const announced = (...lists: DayEntry[][]): string[] => {
    const sentences: string[] = []
    const news = conflictNews((sentence) => sentences.push(sentence))
    for (const list of lists) news(conflictWords(list, [], now).sure)
    return sentences
  }

  it('is announced once when it becomes sure, and again when another match joins it', () => {
    const likely = entry(2, 30, { athleteName: 'Leo Serra', matNumber: 5 })
    const two = '2 at once, about 1:49 PM: Mat 3 Ana Lua, Mat 5 Leo Serra'
    const three = '3 at once, about 1:49 PM: Mat 3 Ana Lua, Mat 6 Rui Farol, Mat 5 Leo Serra'
    expect(announced([ana], [ana, likely])).toEqual([])
    expect(announced([ana], [ana, leo], [ana, likely], [ana, leo])).toEqual([two])
    expect(announced([ana], [ana, leo], [ana, leo, rui], [ana, leo])).toEqual([two, three])
  })

  it('is not announced if it is there when the list is opened', () => {
    expect(announced([ana, leo], [ana, leo], [ana], [ana, leo])).toEqual([])
    const later = [entry(4, 45, { matNumber: 1 }), entry(5, 47, { matNumber: 2 })]
    expect(announced([ana, leo, ...later], later)).toEqual([])
  })
})

describe('Two matches on one mat', () => {
  it('are marked as back to back', () => {
    const queued = (each: DayEntry, fightsAhead: number): DayEntry =>
      ({ ...each, estimate: { ...each.estimate, fightsAhead } }) as DayEntry
    const next = entry(2, 27, { athleteName: 'Leo Serra', matNumber: 3, fightNumber: 11 })
    const { notice, marks } = conflictWords([queued(ana, 2), queued(next, 3)], [], now)
    expect(notice).toBeNull()
    expect(marks.get(1)).toMatchObject({ text: 'back to back', label: 'Back to back with Leo Serra on Mat 3' })
  })
})

describe('Matches of two tournaments on mats with the same number', () => {
  const houston = { city: 'Houston', state: 'Texas', country: 'United States' }

  it('are back to back at one venue, and no conflict at different venues', () => {
    const gi = entry(1, 20, { tournamentId: 7, matNumber: 3 })
    const noGi = entry(2, 20, { tournamentId: 8, matNumber: 3 })
    const at = (venue: string) => [7, 8].map((id) => ({ ...houston, id, venue: id === 7 ? 'Harbor Arena' : venue }))
    const texts = (venue: string) =>
      [...conflictWords([gi, noGi], at(venue), now).marks.values()].map(({ text }) => text)
    expect(texts('Harbor Arena')).toEqual(['back to back', 'back to back'])
    expect(texts('Town Hall')).toEqual([])
  })
})

describe('The text of a match in the lanes', () => {
  const textOf = (each: DayEntry): string | undefined =>
    lanesOf([each], now)
      .flatMap(({ bars }) => bars)
      .map(({ fight }) => barText(fight))[0]
  const change = (each: DayEntry, estimate: object): DayEntry =>
    ({ ...each, estimate: { ...each.estimate, ...estimate } }) as DayEntry

  it('has the same times as the card, with the window rounded outwards', () => {
    const uneven = change(ana, { early: now + 15.4 * minute, late: now + 25.4 * minute })
    expect(textOf(uneven)).toBe('Mat 3: Ana Lua, about 1:47 PM, between 1:42 and 1:53')
    expect(matchWords(uneven.item, now, uneven.estimate).sentence).toContain('about 1:47 PM, between 1:42 and 1:53')
  })

  it('says that the match is on, that the time is a published one, or that the data are old', () => {
    expect(textOf(live(ana))).toBe('Mat 3: Ana Lua, on now')
    expect(textOf({ ...ana, estimate: { basis: 'schedule', at: now + 20 * minute, fightsAhead: 2 } })).toBe(
      'Mat 3: Ana Lua, scheduled for 2:27 PM',
    )
    expect(textOf(change(ana, { isOld: true }))).toMatch(/; no recent data: wider window$/)
  })
})
