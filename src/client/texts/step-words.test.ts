import { beforeAll, describe, expect, it } from 'vitest'
import type { DayStep } from '#domain/steps.ts'
import { loadTexts } from './t.ts'
import { stepEntry as entry, stepWords as words } from './step-words.ts'

beforeAll(() => loadTexts('day'))

const stepWords = (step: DayStep, at: number, steps: readonly DayStep[] = [step]) => words(step, at, steps)
const stepEntry = (step: DayStep, at: number, timezone: string) => entry(step, at, timezone, [step])

const category = 'Adult / Male / BLUE / Light'
const now = Date.parse('2026-11-21T18:05:00Z')
const zone = 'America/New_York'

describe('The words of a weigh-in', () => {
  const weighIn: DayStep = { kind: 'weigh-in', category, from: null, isDone: false }

  it('say how many tries the rules allow, and list what is checked', () => {
    expect(stepWords({ ...weighIn, tries: 1, checks: ['gi', 'id'] }, now)).toMatchObject({
      text: 'Weigh-in: one try for Light',
      checks: [expect.stringMatching(/^Gi: /), expect.stringMatching(/^Photo ID /)],
    })
    expect(stepWords({ ...weighIn, tries: 2, checks: ['uniform'] }, now)).toMatchObject({
      text: 'Weigh-in: 2 tries for Light',
      checks: [expect.stringMatching(/^Rash guard /)],
    })
  })

  it('have no checklist for a step from an earlier version of the server', () => {
    expect(stepWords(weighIn, now)).toMatchObject({ text: 'Weigh-in: one try for Light', checks: null })
  })
})

describe('The words of the open class', () => {
  const step = { kind: 'open-class', category, minutes: 15, isUnder18: false, isDone: false } as const
  const entryOf = (from: string | null, until: string | null, isDone = false) =>
    stepEntry({ ...step, from, until, isDone }, now, zone)
  const medal = ['2026-11-21T18:00:00Z', '2026-11-21T18:15:00Z'] as const

  it('count the minutes from a medal whose time is known, and say when they are probably over', () => {
    expect(entryOf(...medal)).toMatchObject({ stage: 'now', title: 'Open class: 10 min left to register · Light' })
    expect(stepEntry({ ...step, from: medal[0], until: medal[1] }, Date.parse(medal[1]), zone)).toMatchObject({
      stage: 'done',
      title: 'Open class · Light',
      text: 'The time to register is probably over. Ask at the table.',
    })
  })

  it('say how many minutes after a medal at an unknown time the registration ends, unless the athlete has entered', () => {
    const text = 'Register at the table within 15 min of the medal.'
    expect(entryOf(null, null)).toMatchObject({ stage: 'ahead', title: 'Open class · Light', text })
    expect(entryOf(null, null, true)).toMatchObject({ stage: 'done', title: 'Open class · Light', text: 'Entered.' })
  })
})

describe('The words of a report', () => {
  const report = (division: string, change: Partial<Extract<DayStep, { kind: 'report' }>> = {}): DayStep => ({
    kind: 'report',
    category: division,
    day: '2026-11-21',
    time: '15:46',
    at: '2026-11-21T20:46:00.000Z',
    isDone: false,
    ...change,
  })

  it('name the weight of its division, and all its parts if the athlete has two divisions of that weight', () => {
    const heavy = report('Adult / Male / BLUE / Heavy')
    const others = [report('Adult / Male / BLUE / Open Class'), report('Master 1 / Male / BLUE / Heavy')]
    expect(stepWords(heavy, now)).toMatchObject({ text: 'Report by 3:46 PM for Heavy', moved: null })
    expect(stepWords(heavy, now, [heavy, ...others.slice(0, 1)]).short).toBe('Report by 3:46 PM for Heavy')
    expect(stepWords(heavy, now, [heavy, ...others]).text).toBe('Report by 3:46 PM for Adult / Male / BLUE / Heavy')
    expect(stepWords(report('A class of its own'), now).text).toBe('Report by 3:46 PM for A class of its own')
  })

  it('say by how much the time has moved earlier, and where it was, with its day if it was on another one', () => {
    const was = { day: '2026-11-21', time: '16:15', seenAt: '2026-11-21T18:00:00.000Z' }
    expect(stepWords(report(category, { was }), now).moved).toEqual({
      by: 'moved 29 min earlier',
      was: 'was 4:15 PM',
    })
    const dayAfter = { ...was, day: '2026-11-22' }
    expect(stepWords(report(category, { was: dayAfter }), now).moved?.was).toBe('was 4:15 PM, Sun 11/22')
  })

  it('say on the list of steps that the time can move earlier and never later, and no move once it is done', () => {
    const was = { day: '2026-11-21', time: '16:15', seenAt: '2026-11-21T18:00:00.000Z' }
    expect(stepEntry(report(category, { was }), now, zone)).toMatchObject({
      title: 'Report by 3:46 PM for Light',
      moved: { by: 'moved 29 min earlier', was: 'was 4:15 PM' },
      text: 'At the venue, ready to fight. On the day this time can move earlier, never later.',
    })
    expect(stepEntry(report(category, { was, isDone: true }), now, zone)).toMatchObject({ stage: 'done', moved: null })
  })
})
