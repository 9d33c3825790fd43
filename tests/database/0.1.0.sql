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
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-29 19:33:34',1,X'8DF25A0F3C69A7D0BC99C0A9EDC2A2E181FF27E5C5404C727BE4A5504BB5F5A3633858D1116A71AEA57D852D1E7B663C',6055339);
INSERT INTO "_sqlx_migrations" VALUES(2,'replies','2026-11-29 19:33:35',1,X'857F33ABAC3979D20D39B6F6D0830EED222295F719BCC9336758188D9CA5BD43E75487AF3BED7F3F5A14C8A36267E171',1953879);
INSERT INTO "_sqlx_migrations" VALUES(3,'people','2026-11-29 19:33:35',1,X'FA2F6B32811CD2F24D2D756D37A0D95ADB510258E9148D3859525CFFD8903368DBC623A744D1E588D5F7C23287F16F74',677074);
INSERT INTO "_sqlx_migrations" VALUES(4,'settings','2026-11-29 19:33:35',1,X'7778C7CA0E3B787848F409674F5A2FE76CA2C41ECC2DF7E10F27E36816304CA054A7396848C9D0A800410ABF1E911640',195656);
INSERT INTO "_sqlx_migrations" VALUES(5,'onlookers','2026-11-29 19:33:35',1,X'744F5834E095D265E57E0D3FD0B52674139BEC929D46D4AAA8FBD0FB4EFBD6DC0DC8E5316C0B0486E1F6796266E37093',352999);
INSERT INTO "_sqlx_migrations" VALUES(6,'reminded','2026-11-29 19:33:35',1,X'7F66B2AFBA68361A8C956E72DF7782443B0B843FF7B01F84CC25C77440704AC9C7DF965A4416144DC47A7AF3966B0692',191508);
INSERT INTO "_sqlx_migrations" VALUES(7,'beacon','2026-11-29 19:33:35',1,X'5BC4407EE04FAD6421CFD661BDEBA17D332D2C097F3FC1BD500271F139CCE13425791EC202DE89CC41AE021884AA9A42',367807);
INSERT INTO "_sqlx_migrations" VALUES(8,'upkeep','2026-11-29 19:33:35',1,X'4F1D49BE8B7C90148D8894E4E68B1F0B0075B38799F205F40A3C4B41B5DB6F425A2D45C3514C476B7CDEE74F8C980958',342931);
INSERT INTO "_sqlx_migrations" VALUES(9,'gaps','2026-11-29 19:33:35',1,X'D771B242BC82E3F59392FFD7CAD1208667D62E77A1E52816E25EA005BA387C7865F23255339DB96917A8561EED95F570',379980);
INSERT INTO "_sqlx_migrations" VALUES(10,'shown','2026-11-29 19:33:35',1,X'60AB3AEC70AD8E7137C45A090FF2A4356C02F67133BACCE0500FC75B8F304A35C623B893AE2B76805AA4DAEB4D0E75DB',665984);
INSERT INTO "_sqlx_migrations" VALUES(11,'messages','2026-11-29 19:33:35',1,X'6EB2611C8D33356D271CB5BEE03033AAE4557FCC4F042183890D9852FA93978D2DCD84FAF18F67F898963FBC7649A06E',258382);
INSERT INTO "_sqlx_migrations" VALUES(12,'found','2026-11-29 19:33:35',1,X'AD66382FF5DCCD552BEDC50315C83FB087BB088E939C0BA85D927866C9C2F4918A6BF1ABFB90B8C454E9166840019A32',343071);
INSERT INTO "_sqlx_migrations" VALUES(13,'programs','2026-11-29 19:33:35',1,X'87317A5DFB300B19B645167677BC2E0FA81BE84E941554A8D48577F6304BEC8216A27A20736574B8D6A709F571FB04B6',270655);
CREATE TABLE direct_channels (
    user_id BIGINT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    -- The last message of theirs that was answered, or 0.
    message_id BIGINT NOT NULL
, open_after BIGINT);
CREATE TABLE due (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- Unique within the match: planning something again moves it.
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, kind)
);
INSERT INTO "due" VALUES(1,'deadline',1800172800000);
INSERT INTO "due" VALUES(1,'reminder-360',1800151200000);
INSERT INTO "due" VALUES(1,'reminder-60',1800169200000);
INSERT INTO "due" VALUES(1,'chosen',1800129600000);
CREATE TABLE guild_settings (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    -- NULL: only who may manage the guild may host.
    host_role_id BIGINT
);
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
INSERT INTO "match_log" VALUES(1,1,1800000000000,'host',30,'control','"start"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(1,2,1800000000000,'clock',NULL,'control','"begin"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(1,3,1800000000000,'1',NULL,'game','move -','[]','1f66cb091546bdb1',NULL);
INSERT INTO "match_log" VALUES(1,4,1800000000000,'2',NULL,'game','move -','[]','1f66cb091546bdb1',NULL);
INSERT INTO "match_log" VALUES(1,5,1800086400000,'clock',NULL,'control','{"missed":{"question":0,"seats":[3,4,5,6,7]}}','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(1,6,1800086400000,'clock',NULL,'game','resolve','[]','8a3c1818c2551a4b',NULL);
INSERT INTO "match_log" VALUES(1,7,1800086400000,'3',NULL,'game','move -','[]','8a3c1818c2551a4b',NULL);
INSERT INTO "match_log" VALUES(2,1,1800086400000,'3',NULL,'control','"start"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(2,2,1800086400000,'clock',NULL,'control','"begin"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(2,3,1800086400000,'3',NULL,'game','roll','[1,3,4]','70c781b85cd20160',NULL);
INSERT INTO "match_log" VALUES(2,4,1800086400000,'3',NULL,'game','+L','[]','a0087d15445efd00',NULL);
INSERT INTO "match_log" VALUES(2,5,1800086400000,'3',NULL,'game','4-1>4-2','[]','5f4899fe55a33c91',NULL);
INSERT INTO "match_log" VALUES(3,1,1800086400000,'2',NULL,'control','"start"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(3,2,1800086400000,'clock',NULL,'control','"begin"','[]',NULL,NULL);
INSERT INTO "match_log" VALUES(3,3,1800086400000,'1',NULL,'game','start a1','[]','0f27784523bfefd7',NULL);
INSERT INTO "match_log" VALUES(3,4,1800086400000,'1',NULL,'control','"resign"','[]','0f27784523bfefd7',NULL);
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
, words TEXT NOT NULL DEFAULT '[]', onlookers TEXT NOT NULL DEFAULT '{}', beacon TEXT);
INSERT INTO "matches" VALUES(1,9,'triforce-building',2,NULL,10,20,30,'Friday','running','{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":0,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"board":"triangle:5","reveal":"none","rounds":10}}','0707070707070707070707070707070707070707070707070707070707070707','{"board":"triangle:5","rounds":10,"players":[{"name":"Player 1","priority":1,"garnets":2},{"name":"Player 2","priority":2,"garnets":2},{"name":"Player 3","priority":3,"garnets":2},{"name":"Player 4","priority":4,"garnets":2},{"name":"Player 5","priority":5,"garnets":2},{"name":"Player 6","priority":6,"garnets":2},{"name":"Player 7","priority":7,"garnets":2}]}','1f66cb091546bdb1',1800000000000,NULL,NULL,'[]','{}',NULL);
INSERT INTO "matches" VALUES(2,7,'trice',1,NULL,10,20,101,'Friday','running','{"players":3,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"dice":"3d4"}}','0707070707070707070707070707070707070707070707070707070707070707','{"dice":"3d4"}','8d09d37a513a0683',1800086400000,NULL,NULL,'[]','{}',NULL);
INSERT INTO "matches" VALUES(3,5,'triangoli',1,NULL,10,20,101,'Friday','over','{"players":2,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{}}','0707070707070707070707070707070707070707070707070707070707070707','{}','3a910f91e0f4d0af',1800086400000,1800086400000,NULL,'[]','{}',NULL);
INSERT INTO "matches" VALUES(4,1,'triforce-building',2,NULL,10,20,30,'Friday','signup','{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":24,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"board":"triangle:5","reveal":"none","rounds":10}}','0707070707070707070707070707070707070707070707070707070707070707',NULL,NULL,1800086400000,NULL,NULL,'[]','{}',NULL);
CREATE TABLE "outbox" (
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
, shown TEXT);
INSERT INTO "outbox" VALUES(1,1,'channel',20,'created','{"notice":"created"}',0,'35678d94fb92d344f6b8c9a1','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,'');
INSERT INTO "outbox" VALUES(2,1,'channel',20,'committed','{"notice":"committed"}',0,'f1d3346cdc8dcd9077e8c1df','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(3,1,'channel',20,'news','{"notice":"news","deadline":1800086400000,"turned":true}',2,'e8b5406463c1f493b1b1ea81','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,'');
INSERT INTO "outbox" VALUES(4,1,'user',101,'personal','{"notice":"personal","seat":1,"deadline":1800086400000}',2,'64124034cc18786c05c26f40','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(5,1,'user',102,'personal','{"notice":"personal","seat":2,"deadline":1800086400000}',2,'2bb5beb98fa06cb75a5a2f18','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(6,1,'user',103,'personal','{"notice":"personal","seat":3,"deadline":1800086400000}',2,'179b575d7191c7287273792f','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(7,1,'user',104,'personal','{"notice":"personal","seat":4,"deadline":1800086400000}',2,'d2b032f5539be4c85508ed3c','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(8,1,'user',105,'personal','{"notice":"personal","seat":5,"deadline":1800086400000}',2,'0fd70053d2c3d1a5ad815518','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(9,1,'user',106,'personal','{"notice":"personal","seat":6,"deadline":1800086400000}',2,'0fc91113e691b9953dbbbf85','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(10,1,'user',107,'personal','{"notice":"personal","seat":7,"deadline":1800086400000}',2,'345eabe3eeacd35c1763a775','sent',1,1800000000000,1800000000000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(11,1,'channel',20,'news','{"notice":"news","deadline":1800172800000,"turned":true}',6,'3247bd20e803fa4b05984a15','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,'');
INSERT INTO "outbox" VALUES(12,1,'user',101,'personal','{"notice":"personal","seat":1,"deadline":1800172800000}',6,'ba922fe6b80f323864617457','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(13,1,'user',102,'personal','{"notice":"personal","seat":2,"deadline":1800172800000}',6,'d8f223fdcbe6ec1aa0481503','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(14,1,'user',103,'personal','{"notice":"personal","seat":3,"deadline":1800172800000}',6,'71b4219fac725fa825e6c11f','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(15,1,'user',104,'personal','{"notice":"personal","seat":4,"deadline":1800172800000}',6,'ce38944933399873017af320','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(16,1,'user',105,'personal','{"notice":"personal","seat":5,"deadline":1800172800000}',6,'89b726a1c1f96b79f5cfc6c9','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(17,1,'user',106,'personal','{"notice":"personal","seat":6,"deadline":1800172800000}',6,'05438dc0db0e1f98e9e17c04','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(18,1,'user',107,'personal','{"notice":"personal","seat":7,"deadline":1800172800000}',6,'b437dadf0dd5ccbdf57ce6fc','sent',1,1800086400000,1800086400000,NULL,NULL,1800000000000,1,NULL,NULL);
INSERT INTO "outbox" VALUES(19,2,'channel',20,'created','{"notice":"created"}',0,'23efd951910017cfb1e44cb7','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(20,2,'channel',20,'committed','{"notice":"committed"}',0,'47cd1df24f574424f756b288','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(21,2,'channel',20,'news','{"notice":"news","turned":true}',2,'2824a451a0a9f3f0a11cbbba','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(22,2,'channel',20,'news','{"notice":"news","turned":false}',3,'fe69f779fd22964089ed17de','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(23,2,'channel',20,'news','{"notice":"news","turned":false}',4,'9baa9685cd976db31697bd4a','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(24,2,'channel',20,'news','{"notice":"news","turned":false}',5,'889663084b8ebe7d2d3c3ddb','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(25,3,'channel',20,'created','{"notice":"created"}',0,'69f84a6131a3934e1c1612e3','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(26,3,'channel',20,'committed','{"notice":"committed"}',0,'86c36a9e29a82a1bc29e6830','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(27,3,'channel',20,'news','{"notice":"news","turned":true}',2,'f7c580664b02ea5f41493582','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(28,3,'channel',20,'news','{"notice":"news","turned":true}',3,'3efd3bbac9348386275e5836','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(29,3,'channel',20,'news','{"notice":"news","turned":true}',4,'af0cc80a2538829df01a644a','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(30,4,'channel',20,'created','{"notice":"created"}',0,'03c8b35e3119e399744cd56a','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(31,4,'channel',20,'committed','{"notice":"committed"}',0,'25aef2862ccb60d762c6a6b6','pending',0,1800086400000,1800086400000,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE person_settings (
    user_id BIGINT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
);
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
CREATE TABLE programs (
    version TEXT NOT NULL PRIMARY KEY,
    migration BIGINT NOT NULL
);
INSERT INTO "programs" VALUES('0.1.0',13);
CREATE TABLE registrations (
    application_id BIGINT NOT NULL,
    -- 0: all servers without a row were looked at, and have none.
    guild_id BIGINT NOT NULL,
    PRIMARY KEY (application_id, guild_id)
);
CREATE TABLE reminded (
    user_id BIGINT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- The question of that phase.
    question TEXT NOT NULL,
    -- The deadline that was named.
    deadline BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, match_id)
);
CREATE TABLE sealing_keys (
    -- It follows from the key, and tells nothing about it.
    id TEXT NOT NULL PRIMARY KEY
);
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
    checked_in BIGINT NOT NULL CHECK (checked_in IN (0, 1)), vacant BIGINT NOT NULL DEFAULT 0 CHECK (vacant IN (0, 1)),
    PRIMARY KEY (match_id, seat),
    -- Nobody sits twice, however quickly one clicks.
    UNIQUE (match_id, user_id)
);
INSERT INTO "seats" VALUES(1,1,101,'Player 1','{"garnets":2,"priority":1}',1,0,0,0);
INSERT INTO "seats" VALUES(1,2,102,'Player 2','{"garnets":2,"priority":2}',2,0,0,0);
INSERT INTO "seats" VALUES(1,3,103,'Player 3','{"garnets":2,"priority":3}',3,0,0,0);
INSERT INTO "seats" VALUES(1,4,104,'Player 4','{"garnets":2,"priority":4}',4,0,0,0);
INSERT INTO "seats" VALUES(1,5,105,'Player 5','{"garnets":2,"priority":5}',5,0,0,0);
INSERT INTO "seats" VALUES(1,6,106,'Player 6','{"garnets":2,"priority":6}',6,0,0,0);
INSERT INTO "seats" VALUES(1,7,107,'Player 7','{"garnets":2,"priority":7}',7,0,0,0);
INSERT INTO "seats" VALUES(2,1,101,'Player 1','{}',1,0,0,0);
INSERT INTO "seats" VALUES(2,2,103,'Player 3','{}',3,0,0,0);
INSERT INTO "seats" VALUES(2,3,102,'Player 2','{}',2,0,0,0);
INSERT INTO "seats" VALUES(3,1,101,'Player 1','{}',1,0,0,0);
INSERT INTO "seats" VALUES(3,2,102,'Player 2','{}',2,0,0,0);
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
INSERT INTO "targets" VALUES('channel',20,19,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('clock',1,1,1800129600000,'all',0,1);
INSERT INTO "targets" VALUES('user',101,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',102,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',103,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',104,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',105,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',106,NULL,1800086400000,'',0,0);
INSERT INTO "targets" VALUES('user',107,NULL,1800086400000,'',0,0);
CREATE TABLE upkeep (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id),
    -- The version of the match that was last looked at; 0 before the first look.
    version BIGINT NOT NULL,
    -- When to look again even if the match does not change; NULL if nothing is left to do.
    again_at BIGINT,
    -- How many looks in a row have left something undone; -1 if a host wants another one.
    attempts BIGINT NOT NULL,
    -- JSON: what the server shows by now. It follows from what everyone knows.
    state TEXT NOT NULL,
    -- Which process has taken it last, until when no other one takes it (on the clock of the database), and how often it was
    -- taken.
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL,
    fence BIGINT NOT NULL
);
CREATE TABLE writers (
    match_id BIGINT NOT NULL PRIMARY KEY REFERENCES matches (id),
    holder TEXT NOT NULL,
    leased_until BIGINT NOT NULL
);
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
CREATE INDEX outbox_shown ON outbox (match_id, id) WHERE shown IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (target_kind, target_id, message_id) WHERE state = 'sent';
CREATE INDEX targets_taken ON targets (holder, kind) WHERE leased_until > 0;
COMMIT;
