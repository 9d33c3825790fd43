//! A season as a file: exporting it, and reading it into an empty season, of which people first see what is in it; and downloading
//! files that are attached to commands.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Attachment, ButtonStyle, CreateActionRow, CreateAttachment};

use super::ids::{SeasonAction, SeasonCustomId};
use super::{book, find, texts};
use crate::ui::{Answer, Bot, Failure, Preview, UnknownId};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{Season, SeasonCommand, SeasonDenied, SeasonFile, SeasonPower, SeasonViewer};

/// The largest file that is read, in bytes: more than ten thousand entries take.
const MAX_FILE_SIZE: u32 = 8 * 1024 * 1024;

/// How long Discord may take to hand over a file.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How a season is written to a file.
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
pub(super) enum FileKind {
    #[name = "everything, as JSON"]
    Json,
    #[name = "the entries, as CSV"]
    Entries,
    #[name = "the standings, as CSV"]
    Standings,
}

/// Returns a season as a file, as the person may know it.
pub(super) fn export(season: &Season, person: &Person, kind: FileKind) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Look)?;
    let viewer = find::viewer(season, person);
    let (bytes, name) = match kind {
        FileKind::Json => (season.export(viewer).bytes(), "season.json"),
        FileKind::Entries => (season.export(viewer).entries_csv().into_bytes(), "entries.csv"),
        FileKind::Standings => (season.standings(viewer).csv().into_bytes(), "standings.csv"),
    };
    let file = CreateAttachment::bytes(bytes, format!("season-{}-{name}", season.id));
    Ok(Answer::new(texts::exported(season, viewer == SeasonViewer::Hosts)).file(file))
}

/// Reads a file, and shows what is in it, with a button that reads it into the season.
pub(super) async fn preview_import(
    bot: &Bot,
    person: &Person,
    season: &Season,
    file: &Attachment,
) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
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
pub(super) async fn import(bot: &Bot, person: &Person, season: &Season, id: u64) -> Result<Answer, Failure> {
    let preview = bot.previews.of(id, person.user_id).filter(|preview| preview.season == season.id);
    let preview = preview.ok_or_else(|| Failure::denied(texts::FILE_GONE))?;
    if !matches!(preview.command, SeasonCommand::Import(_)) {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    }
    let done = bot.seasons.ask(season.id, person, &preview.command).await?;
    book::with_standings(&done.season, &texts::imported(&done.season)).await
}

/// Downloads a file that somebody has attached to a command.
///
/// # Errors
/// If Discord does not hand it over in time.
pub(super) async fn download(file: &Attachment) -> Result<Vec<u8>, Failure> {
    match tokio::time::timeout(DOWNLOAD_TIMEOUT, file.download()).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) | Err(_) => Err(Failure::denied(texts::FILE_LATE)),
    }
}
