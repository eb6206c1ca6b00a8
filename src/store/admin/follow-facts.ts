// What is stored about followed athletes; the diagnostics derive from it what is missing.
import type { Part, Sql } from '../database.ts'
import { beltOf } from '#domain/belt.ts'
import { nameKey, type SearchTerm, searchTerm } from '#domain/name.ts'
import type { ImportProgress, TournamentStatus } from '#domain/tournament.ts'
import { slices } from '#platform/batches.ts'
import { readFollowed } from './followed.ts'
import { hasPart, soonestFirst } from './lists.ts'

/** A page with data of the athlete: a bracket, or the board of a listed match. */
export type FactPage = {
  key: string
  state: 'new' | 'ok' | 'stale' | 'quarantined' | 'down' | 'gone'
  fetchedAt: string | null
  attemptedAt: string | null
  everyMs: number | null
}

export type FollowFacts = {
  athleteId: number
  name: string
  bjjCompSystemId: string
  belt: string | null
  team: string | null
  division: string | null
  /** False if the source no longer lists the athlete. */
  listed: boolean
  followers: number
  tournament: {
    id: number
    name: string
    status: TournamentStatus
    startsOn: string | null
    timezone: string | null
    archived: boolean
    import: Pick<ImportProgress, 'state' | 'usable'>
  }
  /** The number of categories that the athlete entered, and of those that have a published bracket and an opponent. */
  categories: number
  published: number
  /** The number of all matches without byes, of the open ones on a board, and of those without a time or mat. */
  matches: number
  upcoming: number
  unscheduled: number
  pages: FactPage[]
}

/** The largest number of athletes whose facts are read for one call, and for one statement. */
const [maxRead, readAtOnce] = [1_000, 250]
/** The number of tournaments in which one statement looks for followed athletes. */
const tournamentsAtOnce = 10

export function createFollowFacts(sql: Sql) {
  const readSome = (athleteIds: readonly number[]) => sql<FollowFacts[]>`
    with followed as (
      select athlete_id, count(*)::integer as followers from user_followed_athletes
      where athlete_id = any(${[...athleteIds]}::integer[]) group by athlete_id
    )
    select athlete.id as "athleteId", athlete.name, athlete.bjj_comp_system_id as "bjjCompSystemId", athlete.belt, athlete.team, athlete.division,
      athlete.listed, followed.followers,
      json_build_object('id', tournament.id, 'name', tournament.name, 'status', tournament.status, 'startsOn', tournament.starts_on,
        'timezone', tournament.timezone, 'archived', tournament.archived_at is not null,
        'import', json_build_object('state', tournament.import -> 'state', 'usable', tournament.import -> 'usable')) as tournament,
      entered.categories, entered.published, fought.matches, fought.upcoming, fought.unscheduled, read.pages
    from followed
    join athletes athlete on athlete.id = followed.athlete_id
    join tournaments tournament on tournament.id = athlete.tournament_id
    cross join lateral (
      select count(*)::integer as categories, (count(*) filter (where category.state <> 'none' and exists (
          select 1 from entries other where other.category_id = category.id and other.athlete_id <> athlete.id)))::integer as published,
        coalesce(array_agg(tournament.bjj_comp_system_id || '/bracket/' || category.bjj_comp_system_id), '{}') as keys
      from entries entry join categories category on category.id = entry.category_id
      where entry.athlete_id = athlete.id
    ) entered
    cross join lateral (
      select count(*)::integer as matches,
        (count(*) filter (where outcome is null and board = 'listed'))::integer as upcoming,
        (count(*) filter (where outcome is null and board = 'listed' and (time is null or mat is null)))::integer as unscheduled,
        coalesce(array_agg(distinct trace -> 'board' ->> 'page') filter (where outcome is null and board = 'listed' and trace -> 'board' ->> 'page' is not null), '{}') as keys
      from fights
      where tournament_id = tournament.id and not (sides @> '[{"kind":"bye"}]')
        and (competitor_a = athlete.bjj_comp_system_id or competitor_b = athlete.bjj_comp_system_id)
    ) fought
    cross join lateral (
      select coalesce(json_agg(json_build_object('key', wanted.key, 'state', coalesce(page.state, 'new'), 'fetchedAt', page.fetched_at, 'attemptedAt', page.attempted_at,
        'everyMs', page.every_ms) order by wanted.key), '[]') as pages
      from (select distinct unnest(entered.keys || fought.keys) as key) wanted left join pages page on page.key = wanted.key
    ) read`
  const read = async (athleteIds: readonly number[]): Promise<FollowFacts[]> => {
    const rows: FollowFacts[] = []
    for (const some of slices(athleteIds, readAtOnce)) rows.push(...(await readSome(some)))
    return rows.map(factsOf)
  }
  return {
    /** The number of all followed athletes. */
    count: async (): Promise<number> => (await readFollowed(sql, 0)).count,
    /** The facts of a thousand followed athletes, unordered: first of live tournaments, then of upcoming ones, then of past ones. */
    first: async (): Promise<FollowFacts[]> => read(await firstFollowed(sql)),
    /** The facts of a thousand followed athletes, unordered, whose name, team or tournament contains each word of the text. */
    search: async (text: string): Promise<FollowFacts[]> => read(await findFollowed(sql, searchTerm(text))),
    /** Undefined if nobody follows the athlete. */
    of: async (athleteId: number): Promise<FollowFacts | undefined> => (await read([athleteId]))[0],
  }
}

async function firstFollowed(sql: Sql): Promise<number[]> {
  const tournaments = await sql<{ id: number }[]>`select id from tournaments ${soonestFirst(sql)}`
  const found: { id: number }[] = []
  for (const some of slices(tournaments, tournamentsAtOnce)) {
    if (found.length === maxRead) break
    const ids = some.map(({ id }) => id)
    found.push(
      ...(await sql<{ id: number }[]>`
        select id from athletes where tournament_id = any(${ids}::integer[])
          and exists (select 1 from user_followed_athletes where athlete_id = athletes.id)
        limit ${maxRead - found.length}`),
    )
  }
  return found.map(({ id }) => id)
}

/** Each word may be in the name of the athlete or of the tournament. */
async function findFollowed(sql: Sql, { whole, words }: SearchTerm): Promise<number[]> {
  const tournaments = await sql<{ id: number; name: string }[]>`select id, name from tournaments`
  const keys = tournaments.map(({ id, name }) => ({ id, key: nameKey(name) }))
  const hasWord = (word: string): Part => {
    const ids = keys.flatMap(({ id, key }) => (key.includes(word) ? id : []))
    return sql`(${hasPart(sql, word)} or tournament_id = any(${ids}::integer[]))`
  }
  const conditions = (words.length > 0 ? words : [whole]).map(hasWord)
  const athletes = await sql<{ id: number }[]>`
    select id from athletes
    where ${conditions.reduce((one, other) => sql`${one} and ${other}`)}
      and exists (select 1 from user_followed_athletes where athlete_id = athletes.id)
    limit ${maxRead}`
  return athletes.map(({ id }) => id)
}

const factsOf = (row: FollowFacts): FollowFacts => ({ ...row, belt: beltOf(row) })
