//! The sentences for playing. Names passed as text are already escaped.
//!
//! | file | about |
//! |---|---|
//! | `question.rs` | what a player is asked, and until when |
//! | `choosing.rs` | choosing an action step by step, and drafts of it |
//! | `answers.rs` | answers, typed or pressed: what became of them |
//! | `outdated.rs` | what is no longer asked, or not of this player |
//! | `ahead.rs` | answers left for the next rounds, and plans for the next turns |

mod ahead;
mod answers;
mod choosing;
mod outdated;
mod question;

// What messages in channels, direct messages and boards say, too.
pub(crate) use ahead::{AHEAD_GIVEN, AHEAD_ILLEGAL, ahead};
pub(crate) use answers::{done_before, more_actions, refusing, type_on_value};
pub(crate) use choosing::{
    cannot_be_chosen_now, chosen_so_far, names_a_draft, never_submitted, no_such_step, only_drafted,
};
pub(crate) use outdated::{OLDER, OLDER_IN_SHORT, closed, stale_here, stale_round, stale_turn};
#[cfg(test)]
pub(crate) use question::ends;
pub(crate) use question::{
    CLOCK_STOPPED, NOTHING_ASKED, example_now, facts, how_to_answer, more_in, no_question, nothing_asked,
    reminder, send_answers, time,
};

// What only playing itself says.
pub(super) use ahead::{
    AHEAD_LABEL, AHEAD_PLACEHOLDER, NEXT_ROUNDS, ahead_title, left_ahead, not_that_round,
};
pub(super) use answers::{
    answer_stored, answer_was_last, ask_whether_answer, one_at_a_time, outcome, refuse_line_of_more,
    with_replaced,
};
pub(super) use choosing::{
    CLEAR, CONFIRM, LEGEND, RULES, SHOW, START_OVER, TAKE_BACK, UNDO, draft_in_words, draft_on_pad,
    kinds_of_steps, label, option, placeholder, submit,
};
pub(super) use outdated::not_your_turn;
pub(super) use question::{IS_READY, MAY_BE_READY, NOT_READY, READY, stored_answer};
