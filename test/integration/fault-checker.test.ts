// A chaos run with real clients and real processes, as reliability 1.4 requires. `npm run soak` runs other seeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, type Random } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { violationsOf } from '#support/faults/item-history.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { injectInTurn } from '#support/faults/faults.ts'
import { openSchedule } from '#support/faults/tcp-proxy.ts'
import type { Observation, Viewer } from '#support/faults/viewer.ts'

/** 1 in the test suite; the soak names others. */
const seeds = (process.env.CHAOS_SEEDS ?? '1').split(',').map(Number)
const rounds = Number(process.env.CHAOS_ROUNDS ?? '1')

/** The checker must find one of these for the forgetful client, or it could never fail. */
const missed = /lost|does not show|as it was/
/** In ms, for a run that hangs. */
const timeout = 600_000

it('A proxied connection keeps the order of bytes when its delay ends', async () => {
  const arrived: string[] = []
  const schedule = openSchedule()
  schedule(50, () => void arrived.push('older'))
  schedule(0, () => void arrived.push('newer'))
  await expect.poll(() => arrived).toEqual(['older', 'newer'])
})

it('The checker accepts facts that an item had twice while either time fits', () => {
  const spans = [
    { facts: 'on mat 1', from: 1, until: 10 },
    { facts: 'on mat 2', from: 10, until: 12 },
    { facts: 'on mat 1', from: 12, until: 20 },
  ]
  const violations = (...observations: Observation[]) => violationsOf(observations, new Map([['6/1', spans]]))
  const shown = { kind: 'shown', key: '6/1', seq: 9 } as const
  // A list may be newer than its position.
  const list: Observation = { ...shown, facts: 'on mat 1', source: 'list' }
  expect(violations(list, { kind: 'position', seq: 19 })).toEqual([])
  expect(violations(list, { kind: 'position', seq: 20 })).toHaveLength(1)
  const message: Observation = { ...list, source: 'message' }
  expect(violations(message, { kind: 'position', seq: 9 })).toEqual([])
  expect(violations(message, { kind: 'position', seq: 10 })).toHaveLength(1)
  const mat2: Observation = { ...shown, seq: 11, facts: 'on mat 2', source: 'message' }
  expect(violations(mat2, message)).toEqual(['went back: 6/1 by message at 9'])
  expect(violations(mat2, list, { kind: 'position', seq: 19 })).toEqual([])
  expect(violations(mat2, list, { kind: 'position', seq: 20 })).toHaveLength(1)
  expect(violations({ ...list, facts: 'on mat 3' })).toHaveLength(1)
})

describe.each(seeds)('In chaos run %i', (seed) => {
  let opening: Promise<Cluster>
  let clients: ChaosClients
  let random: Random
  beforeAll(async () => {
    random = randomFrom('chaos', seed)
    opening = openCluster()
    clients = await openClients(await opening, random)
  }, timeout)
  // Also closes a cluster that opened too late.
  afterAll(async () => {
    const cluster = await opening
    clients?.close()
    await cluster.close()
  }, timeout)

  it(
    'no client shows invented, older or outdated items, except the one that does not resume [R-10] [R-19] [P2] [P3] [P4] [P5]',
    async () => {
      const startedAt = performance.now()
      const injectFaults = (forgetful: Viewer) => injectInTurn(clients, forgetful, random, rounds)
      const result = await runChaos(clients, { seed, injectFaults })
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      if (process.env.CHAOS_SEEDS)
        process.stdout.write(
          `${JSON.stringify({ seed, seconds, ...result, forgetful: result.forgetfulViolations.length })}\n`,
        )
      expect(result.violations).toEqual([])
      expect(result.forgetfulViolations.join('\n')).toMatch(missed)
      expect(result.messages).toBeGreaterThan(50)
      expect(result.reconnects).toBeGreaterThan(20)
      expect(result.acknowledged).toBeGreaterThan(10)
    },
    timeout,
  )
})
