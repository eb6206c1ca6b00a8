-- The user's policy for counting team points in the tournament (domain/points-policies.ts); null: the tournament's default.
alter table user_tournaments add column points_policy text;
