//! The sentences about who hosts, and what hosts cannot decide alone.

use crate::play::moment;
use crate::ui::words;
use crate::ui::words::title;
use trigon_engine::ids::RoleId;
use trigon_engine::matches::{Match, Proposal, Status};
use trigon_rules::games::phrase;

/// Names the hosts after a change, or says that the players are asked about a new one.
pub(in crate::host) fn hosts_changed(game: &Match) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::CoHost(_))) {
        return asked_all(game, open.what);
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
pub(in crate::host) const ASK_ALL: &str = "Ask the players";

/// Says that something takes the agreement of all players.
pub(in crate::host) fn ask_all(game: &Match, what: Proposal) -> String {
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
    if game.status == Status::Pregame { format!("the {}", moment(game)) } else { moment(game) }
}

/// Confirms that all players are asked, and says how a host can withdraw that.
pub(in crate::host) fn asked_all(game: &Match, what: Proposal) -> String {
    format!(
        "I’m asking the players of {} in the channel whether {}. Once all of them have agreed, it is done. You can withdraw it \
         there with **Don’t agree**.",
        title(game),
        words::proposal(game, what)
    )
}
