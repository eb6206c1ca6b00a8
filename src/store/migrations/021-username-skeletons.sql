-- What a name looks like (src/domain/username-skeleton.ts), so that nobody takes a name that people mistake for another's. Filled
-- at the start; null for an older name that looks like one that was there before it: both stay, and no third one comes.
alter table users add column username_skeleton text;
create unique index users_username_skeleton on users (username_skeleton);
