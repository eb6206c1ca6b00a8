-- The search of an administrator for users by a part of their name or address.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_names on users using gin (lower(username || chr(10) || email) gin_trgm_ops);
exception when others then
  raise notice 'without pg_trgm: %', sqlerrm;
end
$$;
