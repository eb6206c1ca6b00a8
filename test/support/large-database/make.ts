// A database of any size, inserted in bulk: tournaments with their pages, users with what they follow, devices and queues. The
// rows are as the store writes them, so that every statement finds its usual number of rows.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { hash as hashPassword } from '@node-rs/argon2'
import { usernameSkeleton } from '#domain/username-skeleton.ts'
import { connect, type Transaction } from '#support/sql.ts'

export type Sizes = {
  /** The first `live` ones are live, the next `upcoming` ones begin within two months, and the others are past. */
  tournaments: number
  live: number
  upcoming: number
  /** In each tournament, a multiple of eight. A person enters three tournaments. */
  athletes: number
  users: number
  /** By each user, in two tournaments. */
  followsOfUser: number
  devices: number
}

/** The database of: 1,000,000 follows, 200,000 users, 300 tournaments, 600,000 athletes, 50,000 devices. */
export const largeSizes: Sizes = {
  tournaments: 300,
  live: 10,
  upcoming: 60,
  athletes: 2_000,
  users: 200_000,
  followsOfUser: 5,
  devices: 50_000,
}

/** Like the large one, but made in seconds, with every kind of row. */
export const smallSizes: Sizes = {
  tournaments: 30,
  live: 4,
  upcoming: 10,
  athletes: 80,
  users: 2_400,
  followsOfUser: 5,
  devices: 600,
}

/** The users with a role in measurements; all other users follow a few athletes of two tournaments. */
export const people = {
  administrator: 1,
  /** Follows as much as a user can: 50 rules with 20 aliases each, 20 tournaments, 500 athletes. */
  largest: 2,
  /** Follows the first athlete of the first tournament, and has a device. */
  follower: 4,
  /** The first rule of the largest account; its other rules have the next ids. */
  ruleOfLargest: 1_000_001,
  /** A match of the first tournament, which has not begun, of an athlete whom the largest account follows. */
  openMatch: 9,
} as const

/** Every user with such an id has a device, chosen alerts, a shared link with the right to claim, notes and claims. */
export const completeUsers = 20

/** When the rows were written, in epoch ms: at half past ten, when the live tournaments have run for half an hour. */
export const madeAt = (): number => new Date().setUTCHours(10, 30, 0, 0)

/** The password of every user. */
export const password = 'a whistle at dawn'

/** The cookie of a user's session. */
export const cookieOf = (userId: number): string => `sid=${tokenOf(userId)}`
const tokenOf = (userId: number): string => `session-of-user-${userId}`.padEnd(43, '-')

/** The identifier of a user's shared link; every fourth user has one. */
export const linkIdOf = (userId: number): string => `link-${userId}`.padEnd(22, '-')

const rules = 50
const aliases = 20
const tournamentsOfLargest = 20
const followsOfLargest = 500

/** Fills an empty database, which has the store's schema. The role must be a superuser. */
export async function makeDatabase(databaseUrl: string, sizes: Sizes): Promise<void> {
  const sql = connect(databaseUrl)
  await sql.begin(async (tx) => {
    // Without the checks of foreign keys, and with the indexes made at the end, the rows are inserted in a quarter of the time.
    await tx`set local session_replication_role = replica`
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and indexdef not like 'CREATE UNIQUE%' and indexname <> 'athletes_team_key'`
    for (const { name } of indexes) await tx`drop index ${tx(name)}`
    for (const make of [
      makeTournaments,
      makeMatches,
      makePages,
      makeUsers,
      makeFollows,
      makeRules,
      makeLargestAccount,
      makeDevices,
      makeLinks,
      makeLogs,
    ])
      await make(tx, sizes)
    for (const { definition } of indexes) await tx.script(definition)
    // The next start is the first one after an update, and checks the keys of all teams.
    await tx`delete from settings where key = 'teams.checked-key-version'`
  })
  await sql`vacuum analyze`
  await sql.end()
}

/** Names and teams of a person: half of the people are in fifty large teams, the others in small ones with branches. */
const person = (tx: Transaction, id: string) => tx`
  (select 'Athlete ' || n as name,
    case when n % 2 = 0 then 'Club ' || n % 50 else 'Team ' || n % 1500 || case when n % 3 = 0 then ' – Branch ' || n % 7 else '' end end as team
  from (select ${tx(id)} as n) number)`

async function makeTournaments(tx: Transaction, { tournaments, live, upcoming, athletes }: Sizes): Promise<void> {
  await tx`
    insert into tournaments (id, bjj_comp_system_id, name, starts_on, ends_on, date_range, city, country, timezone, status, import, epoch, seq, brackets_url, order_of_fights_url, rule_set)
    select n, (3000 + n)::text, 'Tournament ' || n, day, day, to_char(day, 'Mon DD, YYYY'), 'City ' || n, 'Country', case when n > ${live}::integer and n % 2 = 0 then 'Asia/Tokyo' else 'UTC' end,
      case when n <= ${live}::integer then 'live' when n <= ${live + upcoming}::integer then 'upcoming' else 'past' end,
      jsonb_build_object('state', 'done', 'step', 'finalizing', 'usable', true, 'days', '{"done":1,"total":1}'::jsonb, 'athletes', ${athletes}::integer, 'categories', jsonb_build_object('done', ${athletes / 8}::integer, 'total', ${athletes / 8}::integer)),
      'epoch', case when n <= ${live}::integer then 2000 else 100 end, 'https://www.bjjcompsystem.com/b', 'https://www.bjjcompsystem.com/f', 'ibjjf'
    from (
      select n, case when n <= ${live}::integer then current_date
        when n <= ${live + upcoming}::integer then current_date + n - ${live}::integer else current_date - case when n < ${tournaments}::integer then 3 * (n - ${live + upcoming}::integer) else 1500 end end as day
      from generate_series(1, ${tournaments}::integer) n
    ) dated`
  await tx`
    insert into tournament_days (tournament_id, bjj_comp_system_id, day_number, day_name, weekday, date, mats_count, bjj_comp_system_url)
    select id, (9000 + id)::text, 1, 'Day 1', to_char(starts_on, 'FMDay'), starts_on, 8, 'https://www.bjjcompsystem.com/d' from tournaments`
  await tx`
    insert into listed_tournaments (bjj_comp_system_id, name, day_id, starts_on, ends_on, city, country, available, seen_at, home_seen_at, roster_due_at)
    select bjj_comp_system_id, name, (9000 + id)::text, starts_on, ends_on, city, country, true, now(), now(), now() + interval '1 day' from tournaments
    union all
    select (6000 + n)::text, 'Listed ' || n, (9500 + n)::text, current_date + n, current_date + n, 'City', 'Country', true, now(), now(), '-infinity'
    from generate_series(1, ${tournaments}::integer) n`
  await tx`
    insert into categories (id, tournament_id, bjj_comp_system_id, division, age, gender, belt, weight, state, placements, start)
    select (tournament.id - 1) * ${athletes / 8}::integer + n + 1, tournament.id, (100 + n)::text, age || ' / ' || gender || ' / ' || belt || ' / ' || weight,
      age, gender, belt, weight, case when status = 'past' then 'finished' else 'bracket' end, '[]',
      jsonb_build_object('date', starts_on, 'time', '10:00', 'at', starts_on || 'T10:00:00.000Z', 'basis', 'matches')
    from tournaments tournament, (
      select n, (array['Adult', 'Master 1', 'Master 2', 'Master 3', 'Master 4', 'Juvenile 1', 'Juvenile 2'])[n % 7 + 1] as age,
        (array['Male', 'Female'])[n / 7 % 2 + 1] as gender, (array['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'])[n / 14 % 5 + 1] as belt,
        (array['Rooster', 'Light Feather', 'Feather', 'Light', 'Middle', 'Medium Heavy', 'Heavy', 'Super Heavy', 'Ultra Heavy'])[n / 70 % 9 + 1] as weight
      from generate_series(0, ${athletes / 8 - 1}::integer) n
    ) division`
  // The last tournament was written by a version that stored other team keys; nobody has used it for years.
  await tx`
    insert into athletes (id, tournament_id, bjj_comp_system_id, name, folded, belt, team, division, listed, rostered, team_key)
    select (tournament.id - 1) * ${athletes}::integer + n + 1, tournament.id, (700000 + person)::text, name, lower(name || ' ' || replace(team, ' –', '')), belt, team, division, true, true,
      case when tournament.id = ${tournaments}::integer then null else lower(replace(team, ' – ', ' ')) end
    from (
      select tournament.id, n, (tournament.id * ${athletes}::integer / 3 + n) % (${(tournaments * athletes) / 3}::integer + ${athletes}::integer) as person
      from tournaments tournament, generate_series(0, ${athletes - 1}::integer) n
    ) tournament
    cross join lateral ${person(tx, 'person')} described
    join categories category on category.id = (tournament.id - 1) * ${athletes / 8}::integer + n / 8 + 1`
  await tx`
    insert into entries (category_id, athlete_id, tournament_id, seed)
    select (id - 1) / 8 + 1, id, tournament_id, (id - 1) % 8 + 1 from athletes`
}

/** Seven matches of eight athletes, the smaller seed wins: all are over in past tournaments, in live ones those of every other division. */
async function makeMatches(tx: Transaction, { athletes }: Sizes): Promise<void> {
  await tx`
    insert into fights (id, tournament_id, category_id, division, match_number, round, sides, date, time, scheduled_at, mat, fight_number, board, board_rank, outcome, trace)
    select (category.id - 1) * 7 + place.match, category.tournament_id, category.id, category.division, place.match, place.round,
      jsonb_build_array(one.side, other.side), starts_on, to_char(at, 'HH24:MI'), (starts_on + at) at time zone tournament.timezone, index % 8 + 1, index / 8 * 7 + place.match,
      case when is_over then 'left' when tournament.status = 'live' and place.match <= 4 then 'listed' else 'unseen' end,
      case when is_over then null else index / 8 * 7 + place.match end,
      case when is_over then '{"kind":"won","winner":0}'::jsonb end,
      jsonb_build_object('when', statement, 'sides', statement, 'raw', null, 'board', case when tournament.status <> 'upcoming' then
        jsonb_build_object('page', tournament.bjj_comp_system_id || '/board/' || 9000 + tournament.id || '/' || index % 8 / 4 + 1, 'at', null) end)
    from categories category
    join tournaments tournament on tournament.id = category.tournament_id
    cross join (values (1, 1, 2, 'Quarter Final'), (2, 3, 4, 'Quarter Final'), (3, 5, 6, 'Quarter Final'), (4, 7, 8, 'Quarter Final'), (5, 1, 3, 'Semi-Final'), (6, 5, 7, 'Semi-Final'), (7, 1, 5, 'Final')) as place (match, one, other, round)
    cross join lateral (select (category.id - 1) % ${athletes / 8}::integer as index) position
    cross join lateral (select tournament.status = 'past' or tournament.status = 'live' and index % 2 = 0 as is_over,
      time '10:00' + (index / 8 * 12 + place.match) * interval '1 minute' as at,
      jsonb_build_object('page', tournament.bjj_comp_system_id || '/bracket/' || category.bjj_comp_system_id, 'at', null) as statement) known
    cross join lateral (select ${side(tx, 'one')} as side) one
    cross join lateral (select ${side(tx, 'other')} as side) other`
  await tx`
    insert into match_histories (match_id, tournament_id, seq, left_board, start)
    select id, tournament_id, row_number() over (partition by tournament_id order by id), jsonb_build_object('after', null, 'by', scheduled_at),
      jsonb_build_object('date', date, 'time', time, 'at', scheduled_at, 'seenAt', scheduled_at)
    from fights where outcome is not null`
  await tx`
    update tournaments set history_seq = counted.histories
    from (select tournament_id, count(*) as histories from match_histories group by 1) counted where counted.tournament_id = tournaments.id`
  await tx`
    update categories set placements = (
      select jsonb_agg(jsonb_build_object('place', least(seed, 3), 'name', name, 'team', team, 'athleteBjjCompSystemId', bjj_comp_system_id) order by seed)
      from entries join athletes on athletes.id = entries.athlete_id where entries.category_id = categories.id and seed <= 4)
    where state = 'finished'`
}

/** A side of a match: the athlete with the seed in this column, or an open side after the first round. */
const side = (tx: Transaction, column: 'one' | 'other') => tx`
  case when is_over or place.match <= 4 then (
    select jsonb_build_object('kind', 'athlete', 'bjjCompSystemId', bjj_comp_system_id, 'name', name, 'team', team, 'seed', ${tx(column)}, 'disqualification', null)
    from athletes where athletes.id = (category.id - 1) * 8 + ${tx('place')}.${tx(column)})
  else '{"kind":"open","from":null}' end`

async function makePages(tx: Transaction, { live }: Sizes): Promise<void> {
  await tx`
    insert into pages (key, kind, tournament_id, page, state, attempted_at, fetched_at, changed_at, next_at, every_ms, body_hash, mats)
    select key, kind, tournament_id, page, 'ok', at, at, at, at + interval '1 minute', 60000, md5(key), mats from (
      select tournament.bjj_comp_system_id || '/bracket/' || category.bjj_comp_system_id as key, 'bracket' as kind, tournament_id,
        jsonb_build_object('kind', 'bracket', 'tournament', tournament.bjj_comp_system_id, 'category', category.bjj_comp_system_id) as page, null::integer[] as mats
      from categories category join tournaments tournament on tournament.id = tournament_id
      union all
      select bjj_comp_system_id || '/board/' || 9000 + id || '/' || n, 'board', id,
        jsonb_build_object('kind', 'board', 'tournament', bjj_comp_system_id, 'day', (9000 + id)::text, 'page', n), array[4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n]
      from tournaments, generate_series(1, 2) n
      union all
      select bjj_comp_system_id || '/categories/' || gender, 'categories', id, jsonb_build_object('kind', 'categories', 'tournament', bjj_comp_system_id, 'gender', gender), null
      from tournaments, unnest(array['male', 'female']) gender
      union all select 'home', 'home', null, '{"kind":"home"}', null
    ) page, (select current_date + time '10:00' as at) read`
  await tx`
    insert into page_bodies (key, tournament_id, at, problems, body)
    select '3001/bracket/' || n, n % ${live}::integer + 1, now(), '[]', ${gzipSync('<html></html>')} from generate_series(1, ${live * 50}::integer) n`
  await tx`
    insert into source_requests (at, key, tournament_id, purpose, status, ms, bytes, outcome)
    select now() - n * interval '1 second', '3001/bracket/1', 1, 'cadence', 200, 80, 50000, 'ok' from generate_series(1, 50000) n`
  await tx`
    insert into change_log (tournament_id, seq, at, payload)
    select tournament.id, seq.n, now() - (tournament.seq - seq.n) * interval '5 minutes', jsonb_build_object('entity', 'tournament', 'id', tournament.id, 'value', '{}'::jsonb)
    from tournaments tournament, generate_series(1, tournament.seq) as seq (n)`
  await tx`
    insert into push_delivered (tournament_id, key, state)
    select tournament_id, 'match ' || fight.id, jsonb_build_object('startsAt', to_char(scheduled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"'), 'mat', mat, 'near', outcome is not null, 'outcome', outcome)
    from fights fight join tournaments tournament on tournament.id = tournament_id and status <> 'past'`
  await tx`insert into push_tournaments (tournament_id, epoch) select id, 'epoch' from tournaments`
  await tx`
    insert into logos (address, hash, image, next_at) select '/logo-' || n, md5(n::text), decode(repeat('ab', 2000), 'hex'), now() + interval '1 day' from generate_series(1, 500) n`
  await tx`
    insert into shown_estimates (match_id, tournament_id, day, shown_at, published_at, estimated_at, early, late)
    select id, tournament_id, date, scheduled_at - interval '1 hour', scheduled_at, scheduled_at, scheduled_at, scheduled_at from fights where outcome is not null`
}

async function makeUsers(tx: Transaction, { users }: Sizes): Promise<void> {
  const passwordHash = await hashPassword(password)
  for (let first = 1; first <= users; first += 20_000) {
    const rows = Array.from({ length: Math.min(20_000, users - first + 1) }, (_, index) => {
      const id = first + index
      // No two of these letters look alike.
      const username = `Follower ${id.toString(8).replace(/./g, (digit) => 'aehkprtx'[Number(digit)] ?? '')}`
      const hash = createHash('sha256').update(tokenOf(id)).digest('hex')
      return { id, username, skeleton: usernameSkeleton(username), hash }
    })
    await tx`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id integer, username text, skeleton text, hash text)),
      made as (
        insert into users (id, username, username_skeleton, email, verified_email, password, role, created_at, last_seen_at)
        select id, username, case when id % 1000 < 999 then skeleton end, 'follower-' || id || '@example.org', 'follower-' || id || '@example.org', ${passwordHash}, case when id = 1 then 'superadmin' else 'user' end,
          now() - id * interval '1 minute', now() - id % 500 * interval '1 hour' from given returning id
      )
      insert into sessions (token_hash, user_id, remember, last_used_at) select decode(hash, 'hex'), id, true, now() - interval '1 hour' from given where id in (select id from made)`
  }
  await tx`select setval(pg_get_serial_sequence('users', 'id'), ${users})`
  for (const table of ['tournaments', 'categories', 'athletes', 'fights'])
    await tx`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${tx(table)}))`
}

/**
 * Two tournaments on the list of every user but the largest: a fifth of the users has the first tournament, as at the largest
 * event of a year, and the others are spread.
 */
async function makeFollows(tx: Transaction, { tournaments, live, athletes, followsOfUser }: Sizes): Promise<void> {
  await tx`
    insert into user_tournaments (user_id, tournament_id)
    select users.id, tournament from users,
      unnest(array[case when users.id % 5 in (0, 4) then 1 else users.id % ${live}::integer + 1 end, ${live}::integer + 1 + users.id % ${tournaments - live - 1}::integer]) as tournament
    where users.id <> ${people.largest}`
  // All but the last one are on a list; two users who removed that one at once have left the mark.
  await tx`update tournaments set is_added = true`
  // Some athletes have many followers: the square of an even distribution.
  await tx`
    insert into user_followed_athletes (user_id, athlete_id, notes)
    select user_id, (tournament_id - 1) * ${athletes}::integer + 1 + floor(${athletes - 1}::integer * power((user_id * 7919 + n * 104729) % 10007 / 10007.0, 2))::integer, case when n = 1 and user_id % 20 = 0 then 'A note' else '' end
    from user_tournaments, generate_series(1, (${followsOfUser}::integer + 1) / 2) n
    where user_id <> ${people.administrator}
    on conflict do nothing`
  await tx`insert into user_followed_athletes (user_id, athlete_id) values (${people.follower}, 1) on conflict do nothing`
  await tx`
    insert into left_notes (user_id, athlete_id, notes, tags)
    select id, id % ${athletes}::integer + 1, 'An older note', '{}' from users where id % 4 = 0 on conflict do nothing`
  // Everybody was alerted that a followed person enters another tournament.
  await tx`
    insert into found_athletes (user_id, athlete_id)
    select distinct follow.user_id, athlete.id from athletes athlete
    join tournaments tournament on tournament.id = athlete.tournament_id and tournament.status <> 'past'
    join athletes known on known.bjj_comp_system_id = athlete.bjj_comp_system_id and known.id <> athlete.id
    join user_followed_athletes follow on follow.athlete_id = known.id`
  await tx`
    insert into person_pairs (user_id, one, other, is_same) select id, (700000 + id % 90000)::text, (800000 + id % 90000)::text, true from users where id % 20 = 0`
}

/** Every tenth user follows a small team in a tournament of the user's list. */
async function makeRules(tx: Transaction, { athletes }: Sizes): Promise<void> {
  await tx`
    insert into follow_rules (user_id, tournament_id, team, team_keys)
    select distinct on (added.user_id) added.user_id, added.tournament_id, athlete.team, array[athlete.team_key]
    from user_tournaments added
    join athletes athlete on athlete.id = (added.tournament_id - 1) * ${athletes}::integer + 2 * (added.user_id % ${athletes / 2 - 1}::integer) + 1
    where added.user_id % 10 = 3 and athlete.team_key like 'team%' order by added.user_id, added.tournament_id`
  await tx`
    insert into user_followed_athletes (user_id, athlete_id, rule_id)
    select rule.user_id, athlete.id, rule.id from follow_rules rule
    join athletes athlete on athlete.tournament_id = rule.tournament_id and athlete.team_key = rule.team_keys[1]
    on conflict do nothing`
  await tx`
    insert into follow_rule_news (rule_id, athlete_id, kind, told_at)
    select rule_id, athlete_id, 'joined', case when rule_id % 3 > 0 then now() end from user_followed_athletes where rule_id is not null`
}

/** The largest legal account; its rules are for every tournament. */
async function makeLargestAccount(tx: Transaction, { athletes, tournaments }: Sizes): Promise<void> {
  const ofUser = Math.min(tournaments, tournamentsOfLargest)
  await tx`
    insert into user_tournaments (user_id, tournament_id) select ${people.largest}, n from generate_series(1, ${ofUser}::integer) n`
  await tx`
    insert into user_followed_athletes (user_id, athlete_id)
    select ${people.largest}, (n % ${ofUser}::integer) * ${athletes}::integer + 1 + n / ${ofUser}::integer
    from generate_series(0, ${Math.min(followsOfLargest, ofUser * athletes) - 1}::integer) n on conflict do nothing`
  await tx`
    insert into follow_rules (id, user_id, team, aliases, team_keys)
    select ${people.ruleOfLargest - 1} + n, ${people.largest}, 'Team ' || n * 21, array_agg('Team ' || n * 21 + alias), array['team ' || n * 21] || array_agg('team ' || n * 21 + alias)
    from generate_series(1, ${rules}::integer) n, generate_series(1, ${aliases}::integer) alias group by n`
}

async function makeDevices(tx: Transaction, { users, devices }: Sizes): Promise<void> {
  await tx`
    insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, language)
    select user_id, id, 'https://push.example/' || id, sha256(('https://push.example/' || id)::bytea), 'key', 'auth', 'en'
    from sessions where user_id % ${Math.floor(users / devices)}::integer = 0`
  await tx`
    insert into push_preferences (user_id, near, moved, result) select id, true, true, true from users where id % 20 = 0`
  await tx`
    insert into step_preferences (user_id, report, weigh_in, open_class, open_class_youth, podium)
    select id, true, true, true, true, true from users where id % 20 = 0`
  await tx`
    insert into jobs (kind, key, payload, device_id, due_at, expires_at)
    select 'alert', device.id || ' match 1', '{"tag":"match 1","alert":{}}', device.id, now() + interval '1 hour', now() + interval '2 hours' from push_devices device where user_id % 20 = 0`
}

async function makeLinks(tx: Transaction, { users }: Sizes): Promise<void> {
  await tx`
    insert into shareable_links (user_id, link_id, title, expires_at, may_claim)
    select id, encode(sha256(rpad('link-' || id, 22, '-')::bytea), 'hex'), 'A team', now() + interval '30 days', true from users where id % 4 = 0 or id = ${people.largest}`
  await tx`
    insert into claims (owner_id, match_id, claim_order, name, device, requests)
    select users.id, fight.id, 1, 'A parent', 'device', '{}' from users
    join fights fight on fight.id = users.id % 7 + 1 where users.id % 4 = 0`
  for (const table of ['password_reset_tokens', 'account_restores', 'email_links'] as const) {
    const email = table === 'password_reset_tokens' ? tx`` : tx`email,`
    const value = table === 'password_reset_tokens' ? tx`` : tx`'old-' || id || '@example.org',`
    await tx`
      insert into ${tx(table)} (user_id, ${email} token, expires_at)
      select id, ${value} md5(id::text) || md5(id::text), now() + interval '1 day' from users where id % 10 = 0`
  }
  await tx`insert into mails_to_unverified (email, kind) select 'other-' || n || '@example.org', 'verify' from generate_series(1, ${Math.floor(users / 20)}::integer) n`
}

async function makeLogs(tx: Transaction, { athletes }: Sizes): Promise<void> {
  await tx`
    insert into user_events (kind, user_id) select 'follows', id from users where id % 10 = 0`
  await tx`
    insert into audit (at, actor_user_id, action, target, ip)
    select now() - id * interval '1 minute', id, case when id % 2 = 0 then 'login-failed' else 'remove-link' end, 'user ' || id, '192.0.2.1' from users`
  await tx`
    insert into rate_limits (key, points, ends_at) select sha256(id::text::bytea), 1, now() + interval '1 hour' from users where id % 4 = 0`
  await tx`
    insert into read_requests (kind, target, requested_by, requested_at, state, finished_at)
    select 'athletes', '1:' || id % ${athletes}::integer + 1, id, now() - interval '1 hour', 'done', now() - interval '1 hour' from users where id % 4 = 0`
  await tx`
    insert into job_failures (kind, hour, retried) select kind, date_trunc('hour', now()) - n * interval '1 hour', 1 from generate_series(0, 47) n, unnest(array['alert', 'mail']) kind`
}
