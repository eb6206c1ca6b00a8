-- Mails wait here until they are sent; a row is one mail to come, and goes when it has left or nobody wants it any more.
-- Nothing secret waits: the token of a link is made when its mail is sent.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  data jsonb not null default '{}',
  queued_at timestamptz not null default now(),
  -- Not to be sent before; while a process sends it, the time after which another may.
  due_at timestamptz not null default now(),
  -- Of no use to anybody after.
  expires_at timestamptz not null,
  attempts integer not null default 0
);
create index mails_due on mails (due_at);

-- What the demo would have sent, for its mailbox page; empty everywhere else.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  sent_at timestamptz not null default now()
);

-- Each change of an account's address can be taken back by a link in a mail to the old one (quality/security.md W4).
create table account_restores (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The old address; nobody else may take it meanwhile.
  email text not null,
  -- SHA-256 in hex of the token in the mail; none before the mail is sent.
  token text unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index account_restores_user on account_restores (user_id);
create index account_restores_email on account_restores (email) where not used;

-- Every process forgets at once what it remembers of an account whose name, address or password changed.
alter table user_events drop constraint user_events_kind_check,
  add constraint user_events_kind_check check (kind in ('follows', 'session-ended', 'account-changed'));
