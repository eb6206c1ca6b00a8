// The estimates shown an hour before each match's published time, and how good they were.
import type { Sql } from '../database.ts'

/** Instants in epoch ms; `day` is venue-local (YYYY-MM-DD). */
export type ShownEstimate = {
  matchId: number
  day: string
  shownAt: number
  publishedAt: number
  estimatedAt: number
  early: number
  late: number
}

/**
 * How good the estimates of a tournament were, as shown an hour before each match: the number of matches with a known start, the
 * share of starts inside the window, and the median errors of the published and the estimated times in minutes.
 */
export type EstimateQuality = { matches: number; inside: number; publishedError: number; estimateError: number }

export function createShownEstimates(sql: Sql) {
  return {
    /** Stores shown estimates. The first row of a match stays; an estimate for a deleted match is dropped. */
    async record(tournamentId: number, shown: readonly ShownEstimate[]): Promise<void> {
      if (shown.length === 0) return
      const rows = shown.map(({ shownAt, publishedAt, estimatedAt, early, late, ...row }) => ({
        ...row,
        shownAt: isoOf(shownAt),
        publishedAt: isoOf(publishedAt),
        estimatedAt: isoOf(estimatedAt),
        early: isoOf(early),
        late: isoOf(late),
      }))
      await sql`
        insert into shown_estimates (match_id, tournament_id, day, shown_at, published_at, estimated_at, early, late)
        select "matchId", ${tournamentId}::integer, day, "shownAt", "publishedAt", "estimatedAt", early, late
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("matchId" integer, day date, "shownAt" timestamptz,
          "publishedAt" timestamptz, "estimatedAt" timestamptz, early timestamptz, late timestamptz)
        join fights on fights.id = row."matchId"
        on conflict do nothing`
    },

    /**
     * The quality on the days before `before` (venue-local date); null while no start is known. Starts are known to the minute,
     * so a window counts from the beginning of its first minute.
     */
    async quality(tournamentId: number, before: string): Promise<EstimateQuality | null> {
      const [row] = await sql<(Omit<EstimateQuality, 'inside'> & { insideCount: number })[]>`
        with judged as (
          select shown.*, (history.start ->> 'at')::timestamptz as started
          from shown_estimates shown join match_histories history on history.match_id = shown.match_id
          where shown.tournament_id = ${tournamentId} and day < ${before}::date
            and (history.start ->> 'at')::timestamptz <= (history.start ->> 'seenAt')::timestamptz
        )
        select count(*)::integer as matches,
          count(*) filter (where started between date_trunc('minute', early) and late)::integer as "insideCount",
          coalesce(percentile_cont(0.5) within group (order by abs(extract(epoch from started - published_at)) / 60), 0)::float as "publishedError",
          coalesce(percentile_cont(0.5) within group (order by abs(extract(epoch from started - estimated_at)) / 60), 0)::float as "estimateError"
        from judged`
      if (!row || row.matches === 0) return null
      const { insideCount, ...rest } = row
      return { ...rest, inside: insideCount / row.matches }
    },
  }
}

const isoOf = (at: number): string => new Date(Math.round(at)).toISOString()
