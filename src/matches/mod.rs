//! Matches: a setup, a secret seed and a log whose fold is the state; and everything around it that people and
//! the clock do.
//!
//! A change is decided by a pure function of `lifecycle` on a [`Match`] and the time, and stored as a whole:
//! log entry, row, deadlines and messages in one transaction. Somebody faster makes it decide anew.
//!
//! | file | noun |
//! |---|---|
//! | `service.rs`, `signup.rs` | [`Matches`]: everything that can be asked and done |
//! | `lifecycle.rs` | what each change makes of a match, without any I/O |
//! | `game_match.rs` | [`Match`]: what is stored, with its log folded |
//! | `question.rs` | [`QuestionId`], [`AnswerTag`]: which question and which stored answer a button was made for |
//! | `turns.rs`, `players.rs` | the same for games of turns: resigning, offers, taking back, clocks, rematches |
//! | `talk.rs` | [`Talk`]: entries of the log that are none of the game's |
//! | `course.rs`, `turns_view.rs` | what the talk makes of a log, and what faces ask of it |
//! | `options.rs` | [`Options`] |
//! | `rights.rs` | [`Person`], [`RIGHTS`]: who may do and see what |
//! | `notice.rs` | [`Notice`]: what there is to tell |
//! | `clock.rs`, `scheduler.rs` | [`Clock`], the task that meets deadlines |
//! | `deadlines.rs` | everything that is due; [`Stuck`]: matches whose timers fail |
//! | `reach.rs` | which players direct messages reach |
//! | `underway.rs` | [`InHand`]: messages that delivery has in hand |
//! | `error.rs` | [`Denied`] for people, [`Fault`] for the operator |
//! | `record.rs` | [`Record`]: a whole match as a file, read with care |
//! | `replay.rs` | [`Replay`]: the fold of a record, one entry after the other |
//! | `verify.rs` | [`verify`]: what a record proves, and what it does not |
//! | `rules.rs`, `upgrade.rs` | [`RulesChange`]: matches that were written under other rules |

mod clock;
mod course;
mod deadlines;
mod error;
mod game_match;
mod lifecycle;
mod notice;
mod options;
mod players;
mod question;
mod reach;
mod record;
mod replay;
mod rights;
mod rules;
pub mod scheduler;
mod service;
mod signup;
mod talk;
mod turns;
mod turns_view;
mod underway;
mod upgrade;
mod verify;

pub use clock::{Clock, HandClock, Millis, Sleep, SystemClock};
pub use deadlines::Stuck;
pub use error::{Denied, Fault, MatchError};
pub use game_match::Match;
pub use notice::Notice;
pub use options::{HOUR, Options, Reveal};
pub use players::Played;
pub use question::{AnswerTag, NoQuestion, QuestionId};
pub use record::{Entry, Extras, FORMAT, Record, RecordError};
pub use replay::{Replay, Turn};
pub use rights::{Person, Power, RIGHTS, Role};
pub use rules::{Broken, Difference, RulesChange};
pub use service::{Matches, NewMatch, Seeds};
pub use talk::{NoTalk, Offer, OfferKind, Talk};
pub use turns_view::{How, Line, MatchResult};
pub use underway::InHand;
pub use verify::{Check, Commitment, CommitmentError, Verification, verify};
