// Matches between two people, in any tournament: the source's ids of athletes are the same in all of them. A person may have
// several ids (docs/decisions/050).
import type { Outcome, Side } from '#domain/match.ts'
import type { Sql } from '../database.ts'

/** A decided match between two athletes. */
type Meeting = {
  matchId: number
  tournamentName: string
  division: string
  round: string | null
  /** Venue-local, YYYY-MM-DD: of the match, else the tournament's first day; null while unknown. */
  date: string | null
  sides: [Side, Side]
  outcome: Outcome
}

/** At most this many meetings, the latest. */
const limit = 20

export const createMeetings = (sql: Sql) => ({
  /** The meetings of two people, each given by all their ids at the source, latest first, except one match. */
  between: (one: readonly string[], other: readonly string[], exceptMatchId: number): Promise<Meeting[]> => sql<
    Meeting[]
  >`
    select fights.id as "matchId", tournaments.name as "tournamentName", division, round,
      coalesce(fights.date, tournaments.starts_on) as date, sides, outcome
    from (
      select distinct least(one, other) as first, greatest(one, other) as second
      from unnest(${one}::text[]) one cross join unnest(${other}::text[]) other where one <> other
    ) pair
    join fights on least(competitor_a, competitor_b) = pair.first and greatest(competitor_a, competitor_b) = pair.second
    join tournaments on tournaments.id = fights.tournament_id
    where outcome is not null and fights.id <> ${exceptMatchId}
    order by coalesce(fights.date, tournaments.starts_on) desc nulls last, scheduled_at desc nulls last, fights.id desc
    limit ${limit}`,
})
