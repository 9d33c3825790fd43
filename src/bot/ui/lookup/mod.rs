//! Finding the match that is meant: the one with the given number, the only one, or the one in this channel; otherwise
//! the bot asks.
//!
//! | file | what |
//! |---|---|
//! | `found.rs` | [`Lookup`]: one match, or several to choose from; [`known`]: the match with a number |
//! | `played.rs` | the match that a player means |
//! | `watched.rs` | the match that somebody wants to see, or look back at |
//! | `hosted.rs` | the match that a host means |
//! | `urgency.rs` | which matches come first in a list |
//! | `suggestions.rs` | suggestions while somebody types a number |
//! | `texts.rs` | the sentences |

mod found;
mod hosted;
mod played;
mod suggestions;
mod texts;
mod urgency;
mod watched;

pub(crate) use self::found::{Lookup, Numbered, choose_among, known, numbered};
pub(crate) use self::hosted::meant;
pub(crate) use self::played::{acted_in, not_begun, of_turns, played, resignable};
pub(crate) use self::suggestions::{
    complete_hosted, complete_hosted_ever, complete_played, complete_resignable, complete_seen,
    complete_turns,
};
pub(crate) use self::texts::{choice, listed};
pub(crate) use self::urgency::{is_asked, sort_by_urgency};
pub(crate) use self::watched::{looked_back_at, seen, to_play_again};
