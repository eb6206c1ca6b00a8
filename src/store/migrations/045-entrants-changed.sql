-- When a reading last changed the athletes of a tournament, until the users who follow them elsewhere are alerted
-- (docs/decisions/050). If the process ends before that, the time stays set, and the repair of any process alerts them.
alter table tournaments add column entrants_changed_at timestamptz;
create index tournaments_entrants_changed on tournaments (entrants_changed_at) where entrants_changed_at is not null;
