//! Results from elsewhere: a form or a file, a preview of what would change, and a press that books it.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    Attachment, ButtonStyle, CreateActionRow, CreateInputText, CreateModal, InputTextStyle, ModalInteraction,
};

use super::ids::{Form, SeasonAction, SeasonCustomId};
use super::{book, find, texts};
use crate::ui::limits::FORM_TEXT;
use crate::ui::{Answer, Bot, Failure, Preview, Prose, UnknownId, field};
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{
    EpisodeKind, EpisodeNumber, ListFormat, ResultLine, Season, SeasonChange, SeasonCommand, SeasonError,
    SeasonEvent, SeasonPower, read_results,
};

/// The fields of the form.
const TITLE: &str = "title";
const LINES: &str = "lines";

/// The largest number of characters of a title.
const TITLE_LENGTH: u16 = 80;

/// The largest file that is read, in bytes: far more than a whole cast needs.
const FILE: u32 = 256 * 1024;

/// How long Discord may take to hand over a file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which episode results belong to: a planned one, or a new one of some kind.
pub(super) type Of = (Option<EpisodeNumber>, EpisodeKind);

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
    (episode, kind): Of,
    title: Option<&str>,
) -> Result<CreateModal, Failure> {
    season.may(&Actor::Person(*person), SeasonPower::Keep)?;
    if season.cast.is_empty() {
        return Err(Failure::denied(texts::NO_CAST));
    }
    let mut lines = CreateInputText::new(InputTextStyle::Paragraph, texts::RESULTS_LABEL, LINES)
        .placeholder(texts::RESULTS_PLACEHOLDER);
    let prefilled = season.form();
    if !prefilled.is_empty() && prefilled.chars().count() <= FORM_TEXT {
        lines = lines.value(prefilled);
    }
    let mut rows = vec![CreateActionRow::InputText(lines)];
    if episode.is_none() {
        let usual = usual_title(season);
        let title = CreateInputText::new(InputTextStyle::Short, texts::TITLE_LABEL, TITLE)
            .value(title.unwrap_or(&usual))
            .max_length(TITLE_LENGTH);
        rows.insert(0, CreateActionRow::InputText(title));
    }
    let form = Form::Results { season: season.id, episode, kind };
    Ok(CreateModal::new(form.to_string(), texts::results_title(season)).components(rows))
}

/// Reads a form, and shows what would change.
pub(super) async fn submitted(
    bot: &Bot,
    person: &Person,
    season: &Season,
    of: Of,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    season.may(&Actor::Person(*person), SeasonPower::Keep)?;
    let title = field::<Prose>(modal, TITLE);
    let lines = field::<Prose>(modal, LINES);
    let read = read_results(season, &lines, ListFormat::of(&lines)).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(texts::list_problem).collect();
        Failure::denied(texts::lines_refused(&problems, &lines, "/season result"))
    })?;
    preview(bot, person, season, of, title.into(), read, modal.id.get()).await
}

/// Returns the bytes of a file.
pub(super) async fn downloaded(file: &Attachment) -> Result<Vec<u8>, Failure> {
    match tokio::time::timeout(PATIENCE, file.download()).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) | Err(_) => Err(Failure::denied(texts::FILE_LATE)),
    }
}

/// Reads a file, and shows what would change.
pub(super) async fn from_file(
    bot: &Bot,
    person: &Person,
    season: &Season,
    of: Of,
    title: Option<String>,
    file: &Attachment,
) -> Result<Answer, Failure> {
    season.may(&Actor::Person(*person), SeasonPower::Keep)?;
    if file.size > FILE {
        return Err(Failure::denied(texts::FILE_TOO_LARGE));
    }
    let text =
        String::from_utf8(downloaded(file).await?).map_err(|_| Failure::denied(texts::FILE_NO_TEXT))?;
    let read = read_results(season, &text, ListFormat::of(&text)).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(texts::list_problem).collect();
        Failure::denied(texts::file_refused(&problems))
    })?;
    let title = title.unwrap_or_else(|| usual_title(season));
    preview(bot, person, season, of, title, read, file.id.get()).await
}

/// Shows what results would change, with buttons that book them.
async fn preview(
    bot: &Bot,
    person: &Person,
    season: &Season,
    (episode, kind): Of,
    title: String,
    lines: Vec<ResultLine>,
    id: u64,
) -> Result<Answer, Failure> {
    let is_empty = |line: &ResultLine| line.deltas.is_empty() && line.marks.is_empty() && line.rank.is_none();
    let lines: Vec<ResultLine> = lines.into_iter().filter(|line| !is_empty(line)).collect();
    if lines.is_empty() {
        return Err(Failure::denied(texts::NO_RESULTS));
    }
    let command = SeasonCommand::Result { episode, title, kind, lines, close: false };
    shown(bot, person, season, command, id).await
}

async fn shown(
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
            texts::preview(season, viewer, &change, lines, episode_of(&change))
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

/// Returns the episode that a change of results is about.
fn episode_of(change: &SeasonChange) -> Option<EpisodeNumber> {
    booked_in(&change.events)
}

fn booked_in(events: &[SeasonEvent]) -> Option<EpisodeNumber> {
    events.iter().find_map(|event| match event {
        SeasonEvent::Booked { episode, .. } => *episode,
        _ => None,
    })
}

/// Books the results of a preview.
pub(super) async fn book(
    bot: &Bot,
    person: &Person,
    season: &Season,
    id: u64,
    close: bool,
) -> Result<Answer, Failure> {
    let known = bot.previews.of(id, person.user_id).filter(|known| known.season == season.id);
    let known = known.ok_or_else(|| Failure::denied(texts::PREVIEW_GONE))?;
    let SeasonCommand::Result { episode, title, kind, lines, .. } = known.command.clone() else {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    };
    if known.episodes != season.episodes.len() {
        // The same results would be refused here.
        let again = shown(bot, person, season, known.command, id).await?;
        return Ok(again.under(texts::LOOK_AGAIN));
    }
    let command = SeasonCommand::Result { episode, title, kind, lines, close };
    let done = match bot.seasons.ask(season.id, person, &command).await {
        Err(SeasonError::Denied(denied)) => return Err(denied.into()),
        done => done?,
    };
    let Some(number) = booked_in(&done.events) else {
        return Err(Failure::denied(UnknownId::Component.to_string()));
    };
    if !close {
        return Ok(Answer::new(texts::booked(&done.season, number)));
    }
    book::with_standings(&done.season, &texts::booked_and_closed(&done.season, number)).await
}
