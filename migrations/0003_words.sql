-- The words that players added to the draws: JSON, a list of objects with `user` and `word`, in the order of arrival.
ALTER TABLE matches ADD COLUMN words TEXT NOT NULL DEFAULT '[]';
