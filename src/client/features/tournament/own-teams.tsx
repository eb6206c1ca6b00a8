// The teams of the followed athletes, as links to their pages.
import { Link } from 'wouter'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { t } from '#client/texts/t.ts'
import { buttonLook } from '#client/ui/button.tsx'

type Props = { tournamentId: number; athletes: readonly FollowedAthlete[] }

/** The teams with the most followed athletes first; renders nothing if no team is known. */
export function OwnTeams({ tournamentId, athletes }: Props) {
  const counts = new Map<string, number>()
  for (const { team } of athletes) if (team !== null) counts.set(team, (counts.get(team) ?? 0) + 1)
  if (counts.size === 0) return null
  const teams = [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a.localeCompare(b))
  return (
    <nav aria-label={t('tournament.teams')} className="px-3 sm:px-5">
      <ul className="-mx-3 flex list-none gap-2 overflow-x-auto px-3 pb-1 sm:-mx-5 sm:px-5">
        {teams.map(([team]) => (
          <li key={team} className="shrink-0">
            <Link
              href={`/tournament/${tournamentId}/team?name=${encodeURIComponent(team)}`}
              className={buttonLook('outline', 'whitespace-nowrap')}
            >
              {team}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
