-- The steps of an athlete's day (docs/decisions/048).

-- The rules of the tournament's day (domain/step-rules.ts); null if unknown. There is one source, with one rule set.
alter table tournaments add column rule_set text;
update tournaments set rule_set = 'ibjjf';

-- The published start of the division, with its instant: domain/division-start.ts.
alter table categories add column start jsonb;
-- When the podium became known; also null if the source had shown it long before it was read.
alter table categories add column podium_at timestamptz;

-- The steps that a user wants to see and to be alerted to. Users without a row have the defaults (domain/steps.ts).
create table step_preferences (
  user_id integer primary key references users on delete cascade,
  report boolean not null,
  weigh_in boolean not null,
  open_class boolean not null,
  -- For athletes under 18.
  open_class_youth boolean not null,
  podium boolean not null
);
