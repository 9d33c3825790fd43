//! Closing an episode, and ending a season: each is asked first.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::ids::{SeasonAction, SeasonCustomId};
use super::{book, find, texts};
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{Episode, EpisodeNumber, Season, SeasonCommand, SeasonPower};

/// Returns the button that does what is asked, and one that leaves everything as it is.
fn confirm_buttons(
    season: &Season,
    action: SeasonAction,
    label: &str,
    style: ButtonStyle,
) -> Vec<CreateActionRow> {
    let button = |action, label, style| SeasonCustomId { season: season.id, action }.button(label, style);
    let back = button(SeasonAction::Back, texts::BACK, ButtonStyle::Secondary);
    vec![CreateActionRow::Buttons(vec![button(action, label, style), back])]
}

/// Shows what everyone will read once an episode is closed, and asks whether to close it.
pub(super) async fn ask_to_close(
    bot: &Bot,
    person: &Person,
    season: &Season,
    episode: &Episode,
) -> Result<Answer, Failure> {
    let number = episode.number;
    bot.seasons.preview(season.id, person, &SeasonCommand::Close(number)).await?;
    let text = texts::close_now(season, find::viewer(season, person), episode);
    Ok(Answer::new(text).rows(confirm_buttons(
        season,
        SeasonAction::Close(number),
        texts::CLOSE,
        ButtonStyle::Success,
    )))
}

/// Closes an episode.
pub(super) async fn close(
    bot: &Bot,
    person: &Person,
    season: &Season,
    number: EpisodeNumber,
) -> Result<Answer, Failure> {
    let done = bot.seasons.ask(season.id, person, &SeasonCommand::Close(number)).await?;
    book::with_standings(&done.season, &texts::closed(&done.season, number)).await
}

/// Asks whether to end a season.
pub(super) async fn ask_to_end(bot: &Bot, person: &Person, season: &Season) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    bot.seasons.preview(season.id, person, &SeasonCommand::End).await?;
    let rows = confirm_buttons(season, SeasonAction::End, texts::END, ButtonStyle::Danger);
    Ok(Answer::new(texts::end_now(season)).rows(rows))
}

/// Ends a season.
pub(super) async fn end(bot: &Bot, person: &Person, season: &Season) -> Result<Answer, Failure> {
    let done = bot.seasons.ask(season.id, person, &SeasonCommand::End).await?;
    Ok(Answer::new(texts::ended(&done.season)))
}
