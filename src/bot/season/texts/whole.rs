//! The sentences about a season as a whole: creating and ending it, its channel.

use super::pieces::{title, where_news_go};
use crate::ui::escape;
use crate::ui::words::{channel, uncapitalized};
use trigon_engine::ids::ChannelId;
use trigon_engine::season::Season;
use trigon_rules::games::phrase;

pub(in crate::season) const MAY_NOT_CREATE: &str =
    "Only members with the host role or Manage Server can create a season. `/host role` chooses that role.";

pub(in crate::season) fn created(season: &Season) -> String {
    let counters: Vec<String> =
        season.counters.iter().map(|it| escape::name(&uncapitalized(&it.label))).collect();
    let news = season.channel_id.map(|at| format!(" The news go to {}.", channel(at))).unwrap_or_default();
    format!(
        "I’ve created {}. It counts {}.{news}\nNext, write the cast with `/season cast`.",
        title(season),
        phrase::all_of(&counters)
    )
}

pub(in crate::season) fn channel_chosen(season: &Season) -> String {
    match season.channel_id {
        Some(at) => format!("The news of {} go to {} from now on.", title(season), channel(at)),
        None => format!("The news of {} are posted nowhere from now on.", title(season)),
    }
}

pub(in crate::season) const END: &str = "End the season";

/// Tells a host that the channel of a season does not take a post.
pub(in crate::season) fn stuck(at: ChannelId, reason: &str, is_given_up: bool) -> String {
    let what = format!("⚠️ I can’t post the news of a season in {}: {reason}.", channel(at));
    if is_given_up {
        return format!("{what} I’ve given that post up; `/season standings` shows what everyone has.");
    }
    format!("{what} I’ll post it as soon as that works; posts after it wait, too.")
}

pub(in crate::season) fn end_now(season: &Season) -> String {
    format!("Do you want to end {}? Its book can then be read, and no longer changes.", title(season))
}

pub(in crate::season) fn ended(season: &Season) -> String {
    format!(
        "{} has ended. `/season standings` and `/season export` still work.{}",
        title(season),
        where_news_go(season)
    )
}

pub(in crate::season) fn ended_news(season: &Season) -> String {
    format!("🏁 {} has ended. `/season standings` shows what everyone has.", title(season))
}
