-- Logos are served by RollCall itself (decision 027): the lists say where a logo lies at the source, a tournament where
-- RollCall serves it.

-- logo_url stays for processes of the version before; nothing reads it any more.
alter table listed_tournaments add column logo_address text;

-- What lies on the origin of the source's pages becomes a path there: that origin may be another one at the next start, as a
-- simulator's port is. Of other hosts only https addresses can be used.
update listed_tournaments set logo_address = case
  when logo_url ~ '^https?://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?/'
    or logo_url ~ '^https://www\.bjjcompsystem\.com/'
    or exists (select 1 from tournaments where starts_with(listed_tournaments.logo_url, substring(brackets_url from '^https?://[^/]+/')))
    then regexp_replace(logo_url, '^https?://[^/]+', '')
  when starts_with(logo_url, 'https://') then logo_url
end;

-- The lists are recorded once more, also when they say nothing new: what could not be used is read again.
update pages set body_hash = null where kind in ('home', 'events');

-- Addresses on other origins are shown no more; each comes back when its logo was fetched.
update tournaments set logo_url = null;

create table logos (
  -- As the lists have it, or the absolute address that the operator named for a sponsor.
  address text primary key,
  -- Named by the operator, as a sponsor's.
  sponsor boolean not null default false,
  -- The last good image, checked and made anew, and the name that its bytes give it.
  hash text,
  image bytea,
  -- What the server said with it, for asking whether it is still the same.
  etag text,
  last_modified text,
  fetched_at timestamptz,
  next_at timestamptz not null default '-infinity',
  -- Failed requests in a row.
  failures integer not null default 0
);
create index logos_hash on logos (hash);
