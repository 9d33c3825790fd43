//! Looking: boards, histories, replays, rules, help, numbers, and what is stored about somebody.
//!
//! | file | what |
//! |---|---|
//! | `access.rs` | who may look at a match, from where, and at how much of it |
//! | `mine.rs` | `/me`, `/board`, `/matches` |
//! | `deadlines.rs` | deadlines as a file for calendars |
//! | `settings.rs` | `/settings`: what people choose for themselves |
//! | `history.rs` | the course of a match |
//! | `menus.rs` | what can be asked about a message or a person |
//! | `walk.rs` | a match picture by picture |
//! | `hint.rs` | `/hint`: what a computed player would do |
//! | `board.rs` | boards on which actions are tried out in private |
//! | `board_caption.rs` | what such a board shows besides its picture |
//! | `board_lines.rs` | how the text of such a board lists what was played |
//! | `whatif.rs` | `/whatif`: what could be played |
//! | `puzzle.rs` | `/puzzle`: positions in which somebody could win within their turn |
//! | `review.rs` | `/review`: what decided a match |
//! | `rounds.rs` | the same for a match of rounds: what each brought |
//! | `stats.rs` | `/stats`: what somebody did, in numbers |
//! | `personal_data.rs` | `/export`, `/forget me`: what is stored about somebody |
//! | `rules.rs` | `/rules`: the rules of a game, section by section |
//! | `sections.rs` | the sections of a Markdown text |
//! | `help.rs` | `/help`: what somebody can do next |
//! | `texts/` | the sentences |

pub(super) mod access;
mod board;
mod board_caption;
mod board_lines;
mod deadlines;
pub(super) mod help;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod menus;
pub(super) mod mine;
pub(super) mod personal_data;
pub(super) mod puzzle;
pub(super) mod review;
mod rounds;
pub(super) mod rules;
mod sections;
pub(super) mod settings;
pub(super) mod stats;
pub(super) mod texts;
pub(super) mod walk;
pub(super) mod whatif;

pub(super) use self::board::press;
