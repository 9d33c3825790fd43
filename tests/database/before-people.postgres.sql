CREATE TABLE _sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);
CREATE TABLE direct_channels (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL
);
CREATE TABLE due (
    match_id bigint NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE guild_settings (
    guild_id bigint NOT NULL,
    host_role_id bigint
);
CREATE SEQUENCE match_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE match_log (
    match_id bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    user_id bigint,
    kind text NOT NULL,
    action text NOT NULL,
    draws text NOT NULL,
    state_hash text,
    request bigint,
    CONSTRAINT match_log_kind_check CHECK ((kind = ANY (ARRAY['game'::text, 'control'::text])))
);
CREATE TABLE matches (
    id bigint NOT NULL,
    version bigint NOT NULL,
    game text NOT NULL,
    rules_version bigint NOT NULL,
    stopped_by_rules bigint,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    host_id bigint NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    terms text NOT NULL,
    seed text NOT NULL,
    setup text,
    start_hash text,
    created_at bigint NOT NULL,
    ended_at bigint,
    rematch_id bigint
);
CREATE SEQUENCE message_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE outbox (
    id bigint NOT NULL,
    match_id bigint,
    target_kind text NOT NULL,
    target_id bigint NOT NULL,
    kind text NOT NULL,
    notice text NOT NULL,
    seq bigint NOT NULL,
    nonce text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    enqueued_at bigint NOT NULL,
    not_before bigint NOT NULL,
    first_attempt_at bigint,
    last_error text,
    done_at bigint,
    message_id bigint,
    request bigint,
    CONSTRAINT outbox_with_replies_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'dead'::text, 'obsolete'::text]))),
    CONSTRAINT outbox_with_replies_target_kind_check CHECK ((target_kind = ANY (ARRAY['channel'::text, 'user'::text])))
);
CREATE TABLE processes (
    name text NOT NULL,
    hears_directs bigint NOT NULL,
    alive_until bigint NOT NULL,
    heard_until bigint NOT NULL,
    CONSTRAINT processes_hears_directs_check CHECK ((hears_directs = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE registrations (
    application_id bigint NOT NULL,
    guild_id bigint NOT NULL
);
CREATE TABLE sealing_keys (
    id text NOT NULL
);
CREATE TABLE seats (
    match_id bigint NOT NULL,
    seat bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    fields text NOT NULL,
    joined bigint NOT NULL,
    dm_closed bigint NOT NULL,
    checked_in bigint NOT NULL,
    CONSTRAINT seats_checked_in_check CHECK ((checked_in = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT seats_dm_closed_check CHECK ((dm_closed = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE targets (
    kind text NOT NULL,
    id bigint NOT NULL,
    head_id bigint,
    due_at bigint NOT NULL,
    holder text NOT NULL,
    leased_until bigint NOT NULL,
    fence bigint NOT NULL,
    CONSTRAINT targets_kind_check CHECK ((kind = ANY (ARRAY['channel'::text, 'clock'::text, 'user'::text])))
);
INSERT INTO _sqlx_migrations VALUES (1, 'matches', '2026-11-28 18:14:22.311141+00', true, '\xdb970b848382af110ccd2e2a382af26293af908f88e9c0f5d307254feba599c86414e8c60a54f2b8f4b696e7e530a161', 104811581);
INSERT INTO _sqlx_migrations VALUES (2, 'replies', '2026-11-28 18:14:22.311141+00', true, '\x857f33abac3979d20d39b6f6d0830eed222295f719bcc9336758188d9ca5bd43e75487af3bed7f3f5a14c8a36267e171', 14688936);
INSERT INTO due VALUES (1, 'deadline', 1800172800000);
INSERT INTO due VALUES (1, 'reminder-360', 1800151200000);
INSERT INTO due VALUES (1, 'reminder-60', 1800169200000);
INSERT INTO match_log VALUES (1, 1, 1800000000000, 'host', 30, 'control', '"start"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (1, 2, 1800000000000, 'clock', NULL, 'control', '"begin"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (1, 3, 1800000000000, '2', NULL, 'game', 'move -', '[]', '1f66cb091546bdb1', NULL);
INSERT INTO match_log VALUES (1, 4, 1800086400000, 'clock', NULL, 'game', 'resolve', '[]', '8a3c1818c2551a4b', NULL);
INSERT INTO match_log VALUES (1, 5, 1800086400000, '3', NULL, 'game', 'move -', '[]', '8a3c1818c2551a4b', NULL);
INSERT INTO match_log VALUES (2, 1, 1800086400000, '2', NULL, 'control', '"start"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (2, 2, 1800086400000, 'clock', NULL, 'control', '"begin"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (2, 3, 1800086400000, '1', NULL, 'game', 'start a1', '[]', '0f27784523bfefd7', NULL);
INSERT INTO match_log VALUES (2, 4, 1800086400000, '2', NULL, 'game', 'start a2', '[]', 'f8214c499582cd36', NULL);
INSERT INTO match_log VALUES (2, 5, 1800086400000, '1', NULL, 'game', 'a1-b1 @1-1', '[]', 'd4c725d8780df8de', NULL);
INSERT INTO matches VALUES (1, 7, 'triforce-building', 1, NULL, 10, 20, 30, 'Friday', 'running', '{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":0,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"options":{"board":"triangle:5","reveal":"none","rounds":10}}', '0707070707070707070707070707070707070707070707070707070707070707', '{"board":"triangle:5","rounds":10,"players":[{"name":"Player 1","priority":1,"garnets":2},{"name":"Player 2","priority":2,"garnets":2},{"name":"Player 3","priority":3,"garnets":2},{"name":"Player 4","priority":4,"garnets":2},{"name":"Player 5","priority":5,"garnets":2},{"name":"Player 6","priority":6,"garnets":2},{"name":"Player 7","priority":7,"garnets":2}]}', '1f66cb091546bdb1', 1800000000000, NULL, NULL);
INSERT INTO matches VALUES (2, 6, 'triangoli', 1, NULL, 10, 20, 101, 'Sunday', 'running', '{"players":2,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"options":{}}', '0707070707070707070707070707070707070707070707070707070707070707', '{}', '3a910f91e0f4d0af', 1800086400000, NULL, NULL);
INSERT INTO outbox VALUES (1, 1, 'channel', 20, 'committed', '{"notice":"committed"}', 0, '3f6d4e6ebe53b6e10f6ac376', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (2, 1, 'channel', 20, 'created', '{"notice":"created"}', 0, '87085724a90053f65b467242', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (3, 1, 'channel', 20, 'news', '{"notice":"news","deadline":1800086400000,"turned":true}', 2, '8f6f231ebe7001a5e7890697', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (4, 1, 'user', 101, 'personal', '{"notice":"personal","seat":1,"deadline":1800086400000}', 2, '3d2b2d57b90e23b6989102b1', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (5, 1, 'user', 102, 'personal', '{"notice":"personal","seat":2,"deadline":1800086400000}', 2, 'a5c1b7b2201980ed1a8838cf', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (6, 1, 'user', 103, 'personal', '{"notice":"personal","seat":3,"deadline":1800086400000}', 2, '6806675f44410bfbd0a83b6d', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (7, 1, 'user', 104, 'personal', '{"notice":"personal","seat":4,"deadline":1800086400000}', 2, 'c199ff4c3cd11b312e24a50a', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (8, 1, 'user', 105, 'personal', '{"notice":"personal","seat":5,"deadline":1800086400000}', 2, '1f394bac1477ead869a84176', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (9, 1, 'user', 106, 'personal', '{"notice":"personal","seat":6,"deadline":1800086400000}', 2, 'af563a4706c5870e89aaaf7d', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (10, 1, 'user', 107, 'personal', '{"notice":"personal","seat":7,"deadline":1800086400000}', 2, '5a8532cabbef287c71af8a9e', 'pending', 0, 1800000000000, 1800000000000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (11, 1, 'channel', 20, 'news', '{"notice":"news","deadline":1800172800000,"turned":true}', 4, 'a5c6fb15a53709ad27ff87c8', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (12, 1, 'user', 101, 'personal', '{"notice":"personal","seat":1,"deadline":1800172800000}', 4, '15b4a70f6e7efbe5a5aeb714', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (13, 1, 'user', 102, 'personal', '{"notice":"personal","seat":2,"deadline":1800172800000}', 4, 'f3b1ce47c1939fc136fa0367', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (14, 1, 'user', 103, 'personal', '{"notice":"personal","seat":3,"deadline":1800172800000}', 4, '956c7a8ad06ae5144dab0d2b', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (15, 1, 'user', 104, 'personal', '{"notice":"personal","seat":4,"deadline":1800172800000}', 4, '41f5e44756d81f1531be2e9c', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (16, 1, 'user', 105, 'personal', '{"notice":"personal","seat":5,"deadline":1800172800000}', 4, 'c0681f244f5db1bda50fe562', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (17, 1, 'user', 106, 'personal', '{"notice":"personal","seat":6,"deadline":1800172800000}', 4, '40ca8aede6fcf01f49016251', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (18, 1, 'user', 107, 'personal', '{"notice":"personal","seat":7,"deadline":1800172800000}', 4, '0f924d7593255b48fcf338b0', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (19, 2, 'channel', 20, 'committed', '{"notice":"committed"}', 0, '2203a6903d65032cc1985b5c', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (20, 2, 'channel', 20, 'created', '{"notice":"created"}', 0, '39cbdd25e8a5107890e3bba9', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (21, 2, 'channel', 20, 'news', '{"notice":"news","turned":true}', 2, 'dbd160870c7a803463415dd1', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (22, 2, 'channel', 20, 'news', '{"notice":"news","turned":true}', 3, 'f5e28d3ef15da67c368bcbb1', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (23, 2, 'channel', 20, 'news', '{"notice":"news","turned":true}', 4, 'dfab459049f557935b30e1b0', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (24, 2, 'channel', 20, 'news', '{"notice":"news","turned":true}', 5, '78ab49163e9bad0772e9d3a4', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO seats VALUES (1, 1, 101, 'Player 1', '{"garnets":2,"priority":1}', 1, 0, 0);
INSERT INTO seats VALUES (1, 2, 102, 'Player 2', '{"garnets":2,"priority":2}', 2, 0, 0);
INSERT INTO seats VALUES (1, 3, 103, 'Player 3', '{"garnets":2,"priority":3}', 3, 0, 0);
INSERT INTO seats VALUES (1, 4, 104, 'Player 4', '{"garnets":2,"priority":4}', 4, 0, 0);
INSERT INTO seats VALUES (1, 5, 105, 'Player 5', '{"garnets":2,"priority":5}', 5, 0, 0);
INSERT INTO seats VALUES (1, 6, 106, 'Player 6', '{"garnets":2,"priority":6}', 6, 0, 0);
INSERT INTO seats VALUES (1, 7, 107, 'Player 7', '{"garnets":2,"priority":7}', 7, 0, 0);
INSERT INTO seats VALUES (2, 1, 101, 'Player 1', '{}', 1, 0, 0);
INSERT INTO seats VALUES (2, 2, 102, 'Player 2', '{}', 2, 0, 0);
INSERT INTO targets VALUES ('channel', 20, 1, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('clock', 1, 1, 1800151200000, 'all', 0, 1);
INSERT INTO targets VALUES ('user', 101, 4, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 102, 5, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 103, 6, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 104, 7, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 105, 8, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 106, 9, 1800000000000, '', 0, 0);
INSERT INTO targets VALUES ('user', 107, 10, 1800000000000, '', 0, 0);
SELECT pg_catalog.setval('match_ids', 3, false);
SELECT pg_catalog.setval('message_ids', 25, false);
ALTER TABLE ONLY _sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY direct_channels
    ADD CONSTRAINT direct_channels_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY due
    ADD CONSTRAINT due_pkey PRIMARY KEY (match_id, kind);
ALTER TABLE ONLY guild_settings
    ADD CONSTRAINT guild_settings_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY match_log
    ADD CONSTRAINT match_log_pkey PRIMARY KEY (match_id, seq);
ALTER TABLE ONLY matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT outbox_with_replies_pkey PRIMARY KEY (id);
ALTER TABLE ONLY processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (application_id, guild_id);
ALTER TABLE ONLY sealing_keys
    ADD CONSTRAINT sealing_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_match_id_user_id_key UNIQUE (match_id, user_id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY targets
    ADD CONSTRAINT targets_pkey PRIMARY KEY (kind, id);
CREATE INDEX due_by_time ON due USING btree (at, match_id, kind);
CREATE UNIQUE INDEX match_log_by_request ON match_log USING btree (match_id, request) WHERE (request IS NOT NULL);
CREATE INDEX matches_by_guild ON matches USING btree (guild_id, id);
CREATE INDEX matches_by_status ON matches USING btree (status, id);
CREATE INDEX outbox_by_match ON outbox USING btree (match_id, state, id);
CREATE UNIQUE INDEX outbox_by_request ON outbox USING btree (request) WHERE (request IS NOT NULL);
CREATE INDEX outbox_pending ON outbox USING btree (target_kind, target_id, id) WHERE (state = 'pending'::text);
CREATE INDEX seats_by_user ON seats USING btree (user_id);
CREATE INDEX targets_clocks ON targets USING btree (due_at, head_id) WHERE ((head_id IS NOT NULL) AND (kind = 'clock'::text));
CREATE INDEX targets_to_write_to ON targets USING btree (due_at, head_id) WHERE ((head_id IS NOT NULL) AND (kind <> 'clock'::text));
ALTER TABLE ONLY due
    ADD CONSTRAINT due_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY match_log
    ADD CONSTRAINT match_log_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT outbox_with_replies_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
