//! The sentences about deadlines: reminders, changes of the clock, and what happens to players who are late
//! or away.

use super::pieces::{by_host, mention_all};
use crate::ui::words::{capitalized, duration, mention, uncapitalized, when};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Match, Millis};

/// Reminds a player in a direct message that it is their turn.
pub(in crate::announce) fn reminder(deadline: Millis, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("⏰ It’s your turn, and your time runs out {}.{link}", when(deadline))
}

/// Reminds the players who have chosen to be mentioned in the channel, whether or not they have answered.
pub(in crate::announce) fn mention_reminder(
    users: &[UserId],
    phase: &str,
    deadline: Millis,
    has_turns: bool,
) -> String {
    let who = mention_all(users);
    if has_turns {
        return format!("⏰ {who} It’s your turn, and your time runs out {}.", when(deadline));
    }
    format!(
        "⏰ {who} {} ends {}. You get this reminder here whether or not you have sent me something.",
        capitalized(phase),
        when(deadline)
    )
}

/// Says that a phase ends before its deadline, and how a player can prevent that.
pub(in crate::announce) fn ends_early(phase: &str, at: Millis) -> String {
    format!(
        "⏩ Everyone is ready: **{} ends {}**. To keep it open, press **Not ready** by then, or change your answer.",
        capitalized(phase),
        when(at)
    )
}

/// Says that a phase does not end early after all.
pub(in crate::announce) fn goes_on(phase: &str, deadline: Millis) -> String {
    format!(
        "⏱️ Not everyone is ready any more, so {} goes on. It ends {}.",
        uncapitalized(phase),
        when(deadline)
    )
}

/// Says which host ended a phase before its deadline.
pub(in crate::announce) fn ended_by(host: UserId, phase: &str) -> String {
    format!("{} was ended early by the host {}.", capitalized(phase), mention(host))
}

/// Says that a host has moved the deadline, and what that does to later ones.
pub(in crate::announce) fn extended(game: &Match, host: Option<UserId>, deadline: Millis) -> String {
    let later = match game.terms.calendar {
        Some(_) => " Later ones keep their time of day.",
        None if game.info().has_long_phases() => " Everything after it moves by the same amount.",
        None => "",
    };
    format!("⏱️ {} has moved the deadline. It is now {}.{later}", by_host(host), when(deadline))
}

/// Says that a host has stopped the clock, with how much time is left, and when the pause ends by itself if it does.
pub(in crate::announce) fn paused(host: Option<UserId>, left: Millis, ends: Option<Millis>) -> String {
    let left = duration(left);
    let ends = ends.map(|ends| format!(" It starts again by itself {} at the latest.", when(ends)));
    format!(
        "⏸️ {} has stopped the clock with {left} left. Answers are kept and can still be changed.{}",
        by_host(host),
        ends.unwrap_or_default()
    )
}

/// Says that a host has started the clock again.
pub(in crate::announce) fn resumed(host: Option<UserId>, deadline: Millis) -> String {
    format!("▶️ {} has started the clock again. The new deadline is {}.", by_host(host), when(deadline))
}

/// Says that the clock runs again, because the pause had an end.
pub(in crate::announce) fn resumed_by_itself(deadline: Millis) -> String {
    format!("▶️ The pause is over, and the clock runs again. The new deadline is {}.", when(deadline))
}

/// Says that a deadline has moved because of a time in which the bot was not there.
pub(in crate::announce) fn made_up(deadline: Millis) -> String {
    format!("⏱️ I was away for a while. That costs nobody time: the new deadline is {}.", when(deadline))
}

/// Says that everyone has more time, but not because of whom.
pub(in crate::announce) fn grace(deadline: Millis) -> String {
    format!("⏱️ Somebody is late, so everyone has more time. The new deadline is {}.", when(deadline))
}

/// Tells a player who is late, and keeps the seat, that everyone has more time because of that.
pub(in crate::announce) fn late(deadline: Millis, left: u8) -> String {
    let again = match left {
        0 => "This can’t happen again for you in this match.".to_owned(),
        1 => "This can happen once more for you in this match.".to_owned(),
        left => format!("This can happen {left} more times for you in this match."),
    };
    format!(
        "⏱️ I have nothing from you yet, so everyone has more time: the new deadline is {}. The others learn that somebody is late, but not who. {again}",
        when(deadline)
    )
}

/// Tells a player who is late, and may lose the seat, that everyone has more time because of that.
pub(in crate::announce) fn absent(deadline: Millis) -> String {
    format!(
        "⏱️ I have nothing from you yet, so everyone has more time, and your seat is offered to others. If you answer, you keep it, unless somebody takes it before the round ends. The new deadline is {}.",
        when(deadline)
    )
}

/// Tells a player that they missed a phase, and what that leads to after `left` more in a row.
pub(in crate::announce) fn missed(left: usize) -> String {
    let next = match left {
        0 => "Your seat is being offered to others. Until somebody takes it, you still play; if nobody has by the end of the round and \
             you have answered, you keep it."
                .to_owned(),
        1 => "If you miss the next deadline, too, your seat will be offered to others.".to_owned(),
        left => format!("If you miss {left} more deadlines in a row, your seat will be offered to others."),
    };
    format!("You sent nothing in time. {next} Any answer counts, even to stay.")
}

/// Tells a player whose time has run out that the others can claim the seat.
pub(in crate::announce) fn timed_out(user: UserId) -> String {
    format!(
        "⌛ {}, your time has run out. You can still act, but the others can now claim your seat, which ends the match \
         for you.",
        mention(user)
    )
}

/// Tells a player whose time has run out that the seat is offered to somebody else.
pub(in crate::announce) fn timed_out_and_offered(user: UserId) -> String {
    format!(
        "⌛ {}, your time has run out. You can still act until somebody else takes your seat.",
        mention(user)
    )
}

pub(in crate::announce) const CLAIM: &str = "Claim the seat";

/// Says when a player is away, and whether that stops their clock.
pub(in crate::announce) fn away(name: &str, from: Millis, to: Millis, stops: bool) -> String {
    let clock = if stops { format!(" Meanwhile, {name}’s clock stands still.") } else { String::new() };
    format!("🧳 {name} is away from {} to {}.{clock}", when(from), when(to))
}

/// Says that a player is back earlier than announced.
pub(in crate::announce) fn back(name: &str) -> String {
    format!("🧳 {name} is back, so {name}’s clock no longer stands still.")
}
