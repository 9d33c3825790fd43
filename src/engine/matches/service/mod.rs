//! Matches in a store: queries, changes, timers and messages.
//!
//! | file | contents |
//! |---|---|
//! | `matches.rs`, `create.rs`, `memory.rs` | [`Matches`](matches::Matches): all queries and changes |
//! | `scheduler.rs`, `stuck.rs` | the task that handles timers |
//! | `outbox.rs`, `faces.rs`, `referred.rs`, `unseen.rs` | messages to be sent, sent and given up; those that may have to show something else later; what a direct message is about |
//! | `telling.rs`, `reply.rs` | replies to direct messages, stored with the change that they report |
//! | `presence.rs` | whether people could know what they were asked |
//! | `thinker.rs`, `thinking.rs` | where and when computed players think |
//! | `look.rs` | what players keep secret, for hosts without a stake in the match |
//! | `upkeep.rs`, `noticed.rs` | what the server shows of a match besides messages |
//! | `upgrade.rs` | moving matches to the rules of today |
//! | `templates.rs` | terms that hosts have saved under a name |
//! | `weekly.rs` | matches of every week |
//! | `rows.rs` | conversion to and from the rows of the store |

pub(crate) mod create;
pub(crate) mod faces;
pub(crate) mod look;
pub(crate) mod matches;
pub(crate) mod memory;
pub(crate) mod noticed;
pub(crate) mod outbox;
pub(crate) mod presence;
pub(crate) mod referred;
pub(crate) mod reply;
pub(crate) mod rows;
pub mod scheduler;
pub(crate) mod stuck;
pub(crate) mod telling;
pub(crate) mod templates;
pub(crate) mod thinker;
pub(crate) mod thinking;
pub(crate) mod unseen;
pub(crate) mod upgrade;
pub(crate) mod upkeep;
pub(crate) mod weekly;
