//! The Discord face: what people type and press, and what the bot says.
//!
//! | file | noun |
//! |---|---|
//! | `ids.rs` | [`CustomId`]: what components carry |
//! | `check.rs` | [`check`]: whether Discord gives all that is needed |
//! | `token.rs` | [`Token`]: the bot's token, never shown |

pub mod check;
mod ids;
mod token;

pub use ids::{CustomId, Press, UnknownId};
pub use token::{NoToken, Token};
