-- Names are compared without apostrophes and punctuation, and without the blanks within Japanese, Chinese and Korean names
-- (nameKey in domain/name.ts). Only the rows with such characters are written.
update athletes set folded = keys.folded
from (
  select id, btrim(regexp_replace(regexp_replace(
    regexp_replace(folded, '[''`´ʹ-ˋ‘-‛′‵՚׳ꞌ]', '', 'g'),
    '[][\s!"(),./:;?{}¡§«¶·»¿‐-‧‰-⁃⁅-⁑⁓-⁞、-〃〈-】〔-〟〰〽゠・،؛؟-]+', ' ', 'g'),
    '(?<=[ᄀ-ᇿ⺀-鿿]) (?=[ᄀ-ᇿ⺀-鿿])', '', 'g')) as folded
  from athletes
  where folded ~ '[^a-z0-9 ]'
) keys
where athletes.id = keys.id and athletes.folded <> keys.folded and keys.folded <> '';

-- The modifier letters among the apostrophes no longer belong to a word of a team's name (teamKey in domain/team.ts). The keys of
-- athletes' teams are corrected at each start.
update follow_rules rule set team_keys = keys.team_keys
from (
  select id, array_agg(btrim(regexp_replace(key, '[ ʹ-ˋꞌ]+', ' ', 'g')) order by place) as team_keys
  from follow_rules cross join unnest(team_keys) with ordinality as named (key, place)
  where array_to_string(team_keys, ' ') ~ '[ʹ-ˋꞌ]'
  group by id
) keys
where rule.id = keys.id and not exists (
  select 1 from follow_rules other
  where other.id <> rule.id and other.user_id = rule.user_id and other.team_keys[1] = keys.team_keys[1]
    and coalesce(other.tournament_id, 0) = coalesce(rule.tournament_id, 0)
);
