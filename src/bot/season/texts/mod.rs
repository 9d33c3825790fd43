//! The sentences about seasons. Amounts come only from what the reader may know.
//!
//! | file | about |
//! |---|---|
//! | `pieces.rs` | the parts of sentences |
//! | `find.rs` | which season, member, counter or episode is meant |
//! | `whole.rs` | a season as a whole: creating and ending it, its channel, its file |
//! | `cast.rs` | the cast |
//! | `book.rs` | the standings, books, and corrections of them |
//! | `episodes.rs` | who got what in which episode |
//! | `results.rs` | results from elsewhere |
//! | `matches.rs` | matches of a season |
//! | `gifts.rs` | gifts |

mod book;
mod cast;
mod episodes;
mod find;
mod gifts;
mod matches;
mod pieces;
mod results;
mod whole;

pub(super) use book::{book, corrected, corrected_news, standings};
pub(super) use cast::{
    BAD_NAME, CAST_LABEL, CAST_PLACEHOLDER, NO_LIST_OF_MEMBERS, NOBODY_NEW_HAS_THE_ROLE, ROLE_TAKES_TOO_LONG,
    ROLE_TOO_LARGE, cast, cast_title, line_problem, lines_refused, list_problem,
};
pub(super) use episodes::{CLOSE, close_now, closed, closed_news, history};
pub(super) use find::{
    NO_SEASON, NOTHING_TO_CLOSE, SAY_WHICH_EPISODE, WHOSE_BOOK, episode_choice, no_counter, no_episode,
    nobody_called, say_which, season_choice,
};
pub(super) use gifts::{
    DECLINE, GiftOutcome, NOTHING_TO_GIVE, accept, gift_answered, gift_news, offered, offered_to_you,
    take_back,
};
pub(super) use matches::{
    DEATH_MATCH, MAY_NOT_CREATE_MATCHES, against_oneself, bound, has_no_user, match_booked,
};
pub(super) use pieces::episode_number;
pub(super) use results::{
    BACK, BOOK, BOOK_AND_CLOSE, FILE_LATE, FILE_NO_TEXT, FILE_TOO_LARGE, LOOK_AGAIN, NO_CAST, NO_RESULTS,
    PREVIEW_GONE, RESULTS_LABEL, RESULTS_PLACEHOLDER, TITLE_LABEL, UNCHANGED, booked, booked_and_closed,
    file_refused, preview, results_title,
};
pub(super) use whole::{
    END, FILE_GONE, IMPORT, MAY_NOT_CREATE, SEASON_TOO_LARGE, channel_chosen, created, end_now, ended,
    ended_news, exported, import, imported, stuck,
};
