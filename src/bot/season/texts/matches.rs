//! The sentences about matches of a season.

use super::pieces::{change, episode_named, name_of, title};
use crate::ui::escape;
use crate::ui::words::{self, uncapitalized};
use trigon_engine::ids::UserId;
use trigon_engine::matches::Match;
use trigon_engine::season::{Cut, Episode, EpisodeNumber, Season, SeasonEvent};
use trigon_rules::games::phrase;

/// The usual title of a death match.
pub(in crate::season) const DEATH_MATCH: &str = "Death match";

/// Says that the same member was named twice for a match.
pub(in crate::season) fn against_oneself(name: &str) -> String {
    format!("{} can’t play against themselves: name different members.", escape::name(name))
}

pub(in crate::season) const MAY_NOT_CREATE_MATCHES: &str =
    "Only members with this server’s host role or Manage Server can create matches.";

/// Says that a member cannot play whose user is not known.
pub(in crate::season) fn has_no_user(name: &str) -> String {
    format!(
        "I don’t know who {} is, so they can’t play here. `/season cast` says who somebody is.",
        escape::name(name)
    )
}

/// Says as which episode a match is played, and what it takes along.
pub(in crate::season) fn bound(season: &Season, game: &Match, number: EpisodeNumber) -> String {
    let labels = game.info().fields.iter().filter_map(|field| season.counter(field.spec.key));
    let labels: Vec<String> = labels.map(|it| escape::name(&uncapitalized(&it.label))).collect();
    let along = if labels.is_empty() {
        "It takes nothing along.".to_owned()
    } else {
        format!("It takes along everyone’s {}.", phrase::all_of(&labels))
    };
    format!(
        "{} is episode {number} of {}. {along} Until it is over, the standings stay as they are now.\n\
         `/host start` begins it. If the book changes before, use `/season match match:{}` again.",
        words::title(game),
        title(season),
        game.id
    )
}

/// Tells a host that a match is booked. What that is, is said only to hosts who do not play in another one.
pub(in crate::season) fn match_booked(
    season: &Season,
    episode: &Episode,
    host: UserId,
    events: &[SeasonEvent],
) -> String {
    let mut text = format!(
        "📖 The match of {} is over, and its results are in the book of {}. `/season close` shows them and publishes them.",
        episode_named(season, episode.number),
        title(season)
    );
    let plays = season.member_of(host).is_some_and(|member| season.is_playing(member.number));
    for event in events.iter().filter(|_| !plays) {
        if let SeasonEvent::Booked { outsiders, cut, .. } = event {
            for cut in cut {
                text += &format!("\n⚠️ {}", limited(season, cut));
            }
            text += &not_in_cast(outsiders);
        }
    }
    text
}

/// Says what a limit has cut.
fn limited(season: &Season, cut: &Cut) -> String {
    let name = name_of(season, cut.member);
    let wanted = change(season, &cut.counter, cut.wanted);
    let limit = if cut.wanted < 0 { "least" } else { "largest" };
    let booked = match cut.booked {
        0 => "nothing".to_owned(),
        booked => change(season, &cut.counter, booked),
    };
    format!("{name} would get {wanted}, but that passes the {limit} amount, so {booked} is booked.")
}

/// Says for whom nothing is booked.
fn not_in_cast(outsiders: &[String]) -> String {
    let names: Vec<String> = outsiders.iter().map(|name| escape::name(name)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("\n⚠️ {} is not in the cast, so nothing is booked for them.", names[0]),
        _ => format!("\n⚠️ {} are not in the cast, so nothing is booked for them.", phrase::all_of(&names)),
    }
}
