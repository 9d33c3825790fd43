-- The public beacon that goes into the draws of a match: JSON with the time at which the roster closes, the round, and its
-- signature once it is known; NULL without a beacon.
ALTER TABLE matches ADD COLUMN beacon TEXT;
