-- How often each page is promised to be read, and a number that grows with every touch, so that processes can read
-- what is new about pages.
create sequence pages_rev;
alter table pages add column every_ms integer;
alter table pages add column rev bigint not null default nextval('pages_rev');
create index pages_rev_order on pages (rev);

-- Requests under way, of all processes; one that nobody gave back ends by itself.
create unlogged table budget_slots (
  id uuid primary key default gen_random_uuid(),
  host text not null,
  holder text not null,
  expires_at timestamptz not null
);
create index budget_slots_host on budget_slots (host, expires_at);
