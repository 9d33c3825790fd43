//! Looking at matches: boards, histories, replays, rules, help.
//!
//! | file | what |
//! |---|---|
//! | `commands.rs`, `mine.rs` | `/me`, `/board`, `/matches` |
//! | `history.rs`, `replay.rs` | the course of a match |
//! | `rules.rs`, `sections.rs` | the rules of a game, as Discord can show them |
//! | `help.rs` | what the bot can do |
//! | `texts.rs` | the sentences of these |

pub(super) mod help;
pub(super) mod history;
pub(super) mod mine;
pub(super) mod replay;
pub(super) mod rules;
mod sections;
pub(super) mod texts;
