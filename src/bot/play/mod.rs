//! Playing: what a seat is asked, with buttons, and what it answers by pressing or typing. One flow for every game: it
//! knows what games declare ([`Prompt`](trigon_rules::games::Prompt), [`Choices`](trigon_rules::games::Choices)) and nothing else.
//!
//! | file | what |
//! |---|---|
//! | `panel.rs` | [`Panel`]: what one seat is asked, for its eyes only |
//! | `steps.rs` | the buttons and selects for the next step of an action, also on a pad |
//! | `completion.rs` | what comes up while an action is typed |
//! | `typed.rs` | answers that are typed, in a command or a direct message |
//! | `texts.rs` | the sentences of these |

mod completion;
mod panel;
mod steps;
pub(super) mod texts;
pub(super) mod typed;

pub use completion::completions;
pub use panel::{Panel, panel};
pub(super) use panel::{message_buttons, moment, only_public, public_rows, show_button, show_panel, title};
