-- The open sockets of each process that serves the web, so that a process with far more than its share can move some to
-- the others (docs/decisions/055). Rows that were not renewed for 30 s do not count.
create unlogged table web_processes (
  node text primary key,
  sockets integer not null,
  seen_at timestamptz not null
);
