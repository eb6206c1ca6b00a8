-- Devices that stopped receiving alerts without an action of their user. A browser whose subscription is gone is told to make a new
-- one, and a user with a verified address gets one email (docs/decisions/064).
create table ended_push_devices (
  -- SHA-256, as in push_devices.
  endpoint_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  language text not null,
  -- gone: the push service reports it. session: its session passed its limits. unconfirmed: the browser was not opened for two weeks.
  reason text not null check (reason in ('gone', 'session', 'unconfirmed')),
  at timestamptz not null default now(),
  -- When it was decided whether the user gets an email, and when one was queued.
  checked_at timestamptz,
  emailed_at timestamptz
);
create index ended_push_devices_unchecked on ended_push_devices (at) where checked_at is null;
create index ended_push_devices_user on ended_push_devices (user_id);
