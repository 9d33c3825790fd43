//! What is stored about a person: taken together for them, and taken out for good if they ask for it.
//!
//! | file | contents |
//! |---|---|
//! | `service.rs` | [`People`]: both, over all matches and seasons |
//! | `rewriting.rs` | a person’s number and names, replaced in what is stored of a match |
//! | `own.rs` | what is stored of a person in a match or a season, for them alone |

mod own;
mod rewriting;
mod service;

pub use service::{ForgetError, Forgotten, People};
