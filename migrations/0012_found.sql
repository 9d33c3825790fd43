-- The last message sent to a target is found without reading all that were ever sent.
CREATE INDEX outbox_sent ON outbox (target_kind, target_id, message_id) WHERE state = 'sent';
-- What a process has taken is found among everything that there ever was to do.
CREATE INDEX targets_taken ON targets (holder, kind) WHERE leased_until > 0;
