//! The sentences about who hosts, and what hosts cannot decide alone: proposals to all players, and seats that are to change hands.

use crate::play::phase_title;
use crate::ui::words;
use crate::ui::words::{heading, mention, title};
use trigon_engine::ids::{RoleId, UserId};
use trigon_engine::matches::{Computed, Match, Proposal, Status};
use trigon_rules::games::phrase;

/// Names the hosts after a change, or says that the players are asked about a new one.
pub(in crate::host) fn hosts_changed(game: &Match) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::CoHost(_))) {
        return players_asked(game, open.what);
    }
    let hosts: Vec<String> = game.hosts().map(|host| format!("<@{host}>")).collect();
    format!("Done. Hosts of {}: {}.", title(game), phrase::all_of(&hosts))
}

/// Says who can host in a server.
pub(in crate::host) fn role_is(role: Option<RoleId>) -> String {
    match role {
        Some(role) => format!("Members with <@&{role}> can host here, as well as those with Manage Server."),
        None => "Only members with Manage Server can host here.".to_owned(),
    }
}

/// Refuses to let a member choose the host role who may not.
pub(in crate::host) fn role_needs_manage() -> String {
    "Only members with Manage Server can choose the host role.".to_owned()
}

/// Refuses a host role that everybody has.
pub(in crate::host) fn role_everyone() -> String {
    "@everyone cannot be the host role: pick a role that only hosts have.".to_owned()
}

/// Labels the button that asks all players.
pub(in crate::host) const ASK_PLAYERS: &str = "Ask the players";

/// Says that something takes the agreement of all players.
pub(in crate::host) fn needs_agreement(game: &Match, what: Proposal) -> String {
    let why = match what {
        Proposal::EndPhase if game.status != Status::Pregame => {
            " Time that players were promised is theirs; `/host limits` can change that only before they join."
        }
        _ => "",
    };
    format!(
        "In {}, no host can decide alone {}: all players have to agree.{why} Shall I ask them in the channel? One player who doesn’t \
         agree is enough to refuse it, and it lapses when {} ends.",
        title(game),
        words::proposal(game, what),
        phase_in_sentence(game)
    )
}

/// Names the phase within a sentence: `round 3 of 10`, `the vote`; before the first one, `the pregame`.
fn phase_in_sentence(game: &Match) -> String {
    if game.status == Status::Pregame { format!("the {}", phase_title(game)) } else { phase_title(game) }
}

/// Confirms that all players are asked, and says how a host can withdraw that.
pub(in crate::host) fn players_asked(game: &Match, what: Proposal) -> String {
    format!(
        "I’m asking the players of {} in the channel whether {}. Once all of them have agreed, it is done. You can withdraw it \
         there with **Don’t agree**.",
        title(game),
        words::proposal(game, what)
    )
}

/// Tells a host who is asked about a seat that is to change hands.
pub(in crate::host) fn asked_to_take_over(game: &Match, player: UserId, user: UserId) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::HandOver(_))) {
        return players_asked(game, open.what);
    }
    let seat = game.seated().find(|(_, known)| known.user_id == player).map(|(seat, _)| seat);
    let has_agreed = seat.and_then(|seat| game.handover(seat)).is_some_and(|handover| handover.agreed);
    let consent = if has_agreed { "" } else { ", and the player to agree" };
    if Computed::of(user).is_some() {
        let what = if game.seat_of(user).is_some() {
            format!("{} plays for <@{player}> from now on", mention(user))
        } else {
            format!("I’ve asked <@{player}> in the channel whether {} may take over the seat", mention(user))
        };
        return format!("{}: {what}.", heading(game));
    }
    format!(
        "{}: I’ve asked <@{user}> in the channel to take over the seat of <@{player}>{consent}.",
        heading(game)
    )
}
