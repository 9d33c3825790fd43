-- Answers to direct messages are written down with the change that they answer, and sent like every other message. Some of
-- them are about no match.

CREATE TABLE outbox_with_replies (
    -- Also the order of the messages to one target.
    id BIGINT NOT NULL PRIMARY KEY,
    -- NULL for an answer that is about no match.
    match_id BIGINT REFERENCES matches (id),
    -- Two columns for the target: a channel and a person may have the same number.
    target_kind TEXT NOT NULL CHECK (target_kind IN ('channel', 'user')),
    target_id BIGINT NOT NULL,
    -- What kind of notice it is: a word.
    kind TEXT NOT NULL,
    -- JSON that only the face understands. Sealed. Empty once an answer has been sent or given up, because nobody needs
    -- it any longer.
    notice TEXT NOT NULL,
    -- Up to which entry of the log the match is shown: a late message still shows its own moment.
    seq BIGINT NOT NULL,
    -- Random, and the same for every attempt: Discord takes a message with it only once. Everybody sees it, so it
    -- must not follow from anything that counts.
    nonce TEXT NOT NULL,
    -- `dead` could not be delivered and was given up, so that it no longer holds back what comes after it; `obsolete`
    -- was no longer needed.
    state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dead', 'obsolete')),
    -- How many attempts have ended, in whatever way.
    attempts BIGINT NOT NULL,
    -- When the change that causes it was made.
    enqueued_at BIGINT NOT NULL,
    -- When the next attempt may be made: moved on when one fails.
    not_before BIGINT NOT NULL,
    -- When it was about to be sent for the first time; from then on it may have arrived. NULL before.
    first_attempt_at BIGINT,
    -- Without anything secret: hosts see it.
    last_error TEXT,
    -- When it was sent, given up or found obsolete.
    done_at BIGINT,
    -- Discord's number for the message that was sent, for editing it and pointing to it.
    message_id BIGINT,
    -- The direct message or interaction that it answers; NULL for what nobody has asked for.
    request BIGINT
);

INSERT INTO outbox_with_replies (id, match_id, target_kind, target_id, kind, notice, seq, nonce, state, attempts,
                                 enqueued_at, not_before, first_attempt_at, last_error, done_at, message_id)
SELECT id, match_id, target_kind, target_id, kind, notice, seq, nonce, state, attempts,
       enqueued_at, not_before, first_attempt_at, last_error, done_at, message_id
FROM outbox;

DROP TABLE outbox;

ALTER TABLE outbox_with_replies RENAME TO outbox;

-- The first pending message of a target. Nearly all rows are sent ones, which the index leaves out.
CREATE INDEX outbox_pending ON outbox (target_kind, target_id, id) WHERE state = 'pending';
-- What became of a match's messages.
CREATE INDEX outbox_by_match ON outbox (match_id, state, id);
-- What was asked once is answered once.
CREATE UNIQUE INDEX outbox_by_request ON outbox (request) WHERE request IS NOT NULL;
