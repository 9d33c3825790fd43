-- Everything Trigon keeps. One dialect for SQLite and PostgreSQL: times are BIGINT milliseconds since 1970,
-- identifiers of Discord are BIGINT, structures are TEXT with JSON, yes and no are BIGINT 1 and 0. Numbers of matches and
-- messages come from sequences on a server (0001_sequences.sql); a file has only one writer at a time, and the next number
-- is the largest one + 1.

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
    -- In hexadecimal; secret until the match is over.
    seed TEXT NOT NULL,
    -- JSON that only the game understands; NULL until the roster is fixed.
    setup TEXT,
    -- A short hash of the state before the first entry, to compare when the rules have changed; NULL until the roster
    -- is fixed.
    start_hash TEXT,
    created_at BIGINT NOT NULL,
    -- NULL while the match is not over.
    ended_at BIGINT,
    -- The match in which this one is played again; NULL while there is none.
    rematch_id BIGINT
);

-- At a start, and whenever a person is asked about, only the few unfinished matches are read.
CREATE INDEX matches_by_status ON matches (status, id);
-- The matches of a guild are listed.
CREATE INDEX matches_by_guild ON matches (guild_id, id);

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
    PRIMARY KEY (match_id, seat),
    -- Nobody sits twice, however quickly one clicks.
    UNIQUE (match_id, user_id)
);

-- A direct message is matched to the sender's matches.
CREATE INDEX seats_by_user ON seats (user_id);

-- The truth: a match is what its log says. Rows are only ever added.
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
    -- Canonical notation, as in records, or JSON of a control event. Secret until it is resolved.
    action TEXT NOT NULL,
    -- JSON: what was drawn, so that a replay needs no generator.
    draws TEXT NOT NULL,
    -- A short hash of the state after it, to compare when the rules have changed; NULL where the entry is none of the
    -- game's.
    state_hash TEXT,
    -- The interaction or message of Discord that it is the first entry of; NULL for further ones and for the clock.
    -- Discord may deliver one twice.
    request BIGINT,
    PRIMARY KEY (match_id, seq)
);

-- What was asked for once happens once.
CREATE UNIQUE INDEX match_log_by_request ON match_log (match_id, request) WHERE request IS NOT NULL;

-- What the clock has to do. It is derived from the log, and stored so that one query finds the next instant.
CREATE TABLE due (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- Unique within the match: planning something again moves it.
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, kind)
);

-- The earliest instant of all matches, and everything up to an instant in order.
CREATE INDEX due_by_time ON due (at, match_id, kind);

-- Messages, written in the transaction that causes them and sent after it. Rows stay as the record of what was said.
CREATE TABLE outbox (
    -- Also the order of the messages to one target.
    id BIGINT NOT NULL PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    -- Two columns for the target: a channel and a person may have the same number.
    target_kind TEXT NOT NULL CHECK (target_kind IN ('channel', 'user')),
    target_id BIGINT NOT NULL,
    -- JSON that only the face understands.
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
    message_id BIGINT
);

-- The first pending message of a target. Nearly all rows are sent ones, which the index leaves out.
CREATE INDEX outbox_pending ON outbox (target_kind, target_id, id) WHERE state = 'pending';
-- What became of a match's messages.
CREATE INDEX outbox_by_match ON outbox (match_id, state, id);

-- What is taken by one process at a time: a channel or a person to whom messages are sent one after the other, and the
-- clock of a match. It is derived from `outbox` and `due`, and stored so that finding what is due does not take longer
-- when more is waiting.
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

CREATE INDEX targets_to_write_to ON targets (due_at, head_id) WHERE head_id IS NOT NULL AND kind <> 'clock';
CREATE INDEX targets_clocks ON targets (due_at, head_id) WHERE head_id IS NOT NULL AND kind = 'clock';

-- The processes that share the database, each with some of the bot's shards.
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

-- Where people write to the bot, so that what they write while it is not connected can be fetched.
CREATE TABLE direct_channels (
    user_id BIGINT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    -- The last message of theirs that was answered.
    message_id BIGINT NOT NULL
);

CREATE TABLE guild_settings (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    -- NULL: only who may manage the guild may host.
    host_role_id BIGINT
);
