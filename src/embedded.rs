//! The embedded Discord as a crate of its own, built beside Discord's libraries, and unable to know anything of the bot.

pub mod sandbox;
