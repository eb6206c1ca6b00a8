-- How the user wants team points of the tournament counted (domain/points-policies.ts); null: as usual for it.
alter table user_tournaments add column points_policy text;
