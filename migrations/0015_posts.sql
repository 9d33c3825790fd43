-- Posts to the channel of a season are written down with the change that they tell, and sent like those of a match.

-- NULL for everything that is not about a season.
ALTER TABLE outbox ADD COLUMN season_id BIGINT REFERENCES seasons (id);

-- Hosts are told of the results of a match in the same way, with the booking.
ALTER TABLE season_matches DROP COLUMN told_at;
