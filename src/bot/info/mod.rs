//! Looking at matches: boards, histories, replays, rules, help.
//!
//! | file | what |
//! |---|---|
//! | `mine.rs` | `/me`, `/board`, `/matches` |
//! | `deadlines.rs` | deadlines as a file for calendars |
//! | `settings.rs` | `/settings`: what people choose for themselves |
//! | `history.rs` | the course of a match |
//! | `menus.rs` | what can be asked about a message or a person |
//! | `walk.rs` | a match picture by picture |
//! | `hint.rs` | `/hint`: what a computed player would do |
//! | `board.rs` | boards on which actions are tried out in private |
//! | `whatif.rs` | `/whatif`: what could be played |
//! | `puzzle.rs` | `/puzzle`: positions in which somebody could win within their turn |
//! | `review.rs` | `/review`: what decided a match |
//! | `stats.rs` | `/stats`: what somebody did, in numbers |
//! | `personal_data.rs` | `/export`, `/forget me`: what is stored about somebody |
//! | `rules.rs` | the rules of a game, in a form that Discord can show |
//! | `help.rs` | `/help`: what somebody can do next |
//! | `texts.rs` | the sentences |

mod board;
mod deadlines;
pub(super) mod help;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod menus;
pub(super) mod mine;
pub(super) mod personal_data;
pub(super) mod puzzle;
pub(super) mod review;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod stats;
pub(super) mod texts;
pub(super) mod walk;
pub(super) mod whatif;

pub(super) use self::board::press;
