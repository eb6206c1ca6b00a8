-- When and where that a list told alone: found again when the list tells of the fight no more (load-slice.ts).

create index fights_placed_by_list on fights (tournament_id, (trace -> 'when' ->> 'page'))
where trace -> 'when' ->> 'page' ~ '/(competitor|club)/';
