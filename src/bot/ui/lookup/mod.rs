//! Finding the match that is meant: the one with the given number, the only one, or the one in this channel; otherwise
//! the bot asks.
//!
//! | file | what |
//! |---|---|
//! | `meant.rs` | [`Lookup`]: one match, or several to choose from; the match that a player means, and the one that a host means |
//! | `watched.rs` | the match that somebody wants to see, or look back at |
//! | `urgency.rs` | which matches come first in a list |
//! | `suggestions.rs` | suggestions while somebody types a number |
//! | `texts.rs` | the sentences |

mod meant;
mod suggestions;
mod texts;
mod urgency;
mod watched;

pub(crate) use self::meant::{
    Lookup, Numbered, acted_in, choose_among, known, meant, not_begun, numbered, of_turns, played, resignable,
};
pub(crate) use self::suggestions::{
    complete_hosted, complete_hosted_ever, complete_played, complete_resignable, complete_seen,
    complete_turns,
};
pub(crate) use self::texts::{choice, listed};
pub(crate) use self::urgency::{is_asked, sort_by_urgency};
pub(crate) use self::watched::{looked_back_at, seen, to_play_again};
