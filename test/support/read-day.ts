// A live tournament that is read from a simulated source, to which a test adds faults and changes.
import { expect } from 'vitest'
import { categoriesOf, halls, type SimulatorControl } from '#simulator/index.ts'
import { differences, openSystem, type SystemUnderTest } from './system-under-test.ts'

export type FaultSpec = Parameters<SimulatorControl['addFault']>[0]

export const second = 1_000
export const minute = 60 * second
export const tournament = 3105
/** Half an hour after the first fights in Houston. */
export const duringTheDay = Date.parse('2026-09-12T15:00:00Z')

export type ReadDay = AsyncDisposable & {
  system: SystemUnderTest
  /** RollCall's id of the tournament. */
  id: number
  /** Adds a fault for the addresses that match. */
  fault(kind: FaultSpec['kind'], match?: string, more?: Partial<FaultSpec>): void
  /** The state of the source as users see it: 'ok', 'stale', 'down' or 'quarantined'. */
  state(): Promise<string>
  /** The tournament's sequence number. */
  seq(): number
  /** Advances time until the condition holds, at most `within` ms; resolves with the ms it took. */
  passUntil(holds: () => boolean | Promise<boolean>, within: number, step?: number): Promise<number>
  /** The differences between the projection and the source. */
  differences(): string[]
  /** Expects that within eight minutes the projection equals the source, so that nothing was lost. */
  expectCorrect(): Promise<void>
}

type Options = {
  databaseUrl: string
  startAt?: number
  /** A board page shows four mats. */
  mats: number
  athletes: number
  categories: number
  largest: number
  viewers?: number
  /** Time limit for a whole answer, ms; shorter than in production. */
  timeout: number
  /** How long the tournament is read before the test begins, ms. */
  readFor: number
}

/** Imports the tournament, with viewers and with follows of its first twelve athletes. */
export async function openReadDay(options: Options): Promise<ReadDay> {
  const { databaseUrl, startAt = duringTheDay, mats, viewers = 1, timeout, readFor, ...sizes } = options
  const system = await openSystem({
    databaseUrl,
    startAt,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats,
          hall: halls.observed,
          categories: categoriesOf('open', sizes).filter(({ appearsAt }) => appearsAt === undefined),
        },
      ],
    },
    config: { limits: { connect: 1_000, headers: 1_000, total: timeout, body: 5_000_000 } },
  })
  const id = await system.add(tournament)
  await system.setViewers(id, viewers)
  await system.pass(10 * second)
  const { athletes } = system.held(id).state
  await system.follow(
    id,
    [...athletes.values()].slice(0, 12).map((athlete) => Number(athlete.bjjCompSystemId)),
  )
  await system.pass(readFor)
  await system.store.projection.catchUp()

  const differencesNow = (): string[] => differences(system.held(id), system.simulator.truth(tournament))
  const passUntil: ReadDay['passUntil'] = async (holds, within, step = 3 * second) => {
    let passed = 0
    for (; passed < within && !(await holds()); passed += step) await system.pass(step)
    return passed
  }
  return {
    system,
    id,
    fault: (kind, match = '.', more = {}) => void system.simulator.addFault({ kind, match, ...more }),
    async state() {
      await system.store.projection.catchUp()
      return system.held(id).source.state
    },
    seq: () => system.held(id).position.seq,
    passUntil,
    differences: differencesNow,
    async expectCorrect() {
      await passUntil(() => differencesNow().length === 0, 8 * minute, 10 * second)
      expect(differencesNow()).toEqual([])
    },
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}
