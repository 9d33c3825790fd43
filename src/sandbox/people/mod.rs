//! The side of the sandbox that tests and demonstrations drive: guilds and channels, and people who use Discord's
//! client.
//!
//! A [`Person`] can only do what the client allows: use commands that are registered and permitted, and click
//! components that are enabled and on a message they see. Anything else is a [`PersonError`] that the bot never
//! notices.

mod components;
mod create;
mod error;
mod guild;
mod interaction;
mod options;
mod person;
mod restrictions;
mod seen;
mod slash;

pub(crate) use self::create::{new_guild, new_person};
pub use self::{
    create::NewPerson,
    error::PersonError,
    guild::{GuildHandle, SeenEvent},
    interaction::{Choice, InteractionHandle, Modal, ModalField, Response},
    options::OptionValue,
    person::Person,
    seen::{SeenFile, SeenMessage},
    slash::{SlashCommand, SlashOption},
};
