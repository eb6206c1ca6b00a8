-- The language of each mail that the demo's mailbox shows: a tag such as 'pt-BR'.
alter table mailbox add column language text not null default 'en';
