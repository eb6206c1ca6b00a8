-- What administrators see of a host: how much it may be asked, and whether it answers. Null limits: it has none.
alter table budgets add column per_second double precision;
alter table budgets add column burst integer;
alter table budgets add column per_day integer;
alter table budgets add column circuit_open boolean not null default false;

-- A removed tournament takes its entries with it.
create index entries_tournament on entries (tournament_id);

-- The audit list of one kind of action, newest first.
create index audit_action on audit (action, id);
