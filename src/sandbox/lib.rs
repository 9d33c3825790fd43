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
//! overtake those of direct messages, and [`RateLimits`] sets the limits.
//! The part below says how scripts in other languages do all of that.
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
//!
#![doc = include_str!("../../docs/sandbox.md")]

mod breaker;
mod check;
mod client;
mod config;
mod control;
mod error;
mod events;
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
    events::{Cut, Door},
    faults::Fault,
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
