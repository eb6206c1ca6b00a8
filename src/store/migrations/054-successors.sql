-- The id at the source of the athlete who took this athlete's place in a bracket, under the same name and team
-- (docs/decisions/065). Null for none, and after the follows have moved.
alter table athletes add column successor text;
create index athletes_successor on athletes (tournament_id) where successor is not null;
