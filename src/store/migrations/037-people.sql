-- People who enter several tournaments (docs/decisions/050), and alerts about who enters.

-- Whether a user declared two ids at the source to be one person or not; the smaller text first.
create table person_pairs (
  user_id integer not null references users on delete cascade,
  one text not null,
  other text not null check (one < other),
  is_same boolean not null,
  at timestamptz not null default now(),
  primary key (user_id, one, other)
);

create index person_pairs_one on person_pairs (one) where is_same;
create index person_pairs_other on person_pairs (other) where is_same;

-- Athletes that a user was alerted about, because the user follows the same person in another tournament, or that the user
-- declined.
create table found_athletes (
  user_id integer not null references users on delete cascade,
  athlete_id integer not null references athletes on delete cascade,
  found_at timestamptz not null default now(),
  -- True if the user does not want to follow the athlete.
  is_declined boolean not null default false,
  primary key (user_id, athlete_id)
);
create index found_athletes_athlete on found_athletes (athlete_id);

-- Finds the athletes with one name, team and belt under different ids.
create index athletes_name_and_team on athletes (folded);

-- Athletes who joined a followed team or withdrew from it, each once.
create table follow_rule_news (
  rule_id integer not null references follow_rules on delete cascade,
  athlete_id integer not null references athletes on delete cascade,
  kind text not null check (kind in ('joined', 'withdrew')),
  at timestamptz not null default now(),
  -- When an alert about it was queued; null before that.
  told_at timestamptz,
  primary key (rule_id, athlete_id, kind)
);
create index follow_rule_news_athlete on follow_rule_news (athlete_id);
create index follow_rule_news_untold on follow_rule_news (rule_id) where told_at is null;

-- Whether a user wants alerts about who enters.
alter table push_preferences add column entry boolean not null default true;
