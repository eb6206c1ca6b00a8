-- Whether the athlete's own list at the source showed no match at its last reading (docs/decisions/048).
alter table athletes add column empty_list boolean not null default false;
