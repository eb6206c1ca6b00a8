-- Renames tables, columns and indexes of 027 to standard terms. No row changes.
alter table asks rename to read_requests;
alter table read_requests rename column asked_by to requested_by;
alter table read_requests rename column asked_at to requested_at;
alter table read_requests rename constraint asks_pkey to read_requests_pkey;
alter table read_requests rename constraint asks_state_check to read_requests_state_check;
alter index asks_open rename to read_requests_open;
alter index asks_finished rename to read_requests_finished;
alter sequence asks_id_seq rename to read_requests_id_seq;

alter table push_told rename to push_delivered;
alter table push_delivered rename column told to state;
alter table push_delivered rename constraint push_told_pkey to push_delivered_pkey;
alter table push_delivered rename constraint push_told_tournament_id_fkey to push_delivered_tournament_id_fkey;

alter table pages rename column doubt to anomaly;
alter index fights_homeless rename to fights_uncategorised;

alter table email_links rename column asked_by to requested_by;
alter index email_links_asked_by rename to email_links_requested_by;
