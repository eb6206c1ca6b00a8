-- How and when the source is read.

-- Every page that is read again and again. Key: domain/page.ts.
create table pages (
  key text primary key,
  kind text not null,
  tournament_id integer references tournaments on delete cascade,
  page jsonb not null,
  state text not null default 'new' check (state in ('new', 'ok', 'stale', 'quarantined', 'down', 'gone')),
  attempted_at timestamptz,
  -- When the body was fetched that was last understood, and when it last said something new.
  fetched_at timestamptz,
  changed_at timestamptz,
  next_at timestamptz,
  failures integer not null default 0,
  unchanged integer not null default 0,
  body_hash text,
  -- The tournament's seq after the last recording: same hash and same seq mean nothing to do.
  recorded_seq bigint,
  -- A surprising reading that waits for its confirmation (store/guard.ts).
  doubt jsonb,
  problems jsonb not null default '[]',
  last_status integer,
  last_error text,
  last_bytes integer,
  last_ms integer
);
create index pages_tournament on pages (tournament_id);

-- Bodies that could not be understood, gzipped, for the administrator to look at.
create table page_bodies (
  id bigint generated always as identity primary key,
  key text not null,
  tournament_id integer references tournaments on delete cascade,
  at timestamptz not null,
  problems jsonb not null,
  body bytea not null
);
create index page_bodies_tournament on page_bodies (tournament_id, id);

-- The run log: every request made, the newest of them.
create table source_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  key text not null,
  tournament_id integer,
  purpose text not null,
  status integer,
  ms integer not null,
  bytes integer not null,
  outcome text not null,
  error text
);
create index source_requests_at on source_requests (at);

-- Who does what alone. The fence grows with every change of holder.
create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null,
  expires_at timestamptz not null
);

-- One token bucket a host, for all processes and purposes.
create table budgets (
  host text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null,
  day date not null,
  spent_today integer not null default 0,
  bytes_today bigint not null default 0,
  -- Nobody asks the host anything before this moment (Retry-After, 403, open circuit).
  blocked_until timestamptz,
  failures integer not null default 0
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by integer
);

-- What users want of the reader. One open ask per kind and target, however many users want it.
create table asks (
  id bigint generated always as identity primary key,
  kind text not null,
  target text not null,
  asked_by integer,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  claimed_by text,
  claimed_at timestamptz,
  finished_at timestamptz,
  result jsonb
);
create unique index asks_open on asks (kind, target) where state in ('waiting', 'running');
create index asks_finished on asks (kind, target, finished_at);

-- How many people look at a tournament, by node; rows not renewed for 30 s do not count.
create unlogged table presence (
  node text not null,
  tournament_id integer not null references tournaments on delete cascade,
  viewers integer not null,
  seen_at timestamptz not null,
  primary key (node, tournament_id)
);
