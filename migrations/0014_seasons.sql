-- Seasons: matches and other episodes that one cast plays, with a book of what everyone has.

CREATE TABLE seasons (
    -- The number that people see.
    id BIGINT NOT NULL PRIMARY KEY,
    -- Counts changes: an update names the version it was decided on, so that of two only one is stored.
    version BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- NULL while it goes on.
    ended_at BIGINT,
    -- JSON: hosts, counters, cast, episodes, gifts that wait for an answer. Sealed: it says who is out before everyone may
    -- know.
    plan TEXT NOT NULL
);

-- The seasons of a guild are listed.
CREATE INDEX seasons_by_guild ON seasons (guild_id, id);

-- The truth: what everyone has is the sum of the entries. Rows are only ever added; what was wrong is taken back by another
-- one.
CREATE TABLE season_entries (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    -- From 1. The primary key lets one of two writers win.
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- The number in the cast.
    member BIGINT NOT NULL,
    -- The counter that changes, or an empty text.
    counter TEXT NOT NULL,
    -- The mark, or an empty text.
    mark TEXT NOT NULL,
    -- JSON: by how much, and why. Sealed: not everyone may know everything that is counted.
    content TEXT NOT NULL,
    author TEXT NOT NULL CHECK (author IN ('host', 'member', 'program')),
    -- The person, or NULL if a match was booked.
    user_id BIGINT,
    source_kind TEXT NOT NULL CHECK (source_kind IN ('match', 'host', 'gift', 'import')),
    source_key TEXT NOT NULL,
    -- The episode, or 0.
    episode BIGINT NOT NULL,
    -- The entry that it takes back; NULL if it is not one that does.
    reverses BIGINT,
    PRIMARY KEY (season_id, seq)
);

-- What comes from one source is booked once, whoever books it and however often.
CREATE UNIQUE INDEX season_entries_by_source ON season_entries
    (season_id, source_kind, source_key, member, counter, mark, episode) WHERE reverses IS NULL;
-- An entry is taken back once.
CREATE UNIQUE INDEX season_entries_by_reversal ON season_entries (season_id, reverses) WHERE reverses IS NOT NULL;

-- The matches of seasons.
CREATE TABLE season_matches (
    -- A match belongs to one season.
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id),
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    -- When its results were booked; NULL while they are not, so that they are found after a stop.
    booked_at BIGINT,
    -- When people were told of them; NULL while they were not.
    told_at BIGINT
);

CREATE INDEX season_matches_open ON season_matches (match_id) WHERE booked_at IS NULL;
