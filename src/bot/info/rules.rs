//! `/rules`: the rules of a game, section by section.

use poise::serenity_prelude as serenity;
use serenity::{
    AutocompleteChoice, CreateActionRow, CreateAttachment, CreateAutocompleteResponse, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::sections::{Section, sections};
use super::texts;
use crate::ui::limits::{OPTION, OPTIONS, SUGGESTIONS};
use crate::ui::lookup::{self, Lookup};
use crate::ui::person::{id, of_command};
use crate::ui::{
    Answer, ComponentAction, Context, CustomId, Failure, Prefix, UnknownId, escape, filled_in, send,
};
use trigon_engine::matches::QuestionId;
use trigon_rules::games::{Info, Registry};

/// Returns the game of a name or title.
fn named(games: &Registry, typed: &str) -> Option<&'static Info> {
    games.find(typed).map(|game| game.info())
}

/// Returns the game of the match that is going on here or that the user plays, or else the main one.
async fn usual(ctx: Context<'_>) -> &'static Info {
    let here = async {
        let person = of_command(ctx).await?;
        let channel = id(ctx.channel_id().get());
        lookup::seen(&ctx.data().matches, &person, None, channel).await
    };
    let name = match here.await {
        Ok(Lookup::One(game)) => game.info().name.to_owned(),
        Ok(Lookup::Several(rows)) => rows.last().map(|row| row.game.clone()).unwrap_or_default(),
        Err(_) => String::new(),
    };
    let games = ctx.data().matches.games();
    games.get(&name).map_or_else(|| games.main(), |game| game.info())
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let infos = ctx.data().matches.games().iter().map(|game| game.info());
    let choices = infos.filter(|info| info.title.to_lowercase().contains(&typed)).take(SUGGESTIONS);
    let choices = choices.map(|info| AutocompleteChoice::new(info.title, info.name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn complete_section(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let so_far = filled_in(ctx, "game").and_then(|typed| named(ctx.data().matches.games(), &typed));
    let info = match so_far {
        Some(info) => info,
        None => usual(ctx).await,
    };
    let typed = typed.trim().to_lowercase();
    let titles = sections(info.rules).map(|section| section.title);
    let choices = titles.filter(|title| title.to_lowercase().contains(&typed)).take(SUGGESTIONS);
    CreateAutocompleteResponse::new().set_choices(choices.map(AutocompleteChoice::from).collect())
}

/// Read the rules of a game
#[poise::command(slash_command)]
pub(crate) async fn rules(
    ctx: Context<'_>,
    #[description = "Which part; left out, what it is about"]
    #[autocomplete = "complete_section"]
    section: Option<String>,
    #[description = "Which game (default: the one that is played here)"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Result<(), Failure> {
    send(ctx, async {
        let games = ctx.data().matches.games();
        let info = match game {
            None => usual(ctx).await,
            Some(typed) => named(games, &typed).ok_or_else(|| {
                let titles: Vec<&str> = games.iter().map(|game| game.info().title).collect();
                Failure::denied(crate::lobby::texts::no_game(&typed, &titles))
            })?,
        };
        rules_of(info, section.as_deref())
    })
    .await
}

/// Returns a section of the rules, or without one the beginning with the whole as a file. Below it is a select of the
/// sections.
///
/// # Errors
/// If there is no such section.
pub(crate) fn rules_of(info: &Info, section: Option<&str>) -> Result<Answer, Failure> {
    let all: Vec<Section<'_>> = sections(info.rules).collect();
    let rows = select(info, &all, section);
    let Some(wanted) = section else {
        let first = all.first().map(Section::text).unwrap_or_default();
        let file = CreateAttachment::bytes(info.rules, format!("{}-rules.md", info.name));
        return Ok(Answer::new(format!("{first}\n\n{}", texts::FULL_RULES)).rows(rows).file(file));
    };
    let found = all.iter().find(|section| section.title.eq_ignore_ascii_case(wanted.trim()));
    let found = found.ok_or_else(|| Failure::denied(texts::no_section(wanted)))?;
    Ok(Answer::new(found.text()).rows(rows))
}

/// Returns a select of the sections, with the one that is shown.
fn select(info: &Info, all: &[Section<'_>], shown: Option<&str>) -> Vec<CreateActionRow> {
    let Some(name) = Prefix::default().then(info.name) else { return Vec::new() };
    let option = |section: &Section<'_>| {
        let label = escape::plain(section.title, OPTION);
        let is_shown = shown.is_some_and(|shown| section.title.eq_ignore_ascii_case(shown.trim()));
        CreateSelectMenuOption::new(label.clone(), label).default_selection(is_shown)
    };
    let options = all.iter().take(OPTIONS).map(option).collect();
    let id = CustomId::new(0, QuestionId::default(), ComponentAction::Rules(name)).to_string();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    vec![CreateActionRow::SelectMenu(menu.placeholder(texts::SECTIONS))]
}

/// Returns the section that somebody has picked.
///
/// # Errors
/// If there is no such game or section.
pub(crate) fn picked(games: &Registry, name: &Prefix, section: Option<&str>) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId.to_string());
    let info = name.keys().first().and_then(|name| named(games, name)).ok_or_else(unknown)?;
    rules_of(info, Some(section.ok_or_else(unknown)?))
}
