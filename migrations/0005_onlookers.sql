-- Who could read what onlookers were told, and so can never take a seat: JSON with `users`, sorted, and with `anyone_until`, the
-- last time at which Discord did not say who could. It stays short whatever the size of the server.
ALTER TABLE matches ADD COLUMN onlookers TEXT NOT NULL DEFAULT '{}';
