//! The lobby: creating matches, signing up, filling the roster, starting.
//!
//! | file | what |
//! |---|---|
//! | `host_create.rs` | `/host create` |
//! | `play_new.rs` | `/play new` |
//! | `game_options/` | command options declared by games |
//! | `presets.rs` | terms that belong together |
//! | `templates.rs` | `/host template`: settings that hosts have saved under a name |
//! | `channel.rs` | the channel in which a match is played |
//! | `retries.rs` | what a command has left behind that could not be answered |
//! | `settings/` | *Settings…*: what a host can change until the start |
//! | `signup.rs` | the sign-up post and its buttons |
//! | `alternates.rs` | `/alternate`: taking a seat when one becomes free |
//! | `computed.rs` | *Add computer* |
//! | `check_in.rs` | the button that shows players whether direct messages reach them |
//! | `draw_words.rs` | the form and the command for adding a word to the draws |
//! | `roster.rs` | `/host seat` and `/host unseat` |
//! | `roster_form.rs` | `/host roster` and its form |
//! | `start.rs` | `/host signup`, `/host limits` and `/host start` |
//! | `names.rs` | names, titles and reasons typed by people |
//! | `texts/` | the sentences |

mod alternates;
mod channel;
pub(super) mod check_in;
pub(super) mod computed;
pub(super) mod draw_words;
pub(super) mod game_options;
mod host_create;
pub(super) mod names;
mod play_new;
mod presets;
mod retries;
pub(super) mod roster;
pub(super) mod roster_form;
pub(super) mod settings;
pub(super) mod signup;
mod start;
pub(super) mod templates;
pub(super) mod texts;

pub(super) use alternates::alternate;
pub(super) use channel::{prepare_channel, require_playable};
pub(super) use host_create::create;
pub(super) use play_new::play;
pub(super) use roster::{seat, unseat};
pub(super) use start::{limits, open_signup, start};
