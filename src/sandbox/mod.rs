//! An embedded local Discord: a REST API and a gateway on loopback, people who talk to the bot, and a clock that
//! the bot can share. Any client library that lets you set the address can connect. Requests that the real
//! Discord would refuse are refused with the same errors.
//!
//! ```no_run
//! # use trigon_sandbox::sandbox::{NewPerson, Response, Sandbox, SandboxConfig};
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
//! gateway connections, [`GuildHandle`] takes away members, channels and permissions, [`Person::forge`] and
//! [`Sandbox::repeat_interaction`] send interactions that no client would, and [`RateLimits`] sets what is too much.
//! Scripts in other languages order the same with `POST /sandbox/ORDER` and JSON:
//!
//! | order | body |
//! |---|---|
//! | `fail` | `{"method": "POST", "path": "/channels/*/messages", "times": 1, "fault": {"kind": "slow_after", "millis": 900}}` |
//! | | kinds: `status` and `status_after` (`status`), `error` (`status`, `code`, `after`), `garbage` (`after`), `half`, `rate_limited` (`retry_after`, `global`), `slow_before` and `slow_after` (`millis`), `drop_before`, `drop_after`, `stall_before`, `stall_after`; method `WEBSOCKET` and path `/` mean the gateway |
//! | `clear` | `{}` |
//! | `gateway` | `{"cut": "close", "code": 4009, "shard": 0}`; other cuts: `break`, `break_and_forget`, `reconnect`, `invalid`, `invalid_resumable`, `forget`, `silence` |
//! | `kick`, `ban`, `unban`, `join` | `{"guild": "1", "user": "2"}`, where the user may be the bot for `kick` and `join` |
//! | `delete_channel` | `{"channel": "1"}` |
//! | `archive_thread` | `{"thread": "1", "locked": false}` |
//! | `permissions` | `{"guild": "1", "role": "2", "permissions": "1024"}` |
//! | `overwrite` | `{"channel": "1", "target": "2", "member": false, "allow": "0", "deny": "1024"}` |
//! | `dms` | `{"user": "1", "open": false}` |
//! | `say` | `{"user": "1", "channel": "2", "text": "hello"}`, without a channel to the bot |
//! | `forge` | `{"user": "1", "channel": "2", "type": 3, "message": "3", "data": {"custom_id": "x", "component_type": 2}}` |
//! | `repeat` | `{"interaction": "1"}` |
//! | `clock` | `{"advance": 3600000}`, in milliseconds, for a [`RunningClock`] or a [`HandClock`] |
//!
//! `GET /sandbox` returns the token and all ids, and `GET /sandbox/clock` the time: `{"now": 1763748000000}`. With
//! `?expected=MILLIS`, that waits for up to 5 seconds until the clock shows another time than one that shows this time now
//! and runs on. An order that cannot be carried out is answered with `{"error": …}`.
//!
//! | module | contents |
//! |---|---|
//! | `state` | the stored objects with their JSON, what happens to them, and who may do what |
//! | `check` | validation of requests, with Discord's errors |
//! | `rest`, `gateway` | the two halves of the API |
//! | `people` | people who use Discord's client |
//! | `faults`, `breaker`, [`Cut`] | ways to disturb a client |
//! | `keep` | how much of the past is kept in memory |
//! | `script`, `time_signal` | orders over HTTP, at `/sandbox/…`, and the time |
//! | `limits` | rate limits, and the clock that they follow |
//! | `journal`, `requests` | records of everything that happened |

mod breaker;
mod check;
mod clock;
mod config;
mod control;
mod fault;
mod faults;
mod gateway;
mod id;
mod journal;
mod keep;
mod limits;
mod people;
mod permissions;
mod requests;
mod rest;
mod script;
mod server;
mod state;
mod time_signal;
mod token;

pub use self::{
    clock::{FastClock, HandClock, RunningClock, SandboxClock, SystemClock},
    config::{SandboxConfig, SandboxError},
    control::Sandbox,
    faults::Fault,
    gateway::Cut,
    id::Id,
    journal::{JournalEntry, JournalEvent},
    keep::Keep,
    limits::{Quota, RateLimits},
    people::{
        Choice, GuildHandle, InteractionHandle, Modal, ModalField, NewPerson, OptionValue, Person,
        PersonError, Response, SeenFile, SeenMessage, SlashCommand, SlashOption,
    },
    permissions::Permissions,
    requests::SeenRequest,
    state::ChannelKind,
};
