import { describe, expect, it } from 'vitest'
import { truthOf } from '../truth.ts'
import { GeneratedSite } from '../generated-site.ts'
import { randomFrom } from '../tournament/random.ts'
import { demoCalendar } from './calendar.ts'
import { divisionsFor } from './divisions.ts'

const hour = 3_600_000

/** Start times at unusual hours and around a clock change. */
const starts = ['2026-11-21T00:20:00Z', '2026-03-08T13:00:00Z', '2026-07-04T19:45:00Z'].map((text) => Date.parse(text))

describe('the demo calendar', () => {
  it.each(starts)(
    'lists at most 24 tournaments, some live, some upcoming and some over, at its start (%i) and 3, 13 and 240 hours later',
    (startAt) => {
      const site = new GeneratedSite(demoCalendar(startAt, 1), 1, '')
      for (const passed of [0, 3, 13, 240]) {
        const now = startAt + passed * hour
        const opens = site.listed(now).filter(({ mats }) => mats === 8)
        const states = opens.flatMap(({ id }) => {
          const tournament = site.tournament(id, now)
          return tournament ? [truthOf(tournament)] : []
        })
        const running = states.filter(({ matches }) => matches.filter(({ status }) => status === 'started').length >= 4)
        const pending = running.map(({ matches }) => matches.filter(({ ending }) => ending === null).length)
        expect(Math.max(...pending)).toBeGreaterThan(150)
        expect(states.some(({ matches }) => matches.every(({ ending }) => ending === null))).toBe(true)
        expect(states.some(({ categories }) => categories.every(({ over }) => over))).toBe(true)
        expect(site.listed(now).length).toBeLessThanOrEqual(24)
      }
    },
  )

  it('never lists two events of one name, at whatever time of the year it starts', () => {
    const year = Date.parse('2026-01-01T00:00:00Z')
    const doubled: string[] = []
    for (let day = 0; day < 365; day += 11) {
      const startAt = year + day * 24 * hour + ((day * 35) % 180) * 60_000
      const calendar = demoCalendar(startAt, 1)
      for (const passed of [0, 12, 24]) {
        const names = calendar(startAt + passed * hour).map(({ name }) => name)
        doubled.push(
          ...names
            .filter((name, index) => names.indexOf(name) !== index)
            .map((name) => `${new Date(startAt).toISOString()} ${name}`),
        )
      }
    }
    expect(doubled).toEqual([])
  })

  it('starts with a live championship of ten thousand athletes, a thousand categories and thirty mats', () => {
    const startAt = starts[0] ?? 0
    const site = new GeneratedSite(demoCalendar(startAt, 1), 1, '')
    const plan = site.listed(startAt).find(({ mats }) => mats === 30)
    const tournament = plan && site.tournament(plan.id, startAt + 2 * hour)
    expect(tournament?.athletes.size).toBeGreaterThanOrEqual(10_000)
    expect(tournament?.categories.length).toBeGreaterThanOrEqual(1_000)
    expect(tournament?.days).toHaveLength(3)
    expect(tournament?.days[0]?.boards.filter(({ running }) => running.length > 0).length).toBeGreaterThan(15)
  })

  it('has every raw status, every ending and several disqualifications in an open', () => {
    const startAt = starts[0] ?? 0
    const site = new GeneratedSite(demoCalendar(startAt, 1), 1, '')
    const plan = site.listed(startAt).find(({ id }) => id === 3300)
    const matches = [0, 0.5, 1, 2, 24.2, 26].flatMap((passed) => {
      const tournament = plan && site.tournament(plan.id, startAt + passed * hour)
      return tournament ? truthOf(tournament).matches : []
    })
    expect(new Set(matches.map(({ status }) => status))).toEqual(
      new Set(['created', 'assigned', 'weighted', 'started', 'finished', 'invalid', 'unknown']),
    )
    expect(new Set(matches.map(({ ending }) => ending))).toEqual(
      new Set([null, 'won', 'double-dq', 'close-out', 'unrecorded', 'walkover']),
    )
    expect(new Set(matches.map(({ disqualification }) => disqualification)).size).toBeGreaterThanOrEqual(4)
  })

  it('has a kids event next to the open of the same hall, on mats that do not start at 1', () => {
    const startAt = starts[0] ?? 0
    const site = new GeneratedSite(demoCalendar(startAt, 1), 1, '')
    const kids = site.listed(startAt).filter(({ name }) => /Kids|Crianças/.test(name))
    expect(kids.length).toBeGreaterThan(0)
    for (const { firstMat, city } of kids) {
      expect(firstMat).toBe(9)
      expect(site.listed(startAt).some((other) => other.city === city && other.mats === 8)).toBe(true)
    }
  })

  it('has names with accents, apostrophes, double and trailing blanks, forty letters, Japanese script, and namesakes', () => {
    const startAt = starts[0] ?? 0
    const site = new GeneratedSite(demoCalendar(startAt, 1), 1, '')
    const worlds = site.listed(startAt).find(({ mats }) => mats === 30)
    const names = worlds
      ? [...(site.tournament(worlds.id, startAt)?.athletes.values() ?? [])].map(({ name }) => name)
      : []
    const patterns = [/[áéíóúãõç]/, /\S {2}\S/, / $/, /^.{40,}$/, /\p{Script=Han}/u, /'/]
    expect(patterns.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([])
    expect(new Set(names).size).toBeLessThan(names.length)
  })
})

describe('the categories of an event', () => {
  it('have the requested number and size; a tenth to a quarter of them have one athlete, as at real opens', () => {
    const plans = divisionsFor('open', { athletes: 800, categories: 200, largest: 22 }, randomFrom(3))
    const alone = plans.filter(({ athletes }) => athletes === 1).length
    expect(plans).toHaveLength(200)
    expect(plans.reduce((sum, { athletes }) => sum + athletes, 0)).toBe(800)
    expect(Math.max(...plans.map(({ athletes }) => athletes))).toBeLessThanOrEqual(22)
    expect(alone).toBeGreaterThan(20)
    expect(alone).toBeLessThan(50)
  })
})
