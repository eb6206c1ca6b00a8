-- Whether a user wants alerts about matches that are at once on different mats.
alter table push_preferences add column conflict boolean not null default true;
