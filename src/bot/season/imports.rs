//! Reading a season from its file into an empty one: what is in it is shown first, and a press reads it in.

use poise::serenity_prelude as serenity;
use serenity::{Attachment, ButtonStyle, CreateActionRow};

use super::ids::{SeasonAction, SeasonCustomId};
use super::results::download;
use super::{book, texts};
use crate::ui::{Answer, Bot, Failure, Preview, UnknownId};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{Season, SeasonCommand, SeasonDenied, SeasonFile, SeasonPower};

/// The largest file that is read, in bytes: more than ten thousand entries take.
const MAX_FILE_SIZE: u32 = 8 * 1024 * 1024;

/// Reads a file, and shows what is in it, with a button that reads it into the season.
pub(super) async fn from_file(
    bot: &Bot,
    person: &Person,
    season: &Season,
    file: &Attachment,
) -> Result<Answer, Failure> {
    season.may(&Actor::Person(*person), SeasonPower::Keep)?;
    if file.size > MAX_FILE_SIZE {
        return Err(Failure::denied(texts::SEASON_TOO_LARGE));
    }
    let bytes = download(file).await?;
    let read = SeasonFile::read(&bytes).map_err(|error| SeasonDenied::UnreadableFile(error.to_string()))?;
    let text = texts::import(season, &read);
    let command = SeasonCommand::Import(Box::new(read));
    bot.seasons.preview(season.id, person, &command).await?;
    let (id, episodes) = (file.id.get(), season.episodes.len());
    bot.previews.keep(Preview { id, user: person.user_id, season: season.id, episodes, command });
    let button = |action, label, style| SeasonCustomId { season: season.id, action }.button(label, style);
    let buttons = vec![
        button(SeasonAction::Import(id), texts::IMPORT, ButtonStyle::Success),
        button(SeasonAction::Back, texts::BACK, ButtonStyle::Secondary),
    ];
    Ok(Answer::new(text).rows(vec![CreateActionRow::Buttons(buttons)]))
}

/// Reads the file of a preview into the season.
pub(super) async fn read_in(bot: &Bot, person: &Person, season: &Season, id: u64) -> Result<Answer, Failure> {
    let known = bot.previews.of(id, person.user_id).filter(|known| known.season == season.id);
    let known = known.ok_or_else(|| Failure::denied(texts::FILE_GONE))?;
    if !matches!(known.command, SeasonCommand::Import(_)) {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    }
    let done = bot.seasons.ask(season.id, person, &known.command).await?;
    book::with_standings(&done.season, &texts::imported(&done.season)).await
}
