//! The side of the sandbox that tests and demonstrations drive: guilds and channels, and people who use Discord's
//! client.
//!
//! A [`Person`] can only do what the client allows: use commands that are registered and permitted, and click
//! components that are enabled and on a message they see. Anything else is a [`PersonError`] that the bot never
//! notices.

mod arrivals;
mod autocomplete;
mod components;
mod error;
mod forge;
mod guild;
mod interaction;
mod modal;
mod options;
mod person;
mod seen;
mod slash;
mod submit;
mod wait;
mod world;

pub(crate) use self::arrivals::{new_guild, new_person};
pub(crate) use self::wait::{wait_for, wait_on};
pub use self::{
    arrivals::NewPerson,
    error::PersonError,
    guild::GuildHandle,
    interaction::{Choice, InteractionHandle, Response},
    modal::{Modal, ModalField},
    options::OptionValue,
    person::Person,
    seen::{SeenFile, SeenMessage},
    slash::{SlashCommand, SlashOption},
};
