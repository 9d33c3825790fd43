//! Command options declared by games: those of a match in `/host create` and `/play new`, and those of a player in
//! `/host seat`.
//!
//! Several games may declare options with the same key. A command then has a single option that covers the bounds and
//! choices of each; the chosen game checks the value.

use std::collections::{BTreeMap, BTreeSet};

use poise::serenity_prelude as serenity;
use serde_json::{Value as Json, json};
use serenity::{AutocompleteChoice, CommandOptionType, CreateAutocompleteResponse};

use super::texts;
use crate::ui::limits::{OPTION, SUGGESTIONS};
use crate::ui::{Bot, Context, Failure, escape, filled_in};
use trigon_engine::matches::{Denied, Terms};
use trigon_rules::games::{Info, OptionKind, Registry, Spec, Values};
use trigon_rules::text::key;

/// A command with options declared by games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declared {
    /// `/host create`: games played in rounds, which have a host.
    Hosted,
    /// `/play new`: turn-based games.
    Played,
    /// `/host seat`: the roster of a game played in rounds.
    Seated,
    /// `/host correct`: the same, once play has begun.
    Corrected,
}

impl Declared {
    const ALL: [Self; 4] = [Self::Hosted, Self::Played, Self::Seated, Self::Corrected];

    /// Returns the command with these names.
    pub(crate) fn named(command: &str, subcommand: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|declared| declared.names() == (command, subcommand))
    }

    /// Returns the names of the command and its subcommand.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Hosted => ("host", "create"),
            Self::Played => ("play", "new"),
            Self::Seated => ("host", "seat"),
            Self::Corrected => ("host", "correct"),
        }
    }

    /// Returns the games that the command is for.
    pub(crate) fn games(self, games: &Registry) -> Vec<&'static Info> {
        games.iter().map(|game| game.info()).filter(|info| self.is_for(info)).collect()
    }

    /// Returns whether the command is for a game.
    pub(super) fn is_for(self, info: &Info) -> bool {
        info.is_hosted() == (self != Self::Played)
    }

    /// Returns the game that the user has picked or typed.
    pub(crate) fn game(self, games: &Registry, typed: &str) -> Result<&'static Info, Failure> {
        let found = games.find(typed).map(|game| game.info()).filter(|info| self.is_for(info));
        found.ok_or_else(|| {
            let titles: Vec<&str> = self.games(games).iter().map(|info| info.title).collect();
            Failure::denied(texts::no_game(typed, &titles))
        })
    }

    /// Returns the game to use if none is chosen; fails unless the command has exactly one.
    pub(crate) fn usual(self, games: &Registry) -> Result<&'static Info, Failure> {
        match self.games(games)[..] {
            [only] => Ok(only),
            [] => Err(Failure::denied(texts::no_game("", &[]))),
            ref several => {
                let titles: Vec<&str> = several.iter().map(|info| info.title).collect();
                Err(Failure::denied(texts::which_game(&titles)))
            }
        }
    }

    /// Completes the name of a game.
    pub(crate) fn complete_game(self, ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
        self.complete_among(ctx.data().matches.games(), typed, |_| true)
    }

    /// Completes the name of a game that `is_meant`.
    pub(crate) fn complete_among(
        self,
        games: &Registry,
        typed: &str,
        is_meant: impl Fn(&Info) -> bool,
    ) -> CreateAutocompleteResponse {
        let typed = key(typed);
        let games = self.games(games).into_iter().filter(|info| is_meant(info));
        let fitting = games.filter(|info| info.title.to_lowercase().contains(&typed));
        let choices = fitting.map(|info| AutocompleteChoice::new(texts::game_choice(info), info.name));
        CreateAutocompleteResponse::new().set_choices(choices.take(SUGGESTIONS).collect())
    }

    fn specs(self, info: &'static Info) -> Vec<&'static Spec> {
        match self {
            Self::Seated | Self::Corrected => info.fields.iter().map(|field| &field.spec).collect(),
            Self::Hosted | Self::Played => info.options.iter().collect(),
        }
    }

    /// Returns the specs of all the command's games by key, each with its game.
    fn all(self, games: &Registry) -> BTreeMap<&'static str, Vec<(&'static Info, &'static Spec)>> {
        let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for info in self.games(games) {
            for spec in self.specs(info) {
                all.entry(spec.key).or_default().push((info, spec));
            }
        }
        all
    }

    /// Returns the values of the options that the user has filled in.
    pub(crate) fn values(self, ctx: Context<'_>, info: &'static Info) -> Result<Values, Failure> {
        let mut values = Values::default();
        for (key, specs) in self.all(ctx.data().matches.games()) {
            let Some(text) = filled_in(ctx, key) else { continue };
            let spec = specs.iter().find(|(of, _)| of.name == info.name);
            let (_, spec) = spec.ok_or(Denied::NoOption { title: info.title, key: key.to_owned() })?;
            values.set(key, spec.read(&text).map_err(Failure::denied)?);
        }
        Ok(values)
    }
}

/// Returns whether the user has filled in a limit in hours for any kind of time.
pub(super) fn has_limits(ctx: Context<'_>) -> bool {
    times(ctx.data().matches.games()).iter().any(|(_, option, _)| filled_in(ctx, option).is_some())
}

/// Applies the limits, in hours, that the user has filled in for each kind of time.
pub(super) fn limits(ctx: Context<'_>, info: &Info, mut terms: Terms) -> Result<Terms, Failure> {
    for (key, option, _) in times(ctx.data().matches.games()) {
        let Some(hours) = filled_in(ctx, &option).and_then(|hours| hours.parse().ok()) else { continue };
        if info.time(key).is_none() {
            return Err(Denied::NoOption { title: info.title, key: option }.into());
        }
        terms = terms.limited(key, hours);
    }
    Ok(terms)
}

/// Returns the kinds of time in hosted games: key, option of `/host create`, and description.
fn times(games: &Registry) -> Vec<(&'static str, String, String)> {
    let mut all: Vec<(&'static str, String, String)> = Vec::new();
    for time in Declared::Hosted.games(games).into_iter().flat_map(|info| info.times) {
        if all.iter().all(|(key, ..)| *key != time.key) {
            let default = time.default.map_or("no limit".to_owned(), |hours| hours.to_string());
            let help = format!("Hours for {} (default {default})", time.label);
            all.push((time.key, format!("{}_hours", time.key), help));
        }
    }
    all
}

/// Discord's type numbers for string and integer options.
const TEXT: u8 = 3;
const INTEGER: u8 = 4;

/// Adds the options declared by games to the commands to be registered.
pub(crate) fn extend(commands: &mut Json, games: &Registry) {
    for command in Declared::ALL {
        let mut options: Vec<Json> = Vec::new();
        if command == Declared::Hosted {
            let hours =
                |(_, name, help): (_, String, String)| integer(&name, &help, 1, i64::from(Terms::MAX_HOURS));
            options.extend(times(games).into_iter().map(hours));
        }
        options.extend(command.all(games).iter().filter_map(|(key, specs)| registered(key, specs)));
        let (name, subcommand) = command.names();
        let found = named(commands, name).and_then(|found| named(found.get_mut("options")?, subcommand));
        if let Some(list) = found.and_then(|found| found.get_mut("options")?.as_array_mut()) {
            if let Some(players) = list.iter_mut().find(|option| option["name"] == "players") {
                players["description"] = json!(players_of(&command.games(games)));
            }
            list.extend(options);
            if command == Declared::Hosted {
                arrange(list, &command.games(games));
            }
        }
    }
}

/// Puts what hosts choose at once before what can wait for the settings: what the game leaves to choose, if there are few
/// choices, belongs to it.
fn arrange(options: &mut [Json], games: &[&'static Info]) {
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
fn players_of(games: &[&'static Info]) -> String {
    let each = |info: &&Info| match games {
        [_] => format!("How many players: {} (default {})", info.player_counts(), info.usual_players),
        _ => format!("{}: {}", info.title, info.player_counts()),
    };
    escape::plain(&games.iter().map(each).collect::<Vec<_>>().join("; "), OPTION)
}

fn named<'a>(list: &'a mut Json, name: &str) -> Option<&'a mut Json> {
    list.as_array_mut()?.iter_mut().find(|entry| entry["name"] == name)
}

fn integer(key: &str, help: &str, least: i64, most: i64) -> Json {
    json!({ "type": INTEGER, "name": key, "description": help, "min_value": least, "max_value": most })
}

/// Returns an option in registered form, or `None` for a text, which becomes a [parameter](parameters) with
/// suggestions.
fn registered(key: &str, specs: &[(&'static Info, &'static Spec)]) -> Option<Json> {
    let (mut bounds, mut words) = (Vec::new(), Vec::new());
    for (_, spec) in specs {
        match &spec.kind {
            OptionKind::Number(range) => bounds.push(range),
            OptionKind::Choice(choices) => words.extend(*choices),
            OptionKind::Text { .. } => return None,
        }
    }
    let help = described(specs)?;
    if words.is_empty() {
        let least = bounds.iter().map(|range| *range.start()).min()?;
        let most = bounds.iter().map(|range| *range.end()).max()?;
        return Some(integer(key, &help, least, most));
    }
    let mut option = json!({ "type": TEXT, "name": key, "description": help });
    if bounds.is_empty() {
        let mut known = BTreeSet::new();
        words.retain(|(word, _)| known.insert(*word));
        let choice =
            |(word, label): &(&str, &str)| json!({ "name": escape::plain(label, OPTION), "value": word });
        option["choices"] = words.iter().take(SUGGESTIONS).map(choice).collect();
    }
    Some(option)
}

/// Describes an option and its default, game by game if the games declare it differently.
fn described(specs: &[(&'static Info, &'static Spec)]) -> Option<String> {
    let (_, first) = specs.first()?;
    let label = |spec: &Spec, word: &'static str| match &spec.kind {
        OptionKind::Choice(words) => {
            words.iter().find(|(key, _)| *key == word).map_or(word, |(_, label)| *label)
        }
        _ => word,
    };
    let default =
        |spec: &Spec| spec.default.map(|it| format!(" (default: {})", label(spec, it))).unwrap_or_default();
    let bounds = |spec: &Spec| match &spec.kind {
        OptionKind::Number(range) => format!("{} to {}", range.start(), range.end()),
        OptionKind::Choice(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or "),
        OptionKind::Text { .. } => "a text".to_owned(),
    };
    let is_first = |spec: &Spec| (bounds(spec), spec.default) == (bounds(first), first.default);
    if specs.iter().all(|(_, spec)| is_first(spec)) {
        return Some(escape::plain(&format!("{}{}", first.help, default(first)), OPTION));
    }
    let each = specs.iter().map(|(info, spec)| format!("{}: {}{}", info.title, bounds(spec), default(spec)));
    Some(escape::plain(&each.collect::<Vec<_>>().join("; "), OPTION))
}

/// Returns a command's parameters for text in a game's notation, with suggestions while the user types.
pub(crate) fn parameters(command: Declared, games: &Registry) -> Vec<poise::CommandParameter<Bot, Failure>> {
    let is_text = |specs: &[(&'static Info, &'static Spec)]| {
        specs.iter().any(|(_, spec)| matches!(spec.kind, OptionKind::Text { .. }))
    };
    let all = command.all(games).into_iter().filter(|(_, specs)| is_text(specs));
    let parameter = |(key, specs): (&'static str, Vec<_>)| poise::CommandParameter {
        name: key.into(),
        name_localizations: Vec::new().into(),
        description: described(&specs).map(Into::into),
        description_localizations: Vec::new().into(),
        required: false,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(|option| option.kind(CommandOptionType::String)),
        autocomplete_callback: Some(|ctx, typed| Box::pin(suggested(ctx, typed))),
        __non_exhaustive: (),
    };
    all.map(parameter).collect()
}

/// Completes the option being typed with the games' suggestions.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn suggested(
    ctx: poise::ApplicationContext<'_, Bot, Failure>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let option = ctx.interaction.data.autocomplete().map(|option| option.name).unwrap_or_default();
    let games = ctx.framework.user_data.matches.games();
    let specs = Declared::ALL.into_iter().filter_map(|command| command.all(games).remove(option)).flatten();
    let typed = key(typed);
    let mut choices: Vec<(String, String)> = Vec::new();
    for (_, spec) in specs {
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
        extend(&mut commands, &Registry::standard());
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
        extend(&mut commands, &Registry::standard());
        let options = commands[0]["options"][0]["options"].as_array().unwrap();
        let found: Vec<&str> = options.iter().map(|option| option["name"].as_str().unwrap()).collect();
        assert_eq!(found[..6], ["title", "players", "ends", "reveal", "sign_up", "pregame_hours"]);
        assert!(names.iter().all(|name| found.contains(name)), "{found:?}");
    }

    #[test]
    fn the_numbers_of_players_are_described_for_every_game_of_a_command() {
        let games = Registry::standard();
        for command in [Declared::Hosted, Declared::Played] {
            let (name, subcommand) = command.names();
            let players = json!({ "name": "players", "description": "" });
            let mut commands =
                json!([{ "name": name, "options": [{ "name": subcommand, "options": [players] }] }]);
            extend(&mut commands, &games);
            let options = &commands[0]["options"][0]["options"];
            let shown = options[0]["description"].as_str().unwrap();
            for info in command.games(&games) {
                assert!(shown.contains(&info.player_counts()), "{shown}");
            }
        }
    }
}
