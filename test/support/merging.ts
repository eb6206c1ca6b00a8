// Merging readings without a database: the slice of a tournament of which nothing was read, and the ids that a database
// would give.
import type { TournamentReading } from '#domain/reading.ts'
import { merge, newTournament, type Slice, withIds } from '#reconcile'

const sourceUrl = 'http://source.test'

/** A tournament in Houston with this id at the source, and nothing else. */
export const emptySlice = (bjjCompSystemId: string): Slice => ({
  state: {
    tournament: {
      ...newTournament(
        {
          bjjCompSystemId,
          name: 'An Open',
          logoUrl: null,
          dayId: null,
          startsOn: null,
          endsOn: null,
          city: 'Houston',
          state: 'TX',
          country: 'USA',
        },
        sourceUrl,
      ),
      id: 1,
    },
    categories: new Map(),
    athletes: new Map(),
    matches: new Map(),
  },
  traces: new Map(),
  histories: new Map(),
  rostered: new Set(),
  settled: new Set(),
  fetchedAt: new Map(),
})

/** The slice after a reading that was fetched then (epoch ms); new entities get ids in the order of their making. */
export function mergeReading(slice: Slice, reading: TournamentReading, fetchedAt: number): Slice {
  const { categories, athletes, matches } = slice.state
  const highest = Math.max(0, ...categories.keys(), ...athletes.keys(), ...matches.keys())
  return withIds(merge(slice, reading, { fetchedAt, sourceUrl }), (id) => (id < 0 ? highest - id : id))
}
