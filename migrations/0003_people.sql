-- The words that players added to the draws: JSON, a list of objects with `user` and `word`, in the order of arrival.
ALTER TABLE matches ADD COLUMN words TEXT NOT NULL DEFAULT '[]';

-- Whether the player has left a match that is being played. The row stays, because the seat does.
ALTER TABLE seats ADD COLUMN vacant BIGINT NOT NULL DEFAULT 0 CHECK (vacant IN (0, 1));
