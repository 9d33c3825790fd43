//! The SQL of the tables.
//!
//! | file | contents |
//! |---|---|
//! | `change.rs` | creating, loading and changing whole matches |
//! | `matches.rs`, `seats.rs`, `log.rs`, `due.rs` | the parts of a match; [`Census`](matches::Census): the work to be done, in numbers |
//! | `seasons.rs`, `templates.rs` | seasons with their books; settings of matches under a name |
//! | `outbox.rs`, `enqueue.rs`, `outcomes.rs` | messages to send: reading them, adding them, and recording what became of them |
//! | `targets.rs` | what is due first for each channel and person, and which process has taken it |
//! | `shown.rs`, `upkeep.rs` | what Discord shows of a match: in messages, and besides them |
//! | `known.rs`, `reminded.rs` | what is known about servers and people |
//! | `forgetting.rs` | taking people out of everything, who asked for it |

pub(super) mod change;
pub(super) mod due;
pub(super) mod enqueue;
pub(super) mod forgetting;
pub(super) mod known;
pub(super) mod log;
pub(super) mod matches;
pub(super) mod outbox;
pub(super) mod outcomes;
pub(super) mod reminded;
pub(super) mod seasons;
pub(super) mod seats;
pub(super) mod shown;
pub(super) mod targets;
pub(super) mod templates;
pub(super) mod upkeep;
