// A chaos run with real clients and real processes, as reliability 1.4 requires. `npm run soak` runs other seeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, type Random } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { checkDelivered, type QueuedAlert, repeatedAlerts } from '#support/faults/alert-history.ts'
import { violationsOf } from '#support/faults/item-history.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { observeHall, runChaos } from '#support/faults/chaos-run.ts'
import { injectInTurn } from '#support/faults/faults.ts'
import { openSchedule } from '#support/faults/tcp-proxy.ts'
import type { Observation, Viewer } from '#support/faults/viewer.ts'

/** Seed 1 in the test suite; the soak sets others. */
const seeds = (process.env.CHAOS_SEEDS ?? '1').split(',').map(Number)
const rounds = Number(process.env.CHAOS_ROUNDS ?? '1')

/** The violations that the checker must find for the non-resuming client; otherwise a checker that finds nothing would pass. */
const missed = /lost|does not show|as it was/
/** Minutes of the day that are observed before the run, and the speed of the source's clock meanwhile. */
const observed = { minutes: 60, speed: 180 }
/** Boards are read every 3 s instead of every 15 s, so that the fights of an hour can be observed in 20 s. */
const cadence = 5
/** In ms, for a run that does not end. */
const timeout = 600_000

it('A proxied connection keeps the order of bytes when its delay ends', async () => {
  const arrived: string[] = []
  const schedule = openSchedule()
  schedule(50, () => void arrived.push('older'))
  schedule(0, () => void arrived.push('newer'))
  await expect.poll(() => arrived).toEqual(['older', 'newer'])
})

it('The checker finds an item that is lost, out of date, older than before, or invented, even if the item had the same facts twice', () => {
  const spans = [
    { facts: '{"mat":1}', from: 1, until: 10 },
    { facts: '{"mat":2}', from: 10, until: 12 },
    { facts: '{"mat":1}', from: 12, until: 20 },
  ]
  const violations = (...observations: Observation[]) => violationsOf(observations, new Map([['6/1', spans]]))
  const shown = { kind: 'shown', key: '6/1', facts: '{"mat":1}', source: 'message' } as const
  const early: Observation = { ...shown, seq: 9 }
  const late: Observation = { ...shown, seq: 12 }
  const between: Observation = { ...shown, seq: 11, facts: '{"mat":2}' }
  expect(violations(early, { kind: 'position', seq: 9 })).toEqual([])
  expect(violations(early, { kind: 'position', seq: 10 })).toEqual([
    'lost: at position 10 6/1 is shown as it was until mat changed at 10, by the message at 9',
  ])
  expect(violations(early, between, late, { kind: 'position', seq: 19 })).toEqual([])
  expect(violations(early, between, late, { kind: 'position', seq: 20 })).toHaveLength(1)
  expect(violations(between, { ...shown, seq: 11 })).toEqual(['out of date: 6/1 by message at 11: {"mat":1}'])
  expect(violations(between, early)).toEqual(['went back: 6/1 by message at 9'])
  expect(violations({ ...shown, seq: 9, facts: '{"mat":3}' })).toEqual(['invented: 6/1 by message at 9: {"mat":3}'])
})

it('The checker does not count an item as lost that a list no longer has', () => {
  const spans = [
    { facts: '{"mat":1}', from: 1, until: 10 },
    { facts: '{"mat":2}', from: 10, until: Infinity },
  ]
  const shown = { kind: 'shown', key: '6/1', seq: 9, source: 'list' } as const
  const observations: Observation[] = [
    { ...shown, facts: '{"mat":1}' },
    { ...shown, facts: null },
    { kind: 'position', seq: 11 },
  ]
  expect(violationsOf(observations, new Map([['6/1', spans]]))).toEqual([])
})

describe('The checker of alerts', () => {
  const news = { kinds: ['near'], moved: null, on: false, again: false, corrected: false } as const
  const alertAt = (time: string, more: object = {}): QueuedAlert['alert'] => ({
    about: 'match',
    tournamentId: 1,
    matchId: 7,
    news: { ...news, kinds: ['near'], ...more },
    athletes: [{ id: 1, name: 'Marina Pedra Azul' }],
    opponent: null,
    mat: 4,
    time,
    ahead: 2,
    round: null,
    result: null,
    winner: null,
    place: null,
  })
  const queued = (...alerts: QueuedAlert['alert'][]): QueuedAlert[] =>
    alerts.map((alert, id) => ({ id, deviceId: 3, tag: 'match-7', alert }))
  const moved = { kinds: ['moved'], moved: { minutes: 30, fromMat: null } }

  it('finds a near alert, a move to the same start and a result that were sent twice', () => {
    expect(repeatedAlerts(queued(alertAt('14:00'), alertAt('14:00')))).toHaveLength(1)
    expect(repeatedAlerts(queued(alertAt('14:00', moved), alertAt('14:01', moved)))).toHaveLength(1)
    const result = { kinds: ['result'] }
    expect(repeatedAlerts(queued(alertAt('14:00', result), alertAt('14:00', result)))).toHaveLength(1)
  })

  it('finds a pair of matches whose conflict was sent twice, alone or joined with another pair', () => {
    const conflict = (...pairs: [number, number][]): QueuedAlert['alert'] => {
      return { about: 'conflict', tournamentId: 1, pairs, matches: [] }
    }
    expect(repeatedAlerts(queued(conflict([7, 8]), conflict([7, 8])))).toHaveLength(1)
    expect(repeatedAlerts(queued(conflict([7, 8]), conflict([7, 9], [7, 8])))).toHaveLength(1)
    expect(repeatedAlerts(queued(conflict([7, 8], [8, 9]), conflict([7, 9])))).toEqual([])
  })

  it('accepts a match that moves there and back, and one that is near again after a postponement', () => {
    const again = { kinds: ['near'], again: true }
    const alerts = queued(alertAt('14:00'), alertAt('14:50', moved), alertAt('14:20', moved), alertAt('14:50', moved))
    expect(repeatedAlerts(alerts)).toEqual([])
    expect(repeatedAlerts(queued(alertAt('14:00'), alertAt('14:50', moved), alertAt('14:50', again)))).toEqual([])
  })

  it('counts an alert that was sent again, and finds one that was never queued', () => {
    const sent = { deviceId: 3, tag: 'match-7', text: 'a' }
    expect(checkDelivered([sent, sent], queued(alertAt('14:00')))).toEqual({ violations: [], sentAgain: 1 })
    expect(checkDelivered([sent, { ...sent, text: 'b' }], queued(alertAt('14:00'))).violations).toHaveLength(1)
  })
})

describe.each(seeds)('In chaos run %i', (seed) => {
  let opening: Promise<Cluster>
  let clients: ChaosClients
  let random: Random
  beforeAll(async () => {
    random = randomFrom('chaos', seed)
    opening = openCluster({ cadence, behind: observed.minutes, athletes: Array.from({ length: 13 }, () => 8) })
    clients = await openClients(await opening, random)
    await observeHall(clients, observed.speed)
  }, timeout)
  // Closes the cluster even if it opened after the timeout.
  afterAll(async () => {
    const cluster = await opening
    clients?.close()
    await cluster.close()
  }, timeout)

  it(
    'no client shows invented, older or outdated items, except the one that does not resume, and no device gets an alert twice [R-10] [R-19] [P2] [P3] [P4] [P5]',
    async () => {
      const startedAt = performance.now()
      const injectFaults = (nonResuming: Viewer) => injectInTurn(clients, nonResuming, random, rounds)
      const result = await runChaos(clients, { seed, injectFaults })
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      if (process.env.CHAOS_SEEDS)
        process.stdout.write(
          `${JSON.stringify({ seed, seconds, ...result, nonResuming: result.nonResumingViolations.length })}\n`,
        )
      expect(result.violations).toEqual([])
      expect(result.nonResumingViolations.join('\n')).toMatch(missed)
      expect(result.messages).toBeGreaterThan(50)
      expect(result.reconnects).toBeGreaterThan(20)
      expect(result.acknowledged).toBeGreaterThan(3)
      expect(result.alerts.delivered).toBeGreaterThan(20)
      expect(Object.keys(result.alerts.byKind)).toEqual(expect.arrayContaining(['near', 'moved', 'conflict', 'result']))
      expect(result.alerts.estimated).toBeGreaterThan(5)
    },
    timeout,
  )
})
