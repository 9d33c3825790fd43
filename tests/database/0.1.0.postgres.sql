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
    message_id bigint NOT NULL,
    open_after bigint
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
    rematch_id bigint,
    words text DEFAULT '[]'::text NOT NULL,
    onlookers text DEFAULT '{}'::text NOT NULL,
    beacon text
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
    shown text,
    CONSTRAINT outbox_with_replies_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'dead'::text, 'obsolete'::text]))),
    CONSTRAINT outbox_with_replies_target_kind_check CHECK ((target_kind = ANY (ARRAY['channel'::text, 'user'::text])))
);
CREATE TABLE person_settings (
    user_id bigint NOT NULL,
    settings text NOT NULL
);
CREATE TABLE processes (
    name text NOT NULL,
    hears_directs bigint NOT NULL,
    alive_until bigint NOT NULL,
    heard_until bigint NOT NULL,
    CONSTRAINT processes_hears_directs_check CHECK ((hears_directs = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE programs (
    version text NOT NULL,
    migration bigint NOT NULL
);
CREATE TABLE registrations (
    application_id bigint NOT NULL,
    guild_id bigint NOT NULL
);
CREATE TABLE reminded (
    user_id bigint NOT NULL,
    match_id bigint NOT NULL,
    question text NOT NULL,
    deadline bigint NOT NULL,
    at bigint NOT NULL
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
    vacant bigint DEFAULT 0 NOT NULL,
    CONSTRAINT seats_checked_in_check CHECK ((checked_in = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT seats_dm_closed_check CHECK ((dm_closed = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT seats_vacant_check CHECK ((vacant = ANY (ARRAY[(0)::bigint, (1)::bigint])))
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
CREATE TABLE upkeep (
    match_id bigint NOT NULL,
    version bigint NOT NULL,
    again_at bigint,
    attempts bigint NOT NULL,
    state text NOT NULL,
    holder text NOT NULL,
    leased_until bigint NOT NULL,
    fence bigint NOT NULL
);
CREATE TABLE writers (
    match_id bigint NOT NULL,
    holder text NOT NULL,
    leased_until bigint NOT NULL
);
INSERT INTO _sqlx_migrations VALUES (1, 'matches', '2026-11-29 19:38:01.815487+00', true, '\xdb970b848382af110ccd2e2a382af26293af908f88e9c0f5d307254feba599c86414e8c60a54f2b8f4b696e7e530a161', 162374981);
INSERT INTO _sqlx_migrations VALUES (2, 'replies', '2026-11-29 19:38:01.815487+00', true, '\x857f33abac3979d20d39b6f6d0830eed222295f719bcc9336758188d9ca5bd43e75487af3bed7f3f5a14c8a36267e171', 193816546);
INSERT INTO _sqlx_migrations VALUES (3, 'people', '2026-11-29 19:38:01.815487+00', true, '\xfa2f6b32811cd2f24d2d756d37a0d95adb510258e9148d3859525cffd8903368dbc623a744d1e588d5f7c23287f16f74', 1587675);
INSERT INTO _sqlx_migrations VALUES (4, 'settings', '2026-11-29 19:38:01.815487+00', true, '\x7778c7ca0e3b787848f409674f5a2fe76ca2c41ecc2df7e10f27e36816304ca054a7396848c9d0a800410abf1e911640', 13438109);
INSERT INTO _sqlx_migrations VALUES (5, 'onlookers', '2026-11-29 19:38:01.815487+00', true, '\x744f5834e095d265e57e0d3fd0b52674139bec929d46d4aaa8fbd0fb4efbd6dc0dc8e5316c0b0486e1f6796266e37093', 895502);
INSERT INTO _sqlx_migrations VALUES (6, 'reminded', '2026-11-29 19:38:01.815487+00', true, '\x7f66b2afba68361a8c956e72df7782443b0b843ff7b01f84cc25c77440704ac9c7df965a4416144dc47a7af3966b0692', 12800889);
INSERT INTO _sqlx_migrations VALUES (7, 'beacon', '2026-11-29 19:38:01.815487+00', true, '\x5bc4407ee04fad6421cfd661bdeba17d332d2c097f3fc1bd500271f139cce13425791ec202de89cc41ae021884aa9a42', 1148946);
INSERT INTO _sqlx_migrations VALUES (8, 'upkeep', '2026-11-29 19:38:01.815487+00', true, '\x4f1d49be8b7c90148d8894e4e68b1f0b0075b38799f205f40a3c4b41b5db6f425a2d45c3514c476b7cdee74f8c980958', 15529865);
INSERT INTO _sqlx_migrations VALUES (9, 'gaps', '2026-11-29 19:38:01.815487+00', true, '\xd771b242bc82e3f59392ffd7cad1208667d62e77a1e52816e25ea005ba387c7865f23255339db96917a8561eed95f570', 850278);
INSERT INTO _sqlx_migrations VALUES (10, 'shown', '2026-11-29 19:38:01.815487+00', true, '\x60ab3aec70ad8e7137c45a090ff2a4356c02f67133bacce0500fc75b8f304a35c623b893ae2b76805aa4daeb4d0e75db', 46000436);
INSERT INTO _sqlx_migrations VALUES (11, 'messages', '2026-11-29 19:38:01.815487+00', true, '\x6eb2611c8d33356d271cb5bee03033aae4557fcc4f042183890d9852fa93978d2dcd84faf18f67f898963fbc7649a06e', 4852183);
INSERT INTO _sqlx_migrations VALUES (12, 'found', '2026-11-29 19:38:01.815487+00', true, '\xad66382ff5dccd552bedc50315c83fb087bb088e939c0ba85d927866c9c2f4918a6bf1abfb90b8c454e9166840019a32', 16868165);
INSERT INTO _sqlx_migrations VALUES (13, 'programs', '2026-11-29 19:38:01.815487+00', true, '\x87317a5dfb300b19b645167677bc2e0fa81be84e941554a8d48577f6304bec8216a27a20736574b8d6a709f571fb04b6', 27862529);
INSERT INTO due VALUES (1, 'deadline', 1800172800000);
INSERT INTO due VALUES (1, 'reminder-360', 1800151200000);
INSERT INTO due VALUES (1, 'reminder-60', 1800169200000);
INSERT INTO due VALUES (1, 'chosen', 1800129600000);
INSERT INTO match_log VALUES (1, 1, 1800000000000, 'host', 30, 'control', '"start"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (1, 2, 1800000000000, 'clock', NULL, 'control', '"begin"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (1, 3, 1800000000000, '1', NULL, 'game', 'move -', '[]', '1f66cb091546bdb1', NULL);
INSERT INTO match_log VALUES (1, 4, 1800000000000, '2', NULL, 'game', 'move -', '[]', '1f66cb091546bdb1', NULL);
INSERT INTO match_log VALUES (1, 5, 1800086400000, 'clock', NULL, 'control', '{"missed":{"question":0,"seats":[3,4,5,6,7]}}', '[]', NULL, NULL);
INSERT INTO match_log VALUES (1, 6, 1800086400000, 'clock', NULL, 'game', 'resolve', '[]', '8a3c1818c2551a4b', NULL);
INSERT INTO match_log VALUES (1, 7, 1800086400000, '3', NULL, 'game', 'move -', '[]', '8a3c1818c2551a4b', NULL);
INSERT INTO match_log VALUES (2, 1, 1800086400000, '3', NULL, 'control', '"start"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (2, 2, 1800086400000, 'clock', NULL, 'control', '"begin"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (2, 3, 1800086400000, '3', NULL, 'game', 'roll', '[1,3,4]', '70c781b85cd20160', NULL);
INSERT INTO match_log VALUES (2, 4, 1800086400000, '3', NULL, 'game', '+L', '[]', 'a0087d15445efd00', NULL);
INSERT INTO match_log VALUES (2, 5, 1800086400000, '3', NULL, 'game', '4-1>4-2', '[]', '5f4899fe55a33c91', NULL);
INSERT INTO match_log VALUES (3, 1, 1800086400000, '2', NULL, 'control', '"start"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (3, 2, 1800086400000, 'clock', NULL, 'control', '"begin"', '[]', NULL, NULL);
INSERT INTO match_log VALUES (3, 3, 1800086400000, '1', NULL, 'game', 'start a1', '[]', '0f27784523bfefd7', NULL);
INSERT INTO match_log VALUES (3, 4, 1800086400000, '1', NULL, 'control', '"resign"', '[]', '0f27784523bfefd7', NULL);
INSERT INTO matches VALUES (1, 9, 'triforce-building', 2, NULL, 10, 20, 30, 'Friday', 'running', '{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":0,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"board":"triangle:5","reveal":"none","rounds":10}}', '0707070707070707070707070707070707070707070707070707070707070707', '{"board":"triangle:5","rounds":10,"players":[{"name":"Player 1","priority":1,"garnets":2},{"name":"Player 2","priority":2,"garnets":2},{"name":"Player 3","priority":3,"garnets":2},{"name":"Player 4","priority":4,"garnets":2},{"name":"Player 5","priority":5,"garnets":2},{"name":"Player 6","priority":6,"garnets":2},{"name":"Player 7","priority":7,"garnets":2}]}', '1f66cb091546bdb1', 1800000000000, NULL, NULL, '[]', '{}', NULL);
INSERT INTO matches VALUES (2, 7, 'trice', 1, NULL, 10, 20, 101, 'Friday', 'running', '{"players":3,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"dice":"3d4"}}', '0707070707070707070707070707070707070707070707070707070707070707', '{"dice":"3d4"}', '8d09d37a513a0683', 1800086400000, NULL, NULL, '[]', '{}', NULL);
INSERT INTO matches VALUES (3, 5, 'triangoli', 1, NULL, 10, 20, 101, 'Friday', 'over', '{"players":2,"hours":{},"pregame_hours":0,"open_signup":true,"reminders":[],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{}}', '0707070707070707070707070707070707070707070707070707070707070707', '{}', '3a910f91e0f4d0af', 1800086400000, 1800086400000, NULL, '[]', '{}', NULL);
INSERT INTO matches VALUES (4, 1, 'triforce-building', 2, NULL, 10, 20, 30, 'Friday', 'signup', '{"players":7,"hours":{"round":24,"vote":24},"pregame_hours":24,"open_signup":false,"reminders":[360,60],"playing_host":false,"co_hosts":[],"invited":[],"rematch_of":null,"strikes":0,"graces":0,"grace_hours":12,"early":false,"early_minutes":30,"least_hours":12,"pause_days":7,"away_days":5,"options":{"board":"triangle:5","reveal":"none","rounds":10}}', '0707070707070707070707070707070707070707070707070707070707070707', NULL, NULL, 1800086400000, NULL, NULL, '[]', '{}', NULL);
INSERT INTO outbox VALUES (1, 1, 'channel', 20, 'created', '{"notice":"created"}', 0, '35678d94fb92d344f6b8c9a1', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, '');
INSERT INTO outbox VALUES (2, 1, 'channel', 20, 'committed', '{"notice":"committed"}', 0, 'f1d3346cdc8dcd9077e8c1df', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (3, 1, 'channel', 20, 'news', '{"notice":"news","deadline":1800086400000,"turned":true}', 2, 'e8b5406463c1f493b1b1ea81', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, '');
INSERT INTO outbox VALUES (4, 1, 'user', 101, 'personal', '{"notice":"personal","seat":1,"deadline":1800086400000}', 2, '64124034cc18786c05c26f40', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (5, 1, 'user', 102, 'personal', '{"notice":"personal","seat":2,"deadline":1800086400000}', 2, '2bb5beb98fa06cb75a5a2f18', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (6, 1, 'user', 103, 'personal', '{"notice":"personal","seat":3,"deadline":1800086400000}', 2, '179b575d7191c7287273792f', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (7, 1, 'user', 104, 'personal', '{"notice":"personal","seat":4,"deadline":1800086400000}', 2, 'd2b032f5539be4c85508ed3c', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (8, 1, 'user', 105, 'personal', '{"notice":"personal","seat":5,"deadline":1800086400000}', 2, '0fd70053d2c3d1a5ad815518', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (9, 1, 'user', 106, 'personal', '{"notice":"personal","seat":6,"deadline":1800086400000}', 2, '0fc91113e691b9953dbbbf85', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (10, 1, 'user', 107, 'personal', '{"notice":"personal","seat":7,"deadline":1800086400000}', 2, '345eabe3eeacd35c1763a775', 'sent', 1, 1800000000000, 1800000000000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (11, 1, 'channel', 20, 'news', '{"notice":"news","deadline":1800172800000,"turned":true}', 6, '3247bd20e803fa4b05984a15', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, '');
INSERT INTO outbox VALUES (12, 1, 'user', 101, 'personal', '{"notice":"personal","seat":1,"deadline":1800172800000}', 6, 'ba922fe6b80f323864617457', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (13, 1, 'user', 102, 'personal', '{"notice":"personal","seat":2,"deadline":1800172800000}', 6, 'd8f223fdcbe6ec1aa0481503', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (14, 1, 'user', 103, 'personal', '{"notice":"personal","seat":3,"deadline":1800172800000}', 6, '71b4219fac725fa825e6c11f', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (15, 1, 'user', 104, 'personal', '{"notice":"personal","seat":4,"deadline":1800172800000}', 6, 'ce38944933399873017af320', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (16, 1, 'user', 105, 'personal', '{"notice":"personal","seat":5,"deadline":1800172800000}', 6, '89b726a1c1f96b79f5cfc6c9', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (17, 1, 'user', 106, 'personal', '{"notice":"personal","seat":6,"deadline":1800172800000}', 6, '05438dc0db0e1f98e9e17c04', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (18, 1, 'user', 107, 'personal', '{"notice":"personal","seat":7,"deadline":1800172800000}', 6, 'b437dadf0dd5ccbdf57ce6fc', 'sent', 1, 1800086400000, 1800086400000, NULL, NULL, 1800000000000, 1, NULL, NULL);
INSERT INTO outbox VALUES (19, 2, 'channel', 20, 'created', '{"notice":"created"}', 0, '23efd951910017cfb1e44cb7', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (20, 2, 'channel', 20, 'committed', '{"notice":"committed"}', 0, '47cd1df24f574424f756b288', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (21, 2, 'channel', 20, 'news', '{"notice":"news","turned":true}', 2, '2824a451a0a9f3f0a11cbbba', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (22, 2, 'channel', 20, 'news', '{"notice":"news","turned":false}', 3, 'fe69f779fd22964089ed17de', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (23, 2, 'channel', 20, 'news', '{"notice":"news","turned":false}', 4, '9baa9685cd976db31697bd4a', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (24, 2, 'channel', 20, 'news', '{"notice":"news","turned":false}', 5, '889663084b8ebe7d2d3c3ddb', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (25, 3, 'channel', 20, 'created', '{"notice":"created"}', 0, '69f84a6131a3934e1c1612e3', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (26, 3, 'channel', 20, 'committed', '{"notice":"committed"}', 0, '86c36a9e29a82a1bc29e6830', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (27, 3, 'channel', 20, 'news', '{"notice":"news","turned":true}', 2, 'f7c580664b02ea5f41493582', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (28, 3, 'channel', 20, 'news', '{"notice":"news","turned":true}', 3, '3efd3bbac9348386275e5836', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (29, 3, 'channel', 20, 'news', '{"notice":"news","turned":true}', 4, 'af0cc80a2538829df01a644a', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (30, 4, 'channel', 20, 'created', '{"notice":"created"}', 0, '03c8b35e3119e399744cd56a', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outbox VALUES (31, 4, 'channel', 20, 'committed', '{"notice":"committed"}', 0, '25aef2862ccb60d762c6a6b6', 'pending', 0, 1800086400000, 1800086400000, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO programs VALUES ('0.1.0', 13);
INSERT INTO seats VALUES (1, 1, 101, 'Player 1', '{"garnets":2,"priority":1}', 1, 0, 0, 0);
INSERT INTO seats VALUES (1, 2, 102, 'Player 2', '{"garnets":2,"priority":2}', 2, 0, 0, 0);
INSERT INTO seats VALUES (1, 3, 103, 'Player 3', '{"garnets":2,"priority":3}', 3, 0, 0, 0);
INSERT INTO seats VALUES (1, 4, 104, 'Player 4', '{"garnets":2,"priority":4}', 4, 0, 0, 0);
INSERT INTO seats VALUES (1, 5, 105, 'Player 5', '{"garnets":2,"priority":5}', 5, 0, 0, 0);
INSERT INTO seats VALUES (1, 6, 106, 'Player 6', '{"garnets":2,"priority":6}', 6, 0, 0, 0);
INSERT INTO seats VALUES (1, 7, 107, 'Player 7', '{"garnets":2,"priority":7}', 7, 0, 0, 0);
INSERT INTO seats VALUES (2, 1, 101, 'Player 1', '{}', 1, 0, 0, 0);
INSERT INTO seats VALUES (2, 2, 103, 'Player 3', '{}', 3, 0, 0, 0);
INSERT INTO seats VALUES (2, 3, 102, 'Player 2', '{}', 2, 0, 0, 0);
INSERT INTO seats VALUES (3, 1, 101, 'Player 1', '{}', 1, 0, 0, 0);
INSERT INTO seats VALUES (3, 2, 102, 'Player 2', '{}', 2, 0, 0, 0);
INSERT INTO targets VALUES ('channel', 20, 19, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('clock', 1, 1, 1800129600000, 'all', 0, 1);
INSERT INTO targets VALUES ('user', 101, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 102, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 103, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 104, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 105, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 106, NULL, 1800086400000, '', 0, 0);
INSERT INTO targets VALUES ('user', 107, NULL, 1800086400000, '', 0, 0);
SELECT pg_catalog.setval('match_ids', 5, false);
SELECT pg_catalog.setval('message_ids', 32, false);
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
ALTER TABLE ONLY person_settings
    ADD CONSTRAINT person_settings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY programs
    ADD CONSTRAINT programs_pkey PRIMARY KEY (version);
ALTER TABLE ONLY registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (application_id, guild_id);
ALTER TABLE ONLY reminded
    ADD CONSTRAINT reminded_pkey PRIMARY KEY (user_id, match_id);
ALTER TABLE ONLY sealing_keys
    ADD CONSTRAINT sealing_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_match_id_user_id_key UNIQUE (match_id, user_id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY targets
    ADD CONSTRAINT targets_pkey PRIMARY KEY (kind, id);
ALTER TABLE ONLY upkeep
    ADD CONSTRAINT upkeep_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY writers
    ADD CONSTRAINT writers_pkey PRIMARY KEY (match_id);
CREATE INDEX due_by_time ON due USING btree (at, match_id, kind);
CREATE UNIQUE INDEX match_log_by_request ON match_log USING btree (match_id, request) WHERE (request IS NOT NULL);
CREATE INDEX matches_by_guild ON matches USING btree (guild_id, id);
CREATE INDEX matches_by_status ON matches USING btree (status, id);
CREATE INDEX outbox_by_match ON outbox USING btree (match_id, state, id);
CREATE INDEX outbox_by_message ON outbox USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX outbox_by_request ON outbox USING btree (request) WHERE (request IS NOT NULL);
CREATE INDEX outbox_pending ON outbox USING btree (target_kind, target_id, id) WHERE (state = 'pending'::text);
CREATE INDEX outbox_sent ON outbox USING btree (target_kind, target_id, message_id) WHERE (state = 'sent'::text);
CREATE INDEX outbox_shown ON outbox USING btree (match_id, id) WHERE (shown IS NOT NULL);
CREATE INDEX seats_by_user ON seats USING btree (user_id);
CREATE INDEX targets_clocks ON targets USING btree (due_at, head_id) WHERE ((head_id IS NOT NULL) AND (kind = 'clock'::text));
CREATE INDEX targets_taken ON targets USING btree (holder, kind) WHERE (leased_until > 0);
CREATE INDEX targets_to_write_to ON targets USING btree (due_at, head_id) WHERE ((head_id IS NOT NULL) AND (kind <> 'clock'::text));
ALTER TABLE ONLY due
    ADD CONSTRAINT due_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY match_log
    ADD CONSTRAINT match_log_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT outbox_with_replies_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY reminded
    ADD CONSTRAINT reminded_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY upkeep
    ADD CONSTRAINT upkeep_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
ALTER TABLE ONLY writers
    ADD CONSTRAINT writers_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id);
