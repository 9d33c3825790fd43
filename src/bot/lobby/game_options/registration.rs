//! The options that games declare as they are registered with Discord, and suggestions for their values.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use poise::serenity_prelude as serenity;
use serde_json::{Value as Json, json};
use serenity::{AutocompleteChoice, CommandOptionType, CreateAutocompleteResponse};

use super::command::{GameCommand, GameSpec, TimeOption, time_options};
use crate::ui::limits::{OPTION, SUGGESTIONS};
use crate::ui::{Bot, Failure, escape};
use trigon_engine::matches::Terms;
use trigon_rules::games::{Info, OptionKind, Registry, Spec};
use trigon_rules::text::key;

/// Discord's type numbers for string and integer options.
const TEXT_OPTION: u8 = 3;
const INTEGER_OPTION: u8 = 4;

/// Adds the options declared by games to the commands to be registered.
pub(crate) fn add_options(commands: &mut Json, games: &Registry) {
    for command in GameCommand::ALL {
        let (name, subcommand) = command.names();
        let found =
            entry_named(commands, name).and_then(|found| entry_named(found.get_mut("options")?, subcommand));
        let Some(options) = found.and_then(|found| found.get_mut("options")?.as_array_mut()) else {
            continue;
        };
        if let Some(players) = options.iter_mut().find(|option| option["name"] == "players") {
            players["description"] = json!(player_counts(&command.games(games)));
        }
        if command == GameCommand::HostCreate {
            options.extend(time_options(games).iter().map(limit_option));
        }
        options.extend(
            command.specs_by_key(games).iter().filter_map(|(key, specs)| registered_option(key, specs)),
        );
        if command == GameCommand::HostCreate {
            sort_options(options, &command.games(games));
        }
    }
}

/// Puts what hosts choose at once before what can wait for the settings: what the game leaves to choose, if there are few
/// choices, belongs to it.
fn sort_options(options: &mut [Json], games: &[&'static Info]) {
    let is_choice = |key: &str| {
        let specs = games.iter().flat_map(|info| info.options);
        specs.into_iter().any(|spec| spec.key == key && matches!(spec.kind, OptionKind::Choice(_)))
    };
    // With a single game, there is nothing to choose.
    let place = |option: &Json| match option["name"].as_str().unwrap_or_default() {
        "game" if games.len() > 1 => 0,
        "title" => 1,
        "players" => 2,
        "ends" => 3,
        name if is_choice(name) => 4,
        "sign_up" => 5,
        "pregame_hours" => 6,
        _ => 7,
    };
    options.sort_by_key(place);
}

/// Describes the numbers of players that games can have.
fn player_counts(games: &[&'static Info]) -> String {
    let each = |info: &&Info| match games {
        [_] => format!("How many players: {} (default {})", info.player_counts(), info.usual_players),
        _ => format!("{}: {}", info.title, info.player_counts()),
    };
    escape::plain(&games.iter().map(each).collect::<Vec<_>>().join("; "), OPTION)
}

/// Returns the command, subcommand or option with a name, among several.
fn entry_named<'a>(list: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    list.as_array_mut()?.iter_mut().find(|entry| entry["name"] == name)
}

/// Returns the option of `/host create` for the limit of one kind of time.
fn limit_option(option: &TimeOption) -> Json {
    integer_option(&option.name, &option.description, 1..=i64::from(Terms::MAX_HOURS))
}

fn integer_option(key: &str, help: &str, range: RangeInclusive<i64>) -> Json {
    let (least, most) = range.into_inner();
    json!({ "type": INTEGER_OPTION, "name": key, "description": help, "min_value": least, "max_value": most })
}

/// Returns an option in registered form, or `None` for a text, which becomes a [parameter](text_parameters) with
/// suggestions. If games declare it with different bounds or choices, the option has all of them.
fn registered_option(key: &str, specs: &[GameSpec]) -> Option<Json> {
    let (mut ranges, mut choices) = (Vec::new(), Vec::new());
    for GameSpec { spec, .. } in specs {
        match &spec.kind {
            OptionKind::Number(range) => ranges.push(range),
            OptionKind::Choice(words) => choices.extend(*words),
            OptionKind::Text { .. } => return None,
        }
    }
    let description = description_of(specs)?;
    if choices.is_empty() {
        let least = ranges.iter().map(|range| *range.start()).min()?;
        let most = ranges.iter().map(|range| *range.end()).max()?;
        return Some(integer_option(key, &description, least..=most));
    }
    let mut option = json!({ "type": TEXT_OPTION, "name": key, "description": description });
    // If it is a number in another game, people have to be able to type that.
    if ranges.is_empty() {
        let mut listed = BTreeSet::new();
        choices.retain(|(word, _)| listed.insert(*word));
        let choice =
            |(word, label): &(&str, &str)| json!({ "name": escape::plain(label, OPTION), "value": word });
        option["choices"] = choices.iter().take(SUGGESTIONS).map(choice).collect();
    }
    Some(option)
}

/// Describes an option and its default, game by game if the games declare it differently.
fn description_of(specs: &[GameSpec]) -> Option<String> {
    let first = specs.first()?.spec;
    let is_as_in_first =
        |spec: &Spec| (values_in_words(spec), spec.default) == (values_in_words(first), first.default);
    let description = if specs.iter().all(|known| is_as_in_first(known.spec)) {
        format!("{}{}", first.help, default_in_words(first))
    } else {
        let of_game = |GameSpec { info, spec }: &GameSpec| {
            format!("{}: {}{}", info.title, values_in_words(spec), default_in_words(spec))
        };
        specs.iter().map(of_game).collect::<Vec<_>>().join("; ")
    };
    Some(escape::plain(&description, OPTION))
}

/// Says which values an option can have: `1 to 5`, `all or none`.
fn values_in_words(spec: &Spec) -> String {
    match &spec.kind {
        OptionKind::Number(range) => format!("{} to {}", range.start(), range.end()),
        OptionKind::Choice(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or "),
        OptionKind::Text { .. } => "a text".to_owned(),
    }
}

/// Says which value an option has if nothing is chosen: ` (default: 3)`.
fn default_in_words(spec: &Spec) -> String {
    let Some(default) = spec.default else { return String::new() };
    let label = match &spec.kind {
        OptionKind::Choice(words) => words.iter().find(|(word, _)| *word == default).map(|(_, label)| *label),
        OptionKind::Number(_) | OptionKind::Text { .. } => None,
    };
    format!(" (default: {})", label.unwrap_or(default))
}

/// Returns a command's parameters for text in a game's notation, with suggestions while the user types.
pub(crate) fn text_parameters(
    command: GameCommand,
    games: &Registry,
) -> Vec<poise::CommandParameter<Bot, Failure>> {
    let is_text =
        |specs: &[GameSpec]| specs.iter().any(|known| matches!(known.spec.kind, OptionKind::Text { .. }));
    let texts = command.specs_by_key(games).into_iter().filter(|(_, specs)| is_text(specs));
    let parameter = |(key, specs): (&'static str, Vec<_>)| poise::CommandParameter {
        name: key.into(),
        name_localizations: Vec::new().into(),
        description: description_of(&specs).map(Into::into),
        description_localizations: Vec::new().into(),
        required: false,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(|option| option.kind(CommandOptionType::String)),
        autocomplete_callback: Some(|ctx, typed| Box::pin(complete_text(ctx, typed))),
        __non_exhaustive: (),
    };
    texts.map(parameter).collect()
}

/// Completes the option being typed with the games' suggestions.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_text(
    ctx: poise::ApplicationContext<'_, Bot, Failure>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let option = ctx.interaction.data.autocomplete().map(|option| option.name).unwrap_or_default();
    let games = ctx.framework.user_data.matches.games();
    let specs = GameCommand::ALL
        .into_iter()
        .filter_map(|command| command.specs_by_key(games).remove(option))
        .flatten();
    let typed = key(typed);
    let mut choices: Vec<(String, String)> = Vec::new();
    for GameSpec { spec, .. } in specs {
        if let OptionKind::Text { suggest, .. } = &spec.kind {
            let fits = |(label, value): &(String, String)| {
                label.to_lowercase().contains(&typed) || value.to_lowercase().contains(&typed)
            };
            // Several games may suggest the same.
            for choice in suggest().into_iter().filter(fits) {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
    }
    let choices = choices.into_iter().take(SUGGESTIONS);
    let choices = choices.map(|(label, value)| AutocompleteChoice::new(escape::plain(&label, OPTION), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(name: &str, subcommand: &str) -> Vec<Json> {
        let mut commands = json!([{ "name": name, "options": [{ "name": subcommand, "options": [] }] }]);
        add_options(&mut commands, &Registry::standard());
        commands[0]["options"][0]["options"].as_array().cloned().unwrap()
    }

    #[test]
    fn options_of_games_become_options_of_commands() {
        let mut keys: Vec<String> = Vec::new();
        for game in &Registry::standard() {
            let (info, hosted) = (game.info(), game.info().is_hosted());
            let of = |spec: &Spec| !matches!(spec.kind, OptionKind::Text { .. });
            let command = if hosted { declared("host", "create") } else { declared("play", "new") };
            for spec in info.options.iter().filter(|spec| of(spec)) {
                let option = command.iter().find(|option| option["name"] == spec.key).unwrap();
                assert!(option["description"].as_str().unwrap().chars().count() <= OPTION);
                keys.push(spec.key.to_owned());
            }
            let seat = declared("host", "seat");
            for field in info.fields.iter().filter(|_| hosted) {
                let option = seat.iter().find(|option| option["name"] == field.spec.key).unwrap();
                if let OptionKind::Number(bounds) = &field.spec.kind {
                    assert_eq!(
                        (&option["min_value"], &option["max_value"]),
                        (&json!(bounds.start()), &json!(bounds.end()))
                    );
                }
                keys.push(field.spec.key.to_owned());
            }
        }
        assert!(keys.len() > 3, "{keys:?}");
    }

    #[test]
    fn hosts_meet_what_they_choose_at_once_before_everything_else() {
        let names = ["game", "grace", "title", "players", "pregame_hours", "sign_up", "ends", "strikes"];
        let options = names.map(|name| json!({ "name": name, "description": "" }));
        let mut commands = json!([{ "name": "host", "options": [{ "name": "create", "options": options }] }]);
        add_options(&mut commands, &Registry::standard());
        let options = commands[0]["options"][0]["options"].as_array().unwrap();
        let found: Vec<&str> = options.iter().map(|option| option["name"].as_str().unwrap()).collect();
        assert_eq!(found[..6], ["title", "players", "ends", "reveal", "sign_up", "pregame_hours"]);
        assert!(names.iter().all(|name| found.contains(name)), "{found:?}");
    }

    #[test]
    fn the_numbers_of_players_are_described_for_every_game_of_a_command() {
        let games = Registry::standard();
        for command in [GameCommand::HostCreate, GameCommand::PlayNew] {
            let (name, subcommand) = command.names();
            let players = json!({ "name": "players", "description": "" });
            let mut commands =
                json!([{ "name": name, "options": [{ "name": subcommand, "options": [players] }] }]);
            add_options(&mut commands, &games);
            let options = &commands[0]["options"][0]["options"];
            let shown = options[0]["description"].as_str().unwrap();
            for info in command.games(&games) {
                assert!(shown.contains(&info.player_counts()), "{shown}");
            }
        }
    }
}
