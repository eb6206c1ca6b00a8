-- A trigram index makes the folded search fast in SQL too. Names are searched in memory first, so a server without the
-- extension, or a role that may not create it, loses nothing but this index.
do $$
begin
  create extension if not exists pg_trgm;
  create index athletes_folded on athletes using gin (folded gin_trgm_ops);
exception when others then
  raise notice 'without pg_trgm: %', sqlerrm;
end
$$;
