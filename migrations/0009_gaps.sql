-- What a person sent before a message that was answered, and what could not be fetched yet, comes after this message of theirs (0:
-- after none); NULL if nothing is missing. Until it has been fetched, it must not count as answered with the later message.
ALTER TABLE direct_channels ADD COLUMN open_after BIGINT;
