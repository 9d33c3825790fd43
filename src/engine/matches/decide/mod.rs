//! Deciding what a command changes: one file for each family of commands.
//!
//! A family checks its preconditions and drafts entries. Everything that follows from them, such as the end of the match
//! or a new deadline, is derived in one place by comparing the match before and after.
//!
//! | file | contents |
//! |---|---|
//! | `command.rs`, `rights.rs` | [`Command`]; who gives it, and what they may do |
//! | `draft.rs`, `follow_up.rs`, `change.rs` | a change in the making; what follows from it; what it has become |
//! | `roster.rs`, `amend.rs`, `start.rs`, `beacon.rs` | before play: joining and leaving, the terms, fixing the roster, and the beacon that goes into the draws |
//! | `play.rs`, `ahead.rs`, `thought.rs` | actions: now, left in advance, and by computed players |
//! | `attendance.rs` | the end of a phase: who has missed it, more time for late players, and an early end |
//! | `agree.rs` | in games of turns: resigning, claiming, draws, takebacks, nudging |
//! | `clock.rs`, `outage.rs`, `away.rs` | timers that are due, pauses and deadlines; time given back after an outage; players who are away |
//! | `handover.rs`, `passing.rs`, `leaving.rs`, `alternates.rs` | requests to take over seats; how a seat passes; who leaves; who gets free seats |
//! | `rewind.rs`, `corrections.rs` | undoing a phase; correcting the roster of a match that is being played |
//! | `propose.rs` | what hosts may not do alone, and all players agree to |
//! | `host.rs`, `onlookers.rs`, `server.rs` | what else hosts do: co-hosts, looking, cancelling; onlookers; what the server shows |

mod agree;
mod ahead;
mod alternates;
mod amend;
mod attendance;
mod away;
mod beacon;
pub(crate) mod change;
mod clock;
pub(crate) mod command;
mod corrections;
mod draft;
mod follow_up;
mod handover;
mod host;
mod leaving;
mod onlookers;
mod outage;
mod passing;
mod play;
mod propose;
mod rewind;
pub(crate) mod rights;
mod roster;
mod server;
mod start;
mod thought;

#[cfg(test)]
mod tests;

use self::change::Change;
use self::clock::Reminding;
use self::handover::{HandoverWish, SeatCandidate};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::proposal::Successor;
pub use ahead::PlannedAction;
use command::Command;
pub(crate) use draft::Draft;
pub use rewind::RewindPreview;
use rights::Actor;
pub(crate) use start::seating;
use trigon_clock::Millis;

/// Decides what a command changes. Nothing changes if it is denied.
///
/// # Errors
/// Fails if the actor may not give the command, or if it makes no sense now.
pub(crate) fn decide(game: &Match, actor: &Actor, command: &Command, now: Millis) -> Result<Change, Denied> {
    actor.check_command(command, game)?;
    if command.is_before_the_start() {
        game.check_not_ended()?;
    }
    let draft = Draft::new(game, actor, now);
    match command {
        Command::Join(name) => roster::join(draft, name),
        Command::Leave => roster::leave(draft),
        Command::Seat(entry) => roster::seat(draft, entry),
        Command::Swap { user, key, place } => roster::swap(draft, *user, key, *place),
        Command::Unseat { user, reason } => roster::unseat(draft, *user, reason.as_deref()),
        Command::Roster(entries) => roster::replace(draft, entries),
        Command::Handover { player, user, name, back_in, has_left, since, reason } => {
            let to = Successor { user: *user, name: name.clone(), back_in: *back_in };
            let (since, has_left_server, reason) = (*since, *has_left, reason.as_deref());
            handover::hand_over(draft, HandoverWish { player: *player, to, since, has_left_server, reason })
        }
        Command::Lend { user, name, time, since } => {
            handover::lend(draft, &SeatCandidate { user: *user, name, since: *since }, *time)
        }
        Command::Return => handover::come_back(draft),
        Command::AnswerHandover { seat, number, accept } => handover::answer(draft, *seat, *number, *accept),
        Command::OpenSignup { open, offer_hours } => amend::open_signup(draft, *open, *offer_hours),
        Command::Limit(limits) => amend::limit_hosts(draft, *limits),
        Command::Amend(what) => amend::amend(draft, what),
        Command::Autopilot(level) => amend::set_autopilot(draft, *level),
        Command::StandBy { name, since } => alternates::stand_by(draft, name, *since),
        Command::StandDown => alternates::stand_down(draft),
        Command::AddWord(word) => roster::add_word(draft, word),
        Command::Beacon(pulse) => beacon::publish(draft, pulse),
        Command::Start => start::start(draft),
        Command::Act(act) => play::act(draft, act),
        Command::Think { question, actions } => thought::play(draft, *question, actions),
        Command::EndPhase => play::end_phase(draft),
        Command::Rewind(question) => rewind::rewind(draft, *question),
        Command::Repost => play::repost(draft),
        Command::Resign => agree::resign(draft),
        Command::Claim => agree::claim(draft),
        Command::Offer(kind) => agree::offer(draft, *kind),
        Command::Answer { kind, number, accept } => agree::answer(draft, *kind, *number, *accept),
        Command::Nudge => agree::nudge(draft),
        Command::Ahead(answers) => ahead::answer_in_advance(draft, answers),
        Command::Away { after, time } => away::announce(draft, *after, *time),
        Command::Back => away::come_back(draft),
        Command::Propose(what) => propose::propose(draft, *what),
        Command::Consent { number, agree } => propose::consent(draft, *number, *agree),
        Command::Withdraw(number) => propose::withdraw(draft, *number),
        Command::Correct { user, fields, reason } => corrections::correct(draft, *user, fields, reason),
        Command::Ready { ready, .. } => attendance::ready(draft, *ready),
        Command::Ring(timer) => clock::ring(draft, *timer, Reminding::default()),
        Command::RingWith { timer, reachability } => {
            clock::ring(draft.with_reachability(reachability), *timer, Reminding::default())
        }
        Command::MakeUp { from, to } => outage::make_up(draft, *from..*to),
        Command::RingFor { timer, users, in_channel } => {
            clock::ring(draft, *timer, Reminding { users, in_channel: *in_channel })
        }
        Command::Pause => clock::pause(draft),
        Command::Resume => clock::resume(draft),
        Command::Extend(hours) => clock::extend(draft, *hours),
        Command::CoHost { user, hosts: true } => host::name_co_host(draft, *user),
        Command::CoHost { user, hosts: false } => host::dismiss_co_host(draft, *user),
        Command::Spectators(channel) => onlookers::choose_channel(draft, *channel),
        Command::Onlookers { channel, readers, checked } => {
            onlookers::remember_readers(draft, *channel, readers, checked)
        }
        Command::LetIn(readers) => onlookers::remember_latecomers(draft, readers),
        Command::Move(channel) => server::move_to(draft, *channel),
        Command::Roles(roles) => server::choose_roles(draft, *roles),
        Command::Event(is_shown) => server::show_event(draft, *is_shown),
        Command::Quiet(quiet) => server::set_quiet_hours(draft, *quiet),
        Command::Remind => host::remind(draft),
        Command::Look => host::look(draft),
        Command::Cancel => host::cancel(draft),
        Command::Publish => host::publish(draft),
    }
}
