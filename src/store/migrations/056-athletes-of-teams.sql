-- The expansion of rules for one tournament (docs/decisions/058): the athletes of a team in it, and the follows by rules of its
-- athletes.
create index athletes_of_team on athletes (tournament_id, team_key);
create index user_followed_athletes_by_rules on user_followed_athletes (athlete_id) where rule_id is not null;
