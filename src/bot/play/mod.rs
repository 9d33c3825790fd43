//! Playing: what a seat is asked, with buttons, and what it answers by pressing or typing. One flow for every game: it
//! knows what games declare ([`Prompt`](trigon_rules::games::Prompt), [`Choices`](trigon_rules::games::Choices)) and nothing else.
//!
//! | file | what |
//! |---|---|
//! | `panel.rs` | [`Panel`]: what one seat is asked, for its eyes only |
//! | `steps.rs` | the buttons and selects for the next step of an action |
//! | `pad.rs` | the same for a pad: a fixed row of keys and a draft |
//! | `press.rs` | what pressing them does, in private and on the match message |
//! | `commands.rs`, `completion.rs` | `/move`, `/garnet`, `/vote`, and what comes up while typing |
//! | `typed.rs` | answers that are typed, in a command or a direct message |
//! | `texts.rs` | the sentences of these |

mod completion;
mod pad;
mod panel;
mod steps;
pub(super) mod texts;
pub(super) mod typed;

pub use completion::completions;
pub use panel::{Panel, panel};
pub(super) use panel::{moment, only_public, public_rows, show_button, show_panel, title};
