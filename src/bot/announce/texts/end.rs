//! The sentences about the end of a match: the result, the standings, and what can be done then.

use super::pieces::{by_host, mention_all};
use crate::ui::words::small;
use trigon_engine::ids::{MatchId, UserId};
use trigon_rules::games::{Verdict, phrase};

/// Says who has won, or that nobody has, and why.
pub(in crate::announce) fn result(winners: &[String], is_drawn: bool, reason: &str) -> String {
    match winners {
        [] if is_drawn => format!("🤝 **It is a draw.** {reason}"),
        [] => over(reason),
        [winner] => format!("🏆 **{winner} wins!** {reason}"),
        _ => format!("🏆 **{} win!** {reason}", phrase::all_of(winners)),
    }
}

/// Says that a match is over in which nobody has won, and why.
pub(in crate::announce) fn over(reason: &str) -> String {
    format!("🏁 **The match is over.** {reason}")
}

/// Returns the first line of the message that ends a match of turns.
pub(in crate::announce) fn at_the_end(heading: &str) -> String {
    format!("{heading} · the end")
}

pub(in crate::announce) const STANDINGS: &str = "Final standings";

/// Returns a line of the final standings.
pub(in crate::announce) fn standing(mark: &str, name: &str, note: &str) -> String {
    let mark = if mark.is_empty() { String::new() } else { format!("{mark} ") };
    format!("{mark}**{name}** · {note}")
}

/// Marks a verdict.
pub(in crate::announce) fn verdict(verdict: Verdict, has_winner: bool) -> &'static str {
    match verdict {
        Verdict::Won => "🏆",
        Verdict::Drawn if !has_winner => "🤝",
        Verdict::Drawn | Verdict::Lost => "▫️",
        Verdict::LostAs(_) => "🎯",
    }
}

/// Thanks those who have played, with a mention of each.
pub(in crate::announce) fn thanks(user_ids: &[UserId]) -> String {
    if user_ids.is_empty() {
        return "Thank you for playing!".to_owned();
    }
    format!("Thank you for playing, {}!", mention_all(user_ids))
}

pub(in crate::announce) const REMATCH: &str = "Rematch";

pub(in crate::announce) const REPLAY: &str = "Replay";

pub(in crate::announce) const WALK: &str = "Step through";

pub(in crate::announce) const REVIEW: &str = "Review";

/// Tells a player their own result.
pub(in crate::announce) fn own_standing(note: &str) -> String {
    format!("Your result: **{note}**. {IN_CHANNEL}")
}

/// Says where the final standings are, unless the channel takes no messages.
pub(in crate::announce) const IN_CHANNEL: &str = "The final standings are in the channel.";

/// Says why a player reads the end of a match in a direct message.
pub(in crate::announce) fn lost_at_the_end(id: MatchId) -> String {
    small(&format!("I can’t post in the channel of match {id}, so I tell you here."))
}

/// Says that a host has ended a match without a result.
pub(in crate::announce) fn cancelled(host: Option<UserId>, keeps_secrets: bool) -> String {
    let secrets = if keeps_secrets { " Its secrets stay secret unless the host publishes them." } else { "" };
    format!("⏹️ {} has ended this match without a result.{secrets}", by_host(host))
}

pub(in crate::announce) const PUBLISHED: &str = "📖 The host has published this match, which ended without a result: here is everything that was secret in it. \
     `/board` and `/replay` show it too.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_thanked_if_only_computed_players_were_there() {
        assert_eq!(thanks(&[]), "Thank you for playing!");
        assert_eq!(thanks(&[UserId(7)]), "Thank you for playing, <@7>!");
    }
}
