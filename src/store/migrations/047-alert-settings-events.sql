-- Every process learns of a user's new device, switched-off alerts or chosen steps, and reads the recipients of alerts for this
-- user only (docs/decisions/058).
alter table user_events drop constraint user_events_kind_check;
alter table user_events add constraint user_events_kind_check
  check (kind in ('follows', 'session-ended', 'account-changed', 'notes', 'claims', 'alerts'));
