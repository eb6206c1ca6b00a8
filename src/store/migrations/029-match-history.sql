-- What happened to matches, and when, as far as it was seen (docs/decisions/033). Of matches that ended before, nothing is
-- known. Written by record() only, under the tournament's row lock.
create table match_histories (
  match_id integer primary key references fights on delete cascade,
  -- That of the match, whose removal takes this row with it.
  tournament_id integer not null,
  -- Which change of the tournament's histories this row is from.
  seq bigint not null,
  head_of_mat jsonb,
  left_board jsonb,
  start jsonb,
  plan jsonb
);
create index match_histories_seq on match_histories (tournament_id, seq);

-- The last number of a change of the tournament's histories. They are no part of its change log: nobody is told of them.
alter table tournaments add column history_seq bigint not null default 0;
