-- Templates: settings of matches that hosts have saved under a name, for others on the same server.

CREATE TABLE templates (
    guild_id BIGINT NOT NULL,
    -- The name without capital letters, by which it is found: no two names differ in them alone.
    folded TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    -- JSON, as in matches, without people, channels and roles. Everyone may know it.
    terms TEXT NOT NULL,
    -- NULL if they asked to be forgotten.
    saved_by BIGINT,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (guild_id, folded)
);
