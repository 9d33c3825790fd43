//! Fetching direct messages that Discord did not deliver, because the bot was not connected when they were sent.
//!
//! | file | what |
//! |---|---|
//! | `senders.rs` | the people who may have written, and whose answers are due first |
//! | `fetch.rs` | fetching their messages; [`Progress`]: whose have been fetched so far |

mod fetch;
mod senders;

pub(super) use self::fetch::{
    FIRST_WAIT, FetchRun, Progress, fetch_for_matches, fetch_from_senders, fetch_person,
};
pub(super) use self::senders::{find_senders, load_matches};
