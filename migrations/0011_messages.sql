-- A message to which somebody replies is found by Discord's number for it.
CREATE INDEX outbox_by_message ON outbox (message_id) WHERE message_id IS NOT NULL;
