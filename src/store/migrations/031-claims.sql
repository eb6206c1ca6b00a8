-- Claims: who covers a match of a user's RollCall (docs/decisions/037).
create table claims (
  owner_id integer not null references users on delete cascade,
  match_id integer not null references fights on delete cascade,
  -- The position among all claims and releases of the owner, from users.claim_order; the highest for a match wins.
  claim_order integer not null,
  -- Null: released.
  name text check (length(name) between 1 and 40),
  -- The random id of the browser that claimed or released; never shown.
  device text not null,
  -- The random ids of the latest requests about this match, so that a repeated one changes nothing.
  requests text[] not null,
  at timestamptz not null default now(),
  primary key (owner_id, match_id)
);
create unique index claims_order on claims (owner_id, claim_order);
create index claims_match on claims (match_id);

-- The order of the user's latest claim or release.
alter table users add column claim_order integer not null default 0;
-- Whether the link gives the right to claim. A renewed link is a new row, without the right.
alter table shareable_links add column may_claim boolean not null default false;

alter table user_events drop constraint user_events_kind_check;
alter table user_events add constraint user_events_kind_check
  check (kind in ('follows', 'session-ended', 'account-changed', 'notes', 'claims'));
