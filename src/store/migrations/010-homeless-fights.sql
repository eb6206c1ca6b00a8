-- Matches that no category is known for are looked up by their division.
drop index fights_homeless;
create index fights_homeless on fights (tournament_id, division) where category_id is null;
