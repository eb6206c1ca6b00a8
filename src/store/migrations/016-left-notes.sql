-- What a user wrote about an athlete who is no longer followed: it is there again with the next follow.
create table left_notes (
  user_id integer not null references users on delete cascade,
  athlete_id integer not null references athletes on delete cascade,
  notes text not null,
  tags text[] not null,
  left_at timestamptz not null default now(),
  primary key (user_id, athlete_id)
);
create index left_notes_athlete on left_notes (athlete_id);

-- A user's other devices hear that notes were written.
alter table user_events add column athlete_id integer;
alter table user_events drop constraint user_events_kind_check,
  add constraint user_events_kind_check check (kind in ('follows', 'session-ended', 'account-changed', 'notes'));
