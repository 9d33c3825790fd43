-- What Discord was last given of a message in a channel that shows a match and may have to show something else later: words
-- of the front end, or an empty text if that is not known. NULL for every other message, and once it never changes again.
ALTER TABLE outbox ADD COLUMN shown TEXT;

-- Of what was sent before, only what may still look open.
UPDATE outbox SET shown = ''
WHERE state = 'sent' AND target_kind = 'channel' AND message_id > 0
  AND kind IN ('created', 'pregame', 'roster', 'news', 'board', 'offered', 'handover', 'proposed', 'time-out')
  AND match_id IN (SELECT id FROM matches WHERE status IN ('signup', 'pregame', 'running'))
  AND id >= COALESCE((SELECT MAX(last.id) FROM outbox AS last
                      WHERE last.match_id = outbox.match_id AND last.state = 'sent' AND last.kind = 'news'), 0);

-- The few messages that may have to change are found again at a start.
CREATE INDEX outbox_shown ON outbox (match_id, id) WHERE shown IS NOT NULL;

-- Which process edits the messages of a match at present, until when, on the clock of the database. Only several processes
-- need this.
CREATE TABLE writers (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id),
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);
