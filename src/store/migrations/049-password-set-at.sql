-- When the password was last changed by its user or by an emailed link; null for the one of the sign-up. An account that is taken
-- back loses a password that a stranger may have set. For changes that can still be undone, that is not known, so it may be so.
alter table users add column password_set_at timestamptz;
update users set password_set_at = now()
where id in (select user_id from account_restores where not used and expires_at > now());
