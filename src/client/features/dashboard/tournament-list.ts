// The order of the user's tournaments.
import type { TournamentItem } from '#contract/tournaments.ts'

const rank = { live: 0, upcoming: 1, past: 2 } as const

/** Live first, then the next upcoming, then the latest past. */
export function sortTournaments(tournaments: readonly TournamentItem[]): TournamentItem[] {
  const start = ({ startsOn }: TournamentItem): string => startsOn ?? '9999'
  return tournaments.toSorted((a, b) => {
    if (a.status !== b.status) return rank[a.status] - rank[b.status]
    const [first, second] = a.status === 'past' ? [b, a] : [a, b]
    return start(first).localeCompare(start(second)) || a.name.localeCompare(b.name)
  })
}
