//! The slash commands of the bot: the list of them, with what games add to it, and the form in which they are registered.

use serde_json::Value as Json;

use super::register;
use crate::ask::Ask;
use crate::lobby::game_options::{self, GameCommand};
use crate::ui::{Bot, Context, Failure, declared as declared_for, filled_in, lookup, send};
use crate::{ask, host, info, lobby, season};
use trigon_rules::games::{Registry, Shortcut, Switch};

/// Returns all commands, with the shortcuts and options that games declare.
pub(super) fn all(games: &Registry) -> Vec<SlashCommand> {
    let mut commands = vec![
        lobby::play(),
        lobby::alternate(),
        ask::commands::step(),
        shortcut(),
        ask::commands::me(),
        ask::commands::board(),
        info::mine::matches(),
        info::settings::settings(),
        info::stats::stats(),
        info::personal_data::export(),
        info::personal_data::forget(),
        ask::commands::resign(),
        ask::seats::leave(),
        ask::seats::substitute(),
        ask::commands::draw(),
        ask::commands::takeback(),
        ask::commands::nudge(),
        ask::commands::claim(),
        ask::commands::ready(),
        ask::commands::ahead(),
        ask::commands::away(),
        ask::commands::rematch(),
        info::history::history(),
        info::history::replay(),
        info::menus::board_of(),
        info::menus::what_happened(),
        info::menus::who_is(),
        info::review::review(),
        ask::commands::share(),
        info::hint::hint(),
        info::trials::whatif(),
        info::trials::puzzle(),
        info::rules::rules(),
        info::help::help(),
        host::host(),
        host::relocate(),
        season::season(),
    ];
    replace_shortcut(&mut commands, games);
    add_game_options(&mut commands, games);
    commands
}

type SlashCommand = poise::Command<Bot, Failure>;

/// Replaces the template by the shortcuts that games declare.
fn replace_shortcut(commands: &mut Vec<SlashCommand>, games: &Registry) {
    let Some(template) = commands.iter().position(|command| command.name == "shortcut") else { return };
    let shortcuts = games.iter().flat_map(|game| game.particulars().shortcuts);
    commands.splice(template..=template, shortcuts.map(shortcut_command));
}

/// Returns the command for a shortcut: the template with its names. A shortcut without a switch has no option for one.
fn shortcut_command(declared: &'static Shortcut) -> SlashCommand {
    let mut command = shortcut();
    command.name = declared.name.into();
    command.description = Some(declared.help.into());
    match &declared.switch {
        Some(switch) => {
            command.parameters[0].name = switch.name.into();
            command.parameters[0].description = Some(switch.help.into());
        }
        None => drop(command.parameters.remove(0)),
    }
    command.custom_data = Box::new(declared);
    command
}

/// The options that people who create a match use most, in the order in which they are listed.
const COMMON_OPTIONS: [&str; 10] =
    ["game", "title", "players", "opponent", "computers", "level", "ends", "clock", "reveal", "sign_up"];

/// Adds the options that games declare to the subcommands that create and change matches, and sorts their options: Discord lists
/// them in this order, and a phone shows six.
fn add_game_options(commands: &mut [SlashCommand], games: &Registry) {
    let place_of =
        |name: &str| COMMON_OPTIONS.iter().position(|common| *common == name).unwrap_or(COMMON_OPTIONS.len());
    for command in commands {
        for subcommand in &mut command.subcommands {
            let Some(declared) = GameCommand::named(&command.name, &subcommand.name) else { continue };
            subcommand.parameters.extend(game_options::text_parameters(declared, games));
            // Nobody has to choose a game if there is only one.
            if declared == GameCommand::HostCreate && declared.games(games).len() < 2 {
                subcommand.parameters.retain(|parameter| parameter.name != "game");
            }
            subcommand.parameters.sort_by_key(|parameter| (!parameter.required, place_of(&parameter.name)));
        }
    }
}

// The template for the shortcuts that games declare, such as `/garnet`.
/// Play an action in a word
#[poise::command(slash_command)]
async fn shortcut(
    ctx: Context<'_>,
    #[description = "Play the other action"]
    #[rename = "switch"]
    _switch: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let answer = async {
        let Shortcut { name, action, switch, .. } = declared_for::<Shortcut>(ctx)?;
        let is_on = |switch: &&Switch| filled_in(ctx, switch.name).as_deref() == Some("true");
        let action = switch.as_ref().filter(is_on).map(|switch| switch.action).or(*action);
        let request = match action {
            Some(action) => Ask::Typed(action.to_owned()),
            // Without an action, the command asks the question of its name.
            None => Ask::Question((*name).to_owned()),
        };
        ask::ask(ctx, number, request).await
    };
    send(ctx, answer).await
}

/// Returns the commands as JSON for [`register`], with the kinds and choices of options that games declare.
pub(super) fn registered(commands: &[SlashCommand], games: &Registry) -> Json {
    let builders = poise::builtins::create_application_commands(commands);
    // A builder always becomes JSON.
    let mut json = serde_json::to_value(builders).unwrap_or_default();
    game_options::add_options(&mut json, games);
    register::prepare(&mut json);
    json
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use trigon_rules::games::AnyGame;

    use super::*;

    #[test]
    fn games_have_commands_of_their_own() {
        let games = Registry::standard();
        let json = registered(&all(&games), &games);
        let at =
            |list: &Json, name: &str| list.as_array().unwrap().iter().position(|one| one["name"] == name);
        let garnet = at(&json, "garnet").unwrap();
        assert_eq!((at(&json, "move"), at(&json, "vote")), (Some(garnet - 1), Some(garnet + 1)));
        assert_eq!(json[garnet]["description"], "Spend a garnet this round, or take that back");
        let options = &json[garnet]["options"];
        assert_eq!((at(options, "take_back"), at(options, "match")), (Some(0), Some(1)));
        assert_eq!(
            (&options[0]["type"], options[0].get("required")),
            (&5.into(), options[1].get("required"))
        );
        assert_eq!(json[garnet + 1]["options"].as_array().unwrap().len(), 1);
        let host = &json[at(&json, "host").unwrap()]["options"];
        let resolve = at(host, "resolve").unwrap();
        assert_eq!(at(host, "export"), Some(resolve + 1), "nothing else is decided by a host");
        assert!(at(&json, "shortcut").is_none());
    }

    #[test]
    fn the_page_of_commands_has_each_of_them_with_its_options() {
        const PAGE: &str = include_str!("../../../docs/commands.md");
        const GAMES: &str = include_str!("../../../docs/games/README.md");
        // A new game has its options on the page as soon as it has a page of its own.
        let has_page = |game: &&Arc<dyn AnyGame>| GAMES.contains(&format!("[{}]", game.info().title));
        let games: Registry = Registry::standard().iter().filter(has_page).cloned().collect();
        assert!(games.iter().len() > 4);
        let json = registered(&all(&games), &games);
        let list = |of: &Json| of.as_array().cloned().unwrap_or_default();
        let mut commands = Vec::new();
        for command in list(&json) {
            if command["type"].as_i64().is_some_and(|kind| kind != 1) {
                let entry = format!("| *{}* |", command["name"].as_str().unwrap());
                assert!(PAGE.contains(&entry), "docs/commands.md has no {entry}");
                continue;
            }
            let name = command["name"].as_str().unwrap().to_owned();
            let mut found = vec![(name, list(&command["options"]))];
            while let Some((name, options)) = found.pop() {
                // Subcommands, or a group of them.
                let is_inner = |option: &Json| option["type"].as_i64() <= Some(2);
                let (inner, options): (Vec<Json>, Vec<Json>) = options.into_iter().partition(is_inner);
                if inner.is_empty() {
                    commands.push((name, options));
                    continue;
                }
                let full = |inner: &Json| format!("{name} {}", inner["name"].as_str().unwrap());
                found.extend(inner.iter().map(|inner| (full(inner), list(&inner["options"]))));
            }
        }
        let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("| `/")).collect();
        assert_eq!(rows.len(), commands.len(), "one row for each");
        for (name, options) in commands {
            let row = rows.iter().find(|row| row.starts_with(&format!("| `/{name}` |")));
            let row = row.unwrap_or_else(|| panic!("docs/commands.md has no /{name}"));
            // What the page says of all of them.
            for option in options.iter().map(|option| option["name"].as_str().unwrap()) {
                assert!(option == "match" || row.contains(&format!("`{option}`")), "/{name} {option}: {row}");
            }
        }
    }

    #[test]
    fn no_command_has_two_options_of_one_name_or_more_than_discord_takes() {
        let games = Registry::standard();
        let json = registered(&all(&games), &games);
        let mut commands: Vec<&Json> = json.as_array().unwrap().iter().collect();
        let mut seen = 0;
        while let Some(command) = commands.pop() {
            let options = command["options"].as_array().map(Vec::as_slice).unwrap_or_default();
            let mut names: Vec<&str> = options.iter().filter_map(|option| option["name"].as_str()).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!((names.len(), count), (options.len(), options.len()), "{command}");
            assert!(count <= 25, "{}", command["name"]);
            commands.extend(options);
            seen += 1;
        }
        assert!(seen > 60, "{seen}");
    }
}
