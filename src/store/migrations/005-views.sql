-- The specification's records under their own names, seen through what is stored once.

-- A fight from the side of each athlete in it who is known.
create view matches as
select
  fight.id * 2 + seat.side as id,
  athlete.id as athlete_id,
  fight.tournament_id,
  fight.id as match_id,
  fight.round,
  fight.division,
  category.weight as category,
  other.sides ->> 'name' as opponent,
  other.sides ->> 'team' as opponent_team,
  other.sides ->> 'bjjCompSystemId' as opponent_bjj_comp_system_id,
  case
    when fight.outcome ->> 'kind' = 'double-disqualification' then 'loss'
    when (fight.outcome ->> 'winner')::integer = seat.side then 'win'
    when (fight.outcome ->> 'winner')::integer = 1 - seat.side then 'loss'
  end as result,
  -- The source tells no more of a method than a disqualification.
  case
    when fight.outcome is null then null
    when coalesce(own.sides ->> 'disqualification', other.sides ->> 'disqualification') is not null
      then 'disqualification: ' || coalesce(own.sides ->> 'disqualification', other.sides ->> 'disqualification')
    when fight.outcome ->> 'kind' = 'close-out' then 'close-out'
  end as method,
  null::text as submission_type,
  null::integer as points,
  null::integer as advantages,
  null::integer as penalties,
  fight.time,
  fight.time as scheduled_time,
  fight.scheduled_at as scheduled_date_time,
  fight.date,
  null::text as time_slot,
  fight.mat,
  fight.fight_number,
  case when fight.outcome is not null then 'finished' else coalesce(fight.raw_status, 'scheduled') end as status,
  fight.outcome is null and coalesce(fight.raw_status, '') not in ('finished', 'invalid') as is_upcoming,
  fight.sides -> (fight.outcome ->> 'winner')::integer ->> 'name' as winner,
  fight.sides -> (1 - (fight.outcome ->> 'winner')::integer) ->> 'name' as loser,
  fight.created_at,
  fight.updated_at,
  fight.updated_at as scraped_at
from fights fight
cross join (values (0), (1)) as seat (side)
cross join lateral (select fight.sides -> seat.side as sides) own
cross join lateral (select fight.sides -> (1 - seat.side) as sides) other
join athletes athlete
  on athlete.tournament_id = fight.tournament_id
  and athlete.bjj_comp_system_id = case seat.side when 0 then fight.competitor_a else fight.competitor_b end
left join categories category on category.id = fight.category_id
where not (fight.sides @> '[{"kind":"bye"}]');

-- An athlete with what follows from the fights.
create view athlete_records as
select
  athlete.id,
  athlete.tournament_id,
  athlete.bjj_comp_system_id,
  athlete.name,
  athlete.belt,
  athlete.team,
  athlete.division,
  coalesce(nearest.status, case when tally.completed > 0 then 'finished' else 'scheduled' end) as current_status,
  tally.total as total_matches,
  athlete.created_at,
  athlete.last_updated
from athletes athlete
cross join lateral (
  select count(*)::integer as total, count(*) filter (where match.status = 'finished')::integer as completed
  from matches match
  where match.athlete_id = athlete.id
) tally
left join lateral (
  select match.status from matches match
  where match.athlete_id = athlete.id and match.is_upcoming
  order by match.scheduled_date_time nulls last
  limit 1
) nearest on true;

-- A follow with the athlete's figures. What the source never says stays empty (decision D19).
create view followed_athlete_data as
select
  follow.id,
  follow.user_id,
  follow.athlete_id,
  athlete.name,
  athlete.bjj_comp_system_id,
  athlete.tournament_id as current_tournament_id,
  tournament.order_of_fights_url,
  athlete.division,
  nullif(split_part(athlete.division, ' / ', 4), '') as weight_class,
  athlete.belt,
  athlete.team,
  tally.total as total_matches,
  tally.completed as completed_matches,
  tally.wins,
  tally.losses,
  0 as draws,
  0 as submissions,
  0 as points,
  0 as advantages,
  null::double precision as average_match_duration,
  null::double precision as submission_rate,
  tally.wins::double precision / nullif(tally.wins + tally.losses, 0) as win_rate,
  tally.next_match_time,
  tally.current_status,
  (select min(entry.seed) from entries entry where entry.athlete_id = athlete.id) as bracket_position,
  follow.notifications_enabled,
  follow.sms_notifications,
  follow.email_notifications,
  athlete.last_updated,
  follow.created_at,
  follow.notes,
  follow.tags,
  tally.scraped_data,
  tally.last_scraped_at
from user_followed_athletes follow
join athletes athlete on athlete.id = follow.athlete_id
join tournaments tournament on tournament.id = athlete.tournament_id
cross join lateral (
  select
    count(*)::integer as total,
    count(*) filter (where match.status = 'finished')::integer as completed,
    count(*) filter (where match.result = 'win')::integer as wins,
    count(*) filter (where match.result = 'loss')::integer as losses,
    min(match.scheduled_date_time) filter (where match.is_upcoming) as next_match_time,
    coalesce(
      (array_agg(match.status order by match.scheduled_date_time nulls last) filter (where match.is_upcoming))[1],
      case when count(*) > 0 then 'finished' else 'scheduled' end
    ) as current_status,
    jsonb_build_object(
      'matches', coalesce(jsonb_agg(jsonb_build_object('round', match.round, 'opponent', match.opponent, 'result', match.result, 'status', match.status)), '[]'),
      'categories', coalesce(jsonb_agg(distinct match.division), '[]')
    ) as scraped_data,
    max(match.scraped_at) as last_scraped_at
  from matches match
  where match.athlete_id = athlete.id
) tally;
