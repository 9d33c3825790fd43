//! An embedded local Discord: a REST API and a gateway on loopback, people who talk to the bot, and a clock that
//! the bot can share. Any client library that lets you set the address can connect. Requests that the real
//! Discord would refuse are refused with the same errors.
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
//! | module | contents |
//! |---|---|
//! | `state` | the stored objects with their JSON, what happens to them, and who may do what |
//! | `check` | validation of requests, with Discord's errors |
//! | `rest`, `gateway` | the two halves of the API |
//! | `people` | people who use Discord's client |
//! | `faults`, `breaker`, [`Cut`] | ways to disturb a client |
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
mod limits;
mod people;
mod permissions;
mod requests;
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
    limits::{Quota, RateLimits},
    people::{
        Choice, GuildHandle, InteractionHandle, Modal, ModalField, NewPerson, OptionValue, Person,
        PersonError, Response, SeenFile, SeenMessage, SlashCommand, SlashOption,
    },
    permissions::Permissions,
    requests::SeenRequest,
    state::ChannelKind,
};
