PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'matches','2026-11-26 08:23:55',1,X'8df25a0f3c69a7d0bc99c0a9edc2a2e181ff27e5c5404c727be4a5504bb5f5a3633858d1116a71aea57d852d1e7b663c',1569228);
INSERT INTO _sqlx_migrations VALUES(2,'replies','2026-11-26 08:23:55',1,X'857f33abac3979d20d39b6f6d0830eed222295f719bcc9336758188d9ca5bd43e75487af3bed7f3f5a14c8a36267e171',1375680);
CREATE TABLE matches (
    -- The number that people see and type.
    id BIGINT NOT NULL PRIMARY KEY,
    -- Counts changes: an update names the version it was decided on, so that of two only one is stored.
    version BIGINT NOT NULL,
    -- Which rules, and which version of them every stored entry follows: a changed rule never decides an old match
    -- anew.
    game TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    -- The version of the rules under which the match was stopped, because what is stored does not follow from it. Its
    -- host has been told. NULL while it goes on.
    stopped_by_rules BIGINT,
    -- Where the match is played and announced, and whose it is.
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    -- A word rather than a number, so that the table can be read by people.
    status TEXT NOT NULL,
    -- JSON: what was chosen when the match was created. It never changes.
    terms TEXT NOT NULL,
    -- In hexadecimal; secret until the match is over. Sealed.
    seed TEXT NOT NULL,
    -- JSON that only the game understands; NULL until the roster is fixed. Sealed.
    setup TEXT,
    -- A short hash of the state before the first entry, to compare when the rules have changed; NULL until the roster
    -- is fixed. Sealed, like every hash of a state: those who can guess what is secret could check it.
    start_hash TEXT,
    created_at BIGINT NOT NULL,
    -- NULL while the match is not over.
    ended_at BIGINT,
    -- The match in which this one is played again; NULL while there is none.
    rematch_id BIGINT
);
INSERT INTO matches VALUES(1,7,'triforce-building',1,NULL,10,20,30,'Friday','running','{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":0,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"options":{"board":"triangle:5","reveal":"none","rounds":10}}','0707070707070707070707070707070707070707070707070707070707070707','{"board":"triangle:5","rounds":10,"players":[{"name":"Player 1","priority":1,"garnets":2},{"name":"Player 2","priority":2,"garnets":2},{"name":"Player 3","priority":3,"garnets":2},{"name":"Player 4","priority":4,"garnets":2},{"name":"Player 5","priority":5,"garnets":2},{"name":"Player 6","priority":6,"garnets":2},{"name":"Player 7","priority":7,"garnets":2}]}','1f66cb091546bdb1',1800000000000,NULL,NULL);
INSERT INTO matches VALUES(2,6,'triangoli',1,NULL,10,20,101,'Sunday','running','{"players":2,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"options":{}}','0707070707070707070707070707070707070707070707070707070707070707','{}','3a910f91e0f4d0af',1800086400000,NULL,NULL);
CREATE TABLE seats (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- From 1, as in the log.
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    -- The name is fixed with the roster: a nickname changed later does not rename anybody in the records.
    name TEXT NOT NULL,
    -- JSON: the values of the game's roster fields.
    fields TEXT NOT NULL,
    -- The place in the order of joining, from 1. Seats may be drawn from it.
    joined BIGINT NOT NULL,
    -- Whether the last direct message that everybody knows of was refused. Reminders do not count: not everybody gets
    -- them.
    dm_closed BIGINT NOT NULL CHECK (dm_closed IN (0, 1)),
    -- Whether the player has checked in, and the bot then knew whether direct messages arrive.
    checked_in BIGINT NOT NULL CHECK (checked_in IN (0, 1)),
    PRIMARY KEY (match_id, seat),
    -- Nobody sits twice, however quickly one clicks.
    UNIQUE (match_id, user_id)
);
INSERT INTO seats VALUES(1,1,101,'Player 1','{"garnets":2,"priority":1}',1,0,0);
INSERT INTO seats VALUES(1,2,102,'Player 2','{"garnets":2,"priority":2}',2,0,0);
INSERT INTO seats VALUES(1,3,103,'Player 3','{"garnets":2,"priority":3}',3,0,0);
INSERT INTO seats VALUES(1,4,104,'Player 4','{"garnets":2,"priority":4}',4,0,0);
INSERT INTO seats VALUES(1,5,105,'Player 5','{"garnets":2,"priority":5}',5,0,0);
INSERT INTO seats VALUES(1,6,106,'Player 6','{"garnets":2,"priority":6}',6,0,0);
INSERT INTO seats VALUES(1,7,107,'Player 7','{"garnets":2,"priority":7}',7,0,0);
INSERT INTO seats VALUES(2,1,101,'Player 1','{}',1,0,0);
INSERT INTO seats VALUES(2,2,102,'Player 2','{}',2,0,0);
CREATE TABLE match_log (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- From 1. The primary key lets one of two writers win.
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- A seat's number, `clock` or `host`.
    actor TEXT NOT NULL,
    -- The host who made it, to be named; NULL for players and the clock.
    user_id BIGINT,
    -- An action of the game, or something that was done to the match.
    kind TEXT NOT NULL CHECK (kind IN ('game', 'control')),
    -- Canonical notation, as in records, or JSON of a control event. Secret until it is resolved. Sealed.
    action TEXT NOT NULL,
    -- JSON: what was drawn, so that a replay needs no generator. Sealed.
    draws TEXT NOT NULL,
    -- A short hash of the state after it, to compare when the rules have changed; NULL where the entry is none of the
    -- game's. Sealed.
    state_hash TEXT,
    -- The interaction or message of Discord that it is the first entry of; NULL for further ones and for the clock.
    -- Discord may deliver one twice.
    request BIGINT,
    PRIMARY KEY (match_id, seq)
);
INSERT INTO match_log VALUES(1,1,1800000000000,'host',30,'control','"start"','[]',NULL,NULL);
INSERT INTO match_log VALUES(1,2,1800000000000,'clock',NULL,'control','"begin"','[]',NULL,NULL);
INSERT INTO match_log VALUES(1,3,1800000000000,'2',NULL,'game','move -','[]','1f66cb091546bdb1',NULL);
INSERT INTO match_log VALUES(1,4,1800086400000,'clock',NULL,'game','resolve','[]','8a3c1818c2551a4b',NULL);
INSERT INTO match_log VALUES(1,5,1800086400000,'3',NULL,'game','move -','[]','8a3c1818c2551a4b',NULL);
INSERT INTO match_log VALUES(2,1,1800086400000,'2',NULL,'control','"start"','[]',NULL,NULL);
INSERT INTO match_log VALUES(2,2,1800086400000,'clock',NULL,'control','"begin"','[]',NULL,NULL);
INSERT INTO match_log VALUES(2,3,1800086400000,'1',NULL,'game','start a1','[]','0f27784523bfefd7',NULL);
INSERT INTO match_log VALUES(2,4,1800086400000,'2',NULL,'game','start a2','[]','f8214c499582cd36',NULL);
INSERT INTO match_log VALUES(2,5,1800086400000,'1',NULL,'game','a1-b1 @1-1','[]','d4c725d8780df8de',NULL);
CREATE TABLE due (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- Unique within the match: planning something again moves it.
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, kind)
);
INSERT INTO due VALUES(1,'deadline',1800172800000);
INSERT INTO due VALUES(1,'reminder-360',1800151200000);
INSERT INTO due VALUES(1,'reminder-60',1800169200000);
CREATE TABLE targets (
    kind TEXT NOT NULL CHECK (kind IN ('channel', 'clock', 'user')),
    -- A channel, a person, or a match.
    id BIGINT NOT NULL,
    -- The first pending message, or the match whose clock it is. NULL while there is nothing to do.
    head_id BIGINT,
    -- When that is to be done.
    due_at BIGINT NOT NULL,
    -- Which process has taken it last.
    holder TEXT NOT NULL,
    -- Until when no other process takes it, on the clock of the database; in the past when nobody has it.
    leased_until BIGINT NOT NULL,
    -- Counts how often it was taken. A process that was stopped past the end of its lease finds that it has changed.
    fence BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
INSERT INTO targets VALUES('channel',20,1,1800000000000,'',0,0);
INSERT INTO targets VALUES('clock',1,1,1800151200000,'all',0,1);
INSERT INTO targets VALUES('user',101,4,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',102,5,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',103,6,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',104,7,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',105,8,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',106,9,1800000000000,'',0,0);
INSERT INTO targets VALUES('user',107,10,1800000000000,'',0,0);
CREATE TABLE processes (
    -- Its shards: no two processes have the same ones.
    name TEXT NOT NULL PRIMARY KEY,
    -- Whether direct messages come to it.
    hears_directs BIGINT NOT NULL CHECK (hears_directs IN (0, 1)),
    -- Until when it counts as alive if it does not move this on, on the clock of the database.
    alive_until BIGINT NOT NULL,
    -- Everything that players have sent up to this instant has arrived at it and was dealt with.
    heard_until BIGINT NOT NULL
);
CREATE TABLE direct_channels (
    user_id BIGINT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    -- The last message of theirs that was answered, or 0.
    message_id BIGINT NOT NULL
);
CREATE TABLE guild_settings (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    -- NULL: only who may manage the guild may host.
    host_role_id BIGINT
);
CREATE TABLE sealing_keys (
    -- It follows from the key, and tells nothing about it.
    id TEXT NOT NULL PRIMARY KEY
);
CREATE TABLE registrations (
    application_id BIGINT NOT NULL,
    -- 0: all servers without a row were looked at, and have none.
    guild_id BIGINT NOT NULL,
    PRIMARY KEY (application_id, guild_id)
);
CREATE TABLE IF NOT EXISTS "outbox" (
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
INSERT INTO outbox VALUES(1,1,'channel',20,'committed','{"notice":"committed"}',0,'3f6d4e6ebe53b6e10f6ac376','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(2,1,'channel',20,'created','{"notice":"created"}',0,'87085724a90053f65b467242','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(3,1,'channel',20,'news','{"notice":"news","deadline":1800086400000,"turned":true}',2,'8f6f231ebe7001a5e7890697','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(4,1,'user',101,'personal','{"notice":"personal","seat":1,"deadline":1800086400000}',2,'3d2b2d57b90e23b6989102b1','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(5,1,'user',102,'personal','{"notice":"personal","seat":2,"deadline":1800086400000}',2,'a5c1b7b2201980ed1a8838cf','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(6,1,'user',103,'personal','{"notice":"personal","seat":3,"deadline":1800086400000}',2,'6806675f44410bfbd0a83b6d','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(7,1,'user',104,'personal','{"notice":"personal","seat":4,"deadline":1800086400000}',2,'c199ff4c3cd11b312e24a50a','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(8,1,'user',105,'personal','{"notice":"personal","seat":5,"deadline":1800086400000}',2,'1f394bac1477ead869a84176','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(9,1,'user',106,'personal','{"notice":"personal","seat":6,"deadline":1800086400000}',2,'af563a4706c5870e89aaaf7d','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(10,1,'user',107,'personal','{"notice":"personal","seat":7,"deadline":1800086400000}',2,'5a8532cabbef287c71af8a9e','pending',0,1800000000000,1800000000000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(11,1,'channel',20,'news','{"notice":"news","deadline":1800172800000,"turned":true}',4,'a5c6fb15a53709ad27ff87c8','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(12,1,'user',101,'personal','{"notice":"personal","seat":1,"deadline":1800172800000}',4,'15b4a70f6e7efbe5a5aeb714','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(13,1,'user',102,'personal','{"notice":"personal","seat":2,"deadline":1800172800000}',4,'f3b1ce47c1939fc136fa0367','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(14,1,'user',103,'personal','{"notice":"personal","seat":3,"deadline":1800172800000}',4,'956c7a8ad06ae5144dab0d2b','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(15,1,'user',104,'personal','{"notice":"personal","seat":4,"deadline":1800172800000}',4,'41f5e44756d81f1531be2e9c','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(16,1,'user',105,'personal','{"notice":"personal","seat":5,"deadline":1800172800000}',4,'c0681f244f5db1bda50fe562','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(17,1,'user',106,'personal','{"notice":"personal","seat":6,"deadline":1800172800000}',4,'40ca8aede6fcf01f49016251','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(18,1,'user',107,'personal','{"notice":"personal","seat":7,"deadline":1800172800000}',4,'0f924d7593255b48fcf338b0','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(19,2,'channel',20,'committed','{"notice":"committed"}',0,'2203a6903d65032cc1985b5c','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(20,2,'channel',20,'created','{"notice":"created"}',0,'39cbdd25e8a5107890e3bba9','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(21,2,'channel',20,'news','{"notice":"news","turned":true}',2,'dbd160870c7a803463415dd1','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(22,2,'channel',20,'news','{"notice":"news","turned":true}',3,'f5e28d3ef15da67c368bcbb1','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(23,2,'channel',20,'news','{"notice":"news","turned":true}',4,'dfab459049f557935b30e1b0','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO outbox VALUES(24,2,'channel',20,'news','{"notice":"news","turned":true}',5,'78ab49163e9bad0772e9d3a4','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX matches_by_status ON matches (status, id);
CREATE INDEX matches_by_guild ON matches (guild_id, id);
CREATE INDEX seats_by_user ON seats (user_id);
CREATE UNIQUE INDEX match_log_by_request ON match_log (match_id, request) WHERE request IS NOT NULL;
CREATE INDEX due_by_time ON due (at, match_id, kind);
CREATE INDEX targets_to_write_to ON targets (due_at, head_id) WHERE head_id IS NOT NULL AND kind <> 'clock';
CREATE INDEX targets_clocks ON targets (due_at, head_id) WHERE head_id IS NOT NULL AND kind = 'clock';
CREATE INDEX outbox_pending ON outbox (target_kind, target_id, id) WHERE state = 'pending';
CREATE INDEX outbox_by_match ON outbox (match_id, state, id);
CREATE UNIQUE INDEX outbox_by_request ON outbox (request) WHERE request IS NOT NULL;
COMMIT;
