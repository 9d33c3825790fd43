//! The sentences of announcements. Names passed as text are already escaped; those in a match are not.
//!
//! | file | about |
//! |---|---|
//! | `pieces.rs` | the parts of sentences: people, headings, what is over |
//! | `pregame.rs` | the roster, until the first round begins |
//! | `draws.rs` | what the draws depend on: the seed and its hash, the words, the beacon |
//! | `play.rs` | what is played, and who is asked |
//! | `clock.rs` | deadlines: reminders, moving and stopping the clock, being late or away |
//! | `agreement.rs` | what players have to agree to: offers of players, proposals of hosts |
//! | `seats.rs` | seats that change hands, and hosts |
//! | `settings.rs` | what hosts have changed |
//! | `end.rs` | the end of a match |
//! | `share.rs` | a match, for people elsewhere |
//! | `trouble.rs` | what does not work: messages, the clock, roles, events |

mod agreement;
mod clock;
mod draws;
mod end;
mod pieces;
mod play;
mod pregame;
mod seats;
mod settings;
mod share;
mod trouble;

pub(super) use crate::lobby::texts::FAIR_PLAY;
pub(super) use agreement::{
    ACCEPT, CONSENT, DECLINE, OBJECT, SETTLED, answered, lapsed, not_agreed, offered, proposal_over, proposed,
};
pub(super) use clock::{
    CLAIM, absent, away, back, ended_by, ends_early, extended, goes_on, grace, late, made_up,
    mention_reminder, missed, paused, reminder, resumed, resumed_by_itself, timed_out, timed_out_and_offered,
};
pub(super) use draws::{
    UNREAD, beacon_known, beacon_late, by_joining, committed, goes_first, hash_explained, in_order,
    phase_begins, roster_closed, roster_stays_open, seed, seed_in_short, started, word_added,
};
pub(super) use end::{
    IN_CHANNEL, PUBLISHED, REMATCH, REPLAY, REVIEW, STANDINGS, WALK, at_the_end, cancelled, lost_at_the_end,
    over, own_standing, result, standing, thanks, verdict,
};
pub(super) use pieces::{heading, in_phase, left_out, over_now};
pub(super) use play::{
    ALSO_WAITING, CLOSED_BY_CANCELLING, CLOSED_BY_UNDOING, INSIDE, NEXT_BELOW, TAKEN_BACK, ahead, asked,
    banks, closed, corrected, nudged, plan_dropped, played, resigned, sent, taken_back, undone,
};
pub(super) use pregame::{
    CHECK_IN, ROSTER_BEGUN, begins_if_full, not_enough, roster, roster_changed, roster_fixed, roster_heading,
    roster_open_again, still_begins,
};
pub(super) use seats::{
    HAND_OVER, KEEP_SEAT, TAKE_SEAT, co_host, handover, has_left, left_in_secret, lent, moved_up,
    not_handed_over, offered_seat, removed, seat_free, seat_lost, taken_out, tenure,
};
pub(super) use settings::{amended, autopilot, event, limits, moved, quiet, roles, spectators};
pub(super) use share::{NO_RESULT, SHARE, goes_on_with, how_long, shared, won};
pub(super) use trouble::{
    clock_stuck, dm_closed, given_up, lost, rules_changed, trouble, unposted, unreachable, unsent, waits_here,
};
