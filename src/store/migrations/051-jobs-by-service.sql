-- Jobs are claimed for each push service separately, so that the alerts of a slow service do not stand before those of another
-- (docs/decisions/063).

-- The domain of the push service, 'googleapis.com'; with the port, if the address has one.
alter table push_devices
  add column service text not null generated always as (
    coalesce(substring(endpoint from '^https?://(?:[^/]*\.)?([^./]+\.[^./]+)(?:/|$)'), '')) stored;

alter table jobs
  -- Of an alert: its device's push service; '' for an email, and for an alert that the version before queued.
  add column service text not null default '';
update jobs set service = device.service from push_devices device where device.id = jobs.device_id;

-- In the order of claims: of each service the urgent jobs first, then those that have been due for the longest time.
drop index jobs_due;
create index jobs_due on jobs (kind, service, urgent desc, due_at, id);
create index jobs_expires on jobs (expires_at);

-- How many of the failed jobs expired in the queue.
alter table job_failures add column expired integer not null default 0;
