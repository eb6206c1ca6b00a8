// The tournaments that can be added: the source's home page lists them, the federation's event list has places and dates. Facts
// about an added tournament are written through its change log.
import { logoPath } from '#domain/logo.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { pageKey } from '#domain/page.ts'
import type { EventsReading, HomeReading } from '#domain/reading.ts'
import type { LoggedChange } from '#domain/tournament-state.ts'
import type { Category, Tournament } from '#domain/tournament.ts'
import { anomalyOfList, historyInZone, inZone, startInZone, withListing, type Listed, type Slice } from '#reconcile'
import type { Part, Sql, Transaction } from '../database.ts'
import { loadHistories } from './match-histories.ts'
import { findPage, notePage, type PageRead, type Recorded } from './pages.ts'
import {
  readCategories,
  readDays,
  readTracedMatches,
  readTournament,
  tournamentOf,
  type TournamentRow,
} from './rows.ts'
import { writeSlice } from './write-slice.ts'

/** An arbitrary number for the advisory lock, which serialises processes that record a list. */
const listingLock = 7_245_003

type Context = { read: PageRead; now: number; sourceUrl: string }

/** Records the home page or the event list, and updates the added tournaments from it. */
export async function recordListing(
  slowSql: Sql,
  reading: HomeReading | EventsReading,
  context: Context,
): Promise<Recorded> {
  const { read } = context
  const key = pageKey(reading.page)
  const at = new Date(read.fetchedAt).toISOString()
  const ids =
    'events' in reading
      ? reading.events.map((event) => event.bjjCompSystemId)
      : reading.tournaments.map((each) => each.bjjCompSystemId)
  const outcome = await slowSql.begin(async (tx): Promise<Recorded['refused'] | 'same'> => {
    await tx`select pg_advisory_xact_lock(${listingLock})`
    const page = await findPage(tx, key)
    if (read.fetchedAt < (page?.fetchedAt ?? -Infinity)) return 'older'
    const note = { key, tournamentId: null, reading, read, seq: 0 }
    if (page?.bodyHash === read.bodyHash) {
      await notePage(tx, { ...note, changed: false, anomaly: null })
      return 'same'
    }
    if ('tournaments' in reading) {
      const rows = await tx<{ id: string }[]>`select bjj_comp_system_id as id from listed_tournaments where available`
      const known = rows.map((row) => row.id)
      const anomaly = anomalyOfList(known, ids, read.fetchedAt, page?.anomaly ?? null)
      if (anomaly) {
        await notePage(tx, { ...note, seq: null, changed: false, anomaly })
        return 'anomalous'
      }
    }
    if ('tournaments' in reading) await listHome(tx, reading, at)
    else await listEvents(tx, reading, at)
    // The hash is stored last: if an update of a tournament fails, the next reading of the same body repeats it.
    await notePage(tx, { ...note, read: { ...read, bodyHash: '' }, changed: true, anomaly: null })
    return undefined
  })
  if (outcome === 'same') return { changes: [] }
  if (outcome) return { changes: [], refused: outcome }
  const changes: LoggedChange[] = []
  const added = await slowSql<{ id: number }[]>`
    select id from tournaments where bjj_comp_system_id = any(${ids}::text[]) order by id`
  for (const { id } of added) changes.push(...(await slowSql.begin((tx) => updateTournament(tx, id, context))))
  await slowSql`update pages set body_hash = ${read.bodyHash} where key = ${key} and fetched_at = ${at}::timestamptz`
  return { changes }
}

const listHome = (tx: Transaction, reading: HomeReading, at: string): Promise<unknown> =>
  tx`
    with read as (
      select * from jsonb_to_recordset(${JSON.stringify(reading.tournaments)}::jsonb) as row ("bjjCompSystemId" text, name text, "logoUrl" text, "dayId" text)
    ), gone as (
      update listed_tournaments set available = false where available and bjj_comp_system_id not in (select "bjjCompSystemId" from read)
    )
    insert into listed_tournaments (bjj_comp_system_id, name, logo_address, day_id, available, seen_at, home_seen_at)
    select distinct on ("bjjCompSystemId") "bjjCompSystemId", name, "logoUrl", "dayId", true, ${at}::timestamptz, ${at}::timestamptz from read
    on conflict (bjj_comp_system_id) do update set
      name = excluded.name, logo_address = coalesce(excluded.logo_address, listed_tournaments.logo_address), day_id = coalesce(excluded.day_id, listed_tournaments.day_id),
      available = true, seen_at = excluded.seen_at, home_seen_at = excluded.home_seen_at`

/** Places and dates come from the event list, names from the home page as soon as it has listed the tournament. */
const listEvents = (tx: Transaction, reading: EventsReading, at: string): Promise<unknown> =>
  tx`
    insert into listed_tournaments (bjj_comp_system_id, name, logo_address, starts_on, ends_on, city, state, country, seen_at)
    select distinct on ("bjjCompSystemId") "bjjCompSystemId", name, "logoUrl", "startsOn", "endsOn", city, state, country, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(reading.events)}::jsonb) as row ("bjjCompSystemId" text, name text, "logoUrl" text, "startsOn" date, "endsOn" date, city text, state text, country text)
    on conflict (bjj_comp_system_id) do update set
      name = case when listed_tournaments.home_seen_at is null then excluded.name else listed_tournaments.name end,
      logo_address = coalesce(listed_tournaments.logo_address, excluded.logo_address),
      starts_on = coalesce(excluded.starts_on, listed_tournaments.starts_on), ends_on = coalesce(excluded.ends_on, listed_tournaments.ends_on),
      city = coalesce(excluded.city, listed_tournaments.city), state = coalesce(excluded.state, listed_tournaments.state),
      country = coalesce(excluded.country, listed_tournaments.country), seen_at = excluded.seen_at`

/** Copies the facts in the lists about a tournament into it. */
async function updateTournament(tx: Transaction, id: number, { now, sourceUrl }: Context): Promise<LoggedChange[]> {
  return changeTournament(tx, id, now, async (tournament, row) => {
    const [listed] = await selectListed(tx, tx`bjj_comp_system_id = ${row.bjjCompSystemId}`)
    return listed ? withListing(tournament, listed, { sourceUrl, zoneIsFixed: row.timezoneFixed }) : tournament
  })
}

/** The listed tournaments that meet the condition, by date and name, with RollCall's paths of their logos. */
export async function selectListed(sql: Transaction, condition: Part): Promise<(Listed & { available: boolean })[]> {
  const rows = await sql<(Omit<Listed, 'logoUrl'> & { available: boolean; hash: string | null })[]>`
    select bjj_comp_system_id as "bjjCompSystemId", name, day_id as "dayId", starts_on as "startsOn", ends_on as "endsOn", city, state, country, available, hash
    from listed_tournaments left join logos on logos.address = logo_address
    where ${condition} order by starts_on, name`
  return rows.map(({ hash, ...listed }) => ({ ...listed, logoUrl: hash && logoPath(hash) }))
}

/**
 * Changes a tournament's own facts under its row lock, through its change log. A new zone changes the instants of all its
 * matches. Returns no changes if there is no such tournament.
 */
export async function changeTournament(
  tx: Transaction,
  id: number,
  now: number,
  change: (tournament: Tournament, row: TournamentRow) => Promise<Tournament> | Tournament,
): Promise<LoggedChange[]> {
  const row = await readTournament(tx, tx`id = ${id}`, { lock: true })
  if (!row) return []
  const before = tournamentOf(row, await readDays(tx, id))
  const after = await change(before, row)
  const hasNewZone = after.timezone !== before.timezone
  const { matches, traces } = await readTracedMatches(tx, hasNewZone ? tx`tournament_id = ${id}` : tx`false`)
  const histories = hasNewZone ? await loadHistories(tx, id) : new Map<number, MatchHistory>()
  const categories = hasNewZone ? await readCategories(tx, tx`tournament_id = ${id}`) : new Map<number, Category>()
  /** `isRezoned`: with the instants in the tournament's zone; else as stored. */
  const sliceOf = (tournament: Tournament, isRezoned: boolean): Slice => ({
    state: {
      tournament,
      categories: isRezoned
        ? new Map(
            [...categories].map(([categoryId, category]) => [categoryId, startInZone(category, tournament.timezone)]),
          )
        : categories,
      athletes: new Map(),
      matches: isRezoned
        ? new Map([...matches].map(([matchId, match]) => [matchId, inZone(match, tournament.timezone)]))
        : matches,
    },
    traces,
    draws: new Map(),
    histories: isRezoned
      ? new Map([...histories].map(([matchId, history]) => [matchId, historyInZone(history, tournament.timezone)]))
      : histories,
    rostered: new Set(),
    unchangedAthletes: new Set(),
    fetchedAt: new Map(),
  })
  return writeSlice(tx, row, { before: sliceOf(before, false), after: sliceOf(after, true), now })
}
