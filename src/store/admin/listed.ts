// Lists that are cut to a page: what is asked for, and what is found.
import type { Part, Sql } from '../database.ts'

/** Which rows: those that hold the text, `limit` of them from the `offset`-th on. */
export type ListQuery = { search: string; limit: number; offset: number }
/** The rows, and how many the query finds in all. */
export type Listed<Row> = { rows: Row[]; total: number }
/** What every row of such a list brings along: how many the query finds in all. */
export type Total = { total: number }

export const listed = <Row extends Total>(rows: readonly Row[]): Listed<Omit<Row, 'total'>> => ({
  rows: rows.map((found) => {
    const { total: _, ...row } = found
    return row
  }),
  total: rows[0]?.total ?? 0,
})

/** True where the column holds the text, in any case; nothing in the text has a meaning of its own (I-04). */
export const holds = (sql: Sql, column: Part, text: string): Part =>
  text === '' ? sql`true` : sql`strpos(lower(${column}), lower(${text})) > 0`
