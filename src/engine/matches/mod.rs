//! Matches: terms, a secret seed and a log whose fold is the state; and everything that people and the clock do with
//! them.
//!
//! ```text
//! Actor + Command ──▶ decide ──▶ Change { entries, timers, messages }
//!                       ▲                    │
//!                     Match ◀── fold ────────┘ one transaction of the store
//! ```
//!
//! A command is decided by a pure function of a [`Match`], the time and its author. If another change comes first, it
//! is decided again.
//!
//! The rooms, from the bottom up:
//!
//! | room | contents |
//! |---|---|
//! | `model/` | what a match is: [`Match`], [`Terms`], the log, and what is said before it is put into words |
//! | `derive/` | what follows from a match and the time |
//! | `decide/` | [`Command`]: who may ask for what, and what each command changes: one file for each family |
//! | `records/` | [`Record`]: a whole match as a file; [`Replay`], [`verify`], [`Analysis`], [`Puzzle`] |
//! | `service/` | [`Matches`]: queries, changes, timers and messages, in a store |

mod decide;
mod derive;
mod model;
mod records;
mod service;

pub use decide::command::{Act, Command, RosterEntry};
pub use decide::rights::{Actor, Person, Request};
pub use decide::{PlannedAction, RewindPreview};
pub use derive::deeds::Deeds;
pub use derive::history::HistoryLine;
pub use derive::holders::Departure;
pub use derive::playback::Holder;
pub use derive::proposals::ProposalOutcome;
pub use derive::reminders::{REMINDER_LEADS, Reminded};
pub use derive::result::{EndReason, MatchResult};
pub use derive::settled::{Settled, SettledSeat, Share};
pub use model::amendment::Amendment;
pub use model::bank::{Bank, Weekends};
pub use model::beacon::{Beacon, BeaconError, BeaconSource, Pulse, Quicknet, Signature, SignatureError};
pub use model::calendar::{Calendar, CalendarError, moment, moments, zones};
pub use model::clock_change::{ClockBasis, ClockStop, DeadlineMove, PhaseTime};
pub use model::computed::Computed;
pub use model::control::{BeforeCorrection, Control, Seq, Tenure};
pub use model::denied::Denied;
pub(crate) use model::error::json;
pub use model::error::{InternalError, MatchError};
pub use model::forgotten::is_forgotten;
pub(crate) use model::forgotten::stand_in;
pub use model::game_match::{AddedWord, Match, Player};
pub use model::log::{EntryContent, LogEntry};
pub use model::notice::{AheadOutcome, Notice};
pub use model::onlookers::{Readers, UnknownReaders};
pub use model::pending::{Absence, Alternate, Handover, Loan, Offer, OpenProposal};
pub use model::planned_start::PlannedStart;
pub use model::post_and_reply::{Post, Reply, ReplyFile, StuckPost};
pub use model::proposal::{Correction, OfferKind, Proposal, Removal, Successor};
pub use model::question::{AnswerTag, NoQuestion, QuestionId};
pub use model::reachability::{Reachability, SeatRequest};
pub use model::role::{Power, RIGHTS, Role};
pub use model::rules_change::{Broken, Difference, RulesChange};
pub use model::server_roles::{RoleProblems, Roles, Stalled, UpkeepProblem};
pub use model::settings::{PersonSettings, QuietHours, QuietHoursError, Reminders};
pub use model::template::Template;
pub use model::terms::{HOUR, Limits, NewMatch, Terms};
pub use model::timer::TIMESTAMP_TOLERANCE;
pub use records::analysis::{Analysis, AnalysisError, Decisions, JudgedDecision, Luck, SeatDecision};
pub use records::puzzles::Puzzle;
pub use records::record::{Extras, FORMAT, Record, RecordEntry, RecordError, RecordedBeacon, RecordedTenure};
pub use records::replay::{Replay, ReplayedEntry};
pub use records::verify::{Check, Commitment, CommitmentError, Verification, verify};
pub use service::changes::CommandOutcome;
pub use service::full_view::FullView;
pub use service::last_call::LastCall;
pub use service::live_messages::{LiveMessage, LiveMessages, NextMessage, VisibleChange};
pub use service::matches::{Matches, Seeds, StoredAnswer};
pub use service::memory::{Queues, WorkGuard};
pub use service::outbox::{Pending, Posted};
pub use service::references::{ClosedQuestion, ReferencedMessage};
pub use service::reply::ReplyWords;
pub(crate) use service::rows;
pub use service::scheduler;
pub use service::stuck::StuckClock;
pub use service::undelivered::Undelivered;
pub use service::upkeep::{DeadlineEvent, Involvement, RoleChange, Upkeep, UpkeepState};
pub use trigon_clock::{Clock, HandClock, Millis, Sleep, SystemClock};

pub use crate::store::{DeliveryOutcome, DeliveryState, Status, Summary, Target};
