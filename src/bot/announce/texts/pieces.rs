//! The parts of which announcements are made.

use crate::ui::words::{capitalized, mention};
use trigon_engine::ids::{MatchId, UserId};

/// Returns the first line: `**#3 Sunday** · Chess`, or `**#3 Chess**` for a match without its own name.
pub(in crate::announce) fn heading(id: MatchId, title: &str, game: &str) -> String {
    if title == game { format!("**#{id} {title}**") } else { format!("**#{id} {title}** · {game}") }
}

/// Says what a phase brought, at the top of what follows it.
pub(in crate::announce) fn in_phase(phase: &str, headline: &str) -> String {
    format!("**{phase}: {headline}**")
}

/// Mentions users, for a list within a sentence.
pub(super) fn mention_each(user_ids: &[UserId]) -> Vec<String> {
    user_ids.iter().map(|id| mention(*id)).collect()
}

/// Mentions users one after the other, to address all of them.
pub(super) fn mention_all(user_ids: &[UserId]) -> String {
    user_ids.iter().map(|id| mention(*id)).collect::<Vec<_>>().join(" ")
}

/// Names the host responsible; the mention pings nobody.
pub(super) fn by_host(host: Option<UserId>) -> String {
    host.map_or_else(|| "The host".to_owned(), |host| format!("The host {}", mention(host)))
}

/// Says that a phase is over.
pub(in crate::announce) fn over_now(phase: &str) -> String {
    format!("{} is over.", capitalized(phase))
}

/// Says how much that happened is not shown.
pub(in crate::announce) fn left_out(count: usize) -> String {
    format!("… and {count} more before that: see `/history`.")
}
