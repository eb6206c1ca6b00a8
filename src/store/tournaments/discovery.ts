// Finds the listed tournaments that nobody has added and in which followed people or teams are entered (docs/decisions/057).
import type { BoardReading } from '#domain/reading.ts'
import { teamKey } from '#domain/team.ts'
import type { Clock } from '#platform/clock.ts'
import { notImported } from '#reconcile'
import type { Database, Transaction } from '../database.ts'
import { keptUnused } from '../retention.ts'
import { changeTournament, selectListed } from './listing.ts'
import { createTournament, isActive } from './tournaments.ts'

/** A listed tournament whose roster is due. Ids are the source's. */
export type DueRoster = {
  tournament: string
  /** The day that the home page links to. */
  dayId: string
  startsOn: string | null
  endsOn: string | null
}

/** The largest number of imports in 24 hours. A weekend at one venue has at most four tournaments. */
const maxImports = 6
const day = 24 * 3_600_000
/** A due time further ahead than this was stored by a process with a wrong clock. */
const maxWait = '2 days'
/** An arbitrary number for the advisory lock, which serialises the decisions of all processes. */
const discoveryLock = 7_245_004

export function createDiscovery({ sql, slowSql }: Database, clock: Clock, sourceUrl: string) {
  return {
    /**
     * The roster to read next, that of the next event; undefined if none is due, if nobody has a rule for every tournament
     * or a recent follow, or if the imports of the last 24 hours have reached the limit.
     */
    async due(): Promise<DueRoster | undefined> {
      const now = instant(clock.now())
      // Venue dates differ from UTC's by at most a day.
      const yesterday = instant(clock.now() - day).slice(0, 10)
      const [due] = await sql<DueRoster[]>`
        select listed.bjj_comp_system_id as tournament, listed.day_id as "dayId", listed.starts_on as "startsOn", listed.ends_on as "endsOn"
        from listed_tournaments listed left join tournaments on tournaments.bjj_comp_system_id = listed.bjj_comp_system_id
        where listed.available and listed.day_id is not null and (listed.ends_on is null or listed.ends_on >= ${yesterday}::date)
          and (listed.roster_due_at <= ${now}::timestamptz or listed.roster_due_at > ${now}::timestamptz + ${maxWait}::interval)
          and (tournaments.id is null
            or (tournaments.status <> 'past' and tournaments.archived_at is null and not (${isActive(sql)})))
          and (exists (select 1 from follow_rules where tournament_id is null) or exists (
            select 1 from user_followed_athletes follow join athletes athlete on athlete.id = follow.athlete_id
            where ${isRecent(sql, now)}))
          and ${importsOfDay(sql, now)} < ${maxImports}
        order by listed.starts_on nulls last, listed.bjj_comp_system_id limit 1`
      return due
    },

    /** Sets when the roster is due again, epoch ms. */
    async postpone(tournament: string, until: number): Promise<void> {
      await sql`
        update listed_tournaments set roster_due_at = ${instant(until)}::timestamptz where bjj_comp_system_id = ${tournament}`
    },

    /**
     * Imports the tournament if a person or team on its roster is followed and nobody has added it; true if the import will
     * begin. An earlier import is repeated if a followed team has no athletes in the tournament, and either the tournament was
     * not imported for this team before, or parts of it are missing.
     */
    importIfFollowed: (
      tournament: string,
      { athletes, clubs }: Pick<BoardReading, 'athletes' | 'clubs'>,
    ): Promise<boolean> =>
      slowSql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${discoveryLock})`
        const now = instant(clock.now())
        const found = await findState(tx, tournament, now)
        if (!found || found.isActive || found.importsOfDay >= maxImports) return false
        const teams = await followedTeams(tx, found.id, clubs?.map(({ name }) => teamKey(name)) ?? [])
        const hasNewTeam = teams.some((key) => found.isIncomplete || !found.teamKeys.includes(key))
        // Later entries of people need no import: recording the roster finds them.
        const isNew = found.id === null && !found.wasImported
        const ids = athletes?.map(({ bjjCompSystemId }) => bjjCompSystemId) ?? []
        if (!hasNewTeam && !(isNew && (await isSomebodyFollowed(tx, ids, now)))) return false
        if (found.id === null) {
          const [listed] = await selectListed(tx, tx`bjj_comp_system_id = ${tournament}`)
          if (listed) await createTournament(tx, listed, sourceUrl)
        } else
          await changeTournament(tx, found.id, clock.now(), (stored) => {
            const { usable, athletes: count } = stored.import
            return { ...stored, import: { ...notImported, usable, athletes: count } }
          })
        const teamKeys = [...new Set([...found.teamKeys, ...teams])]
        await tx`
          update listed_tournaments set discovered_at = ${now}::timestamptz, discovered_team_keys = ${teamKeys}::text[]
          where bjj_comp_system_id = ${tournament}`
        return true
      }),
  }
}

const instant = (at: number): string => new Date(at).toISOString()

/** The condition that the tournament of `athlete` did not end longer ago than unused tournaments are kept. */
const isRecent = (sql: Transaction, now: string) => sql`
  exists (
    select 1 from tournaments entered where entered.id = athlete.tournament_id
      and coalesce(entered.ends_on, entered.starts_on, entered.created_at::date) > ${now}::timestamptz - ${keptUnused}::interval)`

const importsOfDay = (sql: Transaction, now: string) => sql`
  (select count(*)::integer from listed_tournaments where discovered_at > ${now}::timestamptz - interval '1 day')`

type State = {
  id: number | null
  /** As in tournaments.ts: a user has it, or discovery is importing it. */
  isActive: boolean
  wasImported: boolean
  /** It is stored, and its import has not found all parts. */
  isIncomplete: boolean
  /** The followed teams for which it was imported. */
  teamKeys: string[]
  importsOfDay: number
}

async function findState(tx: Transaction, tournament: string, now: string): Promise<State | undefined> {
  const [found] = await tx<State[]>`
    select tournaments.id, tournaments.id is not null and (${isActive(tx)}) as "isActive", listed.discovered_at is not null as "wasImported",
      tournaments.id is not null and (tournaments.import ->> 'state' <> 'done'
        or jsonb_array_length(coalesce(tournaments.import -> 'missing', '[]')) > 0) as "isIncomplete",
      listed.discovered_team_keys as "teamKeys", ${importsOfDay(tx, now)} as "importsOfDay"
    from listed_tournaments listed left join tournaments on tournaments.bjj_comp_system_id = listed.bjj_comp_system_id
    where listed.bjj_comp_system_id = ${tournament}`
  return found
}

/**
 * Those of these keys whose teams are followed by a rule for every tournament that does not exclude this one, but have no listed
 * athlete stored in this tournament.
 */
async function followedTeams(tx: Transaction, tournamentId: number | null, keys: readonly string[]): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    select distinct key from follow_rules rule cross join unnest(rule.team_keys) as key
    where rule.tournament_id is null and key = any(${keys}::text[])
      and (${tournamentId}::integer is null or ${tournamentId}::integer <> all(rule.excluded_tournaments))
      and not exists (
        select 1 from athletes athlete
        where athlete.tournament_id = ${tournamentId}::integer and athlete.listed and athlete.team_key = key)`
  return rows.map(({ key }) => key)
}

/**
 * Whether a user follows, in a tournament that is recent (`isRecent`), a person with one of these ids or with an id that the user
 * merged with one of them (decision 050).
 */
async function isSomebodyFollowed(tx: Transaction, ids: readonly string[], now: string): Promise<boolean> {
  const followed = await tx`
    with recursive person (user_id, source_id) as (
      select null::integer, source_id from unnest(${ids}::text[]) as source_id
      union
      select pair.user_id, case when pair.one = person.source_id then pair.other else pair.one end
      from person join person_pairs pair on pair.is_same and person.source_id in (pair.one, pair.other)
        and pair.user_id = coalesce(person.user_id, pair.user_id)
    )
    select 1 from person join athletes athlete on athlete.bjj_comp_system_id = person.source_id
    join user_followed_athletes follow on follow.athlete_id = athlete.id
      and follow.user_id = coalesce(person.user_id, follow.user_id)
    where ${isRecent(tx, now)} limit 1`
  return followed.length > 0
}
