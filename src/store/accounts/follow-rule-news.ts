// The news of followed teams (docs/decisions/050): who joined by a rule and who withdrew. It is stored in follow_rule_news when it
// happens, sent once a day for each rule and tournament, and shown with the rule for 24 hours.
import type { Part, Sql, Transaction } from '../database.ts'
import { type EntryAlert, queueEntryAlerts } from '../jobs/entry-alerts.ts'
import { isOver } from './change-watched.ts'

/**
 * The follows that belong to rules and whose athletes withdrew, if this is not stored as news yet: the part of a query from FROM
 * on. `condition` refers to `follow` and `athlete`.
 */
export const withdrawals = (sql: Transaction, condition: Part) => sql`
  from user_followed_athletes follow
  join athletes athlete on athlete.id = follow.athlete_id and not athlete.listed
  join tournaments tournament on tournament.id = athlete.tournament_id and not ${isOver(sql)}
  where follow.rule_id is not null and ${condition} and not exists (
    select 1 from follow_rule_news news
    where news.rule_id = follow.rule_id and news.athlete_id = follow.athlete_id and news.kind = 'withdrew')`

/** Records as news that athletes joined by a rule. */
export async function noteJoined(tx: Transaction, userId: number, athleteIds: readonly number[]): Promise<void> {
  await tx`
    insert into follow_rule_news (rule_id, athlete_id, kind)
    select rule_id, athlete_id, 'joined' from user_followed_athletes
    where user_id = ${userId} and athlete_id = any(${[...athleteIds]}::integer[])
    on conflict do nothing`
}

/** Records new withdrawals as news; true if there are any. */
export async function noteWithdrawals(tx: Transaction, userId: number): Promise<boolean> {
  const noted = await tx`
    insert into follow_rule_news (rule_id, athlete_id, kind)
    select follow.rule_id, follow.athlete_id, 'withdrew' ${withdrawals(tx, tx`follow.user_id = ${userId}`)} returning 1`
  return noted.length > 0
}

/**
 * The condition that news still holds: it was not reversed, and the rule still follows the athlete. `news` and `athlete` are the
 * rows.
 */
const stillHolds = (sql: Sql | Transaction) => sql`
  (athlete.listed = (news.kind = 'joined') and exists (
    select 1 from user_followed_athletes follow
    where follow.rule_id = news.rule_id and follow.athlete_id = news.athlete_id))`

/** From this hour at the venue on, the day's news about a team is sent. */
const newsHour = 18

/**
 * The news that is due at `now` (epoch ms): once a day, in the evening at the venue, and never about a tournament that is over.
 * `news`, `rule`, `athlete` and `tournament` are the rows.
 */
const dueNews = (sql: Transaction, now: number) => sql`
  from follow_rule_news news
  join follow_rules rule on rule.id = news.rule_id
  join athletes athlete on athlete.id = news.athlete_id
  join tournaments tournament on tournament.id = athlete.tournament_id and not ${isOver(sql)}
  cross join lateral (
    select to_timestamp(${now / 1000}::float8) at time zone coalesce(tournament.timezone, 'UTC') as now
  ) venue
  where news.told_at is null and extract(hour from venue.now) >= ${newsHour}::integer and not exists (
    select 1 from follow_rule_news sent join athletes subject on subject.id = sent.athlete_id
    where sent.rule_id = news.rule_id and subject.tournament_id = athlete.tournament_id
      and (sent.told_at at time zone coalesce(tournament.timezone, 'UTC'))::date = venue.now::date)`

/** The ids of the users with due news at `now` (epoch ms). */
export async function usersWithNews(sql: Sql, now: number): Promise<number[]> {
  const users = await sql<{ userId: number }[]>`
    select distinct rule.user_id as "userId" ${dueNews(sql, now)} order by 1`
  return users.map(({ userId }) => userId)
}

/**
 * Queues one alert for each rule and tournament with due news, and marks the news as sent. Due news that does not hold is deleted,
 * so that a withdrawal that is reverted is news again when it is repeated.
 */
export async function queueNews(tx: Transaction, userId: number, now: number): Promise<void> {
  const due = tx`${dueNews(tx, now)} and rule.user_id = ${userId}`
  await tx`
    delete from follow_rule_news where (rule_id, athlete_id, kind) in (
      select news.rule_id, news.athlete_id, news.kind ${due} and not ${stillHolds(tx)})`
  const news = await tx<TeamNews[]>`
    select rule.id as "ruleId", rule.team, tournament.id as "tournamentId", tournament.name as tournament,
      (count(*) filter (where news.kind = 'joined'))::integer as joined,
      (count(*) filter (where news.kind = 'withdrew'))::integer as withdrew,
      not exists (
        select 1 from user_followed_athletes follow join athletes member on member.id = follow.athlete_id
        where follow.rule_id = rule.id and member.tournament_id = tournament.id and not exists (
          select 1 from follow_rule_news other
          where other.rule_id = rule.id and other.athlete_id = follow.athlete_id and other.told_at is null)
      ) as entered
    ${due} group by rule.id, tournament.id`
  for (const { ruleId, tournamentId } of news)
    await tx`
      update follow_rule_news news set told_at = to_timestamp(${now / 1000}::float8) from athletes athlete
      where news.rule_id = ${ruleId} and news.told_at is null
        and athlete.id = news.athlete_id and athlete.tournament_id = ${tournamentId}`
  const alerts = news.map(({ ruleId, ...team }): EntryAlert => {
    return { userId, tag: `team-${ruleId}-${team.tournamentId}`, alert: { about: 'team', ...team } }
  })
  await queueEntryAlerts(tx, alerts, now)
}

type TeamNews = Omit<Extract<EntryAlert['alert'], { about: 'team' }>, 'about'> & { ruleId: number }

/** The largest number of names in a rule's news of one kind. */
const maxNamed = 20

/** The rule's news of one kind within the last 24 hours, as JSON. `rule` is the row. */
export const newsOfRule = (sql: Sql, kind: 'joined' | 'withdrew') => sql`
  (select json_build_object('count', count(*), 'names',
      coalesce((array_agg(athlete.name order by news.at desc, athlete.name))[1:${maxNamed}::integer], '{}'))
    from follow_rule_news news join athletes athlete on athlete.id = news.athlete_id
    where news.rule_id = rule.id and news.kind = ${kind} and news.at > now() - interval '24 hours' and ${stillHolds(sql)})`
