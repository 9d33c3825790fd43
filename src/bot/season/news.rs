//! What the channel of a season reads: only what everyone may know.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateMessage, Http};

use super::texts::Told;
use super::{book, texts};
use crate::ui::readers::number;
use crate::ui::{Answer, describe, persistently};
use trigon_engine::season::{EpisodeNumber, Season, Viewer};

async fn post(http: &Http, season: &Season, answer: Answer) -> Told {
    let Some(channel) = season.channel_id else { return Told::Nowhere };
    let message: CreateMessage = answer.into_message();
    let to = ChannelId::new(number(channel));
    match persistently(|| to.send_message(http, message.clone())).await {
        Ok(_) => Told::In(channel),
        Err(error) => {
            tracing::info!(
                season = season.id,
                error = describe(&error),
                "the news of a season cannot be posted"
            );
            Told::NotIn(channel)
        }
    }
}

/// Tells everyone what came of an episode that was closed, with the new standings.
pub(super) async fn closed(http: &Http, season: &Season, episode: EpisodeNumber) -> Told {
    let answer = Answer::new(texts::closed_news(season, episode));
    let answer = match book::picture(season).await {
        Ok(picture) => answer.file(picture),
        Err(failure) => {
            failure.log();
            answer
        }
    };
    post(http, season, answer).await
}

/// Tells everyone that a season has ended.
pub(super) async fn ended(http: &Http, season: &Season) -> Told {
    post(http, season, Answer::new(texts::ended_news(season))).await
}

/// Tells everyone of the last entries of the book, as far as everyone may read them.
pub(super) async fn corrected(http: &Http, season: &Season, entries: usize) -> Told {
    let new = &season.entries[season.entries.len().saturating_sub(entries)..];
    let visible = season.visible(Viewer::Public);
    let shown: Vec<_> =
        visible.into_iter().filter(|it| new.iter().any(|new| new.number == it.number)).collect();
    if shown.is_empty() {
        return Told::Nowhere;
    }
    post(http, season, Answer::new(texts::corrected_news(season, &shown))).await
}
