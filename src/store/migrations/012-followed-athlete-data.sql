-- The figures of a followed athlete as the profile tells them: completed is what has a result, the next match and the
-- status word come from one and the same match, and the scraped data hold the podium too.

-- The match of each athlete from which something is still to be expected first: started before scheduled before unscheduled.
-- One that left its board, or never was on one, is given up two hours after its start (core.md section 4).
create view athlete_next_match as
select distinct on (match.athlete_id)
  match.athlete_id,
  match.scheduled_date_time,
  match.status
from matches match
join fights fight on fight.id = match.match_id
where match.is_upcoming
  and (
    fight.board = 'listed'
    or fight.raw_status is not distinct from 'started'
    or fight.scheduled_at is null
    or fight.scheduled_at >= now() - interval '2 hours'
  )
order by match.athlete_id, match.status <> 'started', match.scheduled_date_time nulls last, match.id;

create or replace view athlete_records as
select
  athlete.id,
  athlete.tournament_id,
  athlete.bjj_comp_system_id,
  athlete.name,
  athlete.belt,
  athlete.team,
  athlete.division,
  coalesce(upcoming.status, case when tally.total > 0 then 'finished' else 'scheduled' end) as current_status,
  tally.total as total_matches,
  athlete.created_at,
  athlete.last_updated
from athletes athlete
cross join lateral (
  select count(*)::integer as total from matches match where match.athlete_id = athlete.id
) tally
left join athlete_next_match upcoming on upcoming.athlete_id = athlete.id;

create or replace view followed_athlete_data as
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
  coalesce(athlete.belt, nullif(split_part(athlete.division, ' / ', 3), '')) as belt,
  athlete.team,
  tally.total as total_matches,
  tally.wins + tally.losses as completed_matches,
  tally.wins,
  tally.losses,
  0 as draws,
  0 as submissions,
  0 as points,
  0 as advantages,
  null::double precision as average_match_duration,
  null::double precision as submission_rate,
  tally.wins::double precision / nullif(tally.wins + tally.losses, 0) as win_rate,
  upcoming.scheduled_date_time as next_match_time,
  athlete.current_status,
  (select min(entry.seed) from entries entry where entry.athlete_id = athlete.id) as bracket_position,
  follow.notifications_enabled,
  follow.sms_notifications,
  follow.email_notifications,
  athlete.last_updated,
  follow.created_at,
  follow.notes,
  follow.tags,
  jsonb_build_object('matches', tally.matches, 'categories', entered.categories, 'bracket_results', entered.bracket_results)
    as scraped_data,
  tally.last_scraped_at
from user_followed_athletes follow
join athlete_records athlete on athlete.id = follow.athlete_id
join tournaments tournament on tournament.id = athlete.tournament_id
left join athlete_next_match upcoming on upcoming.athlete_id = follow.athlete_id
cross join lateral (
  select
    count(*)::integer as total,
    count(*) filter (where match.result = 'win')::integer as wins,
    count(*) filter (where match.result = 'loss')::integer as losses,
    coalesce(
      jsonb_agg(jsonb_build_object('round', match.round, 'opponent', match.opponent, 'result', match.result, 'status', match.status)),
      '[]'
    ) as matches,
    max(match.scraped_at) as last_scraped_at
  from matches match
  where match.athlete_id = follow.athlete_id
) tally
cross join lateral (
  select
    coalesce(jsonb_agg(category.division order by category.id), '[]') as categories,
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'category', category.division,
          'placements', (
            select jsonb_agg(jsonb_build_object('place', placement -> 'place', 'name', placement -> 'name'))
            from jsonb_array_elements(category.placements) placement
          )
        )
        order by category.id
      ) filter (where category.placements <> '[]'),
      '[]'
    ) as bracket_results
  from entries entry
  join categories category on category.id = entry.category_id
  where entry.athlete_id = follow.athlete_id
) entered;
