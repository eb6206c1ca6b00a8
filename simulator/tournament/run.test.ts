import { describe, expect, it } from 'vitest'
import { truthOf, type TrueMatch } from '../truth.ts'
import { ImpossibleCommand } from './commands.ts'
import { halls } from './hall.ts'
import { completePlan, type CategoryPlan, type PlanDraft } from './plan.ts'
import { Timeline } from './timeline.ts'

const opening = Date.parse('2026-04-11T14:30:00Z')
const minute = 60_000

const category = (athletes: number, more: Partial<CategoryPlan> = {}): CategoryPlan => ({
  age: 'Adult',
  gender: 'Male',
  belt: 'BLUE',
  weight: 'Light',
  athletes,
  ...more,
})

function timelineOf(draft: PlanDraft, seed = 1): Timeline {
  return new Timeline(
    completePlan({ firstDay: '2026-04-11', ...draft }, () => ''),
    seed,
  )
}

/** The true state of all matches at each of the first `minutes` minutes of the day. */
function dayOf(timeline: Timeline, minutes: number): TrueMatch[][] {
  return Array.from({ length: minutes }, (_, passed) => truthOf(timeline.at(opening + passed * minute)).matches)
}

const order = ['created', 'assigned', 'weighted', 'started', 'finished']

describe('a simulated tournament', () => {
  it('is the same for the same seed and time, whenever it was advanced before', () => {
    const categories = [category(20), category(9, { weight: 'Heavy' })]
    const draft = { oddities: 1, mats: 3, hall: halls.moves, categories }
    const walked = timelineOf(draft)
    for (let passed = 0; passed < 90; passed++) walked.at(opening + passed * minute)
    const jumped = timelineOf(draft)
    expect(truthOf(jumped.at(opening + 90 * minute))).toEqual(truthOf(walked.at(opening + 90 * minute)))
  })

  it('differs for another seed', () => {
    const draft = { categories: [category(20)] }
    expect(truthOf(timelineOf(draft, 1).at(opening))).not.toEqual(truthOf(timelineOf(draft, 2).at(opening)))
  })

  it('goes back in time, and forward again to the same state', () => {
    const timeline = timelineOf({ oddities: 1, hall: halls.observed, categories: [category(16)] })
    const early = structuredClone(truthOf(timeline.at(opening + 20 * minute)))
    const late = structuredClone(truthOf(timeline.at(opening + 80 * minute)))
    expect(truthOf(timeline.at(opening + 20 * minute))).toEqual(early)
    expect(truthOf(timeline.at(opening + 80 * minute))).toEqual(late)
  })

  it('moves every fight through its statuses in order until all are over', () => {
    const states = dayOf(timelineOf({ mats: 2, categories: [category(8), category(8, { weight: 'Heavy' })] }), 240)
    const histories = (states[0] ?? []).map((first, index) => {
      const seen = states.map((matches) => matches[index]?.status ?? first.status)
      return seen.filter((status, step) => status !== seen[step - 1])
    })
    for (const history of histories) {
      expect(history.at(-1)).toBe('finished')
      expect(history).toEqual(history.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
    }
    expect(new Set(histories.flat())).toEqual(new Set(order))
  })

  it('has at most one fight at a time on each mat, and ends earlier than planned in a hall that runs early', () => {
    const categories = [category(16), category(16, { weight: 'Heavy' }), category(16, { weight: 'Rooster' })]
    const timeline = timelineOf({ mats: 2, oddities: 1, hall: halls.early, categories })
    const planned = truthOf(timeline.at(opening - minute)).matches
    const states = dayOf(timeline, 200)
    for (const matches of states) {
      const mats = matches.filter(({ status }) => status === 'started').map(({ mat }) => mat)
      expect(new Set(mats).size).toBe(mats.length)
    }
    const latest = (matches: readonly TrueMatch[]): number => Math.max(...matches.map(({ when }) => when ?? 0))
    expect(latest(planned)).toBeGreaterThan(latest(states.at(-1) ?? []))
  })

  it('numbers the fights of each mat from 1 on every day, without repeating a number', () => {
    const categories = Array.from({ length: 24 }, (_, index) =>
      category(7, {
        age: `Master ${(index % 7) + 1}`,
        belt: index < 12 ? 'BLUE' : 'PURPLE',
        weight: index % 2 ? 'Light' : 'Heavy',
      }),
    )
    const timeline = timelineOf({ days: 2, mats: 3, oddities: 1, firstMat: 35, categories })
    for (const passed of [-600, 60, 180, 420, 24 * 60 + 120]) {
      const { matches } = truthOf(timeline.at(opening + passed * minute))
      const places = matches.map(({ dayId, mat, fightNumber }) => `${dayId} ${mat} ${fightNumber}`)
      expect(new Set(places).size).toBe(places.length)
      for (const day of [31051, 31052]) for (const mat of [35, 36, 37]) expect(places).toContain(`${day} ${mat} 1`)
    }
  })

  it('renumbers fights and moves them between mats when oddities are on', () => {
    const categories = Array.from({ length: 20 }, (_, index) =>
      category(8, { age: `Master ${(index % 7) + 1}`, belt: index < 10 ? 'BLUE' : 'PURPLE' }),
    )
    const timeline = timelineOf({ mats: 4, oddities: 1, categories })
    const before = truthOf(timeline.at(opening - minute)).matches
    const after = truthOf(timeline.at(opening + 600 * minute)).matches
    const moved = after.filter(({ mat }, index) => mat !== before[index]?.mat)
    const renumbered = after.filter(
      ({ mat, fightNumber }, index) => mat === before[index]?.mat && fightNumber !== before[index]?.fightNumber,
    )
    expect(moved.length).toBeGreaterThan(0)
    expect(renumbered.length).toBeGreaterThan(0)
  })
})

describe('a category of three athletes', () => {
  it('pairs the loser of the first fight with the third athlete, and the two winners in the final', () => {
    const { matches, categories } = truthOf(timelineOf({ categories: [category(3)] }).at(opening + 300 * minute))
    const [first, second, final] = matches
    expect(matches).toHaveLength(3)
    expect(second?.sides[0].athleteId).toBe(first?.loserId)
    expect(new Set(final?.sides.map(({ athleteId }) => athleteId))).toEqual(
      new Set([first?.winnerId, second?.winnerId]),
    )
    expect(categories[0]?.placements.map(({ place }) => place)).toEqual([1, 2, 3])
  })
})

describe('a simulated tournament with special results', () => {
  const over = opening + 600 * minute

  it('ends one final as a close-out and one without a recorded result, and both categories have a podium', () => {
    const timeline = timelineOf({
      categories: [
        category(6, { specialResult: 'close-out' }),
        category(6, { weight: 'Heavy', specialResult: 'unrecorded-final' }),
      ],
    })
    const { matches, categories } = truthOf(timeline.at(over))
    const finals = categories.map(({ id }) => matches.findLast(({ categoryId }) => categoryId === id))
    expect(finals.map((final) => final?.ending)).toEqual(['close-out', 'unrecorded'])
    expect(finals.map((final) => final?.status)).toEqual(['finished', 'unknown'])
    expect(finals[0]?.sides[0].team).toBe(finals[0]?.sides[1].team)
    for (const { placements } of categories) expect(placements.map(({ place }) => place)).toEqual([1, 2, 3, 3])
  })

  it('decides the fight after a double disqualification by a walkover with the raw status invalid', () => {
    const { matches } = truthOf(timelineOf({ categories: [category(4, { specialResult: 'double-dq' })] }).at(over))
    expect(matches.map(({ ending }) => ending)).toEqual(['double-dq', 'won', 'walkover'])
    expect(matches[2]?.status).toBe('invalid')
    expect(matches[2]?.winnerId).toBe(matches[1]?.winnerId)
  })

  it('gives a single athlete the first place once the day has begun', () => {
    const timeline = timelineOf({ categories: [category(1)] })
    expect(truthOf(timeline.at(opening - 1)).categories[0]?.placements).toEqual([])
    expect(truthOf(timeline.at(opening)).categories[0]?.placements).toHaveLength(1)
  })

  it('creates an open class during the event from athletes of the weight divisions', () => {
    const weights = (['Light', 'Heavy'] as const).map((weight) => category(8, { weight }))
    const timeline = timelineOf({
      mats: 2,
      categories: [...weights, category(5, { weight: 'Open Class', appearsAt: '10:30' })],
    })
    expect(truthOf(timeline.at(opening + 59 * minute)).categories).toHaveLength(2)
    const { categories } = truthOf(timeline.at(opening + 60 * minute))
    const known = new Set(categories.slice(0, 2).flatMap(({ athletes }) => athletes.map(({ id }) => id)))
    expect(categories[2]?.athletes.every(({ id }) => known.has(id))).toBe(true)
    expect(truthOf(timeline.at(over)).matches.every(({ status }) => status === 'finished')).toBe(true)
  })
})

describe('commands', () => {
  const at = opening - minute
  const timelineOfOne = (athletes = 4): Timeline => timelineOf({ categories: [category(athletes)] })
  const idOf = (timeline: Timeline): number => truthOf(timeline.at(at)).categories[0]?.id ?? 0
  const matchesOf = (timeline: Timeline): TrueMatch[] => truthOf(timeline.at(at)).matches

  it('start, finish, reverse and unrecord a fight, and put its winner into the next fight each time', () => {
    const timeline = timelineOfOne()
    const on = { on: 'match', category: idOf(timeline), match: 1 } as const
    timeline.command(at, { ...on, action: 'start' })
    expect(matchesOf(timeline)[0]?.status).toBe('started')
    timeline.command(at, { ...on, action: 'finish', winner: 'b' })
    const [first, , final] = matchesOf(timeline)
    expect([first?.status, final?.sides[0].athleteId]).toEqual(['finished', first?.sides[1].athleteId])
    timeline.command(at, { ...on, action: 'reverse' })
    const [reversed, , after] = matchesOf(timeline)
    expect(reversed?.winnerId).toBe(first?.sides[0].athleteId)
    expect(after?.sides[0].athleteId).toBe(first?.sides[0].athleteId)
    timeline.command(at, { ...on, action: 'unrecord' })
    const [unrecorded, , last] = matchesOf(timeline)
    expect([unrecorded?.status, last?.sides[0].athleteId]).toEqual(['unknown', first?.sides[0].athleteId])
  })

  it('throw when they are impossible, and change nothing', () => {
    const timeline = timelineOfOne()
    const before = truthOf(timeline.at(at))
    const finish = { on: 'match', category: idOf(timeline), action: 'finish', winner: 'a' } as const
    expect(() => timeline.command(at, { ...finish, match: 3 })).toThrow(ImpossibleCommand)
    expect(() => timeline.command(at, { ...finish, match: 9 })).toThrow(ImpossibleCommand)
    expect(truthOf(timeline.at(at))).toEqual(before)
  })

  it('cannot correct a walkover', () => {
    const timeline = timelineOfOne()
    const on = { on: 'match', category: idOf(timeline) } as const
    timeline.command(at, { ...on, match: 1, action: 'double-dq' })
    timeline.command(at, { ...on, match: 2, action: 'finish', winner: 'a' })
    expect(matchesOf(timeline)[2]).toMatchObject({ ending: 'walkover', status: 'invalid' })
    for (const action of ['reverse', 'unrecord'] as const)
      expect(() => timeline.command(at, { ...on, match: 3, action })).toThrow(ImpossibleCommand)
  })

  it('have no effect if a command for an earlier time has made them impossible', () => {
    const timeline = timelineOfOne()
    const finish = { on: 'match', category: idOf(timeline), match: 1, action: 'finish' } as const
    timeline.command(at, { ...finish, winner: 'a' })
    timeline.command(at - minute, { ...finish, winner: 'b' })
    const [match] = matchesOf(timeline)
    expect(match?.winnerId).toBe(match?.sides[1].athleteId)
  })

  it('apply again when time goes back before them and forward again', () => {
    const timeline = timelineOfOne()
    timeline.command(at, { on: 'match', category: idOf(timeline), match: 2, action: 'no-show', side: 'a' })
    const after = structuredClone(truthOf(timeline.at(at)))
    expect(truthOf(timeline.at(at - minute)).matches[1]?.status).toBe('assigned')
    expect(truthOf(timeline.at(at))).toEqual(after)
    expect(after.matches[1]).toMatchObject({ status: 'finished', disqualification: 'no show' })
  })

  it('move a fight to another mat and time, and renumber it there', () => {
    const timeline = timelineOf({
      mats: 2,
      categories: [category(8, { mats: [1] }), category(8, { weight: 'Heavy', mats: [2] })],
    })
    const id = truthOf(timeline.at(at)).categories[0]?.id ?? 0
    timeline.command(at, { on: 'match', category: id, match: 4, action: 'move', mat: 2, time: '09:40' })
    const { matches } = truthOf(timeline.at(at))
    const onMat = matches.filter(({ mat }) => mat === 2).toSorted((one, other) => (one.when ?? 0) - (other.when ?? 0))
    expect(matches.find(({ categoryId, match }) => categoryId === id && match === 4)).toMatchObject({
      mat: 2,
      when: opening + 10 * minute,
      fightNumber: 3,
    })
    expect(onMat.map(({ fightNumber }) => fightNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('withdraw and rename an athlete, and change the athlete’s team', () => {
    const timeline = timelineOfOne()
    const id = matchesOf(timeline)[0]?.sides[0].athleteId ?? 0
    timeline.command(at, { on: 'athlete', athlete: id, action: 'rename', name: 'Nova  Alvorada ' })
    timeline.command(at, { on: 'athlete', athlete: id, action: 'team', team: 'Nine Rivers' })
    timeline.command(at, { on: 'athlete', athlete: id, action: 'withdraw' })
    expect(matchesOf(timeline)[0]).toMatchObject({
      loserId: id,
      disqualification: 'withdraw',
      sides: [{ name: 'Nova  Alvorada ', team: 'Nine Rivers' }, {}],
    })
  })

  it('remove an overweight athlete, whose opponent stays in the bracket', () => {
    const timeline = timelineOfOne()
    const [first] = matchesOf(timeline)
    const id = first?.sides[0].athleteId ?? 0
    timeline.command(at, { on: 'athlete', athlete: id, action: 'overweight' })
    const left = matchesOf(timeline).flatMap(({ sides }) => sides.map(({ athleteId }) => athleteId))
    expect(left).not.toContain(id)
    expect(left).toContain(first?.sides[1].athleteId)
  })

  it('remove an overweight athlete of a category of three, so that the other two meet once, in the final', () => {
    const timeline = timelineOfOne(3)
    const [first, second] = matchesOf(timeline)
    const [overweight = 0, opponent = 0] = (first?.sides ?? []).map(({ athleteId }) => athleteId ?? 0)
    const third = second?.sides[1].athleteId
    timeline.command(at, { on: 'athlete', athlete: overweight, action: 'overweight' })
    const { matches } = truthOf(timeline.at(opening + 100 * minute))
    expect(matches.map(({ match, ending }) => [match, ending])).toEqual([
      [2, 'walkover'],
      [3, 'won'],
    ])
    expect(matches[1]?.sides.map(({ athleteId }) => athleteId)).toEqual([opponent, third])
  })

  it('move an athlete into the bye of another category', () => {
    const timeline = timelineOf({ categories: [category(4), category(5, { weight: 'Heavy' })] })
    const { categories, matches } = truthOf(timeline.at(at))
    const [from, to] = categories.map(({ id }) => id) as [number, number]
    const id = matches[0]?.sides[0].athleteId ?? 0
    const partner = matches[0]?.sides[1].athleteId
    timeline.command(at, { on: 'athlete', athlete: id, action: 'move', from, to })
    const after = truthOf(timeline.at(at))
    expect(
      after.matches.some(
        ({ categoryId, sides }) => categoryId === to && sides.some(({ athleteId }) => athleteId === id),
      ),
    ).toBe(true)
    expect(after.matches.find(({ categoryId, match }) => categoryId === from && match === 3)?.sides[0].athleteId).toBe(
      partner,
    )
    expect(truthOf(timeline.at(opening + 400 * minute)).matches.every(({ status }) => status === 'finished')).toBe(true)
  })

  it('add an open class whose fights are all over at the end of the day', () => {
    const timeline = timelineOfOne(8)
    timeline.command(at, { on: 'category', add: category(5, { weight: 'Open Class' }) })
    const { categories } = truthOf(timeline.at(opening + 500 * minute))
    expect(categories.map(({ over }) => over)).toEqual([true, true])
  })
})
