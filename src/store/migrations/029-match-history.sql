-- The observed history of matches (docs/decisions/033). Matches that ended before this migration have none. Only record() writes
-- it, under the tournament's row lock.
create table match_histories (
  match_id integer primary key references fights on delete cascade,
  -- The tournament of the match; the row is deleted with the match.
  tournament_id integer not null,
  -- The number of the change of the tournament's histories that wrote this row.
  seq bigint not null,
  head_of_mat jsonb,
  left_board jsonb,
  start jsonb,
  plan jsonb
);
create index match_histories_seq on match_histories (tournament_id, seq);

-- The last number of a change of the tournament's histories, which are not part of its change log and are not sent to clients.
alter table tournaments add column history_seq bigint not null default 0;
