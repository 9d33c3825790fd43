//! The slash commands: what they take, and what they do with it. Everything they say is in `texts_commands.rs`.
//!
//! | file | commands |
//! |---|---|
//! | `host.rs` | `/host`, and its clock: start, extend, pause, resume, resolve, cancel, ec |
//! | `create.rs` | `/host create`, `/host role` |
//! | `roster.rs` | `/host seat`, `unseat`, `roster` with its form |
//! | `status.rs` | `/host status`, `/host export` |
//! | `play.rs` | `/play new` |
//! | `course.rs` | `/resign`, `/draw`, `/takeback`, `/nudge`, `/claim`, `/rematch`, `/history`, `/replay` |
//! | `choices.rs` | what comes up while typing an action |
//! | `player.rs` | `/move`, `/garnet`, `/vote`, `/me`, `/board`, `/matches` |
//! | `info.rs` | `/rules`, `/help` |

mod choices;
mod course;
mod create;
mod host;
mod info;
mod play;
mod player;
pub(super) mod roster;
mod status;

pub(super) use info::rules_of;
pub(super) use player::list;

use super::{Bot, Failure};

/// All commands.
pub(super) fn all() -> Vec<poise::Command<Bot, Failure>> {
    vec![
        play::play(),
        player::step(),
        player::garnet(),
        player::vote(),
        player::me(),
        player::board(),
        player::matches(),
        course::resign(),
        course::draw(),
        course::takeback(),
        course::nudge(),
        course::claim(),
        course::rematch(),
        course::history(),
        course::replay(),
        info::rules(),
        info::help(),
        host::host(),
    ]
}
