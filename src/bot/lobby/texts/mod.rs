//! The sentences for creating matches and filling their seats. Names passed as text are already escaped; those in a
//! match are not.
//!
//! | file | about |
//! |---|---|
//! | `create.rs` | creating a match: the game, the players, options that do not go together |
//! | `channel.rs` | channels and threads in which nobody can play |
//! | `terms.rs` | the terms of a match, in full and in short |
//! | `clock.rs` | the clock: time limits, when it stands still, being late, what hosts may do to it alone |
//! | `start.rs` | when and how a match starts |
//! | `signup.rs` | the sign-up post and its buttons |
//! | `alternates.rs` | waiting for a seat, and who can have none |
//! | `computed.rs` | computed players |
//! | `draw_words.rs` | words that players add to the draws |
//! | `check_in.rs` | checking in |
//! | `roster.rs` | the roster, and changing one seat of it |
//! | `roster_form.rs` | the form for the whole roster |

mod alternates;
mod channel;
mod check_in;
mod clock;
mod computed;
mod create;
mod draw_words;
mod roster;
mod roster_form;
mod signup;
mod start;
mod terms;

pub(crate) use clock::limits_of;
pub(crate) use computed::{autopilot, level};
pub(crate) use create::no_game;
pub(crate) use draw_words::words_of;
pub(crate) use roster::{NO_REASON, bots_do_not_play, fields, roster};
pub(crate) use signup::FAIR_PLAY;

pub(super) use alternates::{
    HAD_A_SEAT, HAS_LOOKED, HAS_READ, HOSTS_IT, MAY_HAVE_READ, TOOK_OUT, alternate_now, alternates,
    no_alternate_any_more,
};
pub(super) use channel::{
    cannot_write, locked_thread, no_messages_here, no_threads_here, thread_in_thread, thread_refused,
};
pub(super) use check_in::{CHECK_IN, check_in_over, joined, not_tested, test_message, unreachable, welcome};
pub(super) use clock::limits_set;
pub(super) use computed::{
    ADD_COMPUTED, ADD_ONE, AUTOPILOT, NO_AUTOPILOT, REMOVE_COMPUTED, computed, fill, too_late_for_computed,
};
pub(super) use create::{
    CLOCK_OR_BANK, ENDS_OR_HOURS, NO_BANK, NO_CLOCK_ON_WEEKENDS, NO_COMPUTED, NOT_WEEKLY, WHICH_ZONE,
    bad_title, co_host_of_oneself, created, created_by_host, game_choice, made_before, may_not_create,
    opponent_twice, too_many_computed, which_game,
};
pub(super) use draw_words::{ADD_WORD, WORD_LABEL, WORD_PLACEHOLDER, word_added, word_title};
pub(super) use roster::{
    AT_THE_START, SWAP, bad_name, no_seat_for, not_a_member, place_taken, seated, unseated,
};
pub(super) use roster_form::{
    form_label, form_placeholder, form_title, line_problem, lines_refused, no_user_in_line, too_many_fields,
    unknown_user,
};
pub(super) use signup::{
    BACK, CALLED_OFF, CLOSED_SIGNUP, JOIN, JOIN_AS_HOST, LEAVE, PLAYING_HOST, RULES, STAND_BY, START,
    STARTED, enough_players, join_as_host, joined_as_host, kept_for, ranks, rematch_of, seats_left,
    signup_opened, to_host, who_is_in,
};
pub(super) use start::{NOT_PLANNED, start_planned, started, starts};
pub(super) use terms::{TERMS, terms, terms_in_short, terms_of};
