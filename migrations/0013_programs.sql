-- The versions of Trigon that have used the database, each with the last migration that it knew. An older program refuses what a
-- newer one has written, and says which one that was.
CREATE TABLE programs (
    version TEXT NOT NULL PRIMARY KEY,
    migration BIGINT NOT NULL
);
