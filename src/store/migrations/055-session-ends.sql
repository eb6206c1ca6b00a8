-- When a session passes its limits, unless it is used before. Each process looks for such sessions every half minute, and reads only
-- them by the index (docs/decisions/058). In UTC, because only then is the sum the same in every connection.
alter table sessions add column ends_at timestamptz not null generated always as (
  least(
    last_used_at at time zone 'UTC' + case when remember then interval '14 days' else interval '12 hours' end,
    created_at at time zone 'UTC' + case when remember then interval '90 days' else interval '24 hours' end
  ) at time zone 'UTC') stored;
create index sessions_end on sessions (ends_at);
