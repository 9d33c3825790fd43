//! `/rules`: the rules of a game, section by section.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAttachment, CreateAutocompleteResponse, ResolvedValue};

use super::sections::sections;
use super::texts;
use crate::discord::ui::limits::SUGGESTIONS;
use crate::discord::ui::lookup::{self, Lookup};
use crate::discord::ui::person::{id, of_command};
use crate::discord::ui::{Answer, Context, Failure, send};
use crate::games::{Info, Registry};

/// Returns the game of a name or title.
fn named(games: &Registry, typed: &str) -> Option<&'static Info> {
    games.find(typed).map(|game| game.info())
}

/// The game of the match that is going on here or that one plays, else the main one.
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

/// The game that has been filled in already while the section is being typed.
fn game_so_far(ctx: Context<'_>) -> Option<&'static Info> {
    let poise::Context::Application(ctx) = ctx else { return None };
    ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::String(typed) if option.name == "game" => named(ctx.data().matches.games(), typed),
        _ => None,
    })
}

async fn complete_section(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let info = match game_so_far(ctx) {
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
pub(in crate::discord) async fn rules(
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
                Failure::denied(crate::discord::lobby::texts::no_game(&typed, &titles))
            })?,
        };
        rules_of(info, section.as_deref())
    })
    .await
}

/// A section of the rules; without one the beginning, a list of the sections, and the whole as a file.
pub(in crate::discord) fn rules_of(info: &Info, section: Option<&str>) -> Result<Answer, Failure> {
    let mut all = sections(info.rules);
    if let Some(wanted) = section {
        let found = all.find(|section| section.title.eq_ignore_ascii_case(wanted.trim()));
        let found = found.ok_or_else(|| Failure::denied(texts::no_section(wanted)))?;
        return Ok(Answer::new(found.text()));
    }
    let first = all.next().map(|section| section.text()).unwrap_or_default();
    let titles: Vec<&str> = all.map(|section| section.title).collect();
    let file = CreateAttachment::bytes(info.rules, format!("{}-rules.md", info.name));
    Ok(Answer::new(format!("{first}\n\n{}", texts::rules_contents(&titles))).file(file))
}
