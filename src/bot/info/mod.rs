//! Looking: boards, histories, replays, rules, help, numbers, and what is stored about somebody.
//!
//! | file | what |
//! |---|---|
//! | `access.rs` | who may look at a match, from where, and at how much of it |
//! | `mine.rs` | `/me`, `/away`, `/board`, `/matches` |
//! | `settings.rs` | `/settings`: what people choose for themselves |
//! | `history.rs` | `/history` and `/replay`: the course of a match |
//! | `menus.rs` | what can be asked about a message or a person |
//! | `walk.rs` | a match picture by picture |
//! | `review.rs` | `/review`: what decided a match, or what its rounds brought |
//! | `hint.rs` | `/hint`: what a computed player would do |
//! | `board.rs` | boards on which actions are tried out in private |
//! | `trials.rs` | `/whatif` and `/puzzle`, which open such boards |
//! | `stats.rs` | `/stats`: what somebody did, in numbers |
//! | `personal_data.rs` | `/export`, `/forget me`: what is stored about somebody |
//! | `rules.rs` | `/rules`: the rules of a game, section by section |
//! | `sections.rs` | the sections of a Markdown text |
//! | `help.rs` | `/help`: what somebody can do next |
//! | `texts/` | the sentences |

pub(super) mod access;
mod board;
pub(super) mod help;
pub(super) mod hint;
pub(super) mod history;
pub(super) mod menus;
pub(super) mod mine;
pub(super) mod personal_data;
pub(super) mod review;
pub(super) mod rules;
mod sections;
pub(super) mod settings;
pub(super) mod stats;
pub(super) mod texts;
pub(super) mod trials;
pub(super) mod walk;

pub(super) use self::board::press;
