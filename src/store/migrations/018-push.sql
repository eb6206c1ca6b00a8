-- Alerts on phones. What is told of whom is remembered, so that it is told once, whatever restarts; what is to be told
-- waits here until a push service has taken it (docs/decisions/015).

-- The pair by which push services know this server, made at the first start unless the operator gives one.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- A browser that shows alerts. It goes with its session: who is logged out is told nothing.
create table push_devices (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id bigint not null unique references sessions on delete cascade,
  -- Whoever knows the address can post to it, but only whoever has the private key an alert that is shown.
  endpoint text not null,
  -- SHA-256, for the index: addresses are long.
  endpoint_hash bytea not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null default now(),
  -- When the browser last said that it still has the subscription: some push services take alerts for dead ones.
  seen_at timestamptz not null default now(),
  succeeded_at timestamptz,
  failed_at timestamptz
);
create index push_devices_user on push_devices (user_id);

-- Users without a row have chosen nothing yet.
create table push_preferences (
  user_id integer primary key references users on delete cascade,
  near boolean not null,
  moved boolean not null,
  result boolean not null,
  -- {"from": "22:00", "to": "07:00", "timezone": "America/Chicago"}
  quiet jsonb
);

-- How far a tournament's changes are told. Whoever tells holds the row; version grows with every telling.
create table push_tournaments (
  tournament_id integer primary key references tournaments on delete cascade,
  epoch text not null default '',
  seq bigint not null default 0,
  version bigint not null default 0
);

-- What was told of each match ('match 17') and of each athlete's place in a category ('place 3 12').
create table push_told (
  tournament_id integer not null references tournaments on delete cascade,
  key text not null,
  told jsonb not null,
  at timestamptz not null default now(),
  primary key (tournament_id, key)
);

-- Alerts that have not left yet.
create table push_queue (
  id bigint generated always as identity primary key,
  device_id bigint not null references push_devices on delete cascade,
  -- A later alert about the same replaces an earlier one.
  tag text not null,
  alert jsonb not null,
  urgent boolean not null,
  queued_at timestamptz not null default now(),
  -- Not to be sent before; while a process sends it, the time after which another may.
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0,
  unique (device_id, tag)
);
create index push_queue_due on push_queue (due_at);
