//! Looking at matches: boards, histories, replays, rules, help.
//!
//! | file | what |
//! |---|---|
//! | `mine.rs` | `/me`, `/board`, `/matches` |
//! | `history.rs` | the course of a match |
//! | `rules.rs` | the rules of a game, as Discord can show them; what the bot can do |
//! | `texts.rs` | the sentences of these |

pub(super) mod history;
pub(super) mod mine;
pub(super) mod rules;
pub(super) mod texts;
