//! Messages about a change: the channel of a season gets only what everyone may know, and hosts get what was booked. Each message
//! is stored with the change.

use poise::serenity_prelude::CreateAttachment;

use super::{book, texts};
use crate::ui::Announcement;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Post, StuckPost, Target};
use trigon_engine::season::{
    BookEntry, EntryNumber, Episode, News, Season, SeasonChange, SeasonEvent, SeasonViewer, Standings,
};

/// Tells of a change of a season.
pub(crate) fn news(before: &Season, change: &SeasonChange) -> Vec<News> {
    let after = &change.after;
    let in_channel = after.channel_id.into_iter().flat_map(|channel| {
        let posts = change.events.iter().filter_map(|event| channel_post(after, event));
        posts.map(move |ChannelPost { text, picture }| News { to: Target::Channel(channel), text, picture })
    });
    in_channel.chain(booked(before, change)).collect()
}

/// What the channel of a season reads of an event.
struct ChannelPost {
    text: String,
    /// The standings that the picture shows, if there is one.
    picture: Option<Standings>,
}

/// Returns what the channel reads of an event, if anything.
fn channel_post(season: &Season, event: &SeasonEvent) -> Option<ChannelPost> {
    match event {
        SeasonEvent::Closed(number) => Some(ChannelPost {
            text: texts::closed_news(season, *number),
            picture: Some(season.standings(SeasonViewer::Public)),
        }),
        SeasonEvent::Corrected(entries) => {
            let shown = public(season, entries);
            let text = (!shown.is_empty()).then(|| texts::corrected_news(season, &shown))?;
            Some(ChannelPost { text, picture: None })
        }
        SeasonEvent::Ended => Some(ChannelPost { text: texts::ended_news(season), picture: None }),
        _ => None,
    }
}

/// Returns whether the channel of a season reads of some events.
pub(super) fn is_told(season: &Season, events: &[SeasonEvent]) -> bool {
    events.iter().any(|event| channel_post(season, event).is_some())
}

/// Returns those of some entries that everyone may read.
fn public<'a>(season: &'a Season, entries: &[EntryNumber]) -> Vec<&'a BookEntry> {
    season.visible(SeasonViewer::Public).into_iter().filter(|entry| entries.contains(&entry.number)).collect()
}

/// Tells the hosts that what a match has left everyone with is booked, and what was not booked as it was left.
fn booked(before: &Season, change: &SeasonChange) -> Vec<News> {
    let is_booked = |it: &Episode| it.game.as_ref().is_some_and(|game| game.booked);
    let was_booked = |it: &Episode| before.episode(it.number).is_none_or(is_booked);
    let Some(episode) = change.after.episodes.iter().find(|it| is_booked(it) && !was_booked(it)) else {
        return Vec::new();
    };
    let host = |host: UserId| {
        let text = texts::match_booked(&change.after, episode, host, &change.events);
        News { to: Target::User(host), text, picture: None }
    };
    change.after.hosts().map(host).collect()
}

/// Returns a post as a message. A picture that cannot be drawn is left out.
pub(crate) async fn announcement(post: &Post) -> Announcement {
    let standings = serde_json::from_value::<Standings>(post.picture.clone());
    let files = match standings {
        Ok(standings) => drawn(&standings).await.into_iter().collect(),
        Err(_) => Vec::new(),
    };
    Announcement { text: post.text.clone(), files, ..Announcement::default() }
}

/// Returns the message that tells a host of a post that a channel does not take.
pub(crate) fn stuck(stuck: &StuckPost) -> Announcement {
    let text = texts::stuck(stuck.channel, &stuck.reason, stuck.is_given_up);
    Announcement { text, ..Announcement::default() }
}

async fn drawn(standings: &Standings) -> Option<CreateAttachment> {
    match book::picture(standings).await {
        Ok(picture) => Some(picture),
        Err(failure) => {
            failure.log();
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use trigon_engine::season::Cut;

    /// Returns a season of which user 5 hosts and user 7 is a member, who plays in a match unless it is booked.
    fn season(is_booked: bool) -> Season {
        let member = |number, user, name| json!({ "number": number, "user": user, "name": name });
        let game = json!({ "id": 3, "after": 0, "since": 0, "booked": is_booked,
                           "taken": [{ "member": 1, "fields": {} }] });
        let episode =
            json!({ "number": 1, "title": "Island", "kind": "main", "state": "running", "match": game });
        let garnets = json!({ "key": "garnets", "label": "Garnets", "seen_by": "everyone", "floor": 0 });
        serde_json::from_value(json!({
            "host_id": 5, "co_hosts": [7], "channel_id": 9, "counters": [garnets], "episodes": [episode],
            "cast": [member(1, 7, "A*n"), member(2, 8, "Ben")],
        }))
        .unwrap()
    }

    #[test]
    fn every_host_reads_what_a_limit_has_cut_and_who_is_not_in_the_cast() {
        let cut = |member, wanted, booked| Cut { member, counter: "garnets".to_owned(), wanted, booked };
        let outsiders = vec!["Zoe".to_owned(), "Yan".to_owned()];
        let cut = vec![cut(1, -3, -1), cut(2, 5, 0)];
        let events = vec![SeasonEvent::Booked { episode: Some(1), entries: vec![1], outsiders, cut }];
        let change = SeasonChange { after: season(true), entries: 0, events };
        let told = news(&season(false), &change);
        assert_eq!(
            told.iter().map(|it| it.to).collect::<Vec<_>>(),
            [Target::User(UserId(5)), Target::User(UserId(7))]
        );
        let lines: Vec<&str> = told[0].text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "⚠️ A\\*n would get −3 garnets, but that passes the least amount, so −1 garnet is booked.",
                "⚠️ Ben would get +5 garnets, but that passes the largest amount, so nothing is booked.",
                "⚠️ Zoe and Yan are not in the cast, so nothing is booked for them.",
            ]
        );
        assert!(told.iter().all(|it| it.text == told[0].text && it.picture.is_none()));
        assert!(news(&season(true), &change).is_empty(), "it was booked before");
    }
}
