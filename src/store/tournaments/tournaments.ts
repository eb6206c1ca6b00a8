// The added tournaments, and those that can be added.
import { randomUUID } from 'node:crypto'
import { dateRangeText } from '#domain/date-range.ts'
import type { LoggedChange, Position, TournamentState } from '#domain/tournament-state.ts'
import type { ImportProgress, Tournament, TournamentStatus } from '#domain/tournament.ts'
import type { Clock } from '#platform/clock.ts'
import { isZone, type Listed, newTournament, zoneName } from '#reconcile'
import type { Database, Sql, Transaction } from '../database.ts'
import { changeTournament, selectListed } from './listing.ts'
import { loadState } from './load-state.ts'
import { pageAges } from './pages.ts'
import { acceptFence } from './record.ts'
import { listAge, type SourceAge } from './source-age.ts'

/** A tournament that can be added. */
export type Available = {
  bjjCompSystemId: string
  name: string
  logoUrl: string | null
  startsOn: string | null
  endsOn: string | null
  dateRange: string | null
  location: string | null
}

/** The facts about an active tournament that ingest needs before the projection holds the tournament. */
export type ActiveTournament = {
  id: number
  /** The source's id of the day that the home page links to. */
  listedDayId: string | null
  import: ImportProgress
  archivedAt: string | null
}

/** Writes a status; called when a tournament has begun or ended (status-watch.ts, retention.ts). */
export type StatusWriter = (id: number, status: TournamentStatus) => Promise<LoggedChange[]>

/** How long a tournament stays active after the source removed it. */
const archivedActiveFor = '30 days'
const day = 24 * 3_600_000

type TournamentsParts = {
  database: Database
  clock: Clock
  sourceUrl: string
  /** Called after a commit that made a tournament past, or no longer past. */
  onOverChanged: (tournamentId: number) => void
}

export function createTournaments({ database: { sql, slowSql }, clock, sourceUrl, onOverChanged }: TournamentsParts) {
  /** Changes a tournament, and reports a change that made it past, or no longer past. */
  const changeAndReport = async (
    id: number,
    change: (tournament: Tournament) => Tournament,
  ): Promise<LoggedChange[]> => {
    let isOverChanged = false
    const logged = await slowSql.begin((tx) =>
      changeTournament(tx, id, clock.now(), (before) => {
        const after = change(before)
        isOverChanged = (before.status === 'past') !== (after.status === 'past')
        return after
      }),
    )
    if (isOverChanged) onOverChanged(id)
    return logged
  }

  return {
    /** The tournaments on the source's home page (running and next ones first, ended ones last), and the age of that list. */
    async listAvailable(): Promise<{ tournaments: Available[]; source: SourceAge }> {
      const rows = await selectListed(sql, sql`available`)
      // Venue dates differ from UTC's by at most a day: an event has ended if its last day is over in every zone.
      const yesterday = new Date(clock.now() - day).toISOString().slice(0, 10)
      const hasEnded = ({ endsOn }: { endsOn: string | null }): boolean => endsOn !== null && endsOn < yesterday
      const inOrder = [...rows.filter((row) => !hasEnded(row)), ...rows.filter(hasEnded).reverse()]
      const [home] = await pageAges(sql, sql`key = 'home'`)
      return {
        tournaments: inOrder.map(({ bjjCompSystemId, name, logoUrl, startsOn, endsOn, city, state, country }) => ({
          bjjCompSystemId,
          name,
          logoUrl,
          startsOn,
          endsOn,
          dateRange: dateRangeText(startsOn, endsOn),
          location: [city, state, country].filter(Boolean).join(', ') || null,
        })),
        source: listAge(home, clock.now()),
      }
    },

    /**
     * Returns our ids of these tournaments, and creates missing ones; all users share a tournament. Creates none if some are
     * `unknown`: neither listed by the source nor added before.
     */
    async add(bjjCompSystemIds: readonly string[]): Promise<{ ids: number[]; unknown: string[] }> {
      const wanted = [...new Set(bjjCompSystemIds)]
      const known = await idsOf(sql, wanted)
      const fresh = wanted.filter((id) => !known.has(id))
      const listed = await selectListed(sql, sql`bjj_comp_system_id = any(${fresh}::text[])`)
      const byId = new Map(listed.filter((row) => row.available).map((row) => [row.bjjCompSystemId, row]))
      const unknown = fresh.filter((id) => !byId.has(id))
      if (unknown.length > 0) return { ids: [], unknown }
      for (const row of byId.values()) await createTournament(sql, row, sourceUrl)
      const ids = await idsOf(sql, wanted)
      return { ids: wanted.flatMap((id) => ids.get(id) ?? []), unknown: [] }
    },

    /**
     * Tournaments on a user's list that are not archived, or were archived in the last 30 days; and those without a user that
     * are being imported (decision 057).
     */
    active: (): Promise<ActiveTournament[]> => sql<ActiveTournament[]>`
      select tournaments.id, listed.day_id as "listedDayId", tournaments.import, tournaments.archived_at as "archivedAt"
      from tournaments left join listed_tournaments listed on listed.bjj_comp_system_id = tournaments.bjj_comp_system_id
      where ${isActive(sql)} order by tournaments.id desc`,

    /** A tournament's state with its position; null if there is no such tournament. */
    state: (id: number): Promise<{ state: TournamentState; position: Position } | null> => loadState(slowSql, id),

    /** Stores the progress of the import; false if another process leads the tournament. */
    setImport: (id: number, progress: ImportProgress, fence?: number): Promise<boolean> =>
      slowSql.begin(async (tx) => {
        let isLeading = true
        await changeTournament(tx, id, clock.now(), async (tournament, row) => {
          isLeading = await acceptFence(tx, row, fence)
          return isLeading ? { ...tournament, import: progress } : tournament
        })
        return isLeading
      }),

    /** Archives a tournament that the source no longer serves (decision D25). `at` in epoch ms. */
    async archive(id: number, at: number): Promise<void> {
      const archivedAt = new Date(at).toISOString()
      await changeAndReport(id, (tournament) => ({
        ...tournament,
        status: 'past',
        archivedAt: tournament.archivedAt ?? archivedAt,
      }))
    },

    /** Corrects a tournament's zone and the instants of its matches. @throws RangeError for an unknown zone. */
    async setZone(id: number, zone: string): Promise<void> {
      if (!isZone(zone)) throw new RangeError(`'${zone}' is not the name of a time zone.`)
      await slowSql.begin(async (tx) => {
        await changeTournament(tx, id, clock.now(), (tournament) => ({ ...tournament, timezone: zoneName(zone) }))
        await tx`update tournaments set timezone_fixed = true where id = ${id}`
      })
    },

    setStatus: (id: number, status: TournamentStatus) =>
      changeAndReport(id, (tournament) => ({ ...tournament, status })),
  }
}

/** Our ids by the source's ids. */
async function idsOf(sql: Sql, bjjCompSystemIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; source: string }[]>`
    select id, bjj_comp_system_id as source from tournaments where bjj_comp_system_id = any(${bjjCompSystemIds}::text[])`
  return new Map(rows.map((row) => [row.source, row.id]))
}

/** Creates a tournament that waits for its import, unless it exists. */
export async function createTournament(sql: Transaction, listed: Listed, sourceUrl: string): Promise<void> {
  const t = newTournament(listed, sourceUrl)
  await sql`
    insert into tournaments (bjj_comp_system_id, name, logo_url, status, starts_on, ends_on, date_range, location, venue, city, state, country, timezone, order_of_fights_url, brackets_url, import, rule_set, epoch)
    values (${t.bjjCompSystemId}, ${t.name}, ${t.logoUrl}, ${t.status}, ${t.startsOn}, ${t.endsOn}, ${t.dateRange}, ${t.location}, ${t.venue}, ${t.city}, ${t.state}, ${t.country}, ${t.timezone}, ${t.orderOfFightsUrl},
      ${t.bracketsUrl}, ${JSON.stringify(t.import)}::jsonb, ${t.ruleSet}, ${randomUUID().slice(0, 8)})
    on conflict do nothing`
}

/** The condition of `active`. */
export const isActive = (sql: Transaction) => sql`
  (tournaments.is_added
    or (tournaments.import ->> 'state' in ('waiting', 'running') and exists (
      select 1 from listed_tournaments discovered
      where discovered.bjj_comp_system_id = tournaments.bjj_comp_system_id and discovered.discovered_at is not null)))
  and (tournaments.archived_at is null or tournaments.archived_at > now() - ${archivedActiveFor}::interval)`
