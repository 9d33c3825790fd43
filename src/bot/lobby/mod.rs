//! The lobby: creating matches, signing up, filling the roster, starting.
//!
//! | file | what |
//! |---|---|
//! | `create.rs` | `/host create` and `/play new` |
//! | `presets.rs` | terms that belong together |
//! | `templates.rs` | `/host template`: settings that hosts have saved under a name |
//! | `settings/` | *Settings…*: what a host can change until the start |
//! | `declared.rs` | command options declared by games |
//! | `signup.rs` | the sign-up post and its buttons |
//! | `computed.rs` | *Add a computed player* |
//! | `alternates.rs` | `/alternate`: taking a seat when one becomes free |
//! | `check_in.rs` | the button that shows players whether direct messages reach them |
//! | `roster.rs`, `form.rs` | `/host seat`, `unseat`, `signup`, `start`, and `roster` with its form |
//! | `words.rs` | the form and the command for adding a word to the draws |
//! | `names.rs` | names and titles typed by people |
//! | `texts.rs` | the sentences |

mod alternates;
pub(super) mod check_in;
pub(super) mod computed;
mod create;
pub(super) mod declared;
pub(super) mod form;
pub(super) mod names;
mod presets;
pub(super) mod roster;
pub(super) mod settings;
pub(super) mod signup;
pub(super) mod templates;
pub(super) mod texts;
pub(super) mod words;

pub(super) use alternates::alternate;
pub(super) use create::{create, may_play_in, place, play};
pub(super) use roster::{limits, open_signup, seat, start, unseat};
