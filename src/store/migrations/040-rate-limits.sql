-- The counters of the rate limits across all processes (docs/decisions/007). They may be lost in a crash. The table replaces one
-- of the same name that was never used.
drop table rate_limits;
create unlogged table rate_limits (
  -- SHA-256 of the limit's name and of the user, network, address or token that it counts.
  key bytea primary key,
  -- The uses in the window that ends at ends_at.
  points integer not null,
  ends_at timestamptz not null,
  -- For failed logins: further attempts are refused until then.
  blocked_until timestamptz
);
