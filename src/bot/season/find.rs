//! The season, the member, the counter and the episode that are meant; suggestions for them.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::texts;
use crate::ui::limits::{OPTION, SUGGESTIONS};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Bot, Context, Failure, escape, filled_in, guild_only};
use trigon_engine::ids::{ChannelId, SeasonId};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{
    Counter, Episode, EpisodeNumber, EpisodeState, Member, Season, SeasonDenied, SeasonViewer,
};
use trigon_engine::store::SeasonSummary;
use trigon_rules::text::key;

/// Returns the person using a command, and the season that is meant: the one with the number, or the only open one of the server, or
/// the one of the channel.
pub(super) async fn meant(ctx: Context<'_>, number: Option<i64>) -> Result<(Person, Arc<Season>), Failure> {
    let person = of_command(ctx).await?;
    let season = find_season(ctx.data(), &person, number, ctx.channel_id().stored()).await?;
    Ok((person, season))
}

async fn find_season(
    bot: &Bot,
    person: &Person,
    number: Option<i64>,
    channel: ChannelId,
) -> Result<Arc<Season>, Failure> {
    let guild = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
    if let Some(number) = number {
        return load(bot, person, SeasonId(number)).await;
    }
    let all = bot.seasons.in_guild(guild).await?;
    let open: Vec<&SeasonSummary> = all.iter().filter(|season| season.ended_at.is_none()).collect();
    match (&open[..], all.first()) {
        ([one], _) => Ok(bot.seasons.load(one.id).await?),
        // Its standings can still be read.
        ([], Some(last)) => Ok(bot.seasons.load(last.id).await?),
        ([], None) => Err(Failure::denied(texts::NO_SEASON)),
        (several, _) => {
            let mut here = Vec::new();
            for summary in several.iter().take(SUGGESTIONS) {
                let season = bot.seasons.load(summary.id).await?;
                here.extend(Some(season).filter(|season| season.channel_id == Some(channel)));
            }
            match &here[..] {
                [one] => Ok(one.clone()),
                _ => Err(Failure::denied(texts::say_which(several))),
            }
        }
    }
}

/// Loads a season, unless it belongs to another server than the one from which the person asks.
pub(super) async fn load(bot: &Bot, person: &Person, number: SeasonId) -> Result<Arc<Season>, Failure> {
    let season = bot.seasons.load(number).await?;
    if person.guild_id.is_some_and(|guild| guild != season.guild_id) {
        return Err(SeasonDenied::NoSeason(number).into());
    }
    Ok(season)
}

/// Returns what a person may know of a season.
pub(super) fn viewer(season: &Season, person: &Person) -> SeasonViewer {
    season.viewer(&Actor::Person(*person))
}

/// Returns the member with a name, or who was mentioned.
///
/// # Errors
/// If there is none.
pub(super) fn find_member<'a>(season: &'a Season, text: &str) -> Result<&'a Member, Failure> {
    let mentioned = text.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
    let user = mentioned.and_then(|digits| digits.trim_start_matches('!').parse().ok());
    let found = season.named(text).or_else(|| season.member_of(user?));
    found.ok_or_else(|| Failure::denied(texts::nobody_called(text)))
}

/// Returns the counter with a key or a name.
///
/// # Errors
/// If there is none.
pub(super) fn find_counter<'a>(season: &'a Season, text: &str) -> Result<&'a Counter, Failure> {
    let typed = key(text);
    let is_it = |known: &&Counter| known.key == typed || key(&known.label) == typed;
    let found = season.counters.iter().find(is_it);
    found.ok_or_else(|| Failure::denied(texts::no_counter(season, text)))
}

/// Suggests nothing if something cannot be loaded.
fn suggested(found: Result<Vec<AutocompleteChoice>, Failure>) -> CreateAutocompleteResponse {
    let choices = found.unwrap_or_else(|failure| {
        failure.log();
        Vec::new()
    });
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Returns the season that is meant by what is filled in so far.
async fn while_typing(ctx: Context<'_>) -> Result<(Person, Arc<Season>), Failure> {
    let number = filled_in(ctx, "season").and_then(|number| number.parse().ok());
    meant(ctx, number).await
}

/// Completes with the seasons of the server.
pub(super) async fn complete_season(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = async {
        let person = of_command(ctx).await?;
        let guild = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        let all = ctx.data().seasons.in_guild(guild).await?;
        let typed = key(typed);
        let fits = |it: &&SeasonSummary| key(&it.title).contains(&typed) || it.id.to_string() == typed;
        let choice = |it: &SeasonSummary| AutocompleteChoice::new(texts::season_choice(it), it.id.0);
        Ok(all.iter().filter(fits).take(SUGGESTIONS).map(choice).collect())
    };
    suggested(found.await)
}

/// Completes with the names of the cast.
pub(super) async fn complete_member(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = async {
        let (_, season) = while_typing(ctx).await?;
        let typed = key(typed);
        let fits = |it: &&Member| key(&it.name).contains(&typed);
        let choice = |it: &Member| AutocompleteChoice::new(escape::plain(&it.name, OPTION), it.name.clone());
        Ok(season.cast.iter().filter(fits).take(SUGGESTIONS).map(choice).collect())
    };
    suggested(found.await)
}

/// Completes with the counters that the person may see.
pub(super) async fn complete_counter(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = async {
        let (person, season) = while_typing(ctx).await?;
        let (typed, viewer) = (key(typed), viewer(&season, &person));
        let shown = |it: &&Counter| match viewer {
            SeasonViewer::Member(own) => season.shows(viewer, own, it),
            _ => season.shown_counters(viewer).contains(it),
        };
        let fits = |it: &&Counter| key(&it.label).contains(&typed);
        let choice = |it: &Counter| AutocompleteChoice::new(escape::plain(&it.label, OPTION), it.key.clone());
        Ok(season.counters.iter().filter(shown).filter(fits).take(SUGGESTIONS).map(choice).collect())
    };
    suggested(found.await)
}

/// Completes with the episodes, the newest first.
pub(super) async fn complete_episode(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = async {
        let (_, season) = while_typing(ctx).await?;
        let typed = key(typed);
        let fits = |it: &&Episode| key(&it.title).contains(&typed) || it.number.to_string() == typed;
        let choice = |it: &Episode| AutocompleteChoice::new(texts::episode_choice(it), i64::from(it.number));
        Ok(season.episodes.iter().rev().filter(fits).take(SUGGESTIONS).map(choice).collect())
    };
    suggested(found.await)
}

/// Returns the episode with a number.
///
/// # Errors
/// If there is none.
pub(super) fn find_episode(season: &Season, number: i64) -> Result<&Episode, Failure> {
    let found = u32::try_from(number).ok().and_then(|number| season.episode(number));
    found.ok_or_else(|| Failure::denied(texts::no_episode(number)))
}

/// Returns the number of the episode that is meant, if one is.
///
/// # Errors
/// If there is no such episode.
pub(super) fn existing_episode(
    season: &Season,
    number: Option<i64>,
) -> Result<Option<EpisodeNumber>, Failure> {
    number.map(|number| Ok(find_episode(season, number)?.number)).transpose()
}

/// Returns the only episode that can be closed now.
///
/// # Errors
/// If there is none or more than one.
pub(super) fn only_open_episode(season: &Season) -> Result<&Episode, Failure> {
    let is_open = |it: &&Episode| it.state == EpisodeState::Running;
    let mut open = season.episodes.iter().filter(is_open);
    match (open.next(), open.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(Failure::denied(texts::SAY_WHICH_EPISODE)),
        (None, _) => Err(Failure::denied(texts::NOTHING_TO_CLOSE)),
    }
}
