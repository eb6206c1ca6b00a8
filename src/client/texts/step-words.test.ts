import { beforeAll, describe, expect, it } from 'vitest'
import type { DayStep } from '#domain/steps.ts'
import { loadTexts } from './t.ts'
import { stepEntry, stepWords } from './step-words.ts'

beforeAll(() => loadTexts('day'))

const category = 'Adult / Male / BLUE / Light'
const now = Date.parse('2026-11-21T18:05:00Z')
const zone = 'America/New_York'

describe('The words of a weigh-in', () => {
  const weighIn: DayStep = { kind: 'weigh-in', category, from: null, isDone: false }

  it('say how many tries the rules allow, and list what is checked', () => {
    expect(stepWords({ ...weighIn, tries: 1, checks: ['gi', 'id'] }, now)).toMatchObject({
      text: 'Weigh-in: one try',
      checks: [expect.stringMatching(/^Gi: /), expect.stringMatching(/^Photo ID /)],
    })
    expect(stepWords({ ...weighIn, tries: 2, checks: ['uniform'] }, now)).toMatchObject({
      text: 'Weigh-in: 2 tries',
      checks: [expect.stringMatching(/^Rash guard /)],
    })
  })

  it('have no checklist for a step from an earlier version of the server', () => {
    expect(stepWords(weighIn, now)).toMatchObject({ text: 'Weigh-in: one try', checks: null })
  })
})

describe('The words of the open class', () => {
  const step = { kind: 'open-class', category, minutes: 15, isUnder18: false, isDone: false } as const
  const entryOf = (from: string | null, until: string | null, isDone = false) =>
    stepEntry({ ...step, from, until, isDone }, now, zone)
  const medal = ['2026-11-21T18:00:00Z', '2026-11-21T18:15:00Z'] as const

  it('count the minutes from a medal whose time is known, and say when they are probably over', () => {
    expect(entryOf(...medal)).toMatchObject({ stage: 'now', title: 'Open class: 10 min left to register' })
    expect(stepEntry({ ...step, from: medal[0], until: medal[1] }, Date.parse(medal[1]), zone)).toMatchObject({
      stage: 'done',
      title: 'Open class',
      text: 'The time to register is probably over. Ask at the table.',
    })
  })

  it('say how many minutes after a medal at an unknown time the registration ends, unless the athlete has entered', () => {
    const text = 'Register at the table within 15 min of the medal.'
    expect(entryOf(null, null)).toMatchObject({ stage: 'ahead', title: 'Open class', text })
    expect(entryOf(null, null, true)).toMatchObject({ stage: 'done', title: 'Open class', text: 'Entered.' })
  })
})
