//! The lobby: creating matches, signing up, filling the roster, starting.
//!
//! | file | what |
//! |---|---|
//! | `create.rs` | `/host create` |
//! | `new.rs` | `/play new` |
//! | `declared.rs` | the options of commands that games declare |
//! | `signup.rs`, `press.rs` | the post with which players sign up, and its buttons |
//! | `check_in.rs` | the button with which players find out whether direct messages reach them |
//! | `roster.rs`, `form.rs`, `lines.rs` | `/host seat`, `unseat`, `start` and `roster` with its form |
//! | `names.rs`, `channel.rs` | names and titles from people; whether the bot can play in a channel |
//! | `texts.rs` | the sentences of these |

mod channel;
pub(super) mod check_in;
mod create;
pub(super) mod declared;
pub(super) mod form;
mod lines;
mod names;
mod new;
pub(super) mod press;
mod roster;
pub(super) mod signup;
pub(super) mod texts;

pub(super) use create::create;
pub(super) use new::play;
pub(super) use roster::{seat, start, unseat};
