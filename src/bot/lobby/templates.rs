//! `/host template`: settings of matches under a name, for other matches of the server; and how `/host create`, `/play new` and
//! seasons begin with them.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::game_options::GameCommand;
use super::settings;
use crate::ui::limits::{MESSAGE, OPTION, SUGGESTIONS};
use crate::ui::lookup::meant;
use crate::ui::person::of_command;
use crate::ui::words::{mention, title};
use crate::ui::{Answer, Context, Failure, Prose, Typed, escape, guild_only, lookup, send};
use trigon_engine::ids::GuildId;
use trigon_engine::matches::{Denied, Limits, Match, Matches, Person, Template, Terms};
use trigon_rules::games::{Info, Registry};
use trigon_rules::text::key;

/// Save the settings of a match under a name, to use them again
#[poise::command(slash_command, subcommand_required, subcommands("save", "list", "delete"))]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn template(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// Save the settings of a match under a name
#[poise::command(slash_command)]
async fn save(
    ctx: Context<'_>,
    #[description = "What the template is called; one of the same name is replaced"]
    #[max_length = 60]
    name: Prose,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted_ever"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        if guild_of_host(&person)? != game.guild_id {
            return Err(Denied::NoMatch(game.id).into());
        }
        let (template, replaced) = ctx.data().matches.save_template(person.user_id, &name, &game).await?;
        Ok(Answer::new(saved(&template, replaced.as_ref(), &game)))
    })
    .await
}

/// List the templates of this server
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Failure> {
    send(ctx, async {
        let guild = guild_of(&of_command(ctx).await?)?;
        let matches = &ctx.data().matches;
        Ok(Answer::new(listed(matches.games(), &matches.templates(guild).await?)))
    })
    .await
}

/// Delete a template; matches created with it stay as they are
#[poise::command(slash_command)]
async fn delete(
    ctx: Context<'_>,
    #[description = "Which template"]
    #[max_length = 100]
    #[autocomplete = "complete_any"]
    name: Typed,
) -> Result<(), Failure> {
    send(ctx, async {
        let guild = guild_of_host(&of_command(ctx).await?)?;
        ctx.data().matches.delete_template(guild, &name).await?;
        Ok(Answer::new(deleted(&name)))
    })
    .await
}

fn guild_of(person: &Person) -> Result<GuildId, Failure> {
    person.guild_id.ok_or_else(|| Failure::denied(guild_only()))
}

/// Returns the server whose templates a person may change.
fn guild_of_host(person: &Person) -> Result<GuildId, Failure> {
    let guild = guild_of(person)?;
    if person.guild_host { Ok(guild) } else { Err(Failure::denied(MAY_NOT_SAVE)) }
}

/// Returns the template of a server that somebody has named for a new match, if they have.
pub(crate) async fn find_template(
    matches: &Matches,
    guild: GuildId,
    name: Option<&Typed>,
) -> Result<Option<Template>, Failure> {
    match name {
        Some(name) => Ok(Some(matches.template(guild, name).await?)),
        None => Ok(None),
    }
}

/// Returns the game of a new match and the terms that it begins with: those of the template, or the usual ones.
///
/// # Errors
/// If no game is meant, if the command is not for it, or if the template is for another one.
pub(crate) fn game_and_terms(
    command: GameCommand,
    games: &Registry,
    game: Option<&str>,
    template: Option<Template>,
) -> Result<(&'static Info, Terms), Failure> {
    let chosen = game.map(|typed| command.find_game(games, typed)).transpose()?;
    let Some(Template { name, game, terms, .. }) = template else {
        let info = chosen.map_or_else(|| command.only_game(games), Ok)?;
        let terms = Terms { open_signup: true, limits: Some(Limits::USUAL), ..Terms::usual(info) };
        return Ok((info, terms));
    };
    let info = games.get(&game).ok_or(Denied::NoGame(game))?.info();
    if !command.is_for(info) {
        return Err(Failure::denied(for_other_command(&name, info)));
    }
    match chosen {
        Some(other) if other.name != info.name => Err(Failure::denied(for_other_game(&name, info, other))),
        _ => Ok((info, terms)),
    }
}

/// Completes the name of a template for `/host create`.
pub(crate) async fn complete_hosted(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, typed, |info| GameCommand::HostCreate.is_for(info)).await
}

/// Completes the name of a template for `/play new`.
pub(super) async fn complete_played(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, typed, |info| GameCommand::PlayNew.is_for(info)).await
}

async fn complete_any(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, typed, |_| true).await
}

/// Completes the name of a template for one of the games that are meant.
async fn complete(ctx: Context<'_>, typed: &str, is_meant: fn(&Info) -> bool) -> CreateAutocompleteResponse {
    let choices = suggestions(ctx, &key(typed), is_meant).await.unwrap_or_else(|failure| {
        failure.log();
        Vec::new()
    });
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Returns the templates of the server whose names contain the typed text.
async fn suggestions(
    ctx: Context<'_>,
    typed: &str,
    is_meant: fn(&Info) -> bool,
) -> Result<Vec<AutocompleteChoice>, Failure> {
    let matches = &ctx.data().matches;
    let templates = matches.templates(guild_of(&of_command(ctx).await?)?).await?;
    let choice = |template: &Template| {
        let info = matches.games().get(&template.game)?.info();
        let fits = is_meant(info) && key(&template.name).contains(typed);
        let label = escape::plain(&format!("{}: {}", template.name, info.title), OPTION);
        fits.then(|| AutocompleteChoice::new(label, template.name.clone()))
    };
    Ok(templates.iter().filter_map(choice).take(SUGGESTIONS).collect())
}

// The sentences. They name settings, whose sentences build on those of `texts/`, so they cannot stand there.

const MAY_NOT_SAVE: &str =
    "Only members with this server’s host role or Manage Server can save and delete templates.";

/// Names the command that creates matches of a game.
fn command(info: &Info) -> &'static str {
    if info.is_hosted() { "/host create" } else { "/play new" }
}

fn saved(template: &Template, replaced: Option<&Template>, game: &Match) -> String {
    let name = escape::name(&template.name);
    let before = match replaced.map(|known| known.saved_by) {
        Some(Some(user)) => format!(" It replaces the one of this name that {} had saved.", mention(user)),
        Some(None) => " It replaces the one of this name.".to_owned(),
        None => String::new(),
    };
    format!(
        "I’ve saved the settings of {} as the template **{name}**.{before} To use it, choose it as `template` in `{}`; what \
         else you choose there counts more.",
        title(game),
        command(game.info())
    )
}

fn deleted(name: &str) -> String {
    format!("The template **{}** is gone. Matches created with it stay as they are.", escape::name(name))
}

/// Lists templates with what differs from the usual, as far as there is room.
fn listed(games: &Registry, templates: &[Template]) -> String {
    if templates.is_empty() {
        return "This server has no templates. `/host template save` keeps the settings of a match under a name."
            .to_owned();
    }
    let short_and_long_line = |template: &Template| {
        let info = games.get(&template.game).map(|game| game.info());
        let game = info.map_or(template.game.as_str(), |info| info.title);
        let short = format!("- **{}**: {game}", escape::name(&template.name));
        let unusual = info.map(|info| settings::unusual(&template.terms, info)).unwrap_or_default();
        let long =
            if unusual.is_empty() { short.clone() } else { format!("{short} ({})", unusual.join("; ")) };
        (short, long)
    };
    let (short, long): (Vec<String>, Vec<String>) = templates.iter().map(short_and_long_line).unzip();
    let heading = "The templates of this server, each with what differs from the usual:";
    let whole = format!("{heading}\n{}", long.join("\n"));
    if whole.chars().count() <= MESSAGE {
        return whole;
    }
    format!("The templates of this server:\n{}", short.join("\n"))
}

fn for_other_command(name: &str, info: &Info) -> String {
    format!(
        "The template **{}** is for {}. To use it, create the match with `{}`.",
        escape::name(name),
        info.title,
        command(info)
    )
}

fn for_other_game(name: &str, info: &Info, other: &Info) -> String {
    format!(
        "The template **{}** is for {}, not for {}. Leave out one of the two.",
        escape::name(name),
        info.title,
        other.title
    )
}
