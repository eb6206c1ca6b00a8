-- Listed tournaments that nobody has added are searched for followed people and teams (docs/decisions/057).
alter table listed_tournaments
  -- When its roster is read next.
  add column roster_due_at timestamptz not null default '-infinity',
  -- When it was last imported because a followed person or team is entered; null: never.
  add column discovered_at timestamptz,
  -- The keys of the followed teams for which it was imported.
  add column discovered_team_keys text[] not null default '{}';
