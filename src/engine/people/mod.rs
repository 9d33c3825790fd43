//! What is stored about a person: taken together for them, and taken out for good if they ask for it.
//!
//! | file | contents |
//! |---|---|
//! | `service.rs` | [`People`]: both, over all matches and seasons |
//! | `rewriting.rs` | a person’s number and names, replaced in stored JSON |
//! | `own.rs` | what a person did in a match, for them alone |

mod own;
mod rewriting;
mod service;

pub use service::{ForgetError, Forgotten, People};
