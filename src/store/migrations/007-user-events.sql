-- What other processes must hear of users within a second: they read the newest rows again and again. Rows go after ten
-- minutes. Users' writes ring no doorbell: NOTIFY makes commits queue.
create table user_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('follows', 'session-ended')),
  user_id integer not null,
  session_id bigint
);
create index user_events_at on user_events (at);

-- Grows with every change of a user's tournaments or follows, so that a cached list can be told from a newer one.
alter table users add column follow_version integer not null default 0;
