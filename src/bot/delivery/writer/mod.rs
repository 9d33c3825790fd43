//! [`Writer`]: the only one that edits the messages in channels that show a match.
//!
//! Discord does not promise an order for requests: of two edits made at the same moment, the older one may take effect last. So the
//! messages of a match are edited one at a time, always to the newest state, and many changes become one edit.
//!
//! - **Newest.** What a message is to show follows from the stored match (`announce/face.rs`). After an edit, the match is looked at
//!   again, and whatever has changed meanwhile is given, too.
//! - **No edit for nothing.** What Discord was last given is kept beside the message, and compared.
//! - **Mended.** At a start, every message that may still change is compared. Whatever fails is tried again, with longer and longer
//!   waits. If it is not known whether an edit took effect, it is made once more later on.
//! - **A press** is answered with the edit itself if nothing else is being written; otherwise it is acknowledged.
//!
//! | file | what |
//! |---|---|
//! | `schedule.rs` | [`Writer`]: what it remembers, which matches it looks at, and when |
//! | `rounds.rs` | looking at a match until its messages show what they should |
//! | `give.rs` | giving Discord what one message is to show |
//! | `shared.rs` | [`Shared`]: the writer as handlers of presses see it |

mod give;
mod rounds;
mod schedule;
mod shared;

pub(super) use self::give::content_key;
pub(crate) use self::schedule::Writer;
pub(crate) use self::shared::Shared;
