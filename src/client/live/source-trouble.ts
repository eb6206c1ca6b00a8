// Whether the competition system can be read as it should.
import { useQuery } from '@tanstack/react-query'
import { sourceTrouble } from '#client/texts/source-words.ts'
import { useLive } from './context.tsx'

/** One sentence when the source of a tournament that is not over cannot be read well; of one tournament, or of all. */
export function useSourceTrouble(tournamentId?: number): string | null {
  const { queries } = useLive()
  const { data: tournaments } = useQuery(queries.tournaments)
  const { data: upcoming } = useQuery(queries.upcoming)
  return sourceTrouble(
    (tournaments?.tournaments ?? [])
      .filter(({ id, status, archived }) => status !== 'past' && !archived && (tournamentId ?? id) === id)
      .map(({ id, name, source }) => ({ name, state: (upcoming?.sources[id] ?? source).state })),
  )
}
