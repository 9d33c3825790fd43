//! The Discord face: what people type and press, and what the bot says.
//!
//! | file | noun |
//! |---|---|
//! | `ids.rs` | [`CustomId`]: what components carry |

mod ids;

pub use ids::{CustomId, Press, UnknownId};
