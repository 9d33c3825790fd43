//! Matches in a store: queries, changes, timers and messages.
//!
//! | file | contents |
//! |---|---|
//! | `matches.rs`, `memory.rs` | [`Matches`](matches::Matches): the service, and what it keeps in memory |
//! | `changes.rs`, `reply.rs` | deciding a command on the stored match, and storing the change, with the reply to a direct message |
//! | `create.rs`, `rematch.rs`, `templates.rs` | new matches: from nothing, after another one, from terms under a name |
//! | `listing.rs`, `settings.rs` | the matches of a person or a server; what people have chosen for themselves, and whom it reminds |
//! | `scheduler.rs`, `last_call.rs` | the task that handles timers, and what it waits for |
//! | `stuck.rs`, `clock_trouble.rs` | timers that cannot be handled: when to try again, and who is told |
//! | `outbox.rs`, `undelivered.rs` | messages to be sent and sent; those that do not arrive, and whom direct messages reach |
//! | `live_messages.rs`, `references.rs` | messages that may have to show something else later; what a message of the bot is about |
//! | `presence.rs`, `absences.rs` | when the bot was away: what this process remembers, and what follows from it for people |
//! | `loans.rs` | waiting until lent seats have been given back |
//! | `computed_answers.rs`, `thought_threads.rs` | what computed players answer, and on which threads they think |
//! | `full_view.rs` | what players keep secret, for hosts without a stake in the match |
//! | `upkeep.rs`, `observed.rs` | what the server shows of a match besides messages, and what Discord says about that in passing |
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
pub(crate) mod loans;
pub(crate) mod matches;
pub(crate) mod memory;
pub(crate) mod observed;
pub(crate) mod outbox;
pub(crate) mod presence;
pub(crate) mod references;
pub(crate) mod rematch;
pub(crate) mod reply;
pub(crate) mod rows;
pub mod scheduler;
pub(crate) mod settings;
pub(crate) mod stuck;
pub(crate) mod templates;
pub(crate) mod thought_threads;
pub(crate) mod undelivered;
pub(crate) mod upgrade;
pub(crate) mod upkeep;
