//! Playing: what a seat is asked, with buttons, and how it answers by pressing or typing. One flow serves every game:
//! it knows only what games declare ([`Prompt`](trigon_rules::games::Prompt),
//! [`Choices`](trigon_rules::games::Choices)).
//!
//! | file | what |
//! |---|---|
//! | `ahead.rs` | answers left for the rounds after the present one |
//! | `drafts.rs` | what a player has drawn on a pad and not submitted |
//! | `panel.rs` | [`Panel`]: what one seat is asked, shown to its player only |
//! | `meaning.rs` | what pressing a choice means |
//! | `steps.rs` | the buttons and selects for the next step of an action, including pads |
//! | `completion.rs` | the actions suggested while a player types |
//! | `typed.rs` | answers typed in a command or a direct message |
//! | `texts.rs` | the sentences |

pub(crate) mod ahead;
mod completion;
pub(super) mod drafts;
mod meaning;
mod panel;
mod steps;
pub(super) mod texts;
pub(super) mod typed;

pub use completion::{Completions, completions};
pub(super) use meaning::Meaning;
pub use panel::{Panel, panel};
pub(super) use panel::{message_buttons, moment, only_public, public_rows, show_button, show_panel, title};
pub(super) use steps::{At, play_button, rows};
