-- Listed tournaments that nobody has added are searched for followed people and teams (docs/decisions/057).
alter table listed_tournaments
  -- When its roster is read next.
  add column roster_due_at timestamptz not null default '-infinity',
  -- When it was last imported because somebody followed is entered; null: never.
  add column discovered_at timestamptz,
  -- The keys of the followed teams that were entered then.
  add column discovered_team_keys text[] not null default '{}';
