import { describe, expect, it } from 'vitest'
import { exampleAthlete, exampleCategory, exampleMatch, exampleSide, exampleTournament } from '#support/examples.ts'
import type { Athlete } from './athlete.ts'
import type { Match } from './match.ts'
import { hasOpenClass, isInGi, stepRules } from './step-rules.ts'
import {
  type DayStep,
  defaultSteps,
  movedMinutes,
  nextStep,
  stageOf,
  stepsBeside,
  stepsOfDay,
  wantedSteps,
} from './steps.ts'
import type { Category, Tournament } from './tournament.ts'

const athlete = exampleAthlete()
const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })
const start = { date: '2026-11-21', time: '10:40', at: '2026-11-21T15:40:00.000Z', basis: 'matches' } as const
const podiumAt = '2026-11-21T18:00:00.000Z'
const at = (time: string): number => Date.parse(`2026-11-21T${time}:00Z`)

type Given = { category?: Partial<Category>; others?: Category[]; matches?: Match[]; place?: number; name?: string }
const steps = ({
  category,
  others = [],
  matches = [exampleMatch()],
  place,
  name = 'An Open',
}: Given = {}): DayStep[] => {
  const own = exampleCategory({ start, ...category })
  return stepsOfDay({
    tournament: exampleTournament({ name }),
    athlete: { ...athlete, categoryIds: [own, ...others].map(({ id }) => id) },
    categories: byId([own, ...others]),
    matches,
    placeIn: ({ id }) => (id === own.id ? (place ?? null) : null),
  })
}
const byId = (categories: Category[]): Map<number, Category> => new Map(categories.map((each) => [each.id, each]))
const kinds = (given?: Given): string[] => steps(given).map(({ kind }) => kind)
const find = <Kind extends DayStep['kind']>(kind: Kind, given?: Given) =>
  steps(given).find((step): step is Extract<DayStep, { kind: Kind }> => step.kind === kind)
const openClass: Category = exampleCategory({
  id: 2,
  division: 'Adult / Male / BLUE / Open Class',
  weight: 'Open Class',
})
const lost = (disqualification: 'overweight' | 'no-show' | null): Match =>
  exampleMatch({ sides: [exampleSide({ disqualification }), rival], outcome: { kind: 'won', winner: 1 } })

describe('An athlete reports', () => {
  it('an hour before the published start of the division', () => {
    expect(find('report')).toEqual({
      kind: 'report',
      category: 'Adult / Male / BLUE / Light',
      day: '2026-11-21',
      time: '09:40',
      at: '2026-11-21T14:40:00.000Z',
      isDone: false,
    })
  })

  it('with the time from before the start moved earlier, also across midnight', () => {
    const moved = { date: '2026-11-21', time: '11:15', seenAt: '2026-11-21T12:00:00.000Z' }
    const report = find('report', { category: { start: { ...start, moved } } }) as DayStep
    expect(report).toMatchObject({ was: { day: '2026-11-21', time: '10:15', seenAt: moved.seenAt } })
    expect(movedMinutes(report)).toBe(35)
    const midnight = { ...start, time: '00:50', moved: { ...moved, time: '01:10' } }
    const early = find('report', { category: { start: midnight } }) as DayStep
    expect(early).toMatchObject({ time: '23:50', was: { day: '2026-11-21', time: '00:10' } })
    expect([early, find('report') as DayStep].map(movedMinutes)).toEqual([20, 0])
  })

  it('at the same time however late the athlete’s own match is', () => {
    expect(find('report', { matches: [exampleMatch({ scheduledAt: '2026-11-21T20:00:00.000Z' })] })?.time).toBe('09:40')
  })

  it('on the day before, for a division that starts at half past midnight', () => {
    const midnight = { ...start, time: '00:30' }
    expect(find('report', { category: { start: midnight } })).toMatchObject({ day: '2026-11-20', time: '23:30' })
  })

  it('no longer once the first match has begun', () => {
    expect(find('report', { matches: [exampleMatch({ rawStatus: 'started' })] })?.isDone).toBe(true)
    expect(find('report', { matches: [exampleMatch({ board: 'left' })] })?.isDone).toBe(true)
  })

  it('only for a division whose start is known, and never for an open class', () => {
    expect(kinds({ category: { start: null } })).toEqual([])
    expect(kinds({ category: { ...openClass, id: 1, start } })).toEqual([])
  })
})

describe('An athlete weighs in', () => {
  it('before the first match, and before none of the later ones', () => {
    expect(find('weigh-in')?.isDone).toBe(false)
    const first = exampleMatch({ outcome: { kind: 'won', winner: 0 } })
    expect(find('weigh-in', { matches: [first, exampleMatch({ id: 32 })] })?.isDone).toBe(true)
  })

  it('from the report-by time on, and cards show this step for twelve hours', () => {
    const step = find('weigh-in') as DayStep
    expect([at('14:39'), at('14:40'), at('23:00')].map((now) => stageOf(step, now))).toEqual(['ahead', 'now', 'now'])
    expect(stageOf(step, at('14:40') + 12 * 3_600_000)).toBe('done')
  })

  it('as often as the rules allow, and the gear that the rules name for gi or no-gi is checked', () => {
    expect(find('weigh-in')).toMatchObject({ tries: 1, checks: ['weight', 'gi', 'id'] })
    expect(find('weigh-in', { name: 'An Open No-Gi' })?.checks).toEqual(['weight', 'uniform', 'id'])
  })

  const alone = { matches: [], category: { start: { ...start, basis: 'weigh-in' } } } as const satisfies Given
  it('without a match when nobody else is in the division', () => {
    const { date: day, time, at: by } = start
    const checks = ['weight', 'gi', 'id']
    expect(steps(alone)[0]).toEqual({
      kind: 'alone',
      category: 'Adult / Male / BLUE / Light',
      day,
      time,
      at: by,
      tries: 1,
      checks,
    })
  })

  it('without a match, and the podium and the open class that may follow have no time', () => {
    const podium: Given = { ...alone, place: 1, category: { ...alone.category, state: 'finished', podiumAt } }
    for (const given of [alone, podium]) {
      const gold = steps(given)
      expect(gold).toMatchObject([
        { kind: 'alone' },
        { kind: 'open-class', from: null, until: null, minutes: 15, isDone: false },
        { kind: 'podium', place: 1, from: null, isDone: false },
      ])
      for (const time of ['12:00', '18:05', '23:00'])
        expect(gold.slice(1).map((step) => stageOf(step, at(time)))).toEqual(['ahead', 'ahead'])
    }
    const [, entered] = steps({ ...alone, others: [openClass] })
    expect(entered).toMatchObject({ kind: 'open-class', isDone: true })
    expect(kinds({ ...alone, category: { ...alone.category, age: 'Teen 1' } })).toEqual(['alone', 'podium'])
  })
  it('without a match when the source shows a podium of one athlete without a time', () => {
    const placements = [{ place: 1, name: athlete.name, team: '', athleteBjjCompSystemId: null }]
    const single: Given = { matches: [], place: 1, category: { state: 'finished', start: null, placements } }
    expect(steps(single)[0]).toMatchObject({ kind: 'alone', time: null, at: null })
  })
})

describe('A defeat without a fight', () => {
  it('counts as a withdrawal, with no other step', () => {
    expect(kinds({ matches: [lost('overweight')] })).toEqual(['withdrawn'])
    expect(kinds({ matches: [lost('no-show')] })).toEqual(['withdrawn'])
  })

  it('does not count as a withdrawal if a match was fought', () => {
    expect(kinds({ matches: [lost(null)] })).not.toContain('withdrawn')
    const won = exampleMatch({ id: 30, outcome: { kind: 'won', winner: 0 } })
    expect(kinds({ matches: [won, lost('no-show')] })).not.toContain('withdrawn')
  })

  it('counts as a withdrawal when the bracket lists another match for the loser, unless that match was fought', () => {
    const next = exampleMatch({ id: 32 })
    expect(kinds({ matches: [lost('overweight'), next] })).toEqual(['withdrawn'])
    expect(kinds({ matches: [lost('overweight'), { ...lost('overweight'), id: 32 }] })).toEqual(['withdrawn'])
    const won = exampleMatch({ id: 32, outcome: { kind: 'won', winner: 0 } })
    expect(kinds({ matches: [lost('no-show'), won] })).not.toContain('withdrawn')
  })
})

describe('An athlete in no category', () => {
  const other = exampleCategory({ id: 2, division: 'Adult / Male / BLUE / Heavy' })
  const stepsOf = (given: {
    athlete?: Partial<Athlete>
    categories?: Category[]
    matches?: Match[]
    tournament?: Partial<Tournament>
  }): DayStep[] =>
    stepsOfDay({
      tournament: exampleTournament(given.tournament),
      athlete: exampleAthlete({ categoryIds: [], ...given.athlete }),
      categories: byId(given.categories ?? [exampleCategory()]),
      matches: given.matches ?? [],
      placeIn: () => null,
    })
  const unseen = { division: null, hasEmptyList: true }

  it('is withdrawn from the last division if its bracket is published', () => {
    expect(stepsOf({})).toEqual([{ kind: 'withdrawn', category: 'Adult / Male / BLUE / Light' }])
    expect(stepsOf({ categories: [exampleCategory({ state: 'none' })] })).toEqual([])
    expect(stepsOf({ categories: [other] })).toEqual([])
    expect(stepsOf({ matches: [exampleMatch()] })).toEqual([])
  })

  it('who was never in one is withdrawn if the athlete’s own list is empty and all brackets except those of open classes are published', () => {
    const gone = [{ kind: 'withdrawn', category: null }]
    expect(stepsOf({ athlete: unseen })).toEqual(gone)
    expect(stepsOf({ athlete: unseen, categories: [other, { ...openClass, id: 3, state: 'none' }] })).toEqual(gone)
    expect(stepsOf({ athlete: { ...unseen, hasEmptyList: false } })).toEqual([])
    expect(stepsOf({ athlete: unseen, categories: [exampleCategory(), { ...other, state: 'none' }] })).toEqual([])
    expect(stepsOf({ athlete: unseen, categories: [] })).toEqual([])
    const { import: progress } = exampleTournament()
    expect(stepsOf({ athlete: unseen, tournament: { import: { ...progress, state: 'running' } } })).toEqual([])
  })
})

describe('After a medal', () => {
  const medal: Given = { place: 3, category: { state: 'finished', podiumAt } }

  it('an athlete has fifteen minutes to register for the open class, from when the medal became known', () => {
    const step = find('open-class', medal)
    expect(step).toMatchObject({ from: podiumAt, until: '2026-11-21T18:15:00.000Z', isUnder18: false, isDone: false })
    const stages = ['17:59', '18:00', '18:14', '18:15'].map((time) => stageOf(step as DayStep, at(time)))
    expect(stages).toEqual(['ahead', 'now', 'now', 'done'])
  })

  it('a white belt may enter the open class of a no-gi tournament, and not of a gi tournament', () => {
    const white = { ...medal, category: { ...medal.category, belt: 'WHITE' } }
    expect(kinds(white)).not.toContain('open-class')
    expect(kinds({ ...white, name: 'An Open No-Gi' })).toContain('open-class')
  })

  it('there is no open class for children, and the one for juveniles is marked as for athletes under 18', () => {
    expect(kinds({ ...medal, category: { ...medal.category, age: 'Teen 2' } })).not.toContain('open-class')
    expect(find('open-class', { ...medal, category: { ...medal.category, age: 'Juvenile 1' } })?.isUnder18).toBe(true)
  })

  it('the open class is a done step for an athlete who is already in one, and no step after a medal of an open class', () => {
    expect(find('open-class', { ...medal, others: [openClass] })?.isDone).toBe(true)
    expect(kinds({ ...medal, category: { ...openClass, ...medal.category, id: 1 } })).toEqual(['podium'])
  })

  it('no step begins when the time of the podium is unknown', () => {
    const late = steps({ ...medal, category: { podiumAt: null } })
    expect(late.map(({ kind }) => kind)).not.toContain('open-class')
    expect(late.map((step) => stageOf(step, at('18:05')))).not.toContain('now')
  })

  it('an athlete goes to the podium, which cards show for an hour', () => {
    const step = find('podium', medal) as DayStep
    expect(['18:00', '18:59', '19:00'].map((time) => stageOf(step, at(time)))).toEqual(['now', 'now', 'done'])
    expect(kinds({ ...medal, place: 4 })).not.toContain('podium')
  })
})

describe('The next step', () => {
  it('is the most urgent one, and there is none until the evening before the start', () => {
    const all = steps({ place: 1, category: { state: 'finished', podiumAt } })
    expect(nextStep(all, at('18:05'))?.kind).toBe('open-class')
    expect(nextStep(all, at('18:20'))?.kind).toBe('podium')
    expect(nextStep(steps(), at('14:39'))?.kind).toBe('report')
    expect(nextStep(steps(), at('14:40'))?.kind).toBe('weigh-in')
    expect(nextStep(steps(), at('14:40') - 16 * 3_600_000 - 1)).toBeUndefined()
  })
})

describe('The steps that a user wants', () => {
  it('are those that are not switched off', () => {
    const [alone] = steps({ matches: [], category: { start: { ...start, basis: 'weigh-in' } } })
    const all = [...steps({ place: 1, category: { state: 'finished', podiumAt } }), alone as DayStep]
    const wanted = (over: Partial<typeof defaultSteps>): string[] =>
      wantedSteps(all, { ...defaultSteps, ...over }).map(({ kind }) => kind)
    expect(wanted({})).toEqual(['report', 'weigh-in', 'open-class', 'podium', 'alone'])
    expect(wanted({ report: false })).toEqual(['weigh-in', 'open-class', 'podium', 'alone'])
    expect(wanted({ weighIn: false })).toEqual(['report', 'open-class', 'podium'])
    expect(wanted({ openClass: false })).toEqual(['report', 'weigh-in', 'podium', 'alone'])
    expect(wanted({ podium: false })).toEqual(['report', 'weigh-in', 'open-class', 'alone'])
  })

  it('do not include the open class for an athlete under 18 by default', () => {
    const juvenile = steps({ place: 1, category: { age: 'Juvenile 2', state: 'finished', podiumAt } })
    const isOffered = (preferences: typeof defaultSteps): boolean =>
      wantedSteps(juvenile, preferences).some(({ kind }) => kind === 'open-class')
    expect(isOffered(defaultSteps)).toBe(false)
    expect(isOffered({ ...defaultSteps, openClassYouth: true })).toBe(true)
  })
})

describe('The rules', () => {
  it('of an unknown rule set define no steps', () => {
    const gone = exampleAthlete({ categoryIds: [] })
    for (const [ruleSet, who] of [null, 'smoothcomp', 'toString'].flatMap(
      (each) =>
        [
          [each, athlete],
          [each, gone],
        ] as const,
    ))
      expect(
        stepsOfDay({
          tournament: exampleTournament({ ruleSet }),
          athlete: who,
          categories: byId([exampleCategory({ start, state: 'finished', podiumAt })]),
          matches: who === athlete ? [exampleMatch()] : [],
          placeIn: () => 1,
        }),
      ).toEqual([])
  })

  it('each name a source and the date on which it was read', () => {
    for (const rule of Object.values(stepRules('ibjjf') ?? {}))
      expect(rule).toMatchObject({
        source: expect.stringMatching(/.+/),
        readOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      })
  })

  it('recognise a tournament without gi by its name', () => {
    const names = ['Houston Open', 'Houston Open No-Gi', 'Rio Sem Kimono', 'Nogi Cup', 'NO GI Pans', 'Nagoya Open']
    expect(names.map((name) => isInGi({ name }))).toEqual([true, false, false, false, false, true])
  })

  it('have an open class for juveniles with blue and purple belts only', () => {
    const rules = stepRules('ibjjf')
    if (!rules) throw new Error('the rules are missing')
    const has = (belt: string): boolean => hasOpenClass(rules, { age: 'Juvenile 2', belt }, false)
    expect(['WHITE', 'BLUE', 'PURPLE'].map(has)).toEqual([false, true, true])
  })
})

describe('Beside the next match of an athlete', () => {
  const report = (category: string, time: string): DayStep => ({
    kind: 'report',
    category,
    day: '2026-11-21',
    time,
    at: `2026-11-21T${time}:00.000Z`,
    isDone: false,
  })
  const [light, heavy] = [report('Light', '15:00'), report('Heavy', '16:05')]
  const podium: DayStep = { kind: 'podium', category: 'Heavy', place: 1, from: podiumAt, isDone: false }
  const alone = (at: string): DayStep => ({ kind: 'alone', category: 'Heavy', day: '2026-11-21', time: '12:00', at })
  const next = { division: 'Light', scheduledDateTime: '2026-11-21T16:00:00Z' }

  it('stand the steps of its division only, even if that of another division comes first', () => {
    expect(stepsBeside([heavy, light], next)).toEqual([light])
    expect(stepsBeside([heavy], next)).toEqual([])
    expect(stepsBeside([heavy, light], null)).toEqual([heavy, light])
  })

  it('stand the podium of any division, and a weigh-in without a match if it is due before the match', () => {
    expect(stepsBeside([podium, heavy], next)).toEqual([podium])
    expect(stepsBeside([alone('2026-11-21T15:30:00Z')], next)).toHaveLength(1)
    expect(stepsBeside([alone('2026-11-21T17:00:00Z')], next)).toEqual([])
  })

  it('comes the earlier of a report and of a weigh-in without a match', () => {
    const steps = [light, alone('2026-11-21T16:00:00.000Z')]
    expect(nextStep(steps, at('14:30'))).toBe(light)
    expect(nextStep(steps, at('15:30'))?.kind).toBe('alone')
  })
})
