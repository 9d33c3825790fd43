//! Deciding what a command changes: one file for each family of commands.
//!
//! A family checks its preconditions and drafts entries. Everything that follows from them, such as the end of the match
//! or a new deadline, is derived in one place by comparing the match before and after.

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
mod outage;
mod passing;
mod planned_start;
mod play;
mod propose;
mod rewind;
pub(crate) mod rights;
mod roster;
mod start;
mod thought;

#[cfg(test)]
mod tests;

use self::change::Change;
use self::handover::SeatCandidate;
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
    actor.check(command, game)?;
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
        Command::OpenSignup { open, offer_hours } => roster::open_signup(draft, *open, *offer_hours),
        Command::Handover { player, user, name, back_in, has_left, since, reason } => {
            let to = Successor { user: *user, name: name.clone(), back_in: *back_in };
            handover::hand_over(draft, *player, &to, *since, *has_left, reason.as_deref())
        }
        Command::Lend { user, name, time, since } => {
            handover::lend(draft, &SeatCandidate { user: *user, name, since: *since }, *time)
        }
        Command::Return => handover::come_back(draft),
        Command::AnswerHandover { seat, number, accept } => handover::answer(draft, *seat, *number, *accept),
        Command::Limit(limits) => roster::limit(draft, *limits),
        Command::Amend(what) => amend::amend(draft, what),
        Command::Autopilot(level) => roster::autopilot(draft, *level),
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
        Command::Away { after, time } => away::leave(draft, *after, *time),
        Command::Back => away::come_back(draft),
        Command::Propose(what) => propose::propose(draft, *what),
        Command::Consent { number, agree } => propose::consent(draft, *number, *agree),
        Command::Withdraw(number) => propose::withdraw(draft, *number),
        Command::Correct { user, fields, reason } => corrections::correct(draft, *user, fields, reason),
        Command::Ready { ready, .. } => attendance::ready(draft, *ready),
        Command::Ring(timer) => clock::ring(draft, *timer, &[], false),
        Command::RingWith { timer, reachability } => {
            clock::ring(draft.with_reachability(reachability), *timer, &[], false)
        }
        Command::MakeUp { from, to } => outage::make_up(draft, *from..*to),
        Command::RingFor { timer, users, in_channel } => clock::ring(draft, *timer, users, *in_channel),
        Command::Pause => clock::pause(draft),
        Command::Resume => clock::resume(draft),
        Command::Extend(hours) => clock::extend(draft, *hours),
        Command::CoHost { user, hosts } => host::co_host(draft, *user, *hosts),
        Command::Spectators(channel) => host::spectators(draft, *channel),
        Command::Move(channel) => host::move_to(draft, *channel),
        Command::Onlookers { channel, readers, checked } => {
            host::onlookers(draft, *channel, readers, checked)
        }
        Command::LetIn(readers) => host::let_in(draft, readers),
        Command::Roles(roles) => host::roles(draft, *roles),
        Command::Event(is_one) => host::event(draft, *is_one),
        Command::Quiet(quiet) => host::quiet(draft, *quiet),
        Command::Remind => host::remind(draft),
        Command::Look => host::look(draft),
        Command::Cancel => host::cancel(draft),
        Command::Publish => host::publish(draft),
    }
}
