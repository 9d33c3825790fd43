//! An embedded local Discord: REST and gateway on loopback, people to talk to the bot, and a clock that the
//! bot can share. Any client library that is told the address can connect; what the real Discord would
//! refuse is refused here in Discord's words.
//!
//! ```no_run
//! # use trigon::sandbox::{NewPerson, Response, Sandbox, SandboxConfig};
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
//! Map: `state` holds the tables (one noun a file, with its wire form), `check` what Discord refuses and how,
//! `rest` and `gateway` the two faces of the API, `people` the side of those who use Discord's client,
//! `permissions` who may do what, `faults` and [`Cut`] the ways to disturb a client, `journal` what happened.

mod check;
mod clock;
mod config;
mod control;
mod fault;
mod faults;
mod gateway;
mod id;
mod journal;
mod people;
mod permissions;
mod rest;
mod server;
mod state;
mod token;

pub use self::{
    clock::{FastClock, HandClock, SandboxClock, SystemClock},
    config::{SandboxConfig, SandboxError},
    control::Sandbox,
    faults::Fault,
    gateway::Cut,
    id::Id,
    journal::{JournalEntry, JournalEvent},
    people::{
        Choice, GuildHandle, InteractionHandle, Modal, ModalField, NewPerson, OptionValue, Person,
        PersonError, Response, SeenFile, SeenMessage, SlashCommand, SlashOption,
    },
    permissions::Permissions,
    state::ChannelKind,
};
