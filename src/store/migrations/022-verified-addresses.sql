-- Which addresses are verified, and the links that verify them (docs/decisions/024).

-- The last address of the account that was verified; its present one is verified where the two are equal. Nothing tells it
-- of the accounts made before: a used link for a new password may also be one that was voided. An administrator's address is
-- the operator's.
alter table users add column verified_email text check (verified_email = lower(verified_email));
create index users_verified_email on users (verified_email);
update users set verified_email = email where role = 'superadmin';

-- Each link is mailed to its address; whoever opens it has that address.
create table email_links (
  id integer generated always as identity primary key,
  email text not null,
  -- The account that took the address; none where somebody else asked for an address that an account holds unverified.
  user_id integer references users on delete cascade,
  -- The account that asked for such an address by a change of its own; no other account is moved to it by the link.
  asked_by integer references users on delete cascade,
  -- SHA-256 in hex of the token in the mail; none before the mail is sent.
  token text unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index email_links_user on email_links (user_id);
create index email_links_asked_by on email_links (asked_by);
create index email_links_expires on email_links (expires_at);

-- What was mailed today to addresses that nobody may have asked for; rows go after a day.
create table mails_to_unverified (
  email text not null,
  kind text not null,
  at timestamptz not null default now()
);
create index mails_to_unverified_email on mails_to_unverified (email, at);
create index mails_to_unverified_at on mails_to_unverified (at);
