//! Why a command changes nothing, with mentions and with the names of commands that help.

use super::words::mention;
use trigon_engine::matches::{Denied, Power, Role};

/// Returns the sentence for the person who asked.
pub(super) fn words(denied: &Denied) -> String {
    match denied {
        Denied::NotAllowed { id, power, role } => not_allowed(*id, *power, *role),
        Denied::NotStarted(id) => format!("Match {id} hasn’t been started yet: use `/host start`."),
        Denied::NoSignup(id) => format!("Match {id} has no open sign-up: its host picks the players."),
        Denied::Twice(user) => format!("{} is on the roster twice.", mention(*user)),
        Denied::NotOnRoster(user) => format!("{} is not on the roster.", mention(*user)),
        Denied::DeadlinePassed => {
            "The deadline has just passed, so nothing was stored. `/me` shows what you can do now.".to_owned()
        }
        Denied::BeforeTurn => {
            "I read this message only after your next turn had begun, so I haven’t played it. Send it again if you still want it."
                .to_owned()
        }
        Denied::BeforeRound => {
            "The round this was meant for had ended before I read it, so nothing was stored. `/me` shows what you can do now."
                .to_owned()
        }
        Denied::OtherAnswer => {
            "You have stored another answer in the meantime, so nothing has changed. `/me` shows what is stored.".to_owned()
        }
        Denied::Paused(id) => format!("The clock of match {id} is stopped: use `/host resume` first."),
        Denied::TooShort => {
            "That deadline would already have passed: use `/host resolve` to end the round now.".to_owned()
        }
        Denied::NothingSecret(id) => format!("Nothing in match {id} is secret: `/replay` shows it to everyone."),
        denied => denied.to_string(),
    }
}

fn not_allowed(id: i64, power: Power, role: Role) -> String {
    match (role, power) {
        (Role::PlayingHost, Power::Secrets) => {
            format!(
                "You play in match {id}, so you see what its players keep secret only when everyone may: at its end or, if \
                 it is cancelled, once it is published."
            )
        }
        (Role::PlayingHost | Role::Moderator, Power::Publish) => {
            format!("Only the host who created match {id} can publish it.")
        }
        (Role::PlayingHost, _) => format!(
            "You play in match {id}, so you cannot end a phase early, shorten it or decide for the players. Ask \
             someone with Manage Server who does not play."
        ),
        (Role::Moderator, Power::Secrets | Power::Decide) => {
            format!("Only the host who created match {id} can do that; you can run its clock.")
        }
        (Role::Stranger, Power::Start) => format!("You’re not in match {id}, so you can’t start it."),
        (Role::Elsewhere, Power::Play | Power::SignUp | Power::Watch) => {
            format!("Match {id} is played in another server. Go there, or send me a direct message.")
        }
        (Role::Elsewhere, _) => format!("Match {id} is played in another server. Host it from there."),
        _ => format!(
            "Only the host of match {id} and members with the host role or Manage Server can do that."
        ),
    }
}
