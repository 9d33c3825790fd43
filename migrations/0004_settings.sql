-- What people have chosen for themselves, in all matches: JSON.
CREATE TABLE person_settings (
    user_id BIGINT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
);
