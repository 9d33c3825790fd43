//! The Discord face: what people type and press, and what the bot says.
//!
//! | file | noun |
//! |---|---|
//! | `ids.rs` | [`CustomId`]: what components carry |
//! | `check.rs` | [`check`]: whether Discord gives all that is needed |
//! | `token.rs` | [`Token`]: the bot's token, never shown |
//! | `escape.rs` | text from people, made harmless |
//! | `texts.rs` | everything the bot says by itself |
//! | `pad.rs` | [`Pad`](pad::Pad): what a player is asked, with buttons |
//! | `picture.rs` | pictures as attachments |
//! | `announce.rs` | a notice put into words |
//! | `delivery.rs` | messages from the outbox to Discord, each once and in order |
//! | `wire.rs` | the few requests that delivery makes |

mod announce;
pub mod check;
pub mod delivery;
pub mod escape;
mod ids;
pub mod pad;
pub mod picture;
mod texts;
mod token;
mod wire;

pub use ids::{CustomId, Press, UnknownId};
pub use token::{NoToken, Token};
