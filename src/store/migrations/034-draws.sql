-- The draw as shown on a bracket page, and meetings of two athletes in all tournaments (docs/decisions/045). Only record()
-- writes the draw, under the tournament's row lock. It is not part of the change log and is not sent to clients.

-- The athlete's row of the ranking table: {"seed": 3, "points": [{"column": "overall", "points": 54}], "titles": [...]}
alter table entries add column ranking jsonb;

-- The swaps, and the page that states ranking and swaps: {"swaps": [...], "statement": {"page": ..., "at": null}}
alter table categories add column draw jsonb;

-- The ids of athletes at the source are the same in all tournaments.
create index fights_meetings on fights (least(competitor_a, competitor_b), greatest(competitor_a, competitor_b))
where outcome is not null;
