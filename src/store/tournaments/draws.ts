// The stored draws of categories: rankings and swaps. They are not part of the change log, and no process holds them in memory;
// the calls that show them read them here (decision 045).
import type { Ranking } from '#domain/ranking.ts'
import type { Draw, Slice } from '#reconcile'
import type { Sql, Transaction } from '../database.ts'

/** The draws of these categories, by category id; none for a category whose page has shown neither a ranking nor swaps. */
export async function loadDraws(tx: Transaction, categoryIds: readonly number[]): Promise<Map<number, Draw>> {
  const rows = await tx<{ id: number; draw: Omit<Draw, 'rankings'>; rankings: Draw['rankings'] | null }[]>`
    select id, draw, (
      select jsonb_object_agg(athlete_id, ranking) from entries where category_id = categories.id and ranking is not null
    ) as rankings
    from categories where id = any(${categoryIds}::integer[]) and draw is not null`
  return new Map(rows.map(({ id, draw, rankings }) => [id, { ...draw, rankings: rankings ?? {} }]))
}

/** Writes the draws that a merge changed. The caller holds the tournament's row lock and has written categories and entries. */
export async function writeDraws(tx: Transaction, before: Slice, after: Slice): Promise<void> {
  for (const [categoryId, { rankings, ...draw }] of after.draws) {
    if (before.draws.get(categoryId) === after.draws.get(categoryId)) continue
    const byAthlete = JSON.stringify(rankings)
    await tx`update categories set draw = ${JSON.stringify(draw)}::jsonb where id = ${categoryId}`
    await tx`
      update entries set ranking = ${byAthlete}::jsonb -> athlete_id::text
      where category_id = ${categoryId} and ranking is distinct from ${byAthlete}::jsonb -> athlete_id::text`
  }
}

type AthleteDraw = {
  /** Null if the page's ranking has no row for the athlete. */
  ranking: Ranking | null
  swaps: Draw['swaps']
  /** When the page last showed the draw, ISO; null while it still does. */
  shownUntil: string | null
}

export const createDraws = (sql: Sql) => ({
  /** The draw of a category, with the ranking of one of its athletes; null if the page never showed it. */
  async ofAthlete(categoryId: number, athleteId: number): Promise<AthleteDraw | null> {
    const [row] = await sql<{ draw: Pick<Draw, 'swaps' | 'statement'>; ranking: Ranking | null }[]>`
      select draw, ranking from categories
      left join entries on entries.category_id = categories.id and entries.athlete_id = ${athleteId}
      where categories.id = ${categoryId} and draw is not null`
    if (!row) return null
    const { swaps, statement } = row.draw
    return {
      ranking: row.ranking,
      swaps,
      shownUntil: statement.at === null ? null : new Date(statement.at).toISOString(),
    }
  },
})
