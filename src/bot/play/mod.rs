//! Playing: what a seat is asked, with buttons, and how it answers by pressing or typing. One flow serves every game:
//! it knows only what games declare ([`Prompt`](trigon_rules::games::Prompt),
//! [`Choices`](trigon_rules::games::Choices)).
//!
//! | file | what |
//! |---|---|
//! | `ahead.rs` | answers left for the next rounds, and plans for the next turns |
//! | `drafts.rs` | what a player has drawn on a pad and not submitted |
//! | `component_context.rs` | the match and question to which components belong |
//! | `panel.rs` | [`Panel`]: what one seat is asked, shown to its player only |
//! | `choice_effect.rs` | what pressing a choice does |
//! | `steps.rs` | the buttons and selects for the next step of an action |
//! | `pad.rs` | pads: fixed rows of keys that extend a draft |
//! | `completion.rs` | the actions suggested while a player types |
//! | `typed.rs` | answers typed in a command or a direct message |
//! | `texts/` | the sentences |

pub(crate) mod ahead;
mod choice_effect;
mod completion;
mod component_context;
pub(super) mod drafts;
mod pad;
mod panel;
mod steps;
pub(super) mod texts;
pub(super) mod typed;

pub(super) use choice_effect::ChoiceEffect;
pub use completion::{Completions, completions};
pub(super) use component_context::ComponentContext;
pub use panel::{Panel, panel};
pub(super) use panel::{
    message_buttons, message_title, moment, only_public, public_rows, show_button, show_panel,
};
pub(super) use steps::{play_button, rows};
