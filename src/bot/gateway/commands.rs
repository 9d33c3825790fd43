//! The commands as they are registered.

use serde_json::Value as Json;

use super::register;
use crate::lobby::declared::{self, Declared};
use crate::ui::{Bot, Failure};
use crate::{ask, host, info, lobby};
use trigon_rules::games::Registry;

/// Returns all commands.
pub(super) fn all(games: &Registry) -> Vec<poise::Command<Bot, Failure>> {
    let mut commands = vec![
        lobby::play(),
        ask::commands::step(),
        ask::commands::garnet(),
        ask::commands::vote(),
        ask::commands::me(),
        ask::commands::board(),
        info::mine::matches(),
        ask::commands::resign(),
        ask::commands::draw(),
        ask::commands::takeback(),
        ask::commands::nudge(),
        ask::commands::claim(),
        ask::commands::rematch(),
        info::history::history(),
        info::history::replay(),
        info::rules::rules(),
        info::rules::help(),
        host::host(),
    ];
    for command in &mut commands {
        for subcommand in &mut command.subcommands {
            let Some(declared) = Declared::named(&command.name, &subcommand.name) else { continue };
            subcommand.parameters.extend(declared::parameters(declared, games));
            // Nobody has to choose a game if there is only one.
            if declared == Declared::Hosted && declared.games(games).len() < 2 {
                subcommand.parameters.retain(|parameter| parameter.name != "game");
            }
        }
    }
    commands
}

/// Returns the commands as Discord takes them, with the options that games declare.
pub(super) fn registered(commands: &[poise::Command<Bot, Failure>], games: &Registry) -> Json {
    let builders = poise::builtins::create_application_commands(commands);
    // A builder always becomes JSON.
    let mut json = serde_json::to_value(builders).unwrap_or_default();
    declared::extend(&mut json, games);
    register::place(&mut json);
    json
}

#[cfg(test)]
mod tests {
    use super::*;

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
