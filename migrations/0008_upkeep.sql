-- What the server of a match is to show besides messages, such as the roles of its players. A row exists once a host has
-- chosen any of it, and until the match is over and everything is as it should be.
CREATE TABLE upkeep (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id),
    -- The version of the match that was last looked at; 0 before the first look.
    version BIGINT NOT NULL,
    -- When to look again even if the match does not change; NULL if nothing is left to do.
    again_at BIGINT,
    -- How many looks in a row have left something undone; -1 if a host wants another one.
    attempts BIGINT NOT NULL,
    -- JSON: what the server shows by now. It follows from what everyone knows.
    state TEXT NOT NULL,
    -- Which process has taken it last, until when no other one takes it (on the clock of the database), and how often it was
    -- taken.
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL,
    fence BIGINT NOT NULL
);
