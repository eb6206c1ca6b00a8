// Rules by which users follow teams (docs/decisions/047). Only this file expands rules into follows; all other code works with
// follows. Expanding is idempotent. It runs after each change of a rule or of athletes. One of the processes also repeats it every
// minute, to finish the work of a process that was killed.
import { randomUUID } from 'node:crypto'
import { teamKey } from '#domain/team.ts'
import { slices } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Part, Sql, Transaction } from '../database.ts'
import { inTurn } from '../in-turn.ts'
import { createLeases, followRulesLease } from '../jobs/leases.ts'
import {
  beginFollows,
  changeWatched,
  endFollows,
  followLimits,
  forEachUser,
  isOver,
  remainingFollows,
} from './change-watched.ts'
import { newsOfRule, noteJoined, noteWithdrawals, queueNews, usersWithNews, withdrawals } from './follow-rule-news.ts'
import type { UserEvents } from './user-events.ts'

/** `tournamentId` null: in every tournament that the team enters. */
export type NewRule = { team: string; aliases: readonly string[]; tournamentId: number | null }

export type FollowRule = {
  id: number
  team: string
  aliases: string[]
  tournamentId: number | null
  /** ISO. */
  createdAt: string
  /** Athletes whom the rule excludes: their id at the source, and the latest name for it. */
  excluded: { bjjCompSystemId: string; name: string | null }[]
  /**
   * How many athletes of the team are entered in each tournament, without excluded ones, and how many of them are followed,
   * manually or by a rule; of a tournament that is over, only the followed ones.
   */
  tournaments: { id: number; athletes: number; followed: number }[]
  /** The news of the last 24 hours: the number of athletes, and the names of the latest. */
  news: Record<'joined' | 'withdrew', { count: number; names: string[] }>
}

type RuleNames = Pick<FollowRule, 'id' | 'team' | 'aliases' | 'tournamentId'>

/** The largest number of rules of a user, and of aliases of a rule. */
const maxRules = 50
const maxAliases = 20
/** In ms. */
const repairInterval = 60_000
/**
 * A repetition expands the rules after those of the previous one: by so many statements, each of so many rules that it takes less
 * than a quarter of a second.
 */
const statementsInRepair = 10
const rulesAtOnce = 100
/** In ms. The process with the lease repeats the expansion and sends the news; each repetition extends the lease. */
const repairLease = 2 * repairInterval

/** `included`: the ids at the source of athletes whom the user's rules no longer exclude. */
type RuleChange = {
  aliases?: readonly string[] | undefined
  tournamentId?: number | null | undefined
  included?: readonly string[] | undefined
}

type Parts = {
  database: Pick<Database, 'sql' | 'slowSql'>
  events: UserEvents
  clock: Clock
  /** Wakes this process's worker for alerts. */
  wake: () => void
  onError: (error: unknown) => void
}

/** The calls about rules. Repeats the expansion every minute, in the process that has the lease, until `close`. */
export function createFollowRules({ database: { sql, slowSql }, events, clock, wake, onError }: Parts) {
  const expandFor = (userId: number): Promise<void> =>
    changeWatched(events, userId, async (tx, recordChange) => {
      const hasExpanded = await expandRules(tx, userId, { isNews: true })
      if ((await noteWithdrawals(tx, userId)) || hasExpanded) await recordChange()
    })
  const sendNews = async (): Promise<void> => {
    const users = await usersWithNews(slowSql, clock.now())
    await forEachUser(users, (userId) =>
      changeWatched(events, userId, (tx) => queueNews(tx, userId, clock.now())),
    ).finally(wake)
  }

  const expandIn = async (scope: Scope): Promise<void> => forEachUser(await usersToExpand(slowSql, scope), expandFor)
  /** By tournament id. */
  const expand = inTurn((tournamentId: string) => expandIn({ tournamentId: Number(tournamentId) }))
  /** The last rule of the repeated expansion, in the order of ids. */
  let lastRule = 0
  /** Expands the next rules. Only some, because all rules are too many for a minute. */
  const expandNext = async (): Promise<void> => {
    const rules = await sql<{ id: number }[]>`
      select id from follow_rules where id > ${lastRule} order by id limit ${rulesAtOnce * statementsInRepair}`
    lastRule = rules.length < rulesAtOnce * statementsInRepair ? 0 : (rules.at(-1)?.id ?? 0)
    for (const some of slices(rules, rulesAtOnce)) await expandIn({ ruleIds: some.map(({ id }) => id) }).catch(onError)
  }
  const leases = createLeases(sql)
  const holder = randomUUID()
  const repair = async (): Promise<void> => {
    if (!(await leases.take(followRulesLease, holder, repairLease))) return
    await expandNext().catch(onError)
    await sendNews()
  }
  const repairing = clock.every(repairInterval, () => repair().catch(onError))

  return {
    /** The user's rules in the order of creation. */
    list: (userId: number): Promise<FollowRule[]> => readRules(sql, sql`rule.user_id = ${userId}`),

    /** One of the user's rules; undefined if the user has no such rule. */
    find: (userId: number, id: number): Promise<FollowRule | undefined> => findRule(sql, userId, id),

    /** The names of the user's rules, and where the rules apply, in the order of creation. */
    names: (userId: number): Promise<RuleNames[]> => readNames(sql, userId),

    /**
     * Creates and expands a rule, and returns its id. If a rule for the same team and tournaments exists, it gets the additional
     * aliases. 'unknown': the tournament is not the user's. 'over': it is over. 'limit': the user has too many rules. 'aliases':
     * the rule would have too many.
     */
    create: (userId: number, { team, aliases, tournamentId }: NewRule) =>
      changeWatched(
        events,
        userId,
        async (tx, recordChange): Promise<number | 'unknown' | 'over' | 'limit' | 'aliases'> => {
          const obstacle = await obstacleIn(tx, userId, tournamentId)
          if (obstacle) return obstacle
          const [known] = await tx<{ id: number; aliases: string[] }[]>`
          select id, aliases from follow_rules
          where user_id = ${userId} and team_keys[1] = ${teamKey(team)} and tournament_id is not distinct from ${tournamentId}`
          const [count] = await tx<{ rules: number }[]>`
          select count(*)::integer as rules from follow_rules where user_id = ${userId}`
          if (!known && (count?.rules ?? 0) >= maxRules) return 'limit'
          const names = distinctNames(team, [...(known?.aliases ?? []), ...aliases])
          if (names.size > 1 + maxAliases) return 'aliases'
          const id = known?.id ?? (await insertRule(tx, userId, { team, tournamentId }))
          await setNames(tx, id, names)
          await expandRules(tx, userId)
          await recordChange()
          return id
        },
      ),

    /**
     * Changes the given properties of a rule. 'unknown': the user has no such rule or tournament. 'over': the tournament is over.
     * 'twice': another rule of the user has this team and this tournament.
     */
    change: (userId: number, id: number, { aliases, tournamentId, included = [] }: RuleChange) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<'done' | 'unknown' | 'over' | 'twice'> => {
        const [rule] = await tx<{ team: string; tournamentId: number | null }[]>`
          select team, tournament_id as "tournamentId" from follow_rules where id = ${id} and user_id = ${userId}`
        if (!rule) return 'unknown'
        if (tournamentId !== undefined && tournamentId !== rule.tournamentId) {
          const obstacle = await obstacleIn(tx, userId, tournamentId)
          if (obstacle) return obstacle
          const others = await tx`
            select 1 from follow_rules where user_id = ${userId} and id <> ${id}
              and team_keys[1] = ${teamKey(rule.team)} and tournament_id is not distinct from ${tournamentId}`
          if (others.length > 0) return 'twice'
          await tx`update follow_rules set tournament_id = ${tournamentId} where id = ${id}`
        }
        if (aliases) await setNames(tx, id, distinctNames(rule.team, aliases))
        if (included.length > 0) await includePeople(tx, userId, included)
        await expandRules(tx, userId)
        await recordChange()
        return 'done'
      }),

    /** Removes the rule, and the follows that exist only because of it; false if the user has no such rule. */
    remove: (userId: number, id: number) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<boolean> => {
        const [rule] = await tx`
          update follow_rules set team_keys = '{}' where id = ${id} and user_id = ${userId} returning id`
        if (!rule) return false
        // Without team keys, the rule requires none of its follows.
        await expandRules(tx, userId)
        await tx`delete from follow_rules where id = ${id}`
        await recordChange()
        return true
      }),

    /** Expands all rules that concern the tournament, after its athletes changed. */
    expand: (tournamentId: number): Promise<void> => expand(String(tournamentId)),

    async close(): Promise<void> {
      await repairing.stop()
      await leases.release(followRulesLease, holder).catch(onError)
    },
  }
}

/** Why the user cannot have a new rule for this tournament; null if the user can. A rule for every tournament is always allowed. */
async function obstacleIn(
  tx: Transaction,
  userId: number,
  tournamentId: number | null,
): Promise<'unknown' | 'over' | null> {
  if (tournamentId === null) return null
  const [mine] = await tx<{ isOver: boolean }[]>`
    select ${isOver(tx)} as "isOver" from user_tournaments mine join tournaments tournament on tournament.id = mine.tournament_id
    where mine.user_id = ${userId} and mine.tournament_id = ${tournamentId}`
  if (!mine) return 'unknown'
  return mine.isOver ? 'over' : null
}

async function insertRule(tx: Transaction, userId: number, { team, tournamentId }: Omit<NewRule, 'aliases'>) {
  const [made] = await tx<{ id: number }[]>`
    insert into follow_rules (user_id, tournament_id, team, team_keys)
    values (${userId}, ${tournamentId}, ${team}, ${[teamKey(team)]}) returning id`
  return made?.id ?? NaN
}

/** The team and its aliases by key; of names with one key the first is kept. */
function distinctNames(team: string, aliases: readonly string[]): Map<string, string> {
  const byKey = new Map([[teamKey(team), team]])
  for (const alias of aliases) if (!byKey.has(teamKey(alias))) byKey.set(teamKey(alias), alias)
  return byKey
}

async function setNames(tx: Transaction, id: number, byKey: ReadonlyMap<string, string>): Promise<void> {
  await tx`
    update follow_rules set team_keys = ${[...byKey.keys()]}, aliases = ${[...byKey.values()].slice(1)} where id = ${id}`
}

/**
 * The follows that rules require, as a query with user_id, rule_id, athlete_id and, of the tournament, tournament_id, is_added
 * (true if it is on the user's list), is_over, is_live and starts_on. A rule begins no follow in a tournament that is over.
 * `condition` refers to `rule` and `athlete`. The keys of a rule differ, so the query has each athlete once per rule; with
 * `any(team_keys)`, PostgreSQL compares each rule with each athlete.
 */
const wantedFollows = (sql: Transaction, condition: Part) => sql`
  select rule.user_id, rule.id as rule_id, athlete.id as athlete_id, athlete.tournament_id, mine.id is not null as is_added,
    ${isOver(sql)} as is_over, tournament.status = 'live' as is_live, tournament.starts_on
  from follow_rules rule
  cross join unnest(rule.team_keys) as named (key)
  join athletes athlete on athlete.team_key = named.key and athlete.listed
    and athlete.tournament_id = coalesce(rule.tournament_id, athlete.tournament_id)
  join tournaments tournament on tournament.id = athlete.tournament_id
  left join user_tournaments mine on mine.user_id = rule.user_id and mine.tournament_id = athlete.tournament_id
  where (mine.id is not null or not ${isOver(sql)})
    and athlete.bjj_comp_system_id <> all(rule.excluded_athletes)
    and athlete.tournament_id <> all(rule.excluded_tournaments)
    and ${condition}`

/** The order in which wanted follows get the places that are left: tournaments that are live first, then the next ones. */
const nextFirst = (sql: Transaction) => sql`is_live desc, starts_on nulls last`

/** The condition for `wantedFollows` that selects one user. */
const ofUser = (sql: Transaction, userId: number) => sql`rule.user_id = ${userId}`

/**
 * True for a follow that its rule no longer requires. An athlete who is no longer listed, or for whom the source shows no team,
 * stays followed. `follow`, `rule` and `athlete` are the rows.
 */
const isUnwanted = (sql: Transaction) => sql`
  (athlete.team_key <> all(rule.team_keys) or athlete.bjj_comp_system_id = any(rule.excluded_athletes)
    or athlete.tournament_id <> rule.tournament_id)`

/** The rules and athletes to consider. */
type Scope = { tournamentId: number } | { ruleIds: readonly number[] }

/** The users for whom `expandRules` or `noteWithdrawals` has something to do. */
async function usersToExpand(sql: Sql, scope: Scope): Promise<number[]> {
  /** `rule`: the expression with the rule's id. */
  const within = (rule: Part): Part =>
    'tournamentId' in scope
      ? sql`athlete.tournament_id = ${scope.tournamentId}`
      : sql`${rule} = any(${[...scope.ruleIds]}::integer[])`
  /** The athletes' ids as an array: for a join, PostgreSQL would read the follows of all rules. */
  const ofRules =
    'tournamentId' in scope
      ? sql`follow.rule_id is not null and follow.athlete_id = any(array(select id from athletes where tournament_id = ${scope.tournamentId}))`
      : within(sql`follow.rule_id`)
  const rows = await sql<{ userId: number }[]>`
    select missing.user_id as "userId" from (
      select distinct wanted.user_id, wanted.is_added from (${wantedFollows(sql, within(sql`rule.id`))}) wanted
      where not wanted.is_over and not exists (
        select 1 from user_followed_athletes follow
        where follow.user_id = wanted.user_id and follow.athlete_id = wanted.athlete_id)
    ) missing
    where ${remainingFollows(sql, sql`missing.user_id`)} > 0
      and (is_added
        or (select count(*) from user_tournaments added where added.user_id = missing.user_id) < ${followLimits.tournaments})
    union
    select follow.user_id from user_followed_athletes follow
    join follow_rules rule on rule.id = follow.rule_id
    join athletes athlete on athlete.id = follow.athlete_id
    where ${ofRules} and ${isUnwanted(sql)}
    union
    select follow.user_id ${withdrawals(sql, ofRules)}
    order by 1`
  return rows.map(({ userId }) => userId)
}

/**
 * Makes the user's follows match the rules, within the limits: adds the tournaments in which a rule for every tournament finds its
 * team, adds the missing follows, and ends those that their rule no longer requires. Manual follows do not change. True if
 * something changed. Call it inside `changeWatched`. `isNews`: the user did not cause the change, and gets news about who joined.
 */
export async function expandRules(tx: Transaction, userId: number, { isNews } = { isNews: false }): Promise<boolean> {
  const added = await tx`
    insert into user_tournaments (user_id, tournament_id)
    select ${userId}::integer, tournament_id
    from (${wantedFollows(tx, ofUser(tx, userId))}) wanted where not is_added
    group by tournament_id, is_live, starts_on order by ${nextFirst(tx)}, tournament_id
    limit (select greatest(0, ${followLimits.tournaments}::integer - count(*)) from user_tournaments where user_id = ${userId})
    returning id`
  const moved = await tx`
    update user_followed_athletes follow set rule_id = wanted.rule_id
    from (
      select distinct on (athlete_id) athlete_id, rule_id
      from (${wantedFollows(tx, ofUser(tx, userId))}) candidate order by athlete_id, rule_id
    ) wanted, athletes athlete, follow_rules rule
    where follow.user_id = ${userId} and follow.athlete_id = wanted.athlete_id and athlete.id = follow.athlete_id
      and rule.id = follow.rule_id and ${isUnwanted(tx)}
    returning follow.id`
  const hasEnded = await endFollows(
    tx,
    userId,
    tx`id in (
      select follow.id from user_followed_athletes follow
      join follow_rules rule on rule.id = follow.rule_id
      join athletes athlete on athlete.id = follow.athlete_id
      where follow.user_id = ${userId} and ${isUnwanted(tx)})`,
  )
  const followed = await beginFollows(
    tx,
    userId,
    tx`
      select athlete_id, rule_id from (
        select distinct on (wanted.athlete_id) wanted.*
        from (${wantedFollows(tx, ofUser(tx, userId))}) wanted
        where is_added and not is_over and not exists (
          select 1 from user_followed_athletes follow where follow.user_id = ${userId} and follow.athlete_id = wanted.athlete_id)
        order by wanted.athlete_id, wanted.rule_id
      ) missing
      order by ${nextFirst(tx)}, rule_id, athlete_id limit ${remainingFollows(tx, userId)}`,
  )
  const joined = followed.map(({ athleteId }) => athleteId)
  if (isNews && joined.length > 0) await noteJoined(tx, userId, joined)
  return added.length > 0 || moved.length > 0 || hasEnded || joined.length > 0
}

/** The condition that a rule of the user matches the athlete, even if the rule excludes the athlete; `athlete` is the row. */
const matchesAthlete = (tx: Transaction, userId: number, athleteId: number) => tx`
  rule.user_id = ${userId} and athlete.id = ${athleteId} and athlete.team_key = any(rule.team_keys)
  and athlete.tournament_id = coalesce(rule.tournament_id, athlete.tournament_id)`

/**
 * Makes the user's rules that match the athlete exclude the athlete from now on, in every tournament. Returns the teams of these
 * rules.
 */
export async function excludeAthlete(tx: Transaction, userId: number, athleteId: number): Promise<string[]> {
  const rules = await tx<{ id: number; team: string }[]>`
    update follow_rules rule set excluded_athletes = array_append(excluded_athletes, athlete.bjj_comp_system_id)
    from athletes athlete
    where ${matchesAthlete(tx, userId, athleteId)} and athlete.bjj_comp_system_id <> all(excluded_athletes)
    returning rule.id, rule.team`
  if (rules.length > 0) await expandRules(tx, userId)
  return [...new Set(rules.toSorted((a, b) => a.id - b.id).map(({ team }) => team))]
}

/** Ends the exclusion of the athlete by rules, and returns the first of these rules; undefined if there was none. */
export async function includeAthlete(
  tx: Transaction,
  userId: number,
  athleteId: number,
): Promise<{ id: number; team: string } | undefined> {
  const rules = await tx<{ id: number; team: string }[]>`
    update follow_rules rule set excluded_athletes = array_remove(excluded_athletes, athlete.bjj_comp_system_id)
    from athletes athlete
    where ${matchesAthlete(tx, userId, athleteId)} and athlete.bjj_comp_system_id = any(excluded_athletes)
    returning rule.id, rule.team`
  return rules.toSorted((a, b) => a.id - b.id)[0]
}

/** Ends the exclusion of people by all of the user's rules; `ids` at the source. */
async function includePeople(tx: Transaction, userId: number, ids: readonly string[]): Promise<void> {
  await tx`
    update follow_rules set excluded_athletes = array(
      select excluded.id from unnest(excluded_athletes) with ordinality as excluded (id, place)
      where excluded.id <> all(${[...ids]}::text[]) order by excluded.place)
    where user_id = ${userId} and excluded_athletes && ${[...ids]}::text[]`
}

/** Removes the user's rules for this tournament; rules for every tournament exclude it from now on. */
export async function excludeTournament(tx: Transaction, userId: number, tournamentId: number): Promise<void> {
  await tx`delete from follow_rules where user_id = ${userId} and tournament_id = ${tournamentId}`
  await tx`
    update follow_rules set excluded_tournaments = array_append(excluded_tournaments, ${tournamentId}::integer)
    where user_id = ${userId} and tournament_id is null and ${tournamentId}::integer <> all(excluded_tournaments)`
}

/** Ends the exclusion of these tournaments by rules. */
export async function includeTournaments(tx: Transaction, userId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update follow_rules set excluded_tournaments =
      array(select id from unnest(excluded_tournaments) as id where id <> all(${[...ids]}::integer[]))
    where user_id = ${userId} and excluded_tournaments && ${[...ids]}::integer[]`
}

async function findRule(sql: Sql, userId: number, id: number): Promise<FollowRule | undefined> {
  const [rule] = await readRules(sql, sql`rule.user_id = ${userId} and rule.id = ${id}`)
  return rule
}

const readNames = (sql: Sql, userId: number): Promise<RuleNames[]> => sql<RuleNames[]>`
  select id, team, aliases, tournament_id as "tournamentId" from follow_rules where user_id = ${userId} order by id`

/** `condition` refers to `rule`. */
async function readRules(sql: Sql, condition: Part): Promise<FollowRule[]> {
  const found = await sql<FollowRule[]>`
    with wanted as (
      select wanted.rule_id, wanted.tournament_id, count(*)::integer as athletes, count(follow.id)::integer as followed
      from (${wantedFollows(sql, condition)}) wanted
      left join user_followed_athletes follow on follow.user_id = wanted.user_id and follow.athlete_id = wanted.athlete_id
      where not wanted.is_over or follow.id is not null
      group by wanted.rule_id, wanted.tournament_id
    )
    select rule.id, rule.team, rule.aliases, rule.tournament_id as "tournamentId", rule.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('bjjCompSystemId', excluded.id, 'name',
          (select name from athletes where athletes.bjj_comp_system_id = excluded.id order by athletes.id desc limit 1))
          order by excluded.place), '[]')
        from unnest(rule.excluded_athletes) with ordinality as excluded (id, place)) as excluded,
      (select coalesce(json_agg(json_build_object('id', tournament_id, 'athletes', athletes, 'followed', followed) order by tournament_id), '[]')
        from wanted where wanted.rule_id = rule.id) as tournaments,
      json_build_object('joined', ${newsOfRule(sql, 'joined')}, 'withdrew', ${newsOfRule(sql, 'withdrew')}) as news
    from follow_rules rule where ${condition} order by rule.id`
  return found.map((rule) => ({ ...rule, createdAt: new Date(rule.createdAt).toISOString() }))
}
