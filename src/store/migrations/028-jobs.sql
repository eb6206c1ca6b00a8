-- One queue for all that leaves RollCall: mails and alerts (docs/decisions/031). A row is one job; it goes when the job is
-- done, or nobody wants it any more. Nothing secret waits: the token of a link is made when its mail is sent.
create table jobs (
  id bigint generated always as identity primary key,
  -- 'mail' or 'alert'.
  kind text not null,
  -- A later job of the kind with the same key replaces an earlier one; null: none does.
  key text,
  payload jsonb not null,
  urgent boolean not null default false,
  -- The device that an alert is for; the job goes with it.
  device_id bigint references push_devices on delete cascade,
  queued_at timestamptz not null default now(),
  -- Not to be claimed before; while a process works on it, the end of its lease.
  due_at timestamptz not null default now(),
  -- Of no use to anybody after.
  expires_at timestamptz not null,
  -- How often it was claimed.
  attempts integer not null default 0,
  unique (kind, key)
);
create index jobs_due on jobs (kind, due_at);
create index jobs_device on jobs (device_id);

-- How many jobs had to be tried again and how many were given up, by the hour, for administrators. Kept for two days.
create table job_failures (
  kind text not null,
  hour timestamptz not null,
  retried integer not null default 0,
  failed integer not null default 0,
  primary key (kind, hour)
);

-- Of several mails with a link for one address only the newest waits on: no other link would work.
insert into jobs (kind, key, payload, queued_at, due_at, expires_at, attempts)
select 'mail', case when kind = 'reset-link' then 'reset-link ' || recipient end,
  data || jsonb_build_object('kind', kind, 'to', recipient), queued_at, due_at, expires_at, attempts
from mails
where expires_at > now() and not (kind = 'reset-link' and exists (
  select 1 from mails newer where newer.kind = 'reset-link' and newer.recipient = mails.recipient and newer.id > mails.id))
order by id;

insert into jobs (kind, key, payload, urgent, device_id, queued_at, due_at, expires_at, attempts)
select 'alert', device_id || ' ' || tag, jsonb_build_object('tag', tag, 'alert', alert), urgent, device_id, queued_at, due_at,
  expires_at, attempts
from push_queue where expires_at > now() order by id;

drop table mails;
drop table push_queue;
