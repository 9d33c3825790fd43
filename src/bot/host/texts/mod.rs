//! The sentences for hosts.
//!
//! | file | about |
//! |---|---|
//! | `status.rs` | the status and the record of a match |
//! | `troubles.rs` | what goes wrong in a match |
//! | `clock.rs` | the clock of a match, and ending or undoing a phase |
//! | `hosts.rs` | who hosts, and what hosts cannot decide alone: proposals, and seats that are to change hands |
//! | `whole.rs` | a match as a whole: correcting, cancelling and publishing it |
//! | `spectators.rs` | what others see of a match: its channels, roles and event |

mod clock;
mod hosts;
mod spectators;
mod status;
mod troubles;
mod whole;

pub(super) use clock::{
    end_button, end_now, extended, no_longer, paused, reminded, resolved, resumed, simulated, unchanged,
    undo_button, undo_now,
};
pub(super) use hosts::{
    ASK_PLAYERS, asked_to_take_over, hosts_changed, needs_agreement, players_asked, role_everyone, role_is,
    role_needs_manage,
};
pub(super) use spectators::{
    BOT_CREATES_NO_EVENTS, BOT_MANAGES_NO_ROLES, ROLE_OF_EVERYONE, SAME_ROLE, WHICH_CHANNEL,
    bot_stands_below, event, managed_role, not_yours_to_give, onlookers, read_by_players, relocated, roles,
    wider,
};
pub(super) use status::{
    exported, host_button, host_status, status_before, status_unreadable, status_without_secrets, stopped,
};
pub(super) use troubles::{Troubles, cannot_post};
pub(super) use whole::{
    CANCEL, NO_REASON, cancel_now, cancelled, correct_anyway, corrected, not_published, published, quiet,
};
