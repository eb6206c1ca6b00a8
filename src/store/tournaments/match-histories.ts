// The stored histories of matches. They have their own sequence numbers, by which each process reads the new histories; the
// position in the change log does not move (decision 033).
import type { MatchHistory } from '#domain/match-history.ts'
import type { Slice } from '#reconcile'
import type { Transaction } from '../database.ts'
import { changeChannel } from './change-log.ts'
import type { TournamentRow } from './rows.ts'

/** A match's history with its sequence number, which counts per tournament in commit order. */
export type NumberedHistory = { tournamentId: number; matchId: number; seq: number; history: MatchHistory }

/** The histories of a tournament's matches, or only of `matchIds`, by match id. */
export async function loadHistories(
  tx: Transaction,
  tournamentId: number,
  matchIds?: readonly number[],
): Promise<Map<number, MatchHistory>> {
  if (matchIds?.length === 0) return new Map()
  const ofMatches = matchIds ? tx`match_id = any(${matchIds}::integer[])` : tx`tournament_id = ${tournamentId}`
  const rows = await tx<({ id: number } & MatchHistory)[]>`
    select match_id as id, head_of_mat as "headOfMat", left_board as "leftBoard", start, plan from match_histories where ${ofMatches}`
  return new Map(rows.map(({ id, ...history }) => [id, history]))
}

/**
 * Writes the histories that a merge changed, each with the next number. The caller holds the tournament's row lock, has read
 * `row` under it, and has written the matches. `notify`: notifies the change channel; needed for a merge without other changes.
 */
export async function writeHistories(
  tx: Transaction,
  { id, historySeq }: Pick<TournamentRow, 'id' | 'historySeq'>,
  { before, after, notify }: { before: Slice; after: Slice; notify: boolean },
): Promise<void> {
  const changed = [...after.histories].filter(([matchId, history]) => before.histories.get(matchId) !== history)
  if (changed.length === 0) return
  const last = historySeq + changed.length
  const rows = changed.map(([matchId, history], index) => ({ matchId, seq: historySeq + index + 1, ...history }))
  await tx`
    with counted as (update tournaments set history_seq = ${last} where id = ${id})
    insert into match_histories (match_id, tournament_id, seq, head_of_mat, left_board, start, plan)
    select "matchId", ${id}::integer, seq, nullif("headOfMat", 'null'), nullif("leftBoard", 'null'), nullif(start, 'null'), nullif(plan, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("matchId" integer, seq bigint, "headOfMat" jsonb, "leftBoard" jsonb, start jsonb, plan jsonb)
    on conflict (match_id) do update set
      seq = excluded.seq, head_of_mat = excluded.head_of_mat, left_board = excluded.left_board, start = excluded.start, plan = excluded.plan`
  if (notify) await tx`select pg_notify(${changeChannel}, ${`${id}:history ${last}`})`
}

/** The histories that changed after these positions, in the order of their numbers. */
export const historiesAfter = (
  sql: Transaction,
  positions: readonly { id: number; historySeq: number }[],
  limit: number,
): Promise<NumberedHistory[]> => sql<NumberedHistory[]>`
  select history.tournament_id as "tournamentId", history.match_id as "matchId", history.seq,
    jsonb_build_object('headOfMat', head_of_mat, 'leftBoard', left_board, 'start', start, 'plan', plan) as history
  from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as position (id integer, "historySeq" bigint)
  join match_histories history on history.tournament_id = position.id and history.seq > position."historySeq"
  order by history.tournament_id, history.seq limit ${limit}`
