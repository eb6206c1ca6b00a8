// A tournament under way that is read from a simulated source, which a test then makes fail, lie or change.
import { expect } from 'vitest'
import { categoriesOf, type SimulatorControl } from '#simulator/index.ts'
import { differences, openWorld, type World } from './world.ts'

export type FaultSpec = Parameters<SimulatorControl['addFault']>[0]

export const second = 1_000
export const minute = 60 * second
export const tournament = 3105
/** Half an hour after the first fights in Houston. */
export const duringTheDay = Date.parse('2026-09-12T15:00:00Z')

export type ReadDay = AsyncDisposable & {
  world: World
  /** Our id of the tournament. */
  id: number
  /** From now on the source does this where an address matches. */
  fault(kind: FaultSpec['kind'], match?: string, more?: Partial<FaultSpec>): void
  /** What is said of the source's age. */
  state(): Promise<string>
  /** How far the log has come. */
  seq(): number
  /** The ms until something holds, `within` at most. */
  passUntil(holds: () => boolean | Promise<boolean>, within: number, step?: number): Promise<number>
  /** In what is held, what is not as it is at the source. */
  wrong(): string[]
  /** Nothing was lost: everything is right again at some moment soon. */
  becomesRight(): Promise<void>
}

type Options = {
  databaseUrl: string
  startAt?: number
  /** Four on a page of boards. */
  mats: number
  athletes: number
  categories: number
  largest: number
  viewers?: number
  /** The ms that a whole answer may take; a server that hangs is given up sooner than in life. */
  patience: number
  /** How long it is read before the test begins, in ms. */
  readFor: number
}

/** Imports it; somebody looks, and follows the first twelve athletes. */
export async function openReadDay(options: Options): Promise<ReadDay> {
  const { databaseUrl, startAt = duringTheDay, mats, viewers = 1, patience, readFor, ...sizes } = options
  const world = await openWorld({
    databaseUrl,
    startAt,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats,
          fightMinutes: 8,
          categories: categoriesOf('open', sizes).filter(({ appearsAt }) => appearsAt === undefined),
        },
      ],
    },
    config: { limits: { connect: 1_000, headers: 1_000, total: patience, body: 5_000_000 } },
  })
  const id = await world.add(tournament)
  await world.look(id, viewers)
  await world.pass(10 * second)
  const { athletes } = world.held(id).state
  await world.follow(
    id,
    [...athletes.values()].slice(0, 12).map((athlete) => Number(athlete.bjjCompSystemId)),
  )
  await world.pass(readFor)
  await world.store.projection.catchUp()

  const wrong = (): string[] => differences(world.held(id), world.simulator.truth(tournament))
  const passUntil: ReadDay['passUntil'] = async (holds, within, step = 3 * second) => {
    let passed = 0
    for (; passed < within && !(await holds()); passed += step) await world.pass(step)
    return passed
  }
  return {
    world,
    id,
    fault: (kind, match = '.', more = {}) => void world.simulator.addFault({ kind, match, ...more }),
    async state() {
      await world.store.projection.catchUp()
      return world.held(id).source.state
    },
    seq: () => world.held(id).position.seq,
    passUntil,
    wrong,
    async becomesRight() {
      await passUntil(() => wrong().length === 0, 8 * minute, 10 * second)
      expect(wrong()).toEqual([])
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
