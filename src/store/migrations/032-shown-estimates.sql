-- The estimate of each match as shown an hour before its published time, to judge the estimates afterwards
-- (docs/decisions/039). A row is written once and never changed.
create table shown_estimates (
  match_id integer primary key references fights on delete cascade,
  -- The tournament of the match; the row is deleted with the match.
  tournament_id integer not null,
  -- Venue-local.
  day date not null,
  shown_at timestamptz not null,
  published_at timestamptz not null,
  estimated_at timestamptz not null,
  early timestamptz not null,
  late timestamptz not null
);
create index shown_estimates_tournament on shown_estimates (tournament_id, day);
