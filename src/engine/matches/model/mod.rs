//! What a match is: its terms, its log, and the fold of both.
//!
//! | file | contents |
//! |---|---|
//! | `game_match.rs` | [`Match`](game_match::Match): terms, players and log, folded |
//! | `terms.rs`, `calendar.rs`, `bank.rs` | [`Terms`](terms::Terms): what is fixed when a match is created; phases that end at a time of day; the time for all turns of a player |
//! | `log.rs`, `effective.rs`, `attendance.rs`, `added.rs` | the log, which of its entries count, and what it says about answers in time and about time that hosts have added |
//! | `amendment.rs` | what a host changes in the terms before the start |
//! | `start.rs` | when a match starts by itself |
//! | `template.rs` | terms that hosts have saved under a name |
//! | `question.rs` | which question and which stored answer a button was made for |
//! | `beacon.rs` | a public beacon that goes into the draws |
//! | `rules.rs` | matches written under other rules |
//! | `computed.rs` | players who are programs |
//! | `forgotten.rs` | numbers that stand for people who asked to be forgotten |
//! | `role.rs`, `onlookers.rs` | who may do and see what; who could read what onlookers were told, and so can never take a seat |
//! | `known.rs` | what people could not know or do, because the bot was away or could not tell them |
//! | `settings.rs` | what people choose for themselves, and hours in which nobody is disturbed |
//! | `roles.rs` | the roles that a server shows |
//! | `notice.rs` | messages before they are put into words |
//! | `timer.rs` | what happens at a time |
//! | `error.rs` | what is denied to people, and what has failed for the operator |

pub(crate) mod added;
pub(crate) mod amendment;
pub(crate) mod attendance;
pub(crate) mod bank;
pub(crate) mod beacon;
pub(crate) mod calendar;
pub(crate) mod computed;
pub(crate) mod effective;
pub(crate) mod error;
pub(crate) mod forgotten;
pub(crate) mod game_match;
pub(crate) mod known;
pub(crate) mod log;
pub(crate) mod notice;
pub(crate) mod onlookers;
pub(crate) mod question;
pub(crate) mod role;
pub(crate) mod roles;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod start;
pub(crate) mod template;
pub(crate) mod terms;
pub(crate) mod timer;
