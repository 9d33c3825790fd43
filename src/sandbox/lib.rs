//! An embedded local Discord: a REST API and a gateway on loopback, people who talk to the bot, and a clock that the
//! bot can share. Any client library that lets you set the address can connect. Requests that the real Discord would
//! refuse are refused with the same errors.
//!
//! ```no_run
//! # use trigon_sandbox::{NewPerson, Response, Sandbox, SandboxConfig};
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start(SandboxConfig::default()).await?;
//! let ada = sandbox.create_person(NewPerson::named("ada"));
//! let guild = sandbox.create_guild("Table", &ada);
//! let hall = guild.create_channel("hall");
//! // Connect a bot with `sandbox.url()` and `sandbox.token()`, let it register /ping, then:
//! let answer = ada.slash(hall, "ping", &[])?.response().await?;
//! assert!(matches!(answer, Response::Message(message) if message.content == "pong"));
//! # Ok(())
//! # }
//! ```
//!
//! ## Disturbing a client
//!
//! In Rust, [`Sandbox::fail_next`] with [`Fault`] makes requests fail, [`Sandbox::cut_gateway`] with [`Cut`] disturbs
//! gateway connections, [`Sandbox::shut_gateway`] with [`Door`] keeps new ones out, [`GuildHandle`] takes away members, channels and permissions, [`Person::forge`] and
//! [`Sandbox::repeat_interaction`] send interactions that no client would, [`Sandbox::hold_directs`] has the events of guilds
//! overtake those of direct messages, and [`RateLimits`] sets the limits. Scripts
//! in other languages do the same with `POST /sandbox/ORDER` and a JSON body:
//!
//! | order | body |
//! |---|---|
//! | `fail` | `{"method": "POST", "path": "/channels/*/messages", "times": 1, "fault": {"kind": "slow_after", "millis": 900}}` |
//! | | kinds: `status` and `status_after` (`status`), `error` (`status`, `code`, `after`), `garbage` (`after`), `half`, `rate_limited` (`retry_after`, `global`), `slow_before`, `slow_after` and `stray` (`millis`), `drop_before`, `drop_after`, `stall_before`, `stall_after`; method `WEBSOCKET` and path `/` mean the gateway; without a method, any request is meant, so that with `slow_before` on `**` some requests overtake others; `stray` breaks the connection and carries the request out later |
//! | `clear` | `{}`, which ends failures to come, an outage of the gateway and the delay of direct messages |
//! | `gateway` | `{"cut": "close", "code": 4009, "shard": 0}`; other cuts: `break`, `reset`, `break_and_forget`, `reconnect`, `invalid`, `invalid_resumable`, `forget`, `silence` |
//! | `door` | `{"door": "refuse", "millis": 5000}`: what new connections to the gateway meet for some time; also `hang`, `mute`, `deaf`, `reset`, `invalid`, and `close` with a `code` |
//! | `late_dms` | `{"on": true}`: the events of direct messages are held back, and come in order once that ends; those of guilds come at once |
//! | `kick`, `ban`, `unban`, `join` | `{"guild": "1", "user": "2"}`, where the user may be the bot for `kick` and `join` |
//! | `delete_channel` | `{"channel": "1"}` |
//! | `archive_thread` | `{"thread": "1", "locked": false}` |
//! | `lock_thread` | `{"thread": "1", "locked": true}`: only those who may unlock it can write; an answer to anybody else is taken only if nobody else sees it |
//! | `slow_mode` | `{"channel": "1", "seconds": 30}`: people wait between two messages, and between two threads; 0 ends that |
//! | `permissions` | `{"guild": "1", "role": "2", "permissions": "1024"}` |
//! | `overwrite` | `{"channel": "1", "target": "2", "member": false, "allow": "0", "deny": "1024"}` |
//! | `dms` | `{"user": "1", "open": false}`, and with a `guild`, only for the members of that one |
//! | `outage` | `{"guild": "1", "on": true}`: the guild is unavailable, and nobody can act there |
//! | `timeout` | `{"guild": "1", "user": "2", "seconds": 600}`: they, who may be the bot, can only read; 0 ends that. Owners and administrators are refused |
//! | `automod` | `{"guild": "1", "words": ["darn"]}`: messages and titles with these words are blocked; none ends that |
//! | `command` | `{"guild": "1", "name": "play", "allowed": false}`: only administrators see the command |
//! | `limits` | `{"guild": "1", "threads": 0, "upload": 1000}`: how many threads may be active, and how large files may be; Discord's own without |
//! | `say` | `{"user": "1", "channel": "2", "text": "hello"}`, without a channel to the bot |
//! | `forge` | `{"user": "1", "channel": "2", "type": 3, "message": "3", "data": {"custom_id": "x", "component_type": 2}}` |
//! | `repeat` | `{"interaction": "1"}` |
//! | `clock` | `{"advance": 3600000}` or `{"to": 1763748000000}`, in milliseconds, for a [`RunningClock`] or a [`HandClock`]; `{"speed": 60}` for a [`RunningClock`] |
//!
//! `GET /sandbox` returns the token and all ids, and `GET /sandbox/clock` the time:
//! `{"now": 1763748000000, "speed": 1.0}`. With `?expected=MILLIS&speed=1`, the latter waits for up to 5 seconds until
//! the clock differs from one that shows that time now and runs at that speed. An order that cannot be carried out is
//! answered with `{"error": …}`.
//!
//! ## People, for scripts and for the page
//!
//! What Discord's client shows people and lets them do, also at `/sandbox/…`.
//!
//! People are named by `as` in the query or `user` in the body; ids are strings. An error is answered with
//! `{"error": "…"}` and changes nothing.
//!
//! | request | answer |
//! |---|---|
//! | `GET people` | `[{"id", "name", "display", "dms"}]` |
//! | `GET view?as=1` | servers, channels and threads that the person sees, the members, and their direct messages |
//! | `GET messages?as=1&channel=2&before=3&limit=50` | the messages before a given one, the first ones `after=` a given one, or the latest ones; oldest first |
//! | `GET commands?as=1&channel=2` | the commands that the client offers, as they were registered |
//! | `GET interaction?id=4` | how the bot has responded to an interaction; with `&wait=1`, once it has responded |
//! | `GET due?as=1` | the future times written in messages, earliest first: `[{"at", "channel"}]` |
//! | `GET extension` | what the embedding program adds: [`Extension::describe`] |
//! | `GET save` | everything as one document, including what an extension adds |
//! | `GET stream?as=1` | everything that the person sees, as it happens, as server-sent events |
//! | `GET stream` | what the bot does: its requests, the events that it gets, and whether it is connected |
//! | `GET stream?shared=KEY` | one stream for several viewers, each event as `for`: `{"to", "name", "data"}` |
//! | `POST watch` | `{"stream": KEY, "feeds": {"1": "5", "2": null}}`: whom a shared stream shows, `null` for the bot |
//! | `POST person` | `{"name": "ada"}` → `{"id"}` |
//! | `POST guild` | `{"name": "Table", "owner": "1"}` → `{"id"}`; the bot is a member |
//! | `POST channel` | `{"guild": "2", "name": "hall"}` → `{"id"}` |
//! | `POST slash` | `{"user", "channel", "command": "host create", "options": {"title": "Friday"}}` → `{"interaction"}` |
//! | `POST suggest` | the same with `"option"` and `"typed"` → `{"choices": [{"name", "value"}]}` |
//! | `POST click` | `{"user", "message", "custom_id"}` → `{"interaction"}` |
//! | `POST select` | the same with `"values": ["a"]` |
//! | `POST submit` | `{"user", "interaction", "fields": {"lines": "…"}}`, for a form that this interaction opened |
//! | `POST reply` | `{"user", "message", "text"}` → `{"message"}` |
//! | `POST react` | `{"user", "message", "emoji"}` |
//! | `POST open` | a saved document → `{}`; restores everything, and the time, as saved |
//! | `POST extension/NAME` | the values of an action's fields → the result |
//! | `POST edit` | `{"user", "message", "text"}`: the person’s own message |
//! | `POST delete` | `{"user", "message"}`: the person's own message, or one that only they see |
//!
//! The streams send these events:
//!
//! | event | data |
//! |---|---|
//! | `view` | as `GET view`, at the beginning and when it changes |
//! | `clock` | `{"now", "speed"}`, at the beginning, every few seconds, and when the clock is moved |
//! | `message` | a new or changed message |
//! | `gone` | `{"id", "channel"}` |
//! | `interaction` | as `GET interaction`, for each of the person's own, when it changes |
//! | `late` | the stream could not keep up, or a saved sandbox was opened: reload everything |
//! | `request` | a request that the bot made (bot stream only) |
//! | `event` | an event that the gateway sent the bot: `{"at", "name", "data"}` (bot stream only) |
//! | `connected` | whether the bot is connected (bot stream only) |
//!
//! ## Map
//!
//! | module | contents |
//! |---|---|
//! | `state` | the stored objects with their JSON, what happens to them, and who may do what |
//! | `check` | validation of requests, with Discord's errors |
//! | `rest`, `gateway` | the two halves of the API |
//! | `people` | people who use Discord's client |
//! | `faults`, [`Cut`], [`Door`] | ways to disturb a client |
//! | `client` | what people see and do, orders and the time, as JSON over HTTP, at `/sandbox/…` |
//! | `page` | Discord's client as a page in the browser |
//! | `config` | the configuration, and what the embedding program adds |
//! | `saving` | saving everything as one document, and restoring it |
//! | `limits` | rate limits, and the clock that they follow |
//! | `journal` | records of everything that happened, and how much of the past is kept |

mod check;
mod client;
mod config;
mod control;
mod error;
mod faults;
mod gateway;
mod id;
mod journal;
mod limits;
mod page;
mod people;
mod permissions;
mod rest;
mod saving;
mod server;
mod state;

pub use trigon_clock::{Clock, HandClock, RunningClock, SystemClock};

pub use self::{
    config::{Done, Extension, SandboxConfig, SandboxError},
    control::Sandbox,
    faults::Fault,
    gateway::{Cut, Door},
    id::Id,
    journal::{JournalEntry, JournalEvent, Keep, SeenRequest},
    limits::{Quota, RateLimits},
    people::{
        Choice, GuildHandle, InteractionHandle, Modal, ModalField, NewPerson, OptionValue, Person,
        PersonError, Response, SeenEvent, SeenFile, SeenMessage, SlashCommand, SlashOption,
    },
    permissions::Permissions,
    saving::SavingError,
    state::ChannelKind,
};
