//! Driving the sandbox: the world as its owner arranges it, and people who use Discord's client.
//!
//! A [`Person`] can do what the client lets them do and no more: use commands that are registered and
//! allowed, click components that are on a message they see and not disabled. Whatever the client would not
//! let through is a [`PersonError`]; the bot never hears of it.

mod autocomplete;
mod components;
mod error;
mod interaction;
mod modal;
mod options;
mod person;
mod seen;
mod slash;
mod wait;
mod world;

pub(crate) use self::wait::{wait_for, wait_on};
pub use self::{
    error::PersonError,
    interaction::{Choice, InteractionHandle, Response},
    modal::{Modal, ModalField},
    options::OptionValue,
    person::Person,
    seen::{SeenFile, SeenMessage},
    slash::{SlashCommand, SlashOption},
    world::{GuildHandle, NewPerson},
};
