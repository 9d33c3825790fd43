//! [`Answer`]: a reply to a command, a component, a form or a direct message; and where it appears.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{
    ActionRowComponent, ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, CreateActionRow,
    CreateAttachment, CreateButton, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateMessage, EditInteractionResponse, EditMessage, Http,
    ModalInteraction,
};

use super::escape::{self, shortened};
use super::failure::Failure;
use super::limits::{BUTTON_LABEL, BUTTONS, MESSAGE, ROWS};
use super::shared::{Pressed, nobody, respond_keeping_files};
use super::typed::Written;
use super::words::{ONLY_YOU, WITHOUT_FILES};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{CommandOutcome, Match, Reply, ReplyFile, Request, Seq};

/// The identifier of the button that only says why a press was refused.
const REFUSED: &str = "off:refused";

/// A reply that only its reader sees, unless it is for everyone.
#[derive(Default, Clone)]
pub(crate) struct Answer {
    text: String,
    rows: Vec<CreateActionRow>,
    files: Vec<CreateAttachment>,
    /// Whether it is stored together with the change that it reports, and sent by delivery.
    is_stored: bool,
    /// Whether everyone in the channel sees it.
    is_public: bool,
    /// The match that it is about, if it is about one.
    match_id: Option<MatchId>,
    /// The last entry that its question takes into account, if it shows a question.
    shows_question_of: Option<Seq>,
}

impl Answer {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: shortened(&text.into(), MESSAGE), ..Self::default() }
    }

    pub(crate) fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }

    pub(crate) fn file(mut self, file: CreateAttachment) -> Self {
        self.files.push(file);
        self
    }

    /// Returns the answer to a change that was made, which may be stored together with it.
    pub(crate) fn told(text: impl Into<String>, done: &CommandOutcome) -> Self {
        Self { is_stored: done.is_told, ..Self::new(text) }
    }

    /// Returns the answer with the match that it is about, so that a reply to it is about that match, too.
    pub(crate) fn about(self, match_id: MatchId) -> Self {
        Self { match_id: Some(match_id), ..self }
    }

    /// Returns the answer with the match whose question it shows.
    pub(crate) fn asking(self, game: &Match) -> Self {
        Self { shows_question_of: Some(game.seq()), ..self.about(game.id) }
    }

    /// Returns the answer for everyone in the channel.
    pub(crate) fn for_everyone(self) -> Self {
        Self { is_public: true, ..self }
    }

    /// Returns an answer for everyone as one for its reader alone, which says so, or `None` if it is for nobody else.
    pub(crate) fn for_its_reader(self) -> Option<Self> {
        self.is_public.then(|| Self { is_public: false, ..self }.under(ONLY_YOU))
    }

    /// Returns whether the answer is stored together with the change that it reports.
    pub(crate) fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// Returns the answer without its pictures, which Discord does not take, or `None` if it has none.
    pub(crate) fn without_files(mut self) -> Option<Self> {
        if self.files.is_empty() {
            return None;
        }
        self.files.clear();
        self.text = shortened(&self.text, MESSAGE - WITHOUT_FILES.chars().count());
        self.text.push_str(WITHOUT_FILES);
        Some(self)
    }

    /// Returns the answer in its stored form, to be sent as a direct message.
    pub(crate) fn into_reply(self, request: Request) -> Result<Reply, Failure> {
        let file = |file: CreateAttachment| ReplyFile {
            name: file.filename,
            alt: file.description,
            data: BASE64.encode(file.data),
        };
        let components = if self.rows.is_empty() { Value::Null } else { serde_json::to_value(&self.rows)? };
        let files = self.files.into_iter().map(file).collect();
        let (match_id, shows_question_of) = (self.match_id, self.shows_question_of);
        Ok(Reply { components, files, match_id, shows_question_of, ..Reply::text(request, self.text) })
    }

    /// Returns the answer with another text above it.
    pub(crate) fn under(mut self, text: &str) -> Self {
        self.text = shortened(&format!("{text}\n{}", self.text), MESSAGE);
        self
    }

    /// Returns the answer to a press that was refused: the sentence above its text, and the same in short at its buttons.
    pub(crate) fn refusing(self, sentence: &str) -> Self {
        self.under(&escape::text(sentence)).marked(sentence)
    }

    /// Returns the answer with the beginning of a refusal in a row above its buttons: a picture may stand between its text and the
    /// thumb that has pressed.
    pub(crate) fn marked(mut self, sentence: &str) -> Self {
        if self.rows.is_empty() {
            return self;
        }
        let ends =
            [": ", "; ", ". ", ", so ", ", because "].into_iter().filter_map(|end| sentence.find(end)).min();
        let short = ends.map_or(sentence, |end| &sentence[..end]).trim_end_matches('.');
        let label = escape::plain(&format!("✗ {short}"), BUTTON_LABEL);
        let mark = CreateButton::new(REFUSED).label(label).style(ButtonStyle::Danger).disabled(true);
        if self.rows.len() < ROWS {
            self.rows.insert(0, CreateActionRow::Buttons(vec![mark]));
        } else if let Some(CreateActionRow::Buttons(last)) = self.rows.last_mut()
            && last.len() < BUTTONS
        {
            last.push(mark);
        }
        self
    }

    /// Returns the answer with the lines that stand between the title and the question in the message that it replaces, which
    /// shows the same question, if there is room for them.
    pub(crate) fn keeping(mut self, shown: &str) -> Self {
        let (title, rest) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        let shown: Vec<&str> = shown.lines().skip_while(|line| *line != title).skip(1).collect();
        // A line before the question, such as a player's garnets, may have changed.
        let news = rest.lines().enumerate().find_map(|(before, line)| {
            let at = shown.iter().position(|shown| *shown == line)?;
            shown.get(..at.checked_sub(before)?)
        });
        let text = [&[title], news.unwrap_or_default(), &[rest]].concat().join("\n");
        if text.chars().count() <= MESSAGE {
            self.text = text;
        }
        self
    }

    /// Returns the answer as the first response.
    pub(crate) fn into_response(self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
            .ephemeral(!self.is_public)
    }

    /// Responds by replacing the message with the component.
    ///
    /// Existing files stay unless there are new ones; serenity alone would remove them.
    pub(crate) async fn replace(
        self,
        http: &Http,
        click: &ComponentInteraction,
    ) -> Result<(), serenity::Error> {
        let has_files = !self.files.is_empty();
        let update = CreateInteractionResponseMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody());
        let update = CreateInteractionResponse::UpdateMessage(update);
        if has_files {
            return click.create_response(http, update).await;
        }
        respond_keeping_files(http, click, update).await
    }

    /// Returns the answer as a follow-up.
    pub(crate) fn into_followup(self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
            .ephemeral(!self.is_public)
    }

    /// Returns an edit that replaces the first response.
    pub(crate) fn into_edit(self) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new()
            .content(self.text)
            .components(self.rows)
            .allowed_mentions(nobody());
        self.files.into_iter().fold(edit, EditInteractionResponse::new_attachment)
    }

    /// Returns an ordinary edit of the message with the component.
    pub(crate) fn into_message_edit(self) -> EditMessage {
        let edit = EditMessage::new().content(self.text).components(self.rows).allowed_mentions(nobody());
        self.files.into_iter().fold(edit, EditMessage::new_attachment)
    }

    /// Returns the answer as a direct message.
    pub(crate) fn into_message(self) -> CreateMessage {
        CreateMessage::new()
            .content(self.text)
            .components(self.rows)
            .files(self.files)
            .allowed_mentions(nobody())
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Where the answer to a press appears.
pub(crate) enum PressAnswer {
    /// In a separate message to the person who pressed.
    Apart(Answer),
    /// In place of the message with the component.
    InPlace(Answer),
    /// In the message with the component, which shows a match to everyone, and perhaps in a separate message to the person who
    /// pressed.
    Shared(Pressed, Option<Answer>),
}

/// Returns what was written in a field of a form: [`Typed`](super::Typed) or [`Prose`](super::Prose).
pub(crate) fn field<T: Written>(form: &ModalInteraction, id: &str) -> T {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.into_iter().find_map(|input| match input {
        ActionRowComponent::InputText(input) if input.custom_id == id => input.value.as_deref(),
        _ => None,
    });
    T::of(text.unwrap_or_default())
}

/// Returns the value picked from a select.
pub(crate) fn value(click: &ComponentInteraction) -> Option<&str> {
    match &click.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_said_at_the_buttons_in_short_wherever_there_is_room() {
        let row = |count: usize| {
            let button = |n| CreateButton::new(format!("b{n}")).label("go");
            CreateActionRow::Buttons((0..count).map(button).collect())
        };
        let shown = |rows: Vec<CreateActionRow>| {
            let marked = Answer::new("Choose.")
                .rows(rows)
                .refusing("Step 1 of U_U leads nowhere, so nothing was changed.");
            let rows = serde_json::to_value(&marked.rows).unwrap();
            let labels = |row: &Value| {
                let parts = row["components"].as_array().unwrap().iter();
                parts.map(|part| part["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
            };
            (marked.text, rows.as_array().unwrap().iter().map(labels).collect::<Vec<_>>())
        };
        let (text, rows) = shown(vec![row(1)]);
        assert_eq!(text, "Step 1 of U\\_U leads nowhere, so nothing was changed.\nChoose.");
        assert_eq!(rows, [["✗ Step 1 of U_U leads nowhere"], ["go"]]);
        let (_, full) = shown((0..5).map(|_| row(4)).collect());
        assert_eq!((full.len(), full[4].last().unwrap().as_str()), (5, "✗ Step 1 of U_U leads nowhere"));
        assert!(shown((0..5).map(|_| row(5)).collect()).1.iter().flatten().all(|label| label == "go"));
        assert!(shown(Vec::new()).1.is_empty(), "without buttons, the text is all there is");
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_between_characters() {
        assert_eq!(shortened(&"é".repeat(2_000), MESSAGE).chars().count(), 2_000);
        let long = shortened(&"é".repeat(2_001), MESSAGE);
        assert_eq!(long.chars().count(), 2_000);
        assert!(long.ends_with("é…"));
    }
}
