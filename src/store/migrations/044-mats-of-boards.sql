-- The mats of a board page at its last reading: estimates are as old as the page of their own mat (docs/decisions/038).
alter table pages add column mats integer[];
