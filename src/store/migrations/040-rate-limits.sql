-- The counters of the rate limits that hold for all processes together (docs/decisions/007). The former table of this name was
-- never written. Its loss in a crash does no harm.
drop table rate_limits;
create unlogged table rate_limits (
  -- SHA-256 of the limit's name and of the user, network, address or token that it counts.
  key bytea primary key,
  -- The uses in the window that ends then.
  points integer not null,
  ends_at timestamptz not null,
  -- Of failed logins: the next attempt is refused until then.
  blocked_until timestamptz
);
