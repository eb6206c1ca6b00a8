// The followed athletes of all users. There may be a million follows, so statements count them in parts.
import type { Sql } from '../database.ts'

/** The number of follows that one statement counts, so that it takes less than a tenth of a second. */
const followsAtOnce = 50_000

type Counted = { id: number; followers: number }

/** The number of followed athletes, and the ids of the most followed ones, at most `limit`. */
export async function readFollowed(sql: Sql, limit: number): Promise<{ count: number; most: number[] }> {
  let [count, after, most]: [number, number | null, Counted[]] = [0, 0, []]
  while (after !== null) {
    const [part]: { count: number; last: number | null; most: Counted[] }[] = await sql`
      with counted as (
        select athlete_id as id, count(*)::integer as followers from user_followed_athletes
        where athlete_id > ${after} and athlete_id <= coalesce((
          select athlete_id from user_followed_athletes where athlete_id > ${after}
          order by athlete_id offset ${followsAtOnce} limit 1), 2147483647)
        group by athlete_id
      )
      select (select count(*)::integer from counted) as count, (select max(id) from counted) as last, (
        select coalesce(json_agg(most), '[]') from (select * from counted order by followers desc, id limit ${limit}) most
      ) as most`
    count += part?.count ?? 0
    after = part?.last ?? null
    most = [...most, ...(part?.most ?? [])].toSorted((a, b) => b.followers - a.followers || a.id - b.id).slice(0, limit)
  }
  return { count, most: most.map(({ id }) => id) }
}
