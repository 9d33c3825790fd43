//! The SQL of the tables.
//!
//! | file | contents |
//! |---|---|
//! | `change.rs` | creating, loading and changing whole matches |
//! | `matches.rs`, `seats.rs`, `log.rs`, `due.rs` | the parts of a match |
//! | `census.rs` | [`Census`](census::Census): the work to be done, in numbers |
//! | `seasons.rs`, `templates.rs` | seasons with their books; settings of matches under a name |
//! | `outbox.rs`, `enqueue.rs`, `outcomes.rs` | messages to send: reading them, adding them, and recording what became of them |
//! | `targets.rs`, `leases.rs` | what is due first for each channel and person; [`Lease`](leases::Lease): which process has taken it |
//! | `shown.rs`, `upkeep.rs` | what Discord shows of a match: in messages, and besides them |
//! | `settings.rs`, `registrations.rs` | what servers and people have chosen; where commands may be registered |
//! | `direct_channels.rs`, `reminded.rs` | where people write to the bot; when they were last reminded |
//! | `forgetting.rs` | taking people out of everything, who asked for it |

pub(super) mod census;
pub(super) mod change;
mod direct_channels;
pub(super) mod due;
pub(super) mod enqueue;
pub(super) mod forgetting;
pub(super) mod leases;
pub(super) mod log;
pub(super) mod matches;
pub(super) mod outbox;
pub(super) mod outcomes;
mod registrations;
pub(super) mod reminded;
pub(super) mod seasons;
pub(super) mod seats;
mod settings;
pub(super) mod shown;
pub(super) mod targets;
pub(super) mod templates;
pub(super) mod upkeep;
