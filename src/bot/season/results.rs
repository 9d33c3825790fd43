//! Results from elsewhere: a form or a file, a preview of what would change, and a press that books it.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{
    Attachment, ButtonStyle, CreateActionRow, CreateInputText, CreateModal, InputTextStyle, ModalInteraction,
};

use super::files::download;
use super::ids::{SeasonAction, SeasonCustomId, SeasonForm};
use super::{book, find, texts};
use crate::ui::limits::FORM_TEXT;
use crate::ui::{Answer, Bot, Failure, Preview, Prose, UnknownId, field};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{
    EpisodeKind, EpisodeNumber, ListFormat, ResultLine, ResultTarget, Season, SeasonCommand, SeasonEvent,
    SeasonPower, read_results,
};

/// The fields of the form.
const TITLE_FIELD: &str = "title";
const LINES_FIELD: &str = "lines";

/// The maximum length of a title, in characters.
const MAX_TITLE_LENGTH: u16 = 80;

/// The largest file that is read, in bytes: far more than a whole cast needs.
const MAX_FILE_SIZE: u32 = 256 * 1024;

/// The episode to which results belong: one that exists, or a new one.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResultsEpisode {
    /// The episode, if it exists already.
    pub(super) existing: Option<EpisodeNumber>,
    /// The kind of a new one.
    pub(super) kind: EpisodeKind,
}

/// Returns the usual title of the next episode.
fn usual_title(season: &Season) -> String {
    texts::episode_number(season.episodes.last().map_or(0, |episode| episode.number) + 1)
}

/// Returns the form for the results of an episode, with a line for each member who plays.
///
/// # Errors
/// If the person does not host the season.
pub(super) fn form(
    season: &Season,
    person: &Person,
    episode: ResultsEpisode,
    title: Option<&str>,
) -> Result<CreateModal, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    if season.cast.is_empty() {
        return Err(Failure::denied(texts::NO_CAST));
    }
    let mut lines = CreateInputText::new(InputTextStyle::Paragraph, texts::RESULTS_LABEL, LINES_FIELD)
        .placeholder(texts::RESULTS_PLACEHOLDER);
    let prefilled = season.form();
    if !prefilled.is_empty() && prefilled.chars().count() <= FORM_TEXT {
        lines = lines.value(prefilled);
    }
    let mut rows = vec![CreateActionRow::InputText(lines)];
    if episode.existing.is_none() {
        let usual = usual_title(season);
        let title = CreateInputText::new(InputTextStyle::Short, texts::TITLE_LABEL, TITLE_FIELD)
            .value(title.unwrap_or(&usual))
            .max_length(MAX_TITLE_LENGTH);
        rows.insert(0, CreateActionRow::InputText(title));
    }
    let form = SeasonForm::Results { season: season.id, episode: episode.existing, kind: episode.kind };
    Ok(CreateModal::new(form.to_string(), texts::results_title(season)).components(rows))
}

/// Reads a form, and shows what would change.
pub(super) async fn submitted(
    bot: &Bot,
    person: &Person,
    season: &Season,
    episode: ResultsEpisode,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    let title = field::<Prose>(modal, TITLE_FIELD);
    let lines = field::<Prose>(modal, LINES_FIELD);
    let read = read_results(season, &lines, ListFormat::of(&lines)).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(texts::list_problem).collect();
        Failure::denied(texts::lines_refused(&problems, &lines, "/season result"))
    })?;
    preview_lines(bot, person, season, episode, title.into(), read, modal.id.get()).await
}

/// Reads a file, and shows what would change.
pub(super) async fn from_file(
    bot: &Bot,
    person: &Person,
    season: &Season,
    episode: ResultsEpisode,
    title: Option<String>,
    file: &Attachment,
) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    if file.size > MAX_FILE_SIZE {
        return Err(Failure::denied(texts::FILE_TOO_LARGE));
    }
    let text = String::from_utf8(download(file).await?).map_err(|_| Failure::denied(texts::FILE_NO_TEXT))?;
    let read = read_results(season, &text, ListFormat::of(&text)).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(texts::list_problem).collect();
        Failure::denied(texts::file_refused(&problems))
    })?;
    let title = title.unwrap_or_else(|| usual_title(season));
    preview_lines(bot, person, season, episode, title, read, file.id.get()).await
}

/// Shows what results would change, with buttons that book them.
async fn preview_lines(
    bot: &Bot,
    person: &Person,
    season: &Season,
    episode: ResultsEpisode,
    title: String,
    lines: Vec<ResultLine>,
    id: u64,
) -> Result<Answer, Failure> {
    let is_empty = |line: &ResultLine| line.deltas.is_empty() && line.marks.is_empty() && line.rank.is_none();
    let lines: Vec<ResultLine> = lines.into_iter().filter(|line| !is_empty(line)).collect();
    if lines.is_empty() {
        return Err(Failure::denied(texts::NO_RESULTS));
    }
    let ResultsEpisode { existing, kind } = episode;
    let target = existing.map_or(ResultTarget::New { title, kind }, ResultTarget::Planned);
    let command = SeasonCommand::Result { target, lines, close: false };
    show_preview(bot, person, season, command, id).await
}

/// Shows what a command with results would change, and keeps it under an identifier until a press books it.
async fn show_preview(
    bot: &Bot,
    person: &Person,
    season: &Season,
    command: SeasonCommand,
    id: u64,
) -> Result<Answer, Failure> {
    let change = bot.seasons.preview(season.id, person, &command).await?;
    let episodes = season.episodes.len();
    let viewer = find::viewer(season, person);
    let text = match &command {
        SeasonCommand::Result { lines, .. } => {
            texts::preview(season, viewer, &change, lines, booked_episode(&change.events))
        }
        _ => return Err(Failure::denied(UnknownId::Component.to_string())),
    };
    bot.previews.keep(Preview { id, user: person.user_id, season: season.id, episodes, command });
    let button = |action, label, style| SeasonCustomId { season: season.id, action }.button(label, style);
    let buttons = vec![
        button(SeasonAction::BookAndClose(id), texts::BOOK_AND_CLOSE, ButtonStyle::Success),
        button(SeasonAction::Book(id), texts::BOOK, ButtonStyle::Primary),
        button(SeasonAction::Back, texts::BACK, ButtonStyle::Secondary),
    ];
    Ok(Answer::new(text).rows(vec![CreateActionRow::Buttons(buttons)]))
}

/// Returns the episode in which results were booked.
fn booked_episode(events: &[SeasonEvent]) -> Option<EpisodeNumber> {
    events.iter().find_map(|event| match event {
        SeasonEvent::Booked { episode, .. } => *episode,
        _ => None,
    })
}

/// Books the results of a preview.
pub(super) async fn book(bot: &Bot, person: &Person, season: &Season, id: u64) -> Result<Answer, Failure> {
    match book_preview(bot, person, season, id, EpisodeClosing::Later).await? {
        Booked::In(season, number) => Ok(Answer::new(texts::booked(&season, number))),
        Booked::NotYet(preview) => Ok(preview),
    }
}

/// Books the results of a preview, and closes the episode.
pub(super) async fn book_and_close(
    bot: &Bot,
    person: &Person,
    season: &Season,
    id: u64,
) -> Result<Answer, Failure> {
    match book_preview(bot, person, season, id, EpisodeClosing::AtOnce).await? {
        Booked::In(season, number) => {
            book::with_standings(&season, &texts::booked_and_closed(&season, number)).await
        }
        Booked::NotYet(preview) => Ok(preview),
    }
}

/// When an episode is closed whose results are booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EpisodeClosing {
    AtOnce,
    Later,
}

/// What became of the results of a preview.
enum Booked {
    /// They are in an episode of the season as it is now.
    In(Arc<Season>, EpisodeNumber),
    /// The season has changed since the preview, so it is shown again.
    NotYet(Answer),
}

/// Books the results of a preview, unless another episode was added since it was shown.
async fn book_preview(
    bot: &Bot,
    person: &Person,
    season: &Season,
    id: u64,
    closing: EpisodeClosing,
) -> Result<Booked, Failure> {
    let preview = bot.previews.of(id, person.user_id).filter(|preview| preview.season == season.id);
    let preview = preview.ok_or_else(|| Failure::denied(texts::PREVIEW_GONE))?;
    let SeasonCommand::Result { target, lines, .. } = preview.command.clone() else {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    };
    if preview.episodes != season.episodes.len() {
        // If the season refuses the results now, the person reads that here.
        let again = show_preview(bot, person, season, preview.command, id).await?;
        return Ok(Booked::NotYet(again.under(texts::LOOK_AGAIN)));
    }
    let close = closing == EpisodeClosing::AtOnce;
    let command = SeasonCommand::Result { target, lines, close };
    let done = bot.seasons.ask(season.id, person, &command).await?;
    let Some(number) = booked_episode(&done.events) else {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    };
    Ok(Booked::In(done.season, number))
}
