// The tournament of an ordinary weekend, for benchmarks: 800 entries in 200 categories on eight mats in two days, with forty
// followed athletes on the first day, of all teams or of one, forty viewers, and the oddities and times of real events.
import { startDatabaseServer } from '#platform/database-server.ts'
import { categoriesOf, halls } from '#simulator/index.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { morning, openSystem, type SystemUnderTest } from './system-under-test.ts'

export type CityOpen = AsyncDisposable & {
  system: SystemUnderTest
  databaseUrl: string
  /** The tournament's id at the source. */
  tournament: number
  /** The tournament's id in RollCall. */
  tournamentId: number
  /** Source ids of the followed athletes. */
  watched: ReadonlySet<number>
}

/** The start of the first fights, epoch ms. */
export const firstFights = morning + 90 * 60_000

const tournament = 3105
const watchedCount = 40
/** The team of the followed athletes, if they are of one. */
const team = 'Alpha'

/**
 * Opens the system 90 minutes before the first fights; resolves when the import has ended, within the default request budget. The
 * followed athletes are of all teams, or of one with 100 entries. The seed determines the categories, the people and the
 * fights.
 */
export async function openCityOpen({
  followed = 'athletes',
  seed = 1,
}: { followed?: 'athletes' | 'team'; seed?: number } = {}): Promise<CityOpen> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  const database = await startDatabaseServer({ dataDir, durable: false })
  const system = await openSystem({
    databaseUrl: database.url,
    simulator: {
      seed,
      tournaments: [
        {
          id: tournament,
          mats: 8,
          days: 2,
          oddities: 1,
          hall: halls.observed,
          ...(followed === 'team' && { teams: [{ name: team, entries: 100 }] }),
          categories: categoriesOf('open', { athletes: 800, categories: 200, largest: 22 }, seed),
        },
      ],
    },
    config: { budget: undefined },
  })
  await system.pass(5_000)
  const tournamentId = await system.add(tournament)
  await system.setViewers(tournamentId, watchedCount)
  do await system.pass(10_000)
  while (system.held(tournamentId).state.tournament.import.state !== 'done')
  const truth = system.simulator.truth(tournament)
  const today = truth.categories.filter(({ dayId }) => dayId === truth.days[0]?.id)
  const entered = today.flatMap(({ athletes }) =>
    athletes.filter((athlete) => followed === 'athletes' || athlete.team === team),
  )
  const roster = [...new Set(entered.map(({ id }) => id))]
  const stride = roster.length / watchedCount
  const watched = Array.from({ length: watchedCount }, (_, index) => roster[Math.floor(index * stride)] ?? 0)
  await system.follow(tournamentId, watched)
  return {
    system,
    databaseUrl: database.url,
    tournament,
    tournamentId,
    watched: new Set(watched),
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]()
      await database.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
