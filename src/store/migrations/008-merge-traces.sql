-- What merging needs to know besides the entities.

-- On the full roster of the day pages; its word on names is the strongest.
alter table athletes add column rostered boolean not null default false;

-- The roster comes with every board page; the same one again is not compared.
alter table tournaments add column roster_hash text;

-- When the home page listed it last: its name is stronger than the event list's.
alter table listed_tournaments add column home_seen_at timestamptz;

create index fights_listed on fights (tournament_id, (trace -> 'board' ->> 'page')) where board = 'listed';
create index fights_raw on fights (tournament_id, (trace -> 'raw' ->> 'page')) where raw_status is not null;
