-- The identifier in a link, encrypted for its owner with a key that is not in the database (decision 025 in docs/decisions).
-- Null for links that were made before.
alter table shareable_links add column encrypted_link_id bytea;
