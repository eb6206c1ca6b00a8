-- One queue for all outgoing emails and alerts (docs/decisions/031). A row is one job; it is deleted when the job is done or
-- obsolete. The queue holds no secrets: the token of a link is created when its email is sent.
create table jobs (
  id bigint generated always as identity primary key,
  -- 'mail' or 'alert'.
  kind text not null,
  -- A later job of the same kind and key replaces an earlier one; null: never replaced.
  key text,
  payload jsonb not null,
  urgent boolean not null default false,
  -- The device of an alert; the job is deleted with it.
  device_id bigint references push_devices on delete cascade,
  queued_at timestamptz not null default now(),
  -- The earliest time of a claim; while a process works on the job, the end of its lease.
  due_at timestamptz not null default now(),
  -- The job is dropped after this time.
  expires_at timestamptz not null,
  -- The number of claims.
  attempts integer not null default 0,
  unique (kind, key)
);
create index jobs_due on jobs (kind, due_at);
create index jobs_device on jobs (device_id);

-- The numbers of retried and failed jobs in each hour, for administrators. Kept for two days.
create table job_failures (
  kind text not null,
  hour timestamptz not null,
  retried integer not null default 0,
  failed integer not null default 0,
  primary key (kind, hour)
);

-- Of several reset emails to one address only the newest is kept, because only its link works.
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
