//! [`Lookup`]: the match that is meant, or several among which the person has to choose.

use std::sync::Arc;

use poise::serenity_prelude::Http;

use super::texts;
use super::urgency::sort_by_urgency;
use crate::ui::context::Context;
use crate::ui::failure::Failure;
use crate::ui::readers;
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Person, Summary};

/// The result of a match lookup.
pub(crate) enum Lookup {
    /// This match.
    One(Arc<Match>),
    /// One of these matches; the person has to choose.
    Several(Vec<Summary>),
}

impl Lookup {
    /// Returns the only match, or asks for its number, after a sentence that says why that is needed.
    pub(crate) fn one(self, why: &str) -> Result<Arc<Match>, Failure> {
        match self {
            Self::One(game) => Ok(game),
            Self::Several(rows) => Err(Failure::denied(texts::say_which(why, &rows))),
        }
    }
}

/// The number of a match as somebody has given it, with a client to find out whether they may know about that match.
#[derive(Clone, Copy)]
pub(crate) struct Numbered<'a> {
    pub(super) number: MatchId,
    pub(super) http: &'a Http,
}

impl<'a> Numbered<'a> {
    /// Returns the number of the match that a message is about to which somebody replies.
    pub(crate) fn referred(number: MatchId, http: &'a Http) -> Self {
        Self { number, http }
    }
}

/// Returns the number of a match as somebody has given it in a command, if they have.
pub(crate) fn numbered(ctx: Context<'_>, number: Option<i64>) -> Option<Numbered<'_>> {
    number.map(|number| Numbered { number: MatchId(number), http: ctx.http() })
}

/// Returns the match with a number, for somebody who may know about it: who plays in it or may come to, hosts it, or can read its
/// channel. To others, it does not exist. Those who ask in its channel can read that.
pub(crate) async fn known(
    http: &Http,
    matches: &Matches,
    person: &Person,
    number: MatchId,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if number == MatchId(texts::MORE_ID) {
        return Err(Failure::denied(texts::TYPE_ON));
    }
    let game = matches.load(number).await?;
    if person.hosts(&game) || game.possible_players().contains(&person.user_id) {
        return Ok(game);
    }
    let is_here = person.guild_id == Some(game.guild_id);
    let can_read = || readers::can_read(http, game.guild_id, game.channel_id, person.user_id);
    if is_here && (channel == game.channel_id || can_read().await?) {
        return Ok(game);
    }
    Err(Failure::denied(texts::no_match(number)))
}

/// Returns the only match, the only one in this channel, or all of them, the most urgent for a person first.
pub(crate) async fn choose_among(
    matches: &Matches,
    person: &Person,
    rows: Vec<Summary>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    match only_candidate(rows, channel) {
        Ok(row) => Ok(Lookup::One(matches.load_listed(&row).await?)),
        Err(mut rows) => {
            sort_by_urgency(matches, person.user_id, &mut rows).await;
            Ok(Lookup::Several(rows))
        }
    }
}

/// Returns the only row, or the only one in this channel.
fn only_candidate(mut rows: Vec<Summary>, channel: ChannelId) -> Result<Summary, Vec<Summary>> {
    if rows.len() == 1 {
        return Ok(rows.remove(0));
    }
    let mut here = rows.iter().enumerate().filter(|(_, row)| row.channel_id == channel).map(|(i, _)| i);
    match (here.next(), here.next()) {
        (Some(i), None) => Ok(rows.remove(i)),
        _ => Err(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::ids::{GuildId, UserId};
    use trigon_engine::matches::Status;

    fn row(id: MatchId, channel_id: ChannelId) -> Summary {
        Summary {
            id,
            version: 1,
            game: "chess".into(),
            guild_id: GuildId(1),
            channel_id,
            host_id: UserId(1),
            co_hosts: Vec::new(),
            title: format!("Match {id}"),
            status: Status::Running,
        }
    }

    #[test]
    fn the_only_one_or_the_one_of_the_channel_is_meant() {
        assert_eq!(
            only_candidate(vec![row(MatchId(1), ChannelId(10))], ChannelId(99)).unwrap().id,
            MatchId(1)
        );
        assert_eq!(
            only_candidate(
                vec![row(MatchId(1), ChannelId(10)), row(MatchId(2), ChannelId(20))],
                ChannelId(20)
            )
            .unwrap()
            .id,
            MatchId(2)
        );
        assert_eq!(
            only_candidate(
                vec![row(MatchId(1), ChannelId(10)), row(MatchId(2), ChannelId(20))],
                ChannelId(99)
            )
            .unwrap_err()
            .len(),
            2
        );
        assert_eq!(
            only_candidate(
                vec![
                    row(MatchId(1), ChannelId(10)),
                    row(MatchId(2), ChannelId(10)),
                    row(MatchId(3), ChannelId(30))
                ],
                ChannelId(10)
            )
            .unwrap_err()
            .len(),
            3
        );
        assert!(only_candidate(Vec::new(), ChannelId(10)).unwrap_err().is_empty());
    }
}
