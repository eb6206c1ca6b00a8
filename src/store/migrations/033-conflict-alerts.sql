-- Whether a user wants alerts about matches that overlap on different mats.
alter table push_preferences add column conflict boolean not null default true;
