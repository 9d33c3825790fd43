//! What a match is: its terms, its log, and the fold of both.
//!
//! | file | contents |
//! |---|---|
//! | `game_match.rs`, `fold.rs` | [`Match`](game_match::Match): terms, players and log, and how the log is folded |
//! | `terms.rs`, `calendar.rs`, `bank.rs` | [`Terms`](terms::Terms): what is fixed when a match is created; phases that end at a time of day; the time for all turns of a player |
//! | `amendment.rs`, `planned_start.rs`, `template.rs` | what a host changes in the terms before the start; when a match starts by itself; terms under a name |
//! | `log.rs`, `control.rs`, `control_words.rs` | the log; [`Control`](control::Control): what is done to a match rather than in its game, and the sentences for it |
//! | `clock_change.rs`, `proposal.rs` | parts of such events: how the clock is changed, and what takes the consent of others |
//! | `effective.rs`, `pending.rs` | which entries count, and what is open after them: offers, requests, proposals, loans |
//! | `attendance.rs`, `added.rs` | what the log says about answers, and about time that hosts have added |
//! | `question.rs` | which question and which stored answer a button was made for |
//! | `beacon.rs` | a public beacon that goes into the draws |
//! | `rules_change.rs` | matches written under other rules |
//! | `computed.rs`, `forgotten.rs` | players who are programs; numbers that stand for people who asked to be forgotten |
//! | `role.rs`, `onlookers.rs` | who may do and see what; who could read what onlookers were told, and so can never take a seat |
//! | `reachability.rs` | what people could not know or do, because the bot was away or could not tell them |
//! | `settings.rs` | what people choose for themselves, and hours in which nobody is disturbed |
//! | `server_roles.rs` | the roles that a server shows |
//! | `notice.rs`, `post_and_reply.rs` | messages before they are put into words, and those that are in words already |
//! | `timer.rs` | what happens at a time |
//! | `denied.rs`, `error.rs` | what is denied to people, and what has failed for the operator |

pub(crate) mod added;
pub(crate) mod amendment;
pub(crate) mod attendance;
pub(crate) mod bank;
pub(crate) mod beacon;
pub(crate) mod calendar;
pub(crate) mod clock_change;
pub(crate) mod computed;
pub(crate) mod control;
mod control_words;
pub(crate) mod denied;
pub(crate) mod effective;
pub(crate) mod error;
pub(crate) mod fold;
pub(crate) mod forgotten;
pub(crate) mod game_match;
pub(crate) mod log;
pub(crate) mod notice;
pub(crate) mod onlookers;
pub(crate) mod pending;
pub(crate) mod planned_start;
pub(crate) mod post_and_reply;
pub(crate) mod proposal;
pub(crate) mod question;
pub(crate) mod reachability;
pub(crate) mod role;
pub(crate) mod rules_change;
pub(crate) mod server_roles;
pub(crate) mod settings;
pub(crate) mod template;
pub(crate) mod terms;
pub(crate) mod timer;
