// The steps of an athlete's day: from the source's pages to the followers' lists and phones, and each user's choice of steps.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoints.ts'
import type { DayStep } from '#domain/steps.ts'
import { type AlertFixture, openAlertFixture, soon } from '#support/alert-fixture.ts'
import { startAlerts } from '#support/push.ts'
import type { RecordedTournament } from '#support/recorded.ts'
import type { Visitor } from '#support/visitor.ts'

const hour = 60 * 60_000
const defaults = { report: true, weighIn: true, openClass: true, openClassYouth: false, podium: true }

let fixture: AlertFixture
beforeAll(async () => {
  fixture = await openAlertFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

async function stepsOf(visitor: Visitor): Promise<DayStep[]> {
  const { athletes } = await visitor.call('followedAthletes')
  return athletes[0]?.steps ?? []
}
const kindsOf = async (visitor: Visitor): Promise<string[]> => (await stepsOf(visitor)).map(({ kind }) => kind)
const reportAt = async (visitor: Visitor): Promise<number> => {
  const step = (await stepsOf(visitor)).find(({ kind }) => kind === 'report')
  return step?.kind === 'report' ? Date.parse(step.at ?? '') : NaN
}
const startOf = (recorded: RecordedTournament): number =>
  Math.min(...[...recorded.held().state.matches.values()].map(({ scheduledAt }) => Date.parse(scheduledAt ?? '')))

describe('The time to report', () => {
  it('is an hour before the first published start, earlier when the mat runs early, and never later', async () => {
    const recorded = await fixture.openTournament()
    const visitor = await fixture.follower(recorded)
    const published = startOf(recorded)
    expect(await reportAt(visitor)).toBe(published - hour)
    await recorded.move(150)
    expect(startOf(recorded)).toBeGreaterThan(published)
    expect(await reportAt(visitor)).toBe(published - hour)
    await recorded.move(100)
    expect(await reportAt(visitor)).toBe(startOf(recorded) - hour)
    await recorded.move(140)
    expect(await reportAt(visitor)).toBeLessThan(published - hour)
  })

  it('is followed by the weigh-in, both done after the first match, and by podium and open class after the medal', async () => {
    const recorded = await fixture.openTournament()
    const visitor = await fixture.follower(recorded)
    expect(await stepsOf(visitor)).toMatchObject([
      { kind: 'report', isDone: false },
      { kind: 'weigh-in', isDone: false },
    ])
    await recorded.move(-10)
    await recorded.finishSemiFinal()
    expect(await stepsOf(visitor)).toMatchObject([
      { kind: 'report', isDone: true },
      { kind: 'weigh-in', isDone: true },
    ])
    await recorded.finishFinal()
    expect(await kindsOf(visitor)).toEqual(['report', 'weigh-in', 'open-class', 'podium'])
  })

  it('does not exist in a tournament whose rules are unknown', async () => {
    const recorded = await fixture.openTournament()
    // The new epoch makes the projection load the tournament again.
    await fixture.api.sql`update tournaments set rule_set = null, epoch = 'without rules' where id = ${recorded.id}`
    await fixture.api.store.projection.catchUp()
    const visitor = await fixture.follower(recorded)
    expect(await stepsOf(visitor)).toEqual([])
  })
})

describe('An alert about a step', () => {
  it('is sent once, half an hour before the time to report, even if data alternate and two checks run at once', async () => {
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    expect(await fixture.queuedAlerts()).toBe(0)
    await recorded.move(80)
    await alerts.checkNow()
    const bodies = [(await fixture.nextAlert()).body, (await fixture.nextAlert()).body]
    expect(bodies.filter((body) => body.startsWith('Report by'))).toHaveLength(1)
    // Less than ten minutes earlier than the time in the alert.
    for (const minutes of [100, 75, 90, 72]) {
      await recorded.move(minutes)
      await Promise.all([alerts.checkNow(), alerts.checkNow()])
    }
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.inbox.filter(({ body }) => body.startsWith('Report by'))).toEqual([])
  })

  it('is not sent to a user who switched the step off', async () => {
    const recorded = await fixture.openTournament()
    const visitor = await fixture.follower(recorded)
    await visitor.call('writeSteps', { body: { ...defaults, report: false } })
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    await recorded.move(80)
    await alerts.checkNow()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(fixture.service.inbox.filter(({ body }) => body.startsWith('Report by'))).toEqual([])
  })
})

describe('An alert about a step that was sent to one user', () => {
  it('is also sent to others who follow the athlete, turn alerts on or switch the step on later, once to each', async () => {
    const { api, service } = fixture
    const recorded = await fixture.openTournament()
    await fixture.follower(recorded)
    const off = await fixture.follower(recorded)
    await off.call('writeSteps', { body: { ...defaults, report: false } })
    const silent = await api.visitor().signUp()
    await silent.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
    await silent.call('follow', { id: recorded.athlete('700137').id })
    await using alerts = await startAlerts(api.store, service)
    await alerts.checkNow()
    await recorded.move(80)
    const reports = () =>
      service.inbox.filter(({ body }) => body.startsWith('Report by')).map(({ endpoint }) => endpoint)
    const expectAfterCheck = async (count: number): Promise<void> => {
      await alerts.checkNow()
      await expect.poll(fixture.queuedAlerts, soon).toBe(0)
      expect(reports()).toHaveLength(count)
    }
    await expectAfterCheck(1)
    await off.call('writeSteps', { body: defaults })
    await expectAfterCheck(2)
    await silent.call('subscribe', { body: service.subscribe() })
    await expectAfterCheck(3)
    await fixture.follower(recorded)
    await expectAfterCheck(4)
    await expectAfterCheck(4)
    expect(new Set(reports()).size).toBe(4)
  })

  it('by an earlier version is sent to nobody again, because that version did not record to whom it was sent', async () => {
    const { api, service } = fixture
    const recorded = await fixture.openTournament()
    await recorded.move(80)
    await fixture.follower(recorded)
    const { id } = recorded.athlete('700137')
    const key = `step report ${id} ${recorded.held().state.athletes.get(id)?.division}`
    await api.sql`
      insert into push_delivered (tournament_id, key, state)
      values (${recorded.id}, ${key}, ${JSON.stringify({ at: new Date().toISOString() })}::jsonb)`
    await using alerts = await startAlerts(api.store, service)
    await alerts.checkNow()
    await recorded.move(78)
    await alerts.checkNow()
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    expect(service.inbox.map(({ body }) => body)).toEqual([expect.stringContaining(' min earlier')])
  })
})

describe('The choice of steps', () => {
  it('contains everything but the open class of athletes under 18 by default, and is separate for each user', async () => {
    const [one, other] = [await fixture.subscriber(), await fixture.subscriber()]
    expect(await one.call('steps')).toEqual({ success: true, preferences: defaults })
    const chosen = { ...defaults, weighIn: false, openClassYouth: true }
    expect(await one.call('writeSteps', { body: chosen })).toEqual({ success: true, preferences: chosen })
    expect((await one.call('steps')).preferences).toEqual(chosen)
    expect((await other.call('steps')).preferences).toEqual(defaults)
  })

  it('is refused with one sentence if a step is neither on nor off, missing or unknown, and stays as it was', async () => {
    const visitor = await fixture.subscriber()
    const { podium: _, ...missing } = defaults
    for (const body of [{ ...defaults, report: 'yes' }, missing, { ...defaults, nap: true }, [], null]) {
      const { status, error } = await visitor.request('writeSteps', { body: body as BodyOf<'writeSteps'> })
      expect([status, error.error]).toEqual([400, 'Each step is either on or off.'])
    }
    expect((await visitor.call('steps')).preferences).toEqual(defaults)
  })
})

describe('A time to report that moves earlier on the day', () => {
  it('is marked with where it was, and alerted once when the move is large for the time left', async () => {
    const recorded = await fixture.openTournament()
    const visitor = await fixture.follower(recorded)
    const before = await reportAt(visitor)
    await using alerts = await startAlerts(fixture.api.store, fixture.service)
    await alerts.checkNow()
    // To report in 60, in 54, and then in 38 minutes.
    await recorded.move(114)
    await alerts.checkNow()
    expect(await fixture.queuedAlerts()).toBe(0)
    await recorded.move(98)
    for (let checks = 0; checks < 3; checks++) await Promise.all([alerts.checkNow(), alerts.checkNow()])
    await expect.poll(fixture.queuedAlerts, soon).toBe(0)
    const bodies = fixture.service.inbox.map(({ body }) => body).filter((body) => body.startsWith('Report by'))
    expect(bodies).toEqual([expect.stringMatching(/^Report by .* · 2[12] min earlier · /)])
    const report = (await stepsOf(visitor)).find(({ kind }) => kind === 'report')
    if (report?.kind !== 'report' || !report.was) throw new Error('the report is not marked as moved')
    const moved = before - (await reportAt(visitor))
    const [was, is] = [report.was, report].map(({ day, time }) => Date.parse(`${day}T${time}Z`))
    expect((was ?? 0) - (is ?? 0)).toBe(moved)
    expect(moved).toBeGreaterThanOrEqual(20 * 60_000)
  })
})
