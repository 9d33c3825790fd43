//! `/rules` and `/help`.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAttachment, CreateAutocompleteResponse};

use crate::discord::answer::{Answer, send};
use crate::discord::{Context, Failure, rules_text, texts_commands as texts};
use crate::games::triforce_building::TriforceBuilding;
use crate::games::{Game, Info};

/// The game whose rules are meant; there is only one to play yet.
const GAME: &Info = &TriforceBuilding::INFO;

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn sections(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let titles = rules_text::sections(GAME.rules).map(|section| section.title);
    let choices = titles.filter(|title| title.to_lowercase().contains(&typed)).take(25);
    CreateAutocompleteResponse::new().set_choices(choices.map(AutocompleteChoice::from).collect())
}

/// Read the rules
#[poise::command(slash_command)]
pub(super) async fn rules(
    ctx: Context<'_>,
    #[description = "Which part; left out, what it is about"]
    #[autocomplete = "sections"]
    section: Option<String>,
) -> Result<(), Failure> {
    send(ctx, async { rules_of(section.as_deref()) }).await
}

/// A section of the rules; without one the beginning, a list of the sections, and the whole as a file.
pub(in crate::discord) fn rules_of(section: Option<&str>) -> Result<Answer, Failure> {
    let mut all = rules_text::sections(GAME.rules);
    if let Some(wanted) = section {
        let found = all.find(|section| section.title.eq_ignore_ascii_case(wanted.trim()));
        let found = found.ok_or_else(|| Failure::denied(texts::no_section(wanted)))?;
        return Ok(Answer::new(found.text()));
    }
    let first = all.next().map(|section| section.text()).unwrap_or_default();
    let titles: Vec<&str> = all.map(|section| section.title).collect();
    let file = CreateAttachment::bytes(GAME.rules, format!("{}-rules.md", GAME.name));
    Ok(Answer::new(format!("{first}\n\n{}", texts::rules_contents(&titles))).file(file))
}

/// See what I can do
#[poise::command(slash_command)]
pub(super) async fn help(ctx: Context<'_>) -> Result<(), Failure> {
    send(ctx, async { Ok(texts::help().into()) }).await
}
