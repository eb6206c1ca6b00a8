-- When a reading last changed the athletes of a tournament, until the users who follow them elsewhere are alerted
-- (docs/decisions/050). A process that ends in between leaves it set, and the repair does it.
alter table tournaments add column entrants_changed_at timestamptz;
create index tournaments_entrants_changed on tournaments (entrants_changed_at) where entrants_changed_at is not null;
