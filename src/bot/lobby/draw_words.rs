//! *Add a word*: players add words of their own to the draws of a match, with a form or with `/play word`.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateInputText, CreateModal, Http, InputTextStyle, ModalInteraction};

use super::texts;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::words::capitalized;
use crate::ui::{Answer, Context, Failure, Prose, field, lookup, send};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Command, Match, Matches, Person};
use trigon_rules::games::{Word, WordError};
use trigon_rules::text::is_visible;

/// The prefix of the identifiers of forms, followed by the match number.
const FORM_PREFIX: &str = "t1-word:";
const FIELD: &str = "word";

/// Returns the form of a person who has pressed the button.
///
/// # Errors
/// If the person cannot add a word now.
pub(crate) fn form(game: &Match, person: &Person) -> Result<CreateModal, Failure> {
    game.check_may_add_word(person.user_id)?;
    let input = CreateInputText::new(InputTextStyle::Short, texts::WORD_LABEL, FIELD)
        .placeholder(texts::WORD_PLACEHOLDER)
        .min_length(1)
        .max_length(Word::MAX_CHARACTERS as u16);
    let form = CreateModal::new(format!("{FORM_PREFIX}{}", game.id), texts::word_title(game));
    Ok(form.components(vec![CreateActionRow::InputText(input)]))
}

/// Returns the match of a submitted form, or `None` if it is another form.
pub(crate) fn form_of(custom_id: &str) -> Option<MatchId> {
    custom_id.strip_prefix(FORM_PREFIX)?.parse().ok()
}

/// Adds the word of a form.
pub(crate) async fn submitted(
    http: &Http,
    matches: &Matches,
    person: &Person,
    match_id: MatchId,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    let game = lookup::known(http, matches, person, match_id, modal.channel_id.stored()).await?;
    add_word(matches, person, &game, &field::<Prose>(modal, FIELD)).await
}

/// Adds a word to the draws of a match.
///
/// # Errors
/// If there is nothing to see in it or it is too long, or if the person cannot add a word now.
async fn add_word(matches: &Matches, person: &Person, game: &Match, text: &str) -> Result<Answer, Failure> {
    let parsed: Result<Word, WordError> = if is_visible(text) { text.parse() } else { Err(WordError) };
    let word = parsed.map_err(|error| Failure::denied(format!("{}.", capitalized(&error.to_string()))))?;
    let game: Arc<Match> = matches.ask(game.id, person, Command::AddWord(word.clone())).await?.game;
    Ok(Answer::new(texts::word_added(&game, &word)))
}

/// Add a word of your own to the draws of a match that has not begun
#[poise::command(slash_command)]
pub(crate) async fn word(
    ctx: Context<'_>,
    #[description = "Any word that nobody can guess; everyone will see it"]
    #[max_length = 64]
    word: Prose,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let matches = &ctx.data().matches;
        let channel = ctx.channel_id().stored();
        let game = lookup::not_begun(matches, &person, lookup::numbered(ctx, number), channel).await?;
        add_word(matches, &person, &game, &word).await
    })
    .await
}
