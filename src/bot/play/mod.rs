//! Playing: what a seat is asked, with buttons, and how it answers by pressing or typing. One flow serves every game:
//! it knows only what games declare ([`Prompt`](trigon_rules::games::Prompt),
//! [`Choices`](trigon_rules::games::Choices)).
//!
//! | file | what |
//! |---|---|
//! | `panel.rs` | what is asked, in a [`Panel`] that one player sees or below the match message |
//! | `steps.rs` | the buttons and selects for the next step of an action, and what pressing them does |
//! | `pad.rs` | pads: fixed rows of keys that extend a draft |
//! | `drafts.rs` | what a player has drawn on a pad and not submitted |
//! | `component_context.rs` | the match and question to which components belong |
//! | `typed.rs` | answers typed in a command or a direct message |
//! | `completion.rs` | the actions suggested while a player types |
//! | `ahead.rs` | answers left for the next rounds, and plans for the next turns |
//! | `texts/` | the sentences |

pub(crate) mod ahead;
mod completion;
mod component_context;
pub(super) mod drafts;
mod pad;
mod panel;
mod steps;
pub(super) mod texts;
pub(super) mod typed;

pub use completion::{Completions, completions};
pub(super) use component_context::ComponentContext;
pub use panel::{Panel, panel};
pub(super) use panel::{
    message_buttons, message_title, only_public, phase_title, public_rows, show_button, show_panel,
};
pub(super) use steps::{ChoiceEffect, choice_rows, play_button};
