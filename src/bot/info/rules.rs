//! `/rules`: the rules of a game, section by section, and the legend of its pictures.

use poise::serenity_prelude as serenity;
use serenity::{
    AutocompleteChoice, CreateActionRow, CreateAttachment, CreateAutocompleteResponse, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::sections::{Section, sections};
use super::texts;
use crate::ui::limits::{OPTION, OPTIONS, SUGGESTIONS};
use crate::ui::lookup::Lookup;
use crate::ui::person::of_command;
use crate::ui::picture::{self, Urgency};
use crate::ui::snowflakes::ToStored;
use crate::ui::{
    Answer, ComponentAction, Context, CustomId, Failure, Prefix, Typed, UnknownId, escape, filled_in, lookup,
    send,
};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Person, QuestionId, Terms};
use trigon_rules::games::{Info, Registry, Viewer};
use trigon_rules::text::key;

/// The sections on who sees and may change what, in every game.
const FAIR_PLAY: &str = include_str!("fair.md");

/// The page on the same, with tables.
const TRUST: &str = include_str!("../../../docs/trust.md");

/// Read the rules of a game
#[poise::command(slash_command)]
pub(crate) async fn rules(
    ctx: Context<'_>,
    #[description = "Which part; left out, what it is about"]
    #[autocomplete = "complete_section"]
    section: Option<Typed>,
    #[description = "Which game (default: the one that is played here)"]
    #[autocomplete = "complete_game"]
    game: Option<Typed>,
) -> Result<(), Failure> {
    send(ctx, async {
        let matches = &ctx.data().matches;
        match (game, section) {
            (None, None) => {
                let Ok(person) = of_command(ctx).await else {
                    return illustrated_beginning(matches.games(), matches.games().main()).await;
                };
                rules_here(matches, &person, ctx.channel_id().stored()).await
            }
            (None, Some(section)) => section_of(default_game(ctx).await, &section),
            (Some(typed), None) => {
                illustrated_beginning(matches.games(), require_game(matches.games(), &typed)?).await
            }
            (Some(typed), Some(section)) => section_of(require_game(matches.games(), &typed)?, &section),
        }
    })
    .await
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = key(typed);
    let infos = ctx.data().matches.games().iter().map(|game| game.info());
    let choices = infos.filter(|info| info.title.to_lowercase().contains(&typed)).take(SUGGESTIONS);
    let choices = choices.map(|info| AutocompleteChoice::new(info.title, info.name));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn complete_section(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let filled_in = filled_in(ctx, "game").and_then(|typed| find_game(ctx.data().matches.games(), &typed));
    let info = match filled_in {
        Some(info) => info,
        None => default_game(ctx).await,
    };
    let typed = key(typed);
    let titles = topics(info).map(|section| section.title);
    let choices = titles.filter(|title| key(title).contains(&typed)).take(SUGGESTIONS);
    CreateAutocompleteResponse::new().set_choices(choices.map(AutocompleteChoice::from).collect())
}

/// Returns the beginning of the rules for somebody who writes `rules` in a direct message, with the name of a game or, if `game` is
/// empty, without.
pub(crate) async fn asked_for(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    game: &str,
) -> Result<Answer, Failure> {
    if game.is_empty() {
        return rules_here(matches, person, channel).await;
    }
    illustrated_beginning(matches.games(), require_game(matches.games(), game)?).await
}

/// Returns the beginning of the rules for the match that a person would see here, or else of the main game.
async fn rules_here(matches: &Matches, person: &Person, channel: ChannelId) -> Result<Answer, Failure> {
    let games = matches.games();
    match lookup::seen(matches, person, None, channel).await {
        Ok(Lookup::One(game)) => for_match(games, &game).await,
        found => illustrated_beginning(games, game_of(games, found)).await,
    }
}

/// Returns the beginning of the rules, with a picture that explains the marks.
async fn illustrated_beginning(games: &Registry, info: &'static Info) -> Result<Answer, Failure> {
    with_picture(games, info, beginning(info, None)).await
}

/// Returns the beginning of the rules for a match, for the button *Rules*, and what differs in them if it has another size than most.
pub(crate) async fn for_match(games: &Registry, game: &Match) -> Result<Answer, Failure> {
    let info = game.info();
    let is_usual = game.terms.players == Terms::usual(info).players;
    let sizes = topics(info).find(|section| section.title == SIZES).filter(|_| !is_usual);
    with_picture(games, info, beginning(info, sizes.map(|section| section.text()).as_deref())).await
}

/// The section on what differs in a match of another size.
const SIZES: &str = "Other sizes";

/// Explains the marks in the first picture of a match, for the button *Legend*.
pub(crate) async fn legend(game: &Match) -> Result<Answer, Failure> {
    let first = game.at_first()?;
    let picture = picture::studio().attachment(&first, Viewer::Public, Urgency::Answer).await?;
    Ok(Answer::new(texts::legend(game)).file(picture))
}

/// Returns the section that was picked in a [`select`].
pub(crate) fn picked(games: &Registry, name: &Prefix, section: Option<&str>) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    let info = name.keys().first().and_then(|name| find_game(games, name)).ok_or_else(unknown)?;
    section_of(info, section.ok_or_else(unknown)?)
}

/// Returns a section about a game. Below it is a select of the sections.
///
/// # Errors
/// If there is no such section.
fn section_of(info: &Info, title: &str) -> Result<Answer, Failure> {
    let all: Vec<Section<'_>> = topics(info).collect();
    let found = all.iter().find(|section| key(section.title) == key(title));
    let found = found.ok_or_else(|| Failure::denied(texts::no_section(title)))?;
    let answer = Answer::new(found.text()).rows(select(info, &all, Some(title)));
    let is_fair_play = sections(FAIR_PLAY).any(|section| section.title == found.title);
    Ok(if is_fair_play { answer.file(CreateAttachment::bytes(TRUST, "trust.md")) } else { answer })
}

/// Adds a picture that explains the marks, if the game has one.
async fn with_picture(games: &Registry, info: &'static Info, answer: Answer) -> Result<Answer, Failure> {
    match picture::example(games, info, &Terms::usual(info)).await {
        Ok(Some(picture)) => Ok(answer.file(picture)),
        Ok(None) => Ok(answer),
        Err(error) => {
            tracing::error!(%error, "rules are shown without a picture");
            Ok(answer)
        }
    }
}

/// Returns the beginning of the rules, then `more`, and the full rules as a file.
fn beginning(info: &Info, more: Option<&str>) -> Answer {
    let all: Vec<Section<'_>> = topics(info).collect();
    let first = all.first().map(Section::text).unwrap_or_default();
    let more = more.map(|more| format!("\n\n{more}")).unwrap_or_default();
    let file = CreateAttachment::bytes(info.rules, format!("{}-rules.md", info.name));
    Answer::new(format!("{first}{more}\n\n{}", texts::FULL_RULES)).rows(select(info, &all, None)).file(file)
}

/// Returns the sections that can be read about a game: those of its rules, and those on fair play.
fn topics(info: &Info) -> impl Iterator<Item = Section<'_>> {
    sections(info.rules).chain(sections(FAIR_PLAY))
}

/// Returns a select of the sections, in which the one shown is selected.
fn select(info: &Info, all: &[Section<'_>], shown: Option<&str>) -> Vec<CreateActionRow> {
    let Some(name) = Prefix::default().then(info.name) else { return Vec::new() };
    let option = |section: &Section<'_>| {
        let label = escape::plain(section.title, OPTION);
        let is_shown = shown.is_some_and(|shown| key(section.title) == key(shown));
        CreateSelectMenuOption::new(label.clone(), label).default_selection(is_shown)
    };
    let options = all.iter().take(OPTIONS).map(option).collect();
    let id = CustomId::new(MatchId(0), QuestionId::default(), ComponentAction::Rules(name)).to_string();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    vec![CreateActionRow::SelectMenu(menu.placeholder(texts::SECTIONS))]
}

/// Returns the game of the match that is going on here or that the user plays, or else the main one.
async fn default_game(ctx: Context<'_>) -> &'static Info {
    let matches = &ctx.data().matches;
    match of_command(ctx).await {
        Ok(person) => default_game_for(matches, &person, ctx.channel_id().stored()).await,
        Err(_) => matches.games().main(),
    }
}

/// Returns the game of the match that a person would see here, or the main one.
async fn default_game_for(matches: &Matches, person: &Person, channel: ChannelId) -> &'static Info {
    game_of(matches.games(), lookup::seen(matches, person, None, channel).await)
}

/// Returns the game of the match that was found, of the last of several, or the main one.
fn game_of(games: &Registry, found: Result<Lookup, Failure>) -> &'static Info {
    let name = match found {
        Ok(Lookup::One(game)) => game.info().name.to_owned(),
        Ok(Lookup::Several(rows)) => rows.last().map(|row| row.game.clone()).unwrap_or_default(),
        Err(_) => String::new(),
    };
    games.get(&name).map_or_else(|| games.main(), |game| game.info())
}

/// Returns the game with this name or title.
///
/// # Errors
/// If there is none, with a list of the existing games.
fn require_game(games: &Registry, typed: &str) -> Result<&'static Info, Failure> {
    find_game(games, typed).ok_or_else(|| {
        let titles: Vec<&str> = games.iter().map(|game| game.info().title).collect();
        Failure::denied(crate::lobby::texts::no_game(typed, &titles))
    })
}

/// Returns the game with this name or title.
fn find_game(games: &Registry, typed: &str) -> Option<&'static Info> {
    games.find(typed).map(|game| game.info())
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_rules::games::Registry;

    #[test]
    fn every_section_of_every_game_fits_a_message() {
        for game in &Registry::standard() {
            let all: Vec<_> = topics(game.info()).collect();
            assert!(all.len() <= OPTIONS, "{}", game.info().name);
            assert!(all.len() > 1, "{}", game.info().name);
            for section in all {
                let text = section.text();
                assert!(text.chars().count() < 1_900, "{}: {}", section.title, text.chars().count());
                assert!(!text.contains("\n\n") && !text.contains('|'), "{text}");
            }
        }
    }
}
