//! Matches: terms, a secret seed and a log whose fold is the state; and everything around it that people and the clock
//! do.
//!
//! ```text
//! Actor + Command ──▶ decide ──▶ Change { entries, timers, messages }
//!                       ▲                    │
//!                     Match ◀── fold ────────┘ one transaction of the store
//! ```
//!
//! A command is decided by a pure function of a [`Match`], the time and its author. If somebody else was faster, it is
//! decided anew.
//!
//! | file | noun |
//! |---|---|
//! | `service.rs`, `create.rs`, `memory.rs` | [`Matches`]: everything that can be asked and done |
//! | `command.rs` | [`Command`]: what can be asked of a match; what it changes |
//! | `decide/` | what each command changes: one file for each family |
//! | `rights.rs`, `role.rs` | [`Person`], [`Role`], [`RIGHTS`]: who may do and see what |
//! | `error.rs` | [`Denied`] for people, [`InternalError`] for the operator |
//! | `game_match.rs`, `view.rs` | [`Match`]: terms, players and log, folded; what faces ask of it |
//! | `terms.rs` | [`Terms`]: what is fixed when a match is created |
//! | `log.rs`, `effective.rs` | [`LogEntry`], [`Control`]: what is written down, and what of it counts |
//! | `question.rs` | [`QuestionId`], [`AnswerTag`]: which question and which stored answer a button was made for |
//! | `notice.rs`, `telling.rs`, `reply.rs` | [`Notice`]: what there is to tell; answers to direct messages, stored with what they answer |
//! | `timer.rs`, `stuck.rs`, `scheduler.rs` | what is due, and the task that does it |
//! | `outbox.rs` | [`Pending`], [`Posted`], [`Undelivered`]: what is to be sent, was sent or was given up; whom direct messages reach |
//! | `rows.rs` | the border to the store |
//! | `export.rs`, `record.rs` | [`Record`]: a whole match as a file |
//! | `replay.rs` | [`Replay`], [`verify`]: a record played again, and what it proves |
//! | `rules.rs`, `upgrade.rs` | [`RulesChange`]: matches that were written under other rules |

mod command;
mod create;
mod decide;
mod effective;
mod error;
mod export;
mod game_match;
mod log;
mod memory;
mod notice;
mod outbox;
mod question;
mod record;
mod replay;
mod reply;
mod rights;
mod role;
mod rows;
mod rules;
pub mod scheduler;
mod service;
mod stuck;
mod telling;
mod terms;
mod timer;
mod upgrade;
mod view;

pub use command::{Act, Command, RosterEntry};
pub use effective::Offer;
pub use error::{Denied, InternalError, MatchError};
pub use game_match::{Match, Player};
pub use log::{Control, LogEntry, OfferKind, Seq, What};
pub use memory::{InHand, Queues};
pub use notice::{Notice, Reply, ReplyFile};
pub use outbox::{Pending, Posted, Undelivered};
pub use question::{AnswerTag, NoQuestion, QuestionId};
pub use record::{Entry, Extras, FORMAT, Record, RecordError};
pub use replay::{Check, Commitment, CommitmentError, Replay, ReplayedEntry, Verification, verify};
pub use rights::{Actor, Person, Request};
pub use role::{Power, RIGHTS, Role};
pub use rules::{Broken, Difference, RulesChange};
pub use service::{Done, Matches, Seeds, StoredAnswer};
pub use stuck::Stuck;
pub use telling::Words;
pub use terms::{HOUR, NewMatch, Terms};
pub use timer::{LastCall, UNCERTAIN};
pub use trigon_clock::{Clock, HandClock, Millis, Sleep, SystemClock};
pub use view::{How, Line, MatchResult};

pub use crate::store::{Settlement, Status, Summary, Target};
