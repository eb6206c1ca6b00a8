// People who enter several tournaments (docs/decisions/050). An id of the source belongs to one person, in all tournaments. Two
// ids belong to one person only if a user says so, and only for this user.
import { type Distinction, distinctionOf, type Entrant } from '#domain/same-person.ts'
import type { Clock } from '#platform/clock.ts'
import { slices } from '#platform/batches.ts'
import type { Database, Part, Sql, Transaction } from '../database.ts'
import { type EntryAlert, queueEntryAlerts } from '../jobs/entry-alerts.ts'
import { addTournaments, beginFollow } from './add-watched.ts'
import { changeWatched, forEachUser, canFollowMore, isOver } from './change-watched.ts'
import { expandRules } from './follow-rules.ts'
import type { UserEvents } from './user-events.ts'

/**
 * An athlete whom the user does not follow and may want to. 'same-id': certainly a person whom the user follows elsewhere.
 * 'look-alike': has the same name, team and belt under another id.
 */
export type Offer = {
  kind: 'same-id' | 'look-alike'
  athleteId: number
  tournamentId: number
  known: { athleteId: number; name: string; tournamentId: number }
}

/** An athlete of another tournament. `isMerged`: under another id, which the user declared to belong to the same person. */
export type Appearance = { athleteId: number; tournamentId: number; isMerged: boolean }

export type Answer = 'accepted' | 'declined'

type Parts = {
  database: Pick<Database, 'sql' | 'slowSql'>
  events: UserEvents
  clock: Clock
  /** Expands the rules for teams in a tournament, which a process that ended after a reading has not done. */
  expand: (tournamentId: number) => Promise<void>
  /** Wakes this process's worker for alerts. */
  wake: () => void
  /** Gets the error of a failed repair; the next one, a minute later, tries again. */
  onError: (error: unknown) => void
}

/** In ms. How often missing alerts are queued: those of processes that failed or ended after a reading. */
const repairInterval = 60_000

/** The maximum number of rows in a list of offers, and in one of appearances; the latest tournaments come first. */
const maxOffers = 100
const maxAppearances = 20
/** The number of athletes for which one statement finds users, so that it takes less than a quarter of a second. */
export const athletesAtOnce = 100
/** The maximum number of pairs of a user. Pairs of two different people are dropped first, then merges; of each the oldest. */
const maxPairs = 1_000

/** The calls about people. Queues missing alerts about entries every minute, until `close`. */
export function createPeople({ database: { sql, slowSql }, events, clock, expand, wake, onError }: Parts) {
  const alertTo = async (tournamentId: number): Promise<void> => {
    const [tournament] = await sql<{ changedAt: string | null }[]>`
      select entrants_changed_at::text as "changedAt" from tournaments where id = ${tournamentId}`
    const found = await findNewcomers(slowSql, tournamentId)
    await forEachUser([...found.keys()], (userId) =>
      changeWatched(events, userId, (tx) =>
        alertUser(tx, userId, { tournamentId, athleteIds: found.get(userId) ?? [], now: clock.now() }),
      ),
    ).finally(wake)
    // Stays set if a reading has changed the athletes meanwhile; these may include further newcomers.
    if (tournament?.changedAt)
      await sql`
        update tournaments set entrants_changed_at = null
        where id = ${tournamentId} and entrants_changed_at = ${tournament.changedAt}::timestamptz`
  }
  const repair = async (): Promise<void> => {
    const before = new Date(clock.now() - repairInterval).toISOString()
    const tournaments = await sql<{ id: number }[]>`
      select id from tournaments where entrants_changed_at < ${before}::timestamptz order by entrants_changed_at`
    for (const { id } of tournaments)
      await expand(id)
        .then(() => alertTo(id))
        .catch(onError)
  }
  const repairing = clock.every(repairInterval, () => repair().catch(onError))

  return {
    /** Athletes in tournaments that are not over, whom the user may want to follow; those of the kind 'same-id' first. */
    offers: async (userId: number): Promise<Offer[]> => {
      const offers = new Map<number, Offer>()
      for (const { distinction, ...offer } of await readCandidates(sql, userId))
        if (!distinction && !offers.has(offer.athleteId)) offers.set(offer.athleteId, offer)
      return [...offers.values()].slice(0, maxOffers)
    },

    /**
     * Answers an offer; an offer of kind 'same-id' can be accepted even after it was declined. Accepting adds the tournament and
     * follows the athlete; a look-alike is stored as the same person. Declining ends the offer; a look-alike is stored as another
     * person. An offer can be accepted twice, because the first answer may have been lost. 'unknown': there is no such offer.
     * 'limit': the user has too many tournaments or athletes. Returns a `Distinction` if an accepted look-alike cannot be the same
     * person, for example because both were entered in one tournament since the offer was made. In these three cases nothing
     * changes.
     */
    answer: (userId: number, athleteId: number, answer: Answer) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<'done' | 'unknown' | 'limit' | Distinction> => {
        const candidates = await readCandidates(tx, userId, athleteId)
        const offer = candidates.find(({ distinction }) => !distinction) ?? candidates[0]
        if (!offer) return answer === 'accepted' && (await isAccepted(tx, userId, athleteId)) ? 'done' : 'unknown'
        if (answer === 'accepted' && offer.distinction) return offer.distinction
        if (answer === 'accepted' && !(await accept(tx, userId, offer))) return 'limit'
        if (offer.kind === 'look-alike')
          await writePair(tx, userId, [athleteId, offer.known.athleteId], answer === 'accepted')
        if (answer === 'declined') await declineOffer(tx, userId, athleteId)
        await recordChange()
        return 'done'
      }),

    /** All ids at the source of the person with this id, for the user. */
    idsOf: async (userId: number, sourceId: string): Promise<string[]> => {
      const ids = await sql<{ id: string }[]>`
        select source_id as id from (${personIds(sql, userId, sql`${sourceId}::text`)}) person`
      return ids.map(({ id }) => id)
    },

    /** The person's athletes in other tournaments, the latest first. */
    appearances: (userId: number, athleteId: number): Promise<Appearance[]> => sql<Appearance[]>`
      with self as (select * from athletes where id = ${athleteId})
      select athlete.id as "athleteId", athlete.tournament_id as "tournamentId",
        athlete.bjj_comp_system_id <> self.bjj_comp_system_id as "isMerged"
      from self join athletes athlete on athlete.tournament_id <> self.tournament_id
        and athlete.bjj_comp_system_id in (${personIds(sql, userId, sql`self.bjj_comp_system_id`)})
      join tournaments tournament on tournament.id = athlete.tournament_id
      order by tournament.starts_on desc nulls last, athlete.id desc limit ${maxAppearances}`,

    /**
     * Stores whether two athletes, at least one of them followed by the user, are one person. 'unknown': there are no such
     * athletes. Returns a `Distinction` if they cannot be one person; then nothing changes.
     */
    setSame: (userId: number, athleteIds: [number, number], isSame: boolean) =>
      changeWatched(events, userId, async (tx, recordChange): Promise<'done' | 'unknown' | Distinction> => {
        const entrants = await tx<Entrant[]>`
          select tournament_id as "tournamentId", belt, division from athletes where id = any(${athleteIds}::integer[])`
        const followed = await tx`
          select 1 from user_followed_athletes where user_id = ${userId} and athlete_id = any(${athleteIds}::integer[])`
        const [one, other] = entrants
        if (!one || !other || followed.length === 0) return 'unknown'
        const distinction = isSame ? distinctionOf(one, other) : null
        if (distinction) return distinction
        const [first, second] = athleteIds
        const together = areEnteredTogether(tx, userId, sourceIdOf(tx, first), sourceIdOf(tx, second))
        if (isSame && (await tx`select 1 where ${together}`).length > 0) return 'tournament'
        if (!isSame) await separate(tx, userId, athleteIds)
        await writePair(tx, userId, athleteIds, isSame)
        await recordChange()
        return 'done'
      }),

    /**
     * Alerts users to followed people who are entered in this tournament, once for each. Call it after the tournament's athletes
     * changed. If it fails, or the process ends first, the repair of any process does it.
     */
    alertTo,

    close: (): Promise<void> => repairing.stop(),
  }
}

/**
 * The ids at the source of the person with the id `of`, for this user: that id, and those that the user declared to belong to
 * the same person.
 */
const personIds = (sql: Transaction, userId: number | Part, of: Part) => sql`
  with recursive person (source_id) as (
    select ${of}
    union
    select case when pair.one = person.source_id then pair.other else pair.one end
    from person join person_pairs pair on pair.user_id = ${userId} and pair.is_same and person.source_id in (pair.one, pair.other)
  ) select source_id from person`

/** The id at the source of an athlete, as an expression. */
const sourceIdOf = (sql: Transaction, athleteId: number): Part =>
  sql`(select bjj_comp_system_id from athletes where id = ${athleteId})`

/**
 * Pairs of an entered athlete, and a user who follows the same person in another tournament but not in this one, as a query with
 * user_id, athlete_id and name. `athletes` is a query with the columns of athletes, `entered` refers to `athlete` and `tournament`,
 * `condition` to `follow` and `entrant`. Starts from the entered athletes, because there are far more follows.
 */
export const followedElsewhere = (sql: Transaction, athletes: Part, entered: Part, condition: Part) => sql`
  with recursive entrant as (
    select athlete.id, athlete.tournament_id, athlete.bjj_comp_system_id as source_id, athlete.name
    from (${athletes}) athlete join tournaments tournament on tournament.id = athlete.tournament_id
    where ${entered}
  ), person (athlete_id, user_id, source_id) as (
    select entrant.id, pair.user_id, case when pair.one = entrant.source_id then pair.other else pair.one end
    from entrant join person_pairs pair on pair.is_same and entrant.source_id in (pair.one, pair.other)
    union
    select person.athlete_id, pair.user_id, case when pair.one = person.source_id then pair.other else pair.one end
    from person join person_pairs pair
      on pair.user_id = person.user_id and pair.is_same and person.source_id in (pair.one, pair.other)
  ), known as (
    select id as athlete_id, null::integer as user_id, source_id from entrant
    union select athlete_id, user_id, source_id from person
  )
  select distinct follow.user_id, entrant.id as athlete_id, entrant.name
  from known
  join entrant on entrant.id = known.athlete_id
  join athletes followed on followed.bjj_comp_system_id = known.source_id and followed.tournament_id <> entrant.tournament_id
  join user_followed_athletes follow on follow.athlete_id = followed.id and follow.user_id = coalesce(known.user_id, follow.user_id)
  where ${condition}
    and not exists (select 1 from user_followed_athletes own where own.user_id = follow.user_id and own.athlete_id = entrant.id)`

/**
 * `followedElsewhere` for these athletes in tournaments that are not over, without the athletes that the user was alerted about or
 * declined. `condition` refers to `follow`.
 */
const newcomers = (sql: Transaction, athleteIds: readonly number[], condition: Part) =>
  followedElsewhere(
    sql,
    sql`select * from athletes where id = any(${[...athleteIds]}::integer[])`,
    sql`athlete.listed and not ${isOver(sql)}`,
    sql`${condition} and not exists (
      select 1 from found_athletes found where found.user_id = follow.user_id and found.athlete_id = entrant.id)`,
  )

/** The newcomers of a tournament by the user who follows them elsewhere, in the order of user ids. */
async function findNewcomers(sql: Sql, tournamentId: number): Promise<Map<number, number[]>> {
  const athletes = await sql<{ id: number }[]>`
    select id from athletes where tournament_id = ${tournamentId} and listed order by id`
  const pairs: { userId: number; athleteId: number }[] = []
  for (const ids of slices(athletes, athletesAtOnce))
    pairs.push(
      ...(await sql<{ userId: number; athleteId: number }[]>`
        select user_id as "userId", athlete_id as "athleteId"
        from (${newcomers(
          sql,
          ids.map(({ id }) => id),
          sql`true`,
        )}) newcomers`),
    )
  const byUser = Map.groupBy(pairs, ({ userId }) => userId)
  return new Map(
    [...byUser]
      .toSorted(([a], [b]) => a - b)
      .map(([userId, found]) => [userId, found.map(({ athleteId }) => athleteId)]),
  )
}

type Found = { tournamentId: number; athleteIds: readonly number[]; now: number }

async function alertUser(tx: Transaction, userId: number, { tournamentId, athleteIds, now }: Found): Promise<void> {
  const found = await tx<{ id: number; name: string }[]>`
    with found as (${newcomers(tx, athleteIds, tx`follow.user_id = ${userId}`)}), stored as (
      insert into found_athletes (user_id, athlete_id) select user_id, athlete_id from found
    )
    select athlete_id as id, name from found order by name, athlete_id`
  const [tournament] = await tx<{ name: string }[]>`select name from tournaments where id = ${tournamentId}`
  if (found.length === 0 || !tournament) return
  const alert: EntryAlert['alert'] = { about: 'entry', tournamentId, tournament: tournament.name, athletes: [...found] }
  await queueEntryAlerts(tx, [{ userId, tag: `entry-${tournamentId}`, alert }], now)
}

/**
 * The condition that both of these ids, or ids that the user merged with them, were entered in one tournament. The ids then belong
 * to two people.
 */
const areEnteredTogether = (sql: Transaction, userId: number, one: Part, other: Part) => sql`
  exists (
    select 1 from athletes entered join athletes beside on beside.tournament_id = entered.tournament_id
      and beside.bjj_comp_system_id <> entered.bjj_comp_system_id
    where entered.bjj_comp_system_id in (${personIds(sql, userId, one)})
      and beside.bjj_comp_system_id in (${personIds(sql, userId, other)}))`

/**
 * The condition that two athletes have the same name, team and belt under different ids, and the user has not said whether they
 * are one person. `one` and `other` are names of rows.
 */
export const areUndecided = (sql: Transaction, userId: Part, one: string, other: string) => sql`
  ${sql(one)}.team is not null and ${sql(other)}.team is not null
  and ${sql(one)}.folded = ${sql(other)}.folded and ${sql(one)}.belt = ${sql(other)}.belt
  and ${sql(one)}.bjj_comp_system_id <> ${sql(other)}.bjj_comp_system_id
  and not exists (
    select 1 from person_pairs pair where pair.user_id = ${userId}
      and pair.one = least(${sql(one)}.bjj_comp_system_id, ${sql(other)}.bjj_comp_system_id)
      and pair.other = greatest(${sql(one)}.bjj_comp_system_id, ${sql(other)}.bjj_comp_system_id))`

/** An offer, unless there is a distinction: then the two athletes look alike, but are two people. */
type Candidate = Offer & { distinction: Distinction | null }

/** The candidates for a user's offers, the best first; with `only`, those for this athlete, even if the offer was declined. */
async function readCandidates(sql: Transaction, userId: number, only?: number): Promise<Candidate[]> {
  const wanted = only === undefined ? sql`true` : sql`newcomer.id = ${only}`
  const together = areEnteredTogether(sql, userId, sql`known.bjj_comp_system_id`, sql`newcomer.bjj_comp_system_id`)
  const found = await sql<(Offer & { areTogether: boolean; entrants: [Entrant, Entrant] })[]>`
    select * from (
      select distinct on (newcomer.id, known.is_known, known.division, "areTogether")
        newcomer.id as "athleteId", newcomer.tournament_id as "tournamentId",
        case when known.is_known then 'same-id' else 'look-alike' end as kind,
        not known.is_known and ${together} as "areTogether",
        json_build_object('athleteId', known.id, 'name', known.name, 'tournamentId', known.tournament_id) as known,
        json_build_array(
          json_build_object('tournamentId', newcomer.tournament_id, 'belt', newcomer.belt, 'division', newcomer.division),
          json_build_object('tournamentId', known.tournament_id, 'belt', known.belt, 'division', known.division)) as entrants
      from (
        select followed.*, ids.source_id, ids.is_known
        from user_followed_athletes follow join athletes followed on followed.id = follow.athlete_id
        cross join lateral (
          select source_id, true as is_known
          from (${personIds(sql, userId, sql`followed.bjj_comp_system_id`)}) person
          union all
          select alike.bjj_comp_system_id, false from athletes alike
          where ${areUndecided(sql, sql`${userId}`, 'alike', 'followed')}
        ) ids
        where follow.user_id = ${userId}
      ) known
      join athletes newcomer on newcomer.bjj_comp_system_id = known.source_id and newcomer.listed
        and newcomer.tournament_id <> known.tournament_id
      join tournaments tournament on tournament.id = newcomer.tournament_id
        and not ${isOver(sql)}
      where ${wanted}
        and not exists (
          select 1 from user_followed_athletes own where own.user_id = ${userId} and own.athlete_id = newcomer.id)
        and (${only !== undefined}::boolean or not exists (
          select 1 from found_athletes found
          where found.user_id = ${userId} and found.athlete_id = newcomer.id and found.is_declined))
      order by newcomer.id, known.is_known, known.division, "areTogether", known.id desc
    ) offers
    order by kind desc, "tournamentId" desc, "athleteId", (known ->> 'athleteId')::integer desc`
  return found.map(({ areTogether, entrants, ...offer }) => {
    const distinction = offer.kind === 'same-id' ? null : areTogether ? 'tournament' : distinctionOf(...entrants)
    return { ...offer, distinction }
  })
}

/** Whether the user follows the athlete, and the same person in another tournament. */
async function isAccepted(tx: Transaction, userId: number, athleteId: number): Promise<boolean> {
  const rows = await tx`
    select 1 from user_followed_athletes own
    where own.user_id = ${userId} and own.athlete_id = ${athleteId} and exists (
      select 1 from user_followed_athletes other join athletes known on known.id = other.athlete_id
      where other.user_id = ${userId} and known.id <> ${athleteId}
        and known.bjj_comp_system_id in (${personIds(tx, userId, sourceIdOf(tx, athleteId))}))`
  return rows.length > 0
}

/** Stops offering the athlete to the user. */
export async function declineOffer(tx: Transaction, userId: number, athleteId: number): Promise<void> {
  await tx`
    insert into found_athletes (user_id, athlete_id, is_declined) values (${userId}, ${athleteId}, true)
    on conflict (user_id, athlete_id) do update set is_declined = true`
}

/** Adds the tournament and follows the athlete; false if a limit is reached. */
async function accept(tx: Transaction, userId: number, { athleteId, tournamentId }: Offer): Promise<boolean> {
  if (!(await canFollowMore(tx, userId, false))) return false
  if ((await addTournaments(tx, userId, [tournamentId])) === 'limit') return false
  await beginFollow(tx, userId, athleteId)
  await expandRules(tx, userId)
  return true
}

/**
 * Ends every merge of the second athlete with an id of the first athlete's person, because the two may be merged through a third
 * id.
 */
async function separate(tx: Transaction, userId: number, [first, second]: [number, number]): Promise<void> {
  const idOf = (athleteId: number): Part => sourceIdOf(tx, athleteId)
  await tx`
    update person_pairs set is_same = false, at = now()
    where user_id = ${userId} and is_same and ${idOf(second)} in (one, other)
      and case when one = ${idOf(second)} then other else one end in (${personIds(tx, userId, idOf(first))})`
}

async function writePair(
  tx: Transaction,
  userId: number,
  athleteIds: [number, number],
  isSame: boolean,
): Promise<void> {
  await tx`
    insert into person_pairs (user_id, one, other, is_same)
    select ${userId}, min(bjj_comp_system_id), max(bjj_comp_system_id), ${isSame}::boolean
    from athletes where id = any(${athleteIds}::integer[]) having min(bjj_comp_system_id) <> max(bjj_comp_system_id)
    on conflict (user_id, one, other) do update set is_same = excluded.is_same, at = now()`
  await tx`
    delete from person_pairs where user_id = ${userId} and (one, other) in (
      select one, other from person_pairs where user_id = ${userId} order by is_same desc, at desc, one, other
      offset ${maxPairs}
    )`
}
