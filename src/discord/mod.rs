//! The Discord face: what people type and press, and what the bot says.
//!
//! | file | noun |
//! |---|---|
//! | `ids.rs` | [`CustomId`]: what components carry |
//! | `escape.rs` | text from people, made harmless |
//! | `texts.rs` | everything the bot says by itself |
//! | `pad.rs` | [`Pad`](pad::Pad): what a player is asked, with buttons |
//! | `picture.rs` | pictures as attachments |

pub mod escape;
mod ids;
pub mod pad;
pub mod picture;
#[allow(dead_code, reason = "what is announced comes next")]
mod texts;

pub use ids::{CustomId, Press, UnknownId};
