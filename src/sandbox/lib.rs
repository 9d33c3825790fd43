#![doc = include_str!("README.md")]
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
    config::{Extension, ExtensionFuture, SandboxConfig, SandboxError},
    control::Sandbox,
    events::{Cut, Door},
    faults::Fault,
    id::Id,
    journal::{JournalEntry, JournalEvent, Retention, SeenRequest},
    limits::{Quota, RateLimits},
    people::{
        Choice, GuildHandle, InteractionHandle, Modal, ModalField, NewPerson, OptionValue, Person,
        PersonError, Response, SeenEvent, SeenFile, SeenMessage, SlashCommand, SlashOption,
    },
    permissions::Permissions,
    saving::SavingError,
    state::ChannelKind,
};
