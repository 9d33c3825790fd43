-- The numbers of seasons on a server, where several programs write at the same time. It belongs to 0014_seasons.sql.

CREATE SEQUENCE season_ids;
