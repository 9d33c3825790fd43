-- The numbers of matches and messages on a server, where several programs write at the same time. It belongs to
-- 0001_matches.sql.

CREATE SEQUENCE match_ids;
CREATE SEQUENCE message_ids;
