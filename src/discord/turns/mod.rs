//! Games of turns in a channel: the match message, and what is told.
//!
//! | file | noun |
//! |---|---|
//! | `message.rs` | [`message`](message::message): a match as its channel shows it |
//! | `announce.rs` | what happens in a match, put into messages |
//! | `newest.rs` | which messages stand in the channel, and which buttons are over |
//! | `texts.rs` | every sentence of these |
//! | `deeds.rs` | the buttons around a game: joining, offers, rematch, replay |
//! | `signup.rs` | the message to which players sign up |

pub(super) mod announce;
pub(super) mod deeds;
pub(super) mod message;
pub(super) mod newest;
pub(super) mod signup;
mod texts;
