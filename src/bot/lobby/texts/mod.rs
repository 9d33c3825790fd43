//! The sentences for creating matches and filling their seats. Names passed as text are already escaped; those in a
//! match are not.
//!
//! | file | about |
//! |---|---|
//! | `create.rs` | creating a match: the game, the players, the channel, options that do not go together |
//! | `terms.rs` | the terms of a match, in full and in short |
//! | `clock.rs` | the clock: time limits, when it stands still, being late, what hosts may do to it alone |
//! | `start.rs` | when and how a match starts |
//! | `signup.rs` | the sign-up post and its buttons; alternates |
//! | `computed.rs` | computed players |
//! | `draw_words.rs` | words that players add to the draws |
//! | `check_in.rs` | checking in |
//! | `roster.rs` | the roster, changing one seat of it, and the form for all of it |

mod check_in;
mod clock;
mod computed;
mod create;
mod draw_words;
mod roster;
mod signup;
mod start;
mod terms;

// What other rooms say, too: announcements, the commands of hosts, positions of players and the rules.
pub(crate) use clock::limits_of;
pub(crate) use computed::{autopilot, level};
pub(crate) use create::no_game;
pub(crate) use draw_words::words_of;
pub(crate) use roster::{NO_REASON, bots_do_not_play, fields, roster};
pub(crate) use signup::FAIR_PLAY;

// What only the lobby says.
pub(super) use check_in::{CHECK_IN, check_in_over, joined, not_tested, test_message, unreachable, welcome};
pub(super) use clock::limits_set;
pub(super) use computed::{
    ADD_COMPUTED, ADD_ONE, AUTOPILOT, NO_AUTOPILOT, REMOVE_COMPUTED, computed, fill, too_late_for_computed,
};
pub(super) use create::{
    CLOCK_OR_BANK, ENDS_OR_HOURS, NO_BANK, NO_CLOCK_ON_WEEKENDS, NO_COMPUTED, NOT_WEEKLY, WHICH_ZONE,
    bad_title, cannot_write, co_host_of_oneself, created, created_by_host, game_choice, locked_thread,
    made_before, may_not_create, no_messages_here, no_threads_here, opponent_twice, thread_in_thread,
    thread_refused, too_many_computed, which_game,
};
pub(super) use draw_words::{ADD_WORD, WORD_LABEL, WORD_PLACEHOLDER, word_added, word_title};
pub(super) use roster::{
    AT_THE_START, SWAP, bad_name, form_label, form_placeholder, form_title, line_problem, lines_refused,
    no_seat_for, no_user_in_line, not_a_member, place_taken, seated, too_many_fields, unknown_user, unseated,
};
pub(super) use signup::{
    BACK, CALLED_OFF, CLOSED_SIGNUP, HAD_A_SEAT, HAS_LOOKED, HAS_READ, HOSTS_IT, JOIN, JOIN_AS_HOST, LEAVE,
    MAY_HAVE_READ, PLAYING_HOST, RULES, STAND_BY, START, STARTED, TOOK_OUT, all_seats_left, alternate_now,
    alternates, enough_players, join_as_host, joined_as_host, kept_for, no_alternate_any_more, ranks,
    rematch_of, seats_left, signup_opened, to_host, who_is_in,
};
pub(super) use start::{NOT_PLANNED, start_planned, started, starts};
pub(super) use terms::{TERMS, terms, terms_in_short, terms_of};
