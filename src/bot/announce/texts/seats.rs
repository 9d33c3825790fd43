//! The sentences about seats that change hands, and about who else hosts a match.

use super::pieces::{by_host, mention_each};
use crate::ui::escape;
use crate::ui::words::{because, mention, when};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Computed, Control, Handover, Match, Millis, Tenure};
use trigon_rules::games::phrase;

pub(in crate::announce) const TAKE_SEAT: &str = "Take the seat";
pub(in crate::announce) const HAND_OVER: &str = "Hand over my seat";
pub(in crate::announce) const KEEP_SEAT: &str = "No";

/// Offers a free seat to an alternate.
pub(in crate::announce) fn offered_seat(game: &Match, name: &str, user: UserId, until: Millis) -> String {
    format!(
        "The seat of **{name}** is free. {}, you’re the next alternate: would you take it? {} Please answer by {}; after that, I \
         ask the next one.",
        mention(user),
        plays_on(game, name),
        when(until)
    )
}

/// Says what becomes of somebody who takes over a seat.
fn plays_on(game: &Match, name: &str) -> String {
    if game.has_secrets() {
        format!("You then learn what **{name}** knows, and play on from there.")
    } else {
        format!("You then play on from where **{name}** is.")
    }
}

/// Tells the hosts that a seat is free and that no alternate can be asked.
pub(in crate::announce) fn seat_free(name: &str, hosts: &[UserId]) -> String {
    format!(
        "The seat of **{name}** is free, and there is no alternate to ask. {}: `/host replace` finds somebody for it. Anyone else \
         can use `/alternate`.",
        phrase::all_of(&mention_each(hosts))
    )
}

/// Tells somebody that a host has taken them out.
pub(in crate::announce) fn taken_out(host: Option<UserId>, reason: Option<&str>, is_secret: bool) -> String {
    let others = if is_secret { " The others learn of it when the current phase ends." } else { "" };
    format!(
        "{} has taken you out of this match, so I won’t ask you for anything else in it. {}{others}",
        by_host(host),
        because(reason)
    )
}

/// Tells a host who does not play that somebody has left, before everyone learns of it.
pub(in crate::announce) fn left_in_secret(name: &str, phase: &str) -> String {
    format!(
        "🚪 **{name}** has left the match. The players learn of it when {phase} ends, so please keep it to yourself until then."
    )
}

/// Says that a player has left, without a mark, as one of the events of a phase.
pub(in crate::announce) fn has_left(name: &str) -> String {
    format!("{name} has left the match.")
}

/// Tells everyone that a host has taken somebody out.
pub(in crate::announce) fn removed(name: &str, host: Option<UserId>, reason: Option<&str>) -> String {
    format!("{} has taken **{name}** out of the match. {}", by_host(host), because(reason))
}

/// Tells somebody who has not answered that another person has their seat.
pub(in crate::announce) fn seat_lost(tenure: &Tenure, host: Option<UserId>, reason: Option<&str>) -> String {
    let name = escape::name(&tenure.name);
    let next = if Computed::of(tenure.user).is_some() {
        "Until somebody else takes the seat over, `/substitute stop:True` brings you back."
    } else {
        "I won’t ask you for anything else in this match. Thank you for playing!"
    };
    let asked = match host {
        Some(host) => format!(" The host {} had asked for that. {}", mention(host), because(reason)),
        None => String::new(),
    };
    format!("🔁 You didn’t answer in time, so **{name}** plays in your seat from now on.{asked} {next}")
}

/// Says that somebody hosts the match from now on, or no longer does, and what that means for secrets.
pub(in crate::announce) fn co_host(user: UserId, hosts: bool, plays: bool) -> String {
    let user = mention(user);
    match (hosts, plays) {
        (true, true) => format!(
            "{user} hosts this match, too, from now on, but plays in it, and so sees nothing that other players don’t see."
        ),
        (true, false) => format!(
            "{user} hosts this match, too, from now on. A host who does not play can see what players keep secret."
        ),
        (false, _) => format!("{user} no longer hosts this match."),
    }
}

/// Tells an alternate that they have a seat now.
pub(in crate::announce) fn moved_up(user: UserId) -> String {
    format!("{}: a seat became free, and as the first alternate, you have it now.", mention(user))
}

/// Asks a person to play for somebody else until they come back.
pub(in crate::announce) fn lent(
    game: &Match,
    name: &str,
    player: UserId,
    asked: &Handover,
    back: Millis,
) -> String {
    let sees = if game.has_secrets() {
        format!("You’ll see what **{name}** knows, and you")
    } else {
        "You".to_owned()
    };
    let consent = if asked.agreed {
        String::new()
    } else {
        format!(" {}, do you agree?{}", mention(player), by_when(asked))
    };
    format!(
        "{}: would you play for **{name}** until {}? {sees} can’t take another seat in this match later.{}{consent}",
        mention(asked.user),
        when(back),
        who_asks(asked)
    )
}

/// Asks a person to take over a seat for good.
pub(in crate::announce) fn handover(game: &Match, name: &str, player: UserId, asked: &Handover) -> String {
    let consent = if asked.agreed {
        String::new()
    } else {
        format!(" {}, do you agree? You won’t be able to come back.{}", mention(player), by_when(asked))
    };
    let user = mention(asked.user);
    if Computed::of(asked.user).is_some() {
        return format!(
            "{user} is to take over the seat of **{name}** in this match.{}{consent}",
            who_asks(asked)
        );
    }
    format!(
        "{user}: would you take over the seat of **{name}** in this match? {}{}{consent}",
        plays_on(game, name),
        who_asks(asked)
    )
}

/// Says which host asks, and why.
fn who_asks(asked: &Handover) -> String {
    match asked.host {
        Some(host) => {
            format!(" The host {} asks for that. {}", mention(host), because(asked.reason.as_deref()))
        }
        None => String::new(),
    }
}

/// Says until when the player in a seat is asked, and what silence means. It is the same for everybody.
fn by_when(asked: &Handover) -> String {
    match asked.asked_until {
        Some(until) => format!(
            " If you missed the last deadline and send nothing by {}, I take that as a yes.",
            when(until)
        ),
        None => String::new(),
    }
}

/// Says that a request for a seat came to nothing: the person asked has declined, or the player keeps the seat.
pub(in crate::announce) fn not_handed_over(name: &str, user: UserId, declined: bool) -> String {
    if declined {
        format!("{} does not take over the seat of **{name}**.", mention(user))
    } else {
        format!("**{name}** keeps the seat.")
    }
}

/// Says who plays in a seat from now on: a substitute, somebody who is back, or a new player.
pub(in crate::announce) fn tenure(game: &Match, tenure: &Tenure) -> String {
    let (name, before) = (escape::name(&tenure.name), escape::name(&tenure.before_name));
    if Computed::of(tenure.user).is_some() {
        // Everyone has read why somebody else was asked, but a computed player is not.
        let asked = game.log.iter().rev().find_map(|entry| match entry.control() {
            Some(Control::Handover { seat, user, reason, .. })
                if (*seat, *user) == (tenure.seat, tenure.user) =>
            {
                Some((entry.host?, reason.as_deref()))
            }
            _ => None,
        });
        let why = asked.map(|(host, reason)| {
            format!(" The host {} has asked for that. {}", mention(host), because(reason))
        });
        return format!(
            "🤖 **{name}** plays for **{before}** from now on ({}), until somebody takes over the seat.{}",
            escape::text(&tenure.phase),
            why.unwrap_or_default()
        );
    }
    if let Some(back) = tenure.back {
        return format!(
            "🔁 **{name}** ({}) plays for **{before}** until {}.",
            mention(tenure.user),
            when(back)
        );
    }
    if tenure.returns {
        return format!("🔁 **{name}** ({}) is back and plays on after **{before}**.", mention(tenure.user));
    }
    format!(
        "🔁 **{name}** ({}) plays for **{before}** from now on ({}).",
        mention(tenure.user),
        escape::text(&tenure.phase)
    )
}
