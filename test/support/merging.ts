// Merging readings without a database: an empty slice, and ids as the database would assign them.
import type { TournamentReading } from '#domain/reading.ts'
import { merge, newTournament, type Slice, withIds } from '#reconcile'

const sourceUrl = 'http://source.test'

/** The slice of a tournament in Houston with this source id, of which no page has been read. */
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
  draws: new Map(),
  rostered: new Set(),
  unchangedAthletes: new Set(),
  fetchedAt: new Map(),
})

/** Merges a reading that was fetched at `fetchedAt` (epoch ms); new entities get ascending ids. */
export function mergeReading(slice: Slice, reading: TournamentReading, fetchedAt: number): Slice {
  const { categories, athletes, matches } = slice.state
  const highest = Math.max(0, ...categories.keys(), ...athletes.keys(), ...matches.keys())
  return withIds(merge(slice, reading, { fetchedAt, sourceUrl }), (id) => (id < 0 ? highest - id : id))
}
