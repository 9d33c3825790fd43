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
//! | file | contents |
//! |---|---|
//! | `service.rs`, `create.rs`, `memory.rs` | [`Matches`]: all queries and changes |
//! | `command.rs` | [`Command`]: what can be asked of a match, and the resulting change |
//! | `decide/` | what each command changes: one file for each family |
//! | `rights.rs`, `role.rs` | [`Person`], [`Role`], [`RIGHTS`]: who may do and see what |
//! | `error.rs` | [`Denied`] for people, [`InternalError`] for the operator |
//! | `game_match.rs`, `view.rs`, `absence.rs`, `time_left.rs`, `allowance.rs` | [`Match`]: terms, players and log, folded; queries for front ends |
//! | `terms.rs`, `amendment.rs`, `calendar.rs`, `bank.rs` | [`Terms`]: what is fixed with the roster; [`Amendment`]: what hosts change before that; [`Calendar`]: phases that end at a time of day; [`Bank`]: the time for all turns of a player |
//! | `log.rs`, `effective.rs`, `attendance.rs`, `added.rs` | [`LogEntry`], [`Control`]: the log, which of its entries count, and what it says about answers in time and about time that hosts have added |
//! | `beacon.rs` | [`Pulse`], [`BeaconSource`]: a public beacon that goes into the draws |
//! | `look.rs` | [`Look`]: what players keep secret, for hosts without a stake in the match |
//! | `often.rs` | what nobody can do again and again, because others are mentioned each time |
//! | `onlookers.rs` | who could read what onlookers were told, and so can never take a seat |
//! | `question.rs` | [`QuestionId`], [`AnswerTag`]: which question and which stored answer a button was made for |
//! | `notice.rs`, `telling.rs`, `reply.rs` | [`Notice`]: messages before they are put into words; replies to direct messages, stored with the change they report |
//! | `timer.rs`, `stuck.rs`, `scheduler.rs` | timers, and the task that handles them |
//! | `computed.rs`, `computed_seats.rs`, `thinking.rs`, `thinker.rs` | [`Computed`]: players who are programs; where and when they think |
//! | `known.rs`, `presence.rs` | [`Known`]: what people could not know or do, because the bot was away or could not tell them |
//! | `reminders.rs` | [`Reminded`]: who is reminded of a deadline, and when |
//! | `settings.rs` | [`PersonSettings`], [`Quiet`]: what people choose for themselves, and hours in which nobody is disturbed |
//! | `outbox.rs` | [`Pending`], [`Posted`], [`Undelivered`]: messages to be sent, sent and given up; who can be reached by direct message |
//! | `faces.rs` | [`Face`]: messages in channels that show a match, and may have to show something else later |
//! | `referred.rs` | [`Referred`]: what a direct message is about, for those who reply to it |
//! | `roles.rs`, `upkeep.rs`, `noticed.rs` | [`Roles`], [`Shown`]: what the server shows of a match besides messages |
//! | `unseen.rs` | what players read by direct message while their channel takes no messages |
//! | `rows.rs` | conversion to and from the rows of the store |
//! | `export.rs`, `record.rs` | [`Record`]: a whole match as a file |
//! | `replay.rs` | [`Replay`], [`verify`]: replaying a record, and what it proves |
//! | `analysis.rs` | [`Analysis`]: what seats did, compared with what a search would have done |
//! | `puzzles.rs` | [`Puzzle`]: wins that could be found within a turn |
//! | `rules.rs`, `upgrade.rs` | [`RulesChange`]: matches written under other rules |

mod absence;
mod added;
mod allowance;
mod amendment;
mod analysis;
mod attendance;
mod bank;
mod beacon;
mod calendar;
mod command;
mod computed;
mod computed_seats;
mod create;
mod decide;
mod effective;
mod error;
mod export;
mod faces;
mod game_match;
mod known;
mod log;
mod look;
mod memory;
mod notice;
mod noticed;
mod often;
mod onlookers;
mod outbox;
mod presence;
mod puzzles;
mod question;
mod record;
mod referred;
mod reminders;
mod replay;
mod reply;
mod rights;
mod role;
mod roles;
mod rows;
mod rules;
pub mod scheduler;
mod service;
mod settings;
mod stuck;
mod telling;
mod terms;
mod thinker;
mod thinking;
mod time_left;
mod timer;
mod unseen;
mod upgrade;
mod upkeep;
mod view;

pub use amendment::Amendment;
pub use analysis::{Analysis, AnalysisError, Decided, Decisions, Judged, Luck};
pub use bank::{Bank, Weekends};
pub use beacon::{Beacon, BeaconError, BeaconSource, Pulse, Quicknet, Signature, SignatureError};
pub use calendar::{Calendar, CalendarError, moment, moments, zones};
pub use command::{Act, Command, RosterEntry};
pub use computed::Computed;
pub use decide::{Planned, Rewound};
pub use effective::{Alternate, Away, Handover, Lent, Offer, Proposed};
pub use error::{Denied, InternalError, MatchError};
pub use faces::{Changed, Face, Faces, Next};
pub use game_match::{AddedWord, Match, Player};
pub use known::{Asked, Delivery, Known};
pub use log::{
    Basis, Control, Correction, LogEntry, Moved, OfferKind, Proposal, Removal, Seq, Stop, Successor, Tenure,
    Uncorrected, What,
};
pub use look::Look;
pub use memory::{InHand, Queues};
pub use notice::{Ahead, Notice, Reply, ReplyFile};
pub use onlookers::{Others, Readers};
pub use outbox::{Pending, Posted, Undelivered};
pub use puzzles::Puzzle;
pub use question::{AnswerTag, NoQuestion, QuestionId};
pub use record::{Entry, Extras, FORMAT, Record, RecordError, RecordedBeacon, RecordedTenure};
pub use referred::{Closed, Referred};
pub use reminders::{LEADS, Reminded};
pub use replay::{Check, Commitment, CommitmentError, Replay, ReplayedEntry, Verification, verify};
pub use rights::{Actor, Person, Request};
pub use role::{Power, RIGHTS, Role};
pub use roles::{RoleTrouble, Roles, Stalled, Trouble};
pub use rules::{Broken, Difference, RulesChange};
pub use service::{Done, Matches, Seeds, StoredAnswer};
pub use settings::{PersonSettings, Quiet, QuietError, Reminders};
pub use stuck::Stuck;
pub use telling::Words;
pub use terms::{HOUR, Limits, NewMatch, Terms};
pub use timer::{LastCall, UNCERTAIN};
pub use trigon_clock::{Clock, HandClock, Millis, Sleep, SystemClock};
pub use upkeep::{Involvement, RoleChange, Shown, ShownEvent, Upkeep};
pub use view::{Departure, How, Line, MatchResult};

pub use crate::store::{Settlement, Status, Summary, Target};
