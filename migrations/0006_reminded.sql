-- When each person was last reminded of a phase of a match, alone or in a list of everything that waits, so that nobody is
-- reminded of it again right away. It is nobody else's business: it tells who had not answered.
CREATE TABLE reminded (
    user_id BIGINT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- The question of that phase.
    question TEXT NOT NULL,
    -- The deadline that was named.
    deadline BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, match_id)
);
