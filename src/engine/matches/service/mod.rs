//! Matches in a store: queries, changes, timers and messages.
//!
//! | file | contents |
//! |---|---|
//! | `matches.rs`, `memory.rs` | [`Matches`](matches::Matches): the service, and what it keeps in memory |
//! | `changes.rs` | deciding a command on the stored match, and storing the change |
//! | `create.rs`, `rematch.rs`, `weekly.rs`, `templates.rs` | new matches: from nothing, after another one, every week, from terms under a name |
//! | `listing.rs`, `settings.rs` | matches without their logs; what people have chosen for themselves |
//! | `scheduler.rs`, `stuck.rs`, `clock_trouble.rs`, `last_call.rs` | the task that handles timers, what it cannot handle, and what it waits for |
//! | `reminding.rs` | whom a reminder is for |
//! | `outbox.rs`, `undelivered.rs`, `unseen.rs` | messages to be sent, sent and given up, and whom direct messages reach instead |
//! | `live_messages.rs`, `references.rs` | messages that may have to show something else later; what a message of the bot is about |
//! | `reply.rs`, `reply_words.rs` | replies to direct messages, stored with the change that they report |
//! | `presence.rs`, `absences.rs` | whether people could know what they were asked, and when the bot was away |
//! | `computed_answers.rs`, `thought_threads.rs` | what computed players answer, and on which threads they think |
//! | `full_view.rs` | what players keep secret, for hosts without a stake in the match |
//! | `upkeep.rs`, `observed.rs` | what the server shows of a match besides messages, and what is observed of it in passing |
//! | `upgrade.rs` | moving matches to the rules of today |
//! | `rows.rs` | conversion to and from the rows of the store |

pub(crate) mod absences;
pub(crate) mod changes;
pub(crate) mod clock_trouble;
pub(crate) mod computed_answers;
pub(crate) mod create;
pub(crate) mod full_view;
pub(crate) mod last_call;
pub(crate) mod listing;
pub(crate) mod live_messages;
pub(crate) mod matches;
pub(crate) mod memory;
pub(crate) mod observed;
pub(crate) mod outbox;
pub(crate) mod presence;
pub(crate) mod references;
pub(crate) mod rematch;
pub(crate) mod reminding;
pub(crate) mod reply;
pub(crate) mod reply_words;
pub(crate) mod rows;
pub mod scheduler;
pub(crate) mod settings;
pub(crate) mod stuck;
pub(crate) mod templates;
pub(crate) mod thought_threads;
pub(crate) mod undelivered;
pub(crate) mod unseen;
pub(crate) mod upgrade;
pub(crate) mod upkeep;
pub(crate) mod weekly;
