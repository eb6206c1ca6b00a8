-- Whether a tournament is on a user's list (docs/decisions/058). Every process asks this of every tournament every two seconds;
-- counting the rows of user_tournaments would read all of them.
alter table tournaments add column is_added boolean not null default false;
update tournaments set is_added = true where id in (select distinct tournament_id from user_tournaments);
create index tournaments_added on tournaments (id) where is_added;

-- Triggers, because rows of user_tournaments are also deleted with their user.
create function note_added_tournaments() returns trigger language plpgsql as $$
begin
  -- The new row's foreign key locks its tournament against the deletion of the last row.
  update tournaments set is_added = true from (
    select tournament.id from tournaments tournament
    where not tournament.is_added and tournament.id in (select tournament_id from added)
    order by tournament.id for no key update
  ) missing where tournaments.id = missing.id;
  return null;
end
$$;
-- Sequential scans are off because the planner expects to find a row of any tournament soon, and would read all rows if none is
-- left.
create function note_removed_tournaments() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  removed_id integer;
begin
  for removed_id in select distinct tournament_id from removed order by 1 loop
    continue when exists (select 1 from user_tournaments other where other.tournament_id = removed_id);
    -- Waits for users who are adding the tournament; the next statement sees their rows. Two users who remove the last two rows
    -- at once do not see each other's removal: store/retention.ts corrects such a tournament.
    perform 1 from tournaments where id = removed_id for update;
    update tournaments set is_added = false
    where id = removed_id and not exists (select 1 from user_tournaments other where other.tournament_id = removed_id);
  end loop;
  return null;
end
$$;
create trigger note_added_tournaments after insert on user_tournaments
referencing new table as added for each statement execute function note_added_tournaments();
create trigger note_removed_tournaments after delete on user_tournaments
referencing old table as removed for each statement execute function note_removed_tournaments();

-- Teams whose key is missing, so that each start finds them without reading all athletes (store/tournaments/team-keys.ts).
create index athletes_without_team_key on athletes (id) where team is not null and team_key is null;
