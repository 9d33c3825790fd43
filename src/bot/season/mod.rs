//! `/season`: the cast, the results of episodes, the book of what everyone has, and the standings.
//!
//! Everything that is shown comes from the views of the engine, which leave out what a running match hides.
//!
//! | file | what |
//! |---|---|
//! | `commands.rs` | `/season`, and the commands for a season as a whole |
//! | `episode_commands.rs` | the commands for episodes |
//! | `book_commands.rs` | the commands for the book |
//! | `find.rs` | the season, the member, the counter and the episode that are meant; completions |
//! | `ids.rs` | [`SeasonCustomId`], [`SeasonForm`]: what buttons and forms carry |
//! | `cast.rs` | the form with the cast |
//! | `results.rs` | results from elsewhere: the form, files, and the preview |
//! | `files.rs` | a season as a file: exporting and importing it |
//! | `episodes.rs` | closing an episode, ending a season |
//! | `gifts.rs` | what members give each other |
//! | `book.rs` | the standings, books, who got what |
//! | `news.rs` | messages to the channel of a season and to its hosts |
//! | `matches.rs` | matches of a season |
//! | `press.rs` | which button and which form does what |
//! | `texts/` | the sentences |

mod book;
mod book_commands;
mod cast;
mod commands;
mod episode_commands;
mod episodes;
mod files;
mod find;
mod gifts;
mod ids;
mod matches;
mod news;
mod press;
mod results;
mod texts;

pub(super) use commands::season;
pub(super) use ids::{SeasonCustomId, form_of};
pub(super) use news::{announcement, news, stuck};
pub(super) use press::{press, submitted};
