-- What each user looks at, and what is shown to others.
create table user_tournaments (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  tournament_id integer not null references tournaments on delete cascade,
  added_at timestamptz not null default now(),
  unique (user_id, tournament_id)
);
create index user_tournaments_tournament on user_tournaments (tournament_id);

create table user_followed_athletes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  athlete_id integer not null references athletes on delete cascade,
  created_at timestamptz not null default now(),
  -- Private to the user (decision D33).
  notes text not null default '',
  tags text[] not null default '{}',
  notifications_enabled boolean not null default true,
  sms_notifications boolean not null default false,
  email_notifications boolean not null default true,
  unique (user_id, athlete_id)
);
create index user_followed_athletes_athlete on user_followed_athletes (athlete_id);

create table shareable_links (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 in hex of the identifier in the link: the plain one is known to its owner only.
  link_id text not null unique,
  title text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  is_active boolean not null default true
);
create index shareable_links_user on shareable_links (user_id);
