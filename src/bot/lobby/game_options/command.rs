//! [`GameCommand`]: a command with options declared by games, its games, and what somebody has filled in; and the options for time
//! limits, which `/host create` has for each kind of time that a game declares.

use std::collections::BTreeMap;

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::super::texts;
use crate::ui::limits::SUGGESTIONS;
use crate::ui::{Context, Failure, filled_in};
use trigon_engine::matches::{Denied, Terms};
use trigon_rules::games::{Info, Registry, Spec, Values};
use trigon_rules::text::key;

/// A command with options declared by games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameCommand {
    /// `/host create`: games played in rounds, which have a host.
    HostCreate,
    /// `/play new`: turn-based games.
    PlayNew,
    /// `/host seat`: the roster of a game played in rounds.
    HostSeat,
    /// `/host correct`: the same, once play has begun.
    HostCorrect,
}

impl GameCommand {
    pub(super) const ALL: [Self; 4] = [Self::HostCreate, Self::PlayNew, Self::HostSeat, Self::HostCorrect];

    /// Returns the command with these names.
    pub(crate) fn named(command: &str, subcommand: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.names() == (command, subcommand))
    }

    /// Returns the names of the command and its subcommand.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::HostCreate => ("host", "create"),
            Self::PlayNew => ("play", "new"),
            Self::HostSeat => ("host", "seat"),
            Self::HostCorrect => ("host", "correct"),
        }
    }

    /// Returns the games that the command is for.
    pub(crate) fn games(self, games: &Registry) -> Vec<&'static Info> {
        games.iter().map(|game| game.info()).filter(|info| self.is_for(info)).collect()
    }

    /// Returns whether the command is for a game.
    pub(in crate::lobby) fn is_for(self, info: &Info) -> bool {
        info.is_hosted() == (self != Self::PlayNew)
    }

    /// Returns the game that the user has picked or typed.
    ///
    /// # Errors
    /// If the command has no such game.
    pub(crate) fn find_game(self, games: &Registry, typed: &str) -> Result<&'static Info, Failure> {
        let found = games.find(typed).map(|game| game.info()).filter(|info| self.is_for(info));
        found.ok_or_else(|| {
            let titles: Vec<&str> = self.games(games).iter().map(|info| info.title).collect();
            Failure::denied(texts::no_game(typed, &titles))
        })
    }

    /// Returns the game to use if none is chosen.
    ///
    /// # Errors
    /// Unless the command has exactly one game.
    pub(crate) fn only_game(self, games: &Registry) -> Result<&'static Info, Failure> {
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
        let matching = games.filter(|info| info.title.to_lowercase().contains(&typed));
        let choices = matching.map(|info| AutocompleteChoice::new(texts::game_choice(info), info.name));
        CreateAutocompleteResponse::new().set_choices(choices.take(SUGGESTIONS).collect())
    }

    /// Returns the options of the command that a game declares.
    fn specs(self, info: &'static Info) -> Vec<&'static Spec> {
        match self {
            Self::HostSeat | Self::HostCorrect => info.fields.iter().map(|field| &field.spec).collect(),
            Self::HostCreate | Self::PlayNew => info.options.iter().collect(),
        }
    }

    /// Returns the specs of all the command's games by key, each with its game.
    pub(super) fn specs_by_key(self, games: &Registry) -> BTreeMap<&'static str, Vec<GameSpec>> {
        let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for info in self.games(games) {
            for spec in self.specs(info) {
                all.entry(spec.key).or_default().push(GameSpec { info, spec });
            }
        }
        all
    }

    /// Returns the values of the options that the user has filled in.
    ///
    /// # Errors
    /// If the game does not have one of them, or if a value is not allowed.
    pub(crate) fn values(self, ctx: Context<'_>, info: &'static Info) -> Result<Values, Failure> {
        let mut values = Values::default();
        for (key, specs) in self.specs_by_key(ctx.data().matches.games()) {
            let Some(text) = filled_in(ctx, key) else { continue };
            let of_game = specs.iter().find(|known| known.info.name == info.name);
            let of_game = of_game.ok_or(Denied::NoOption { title: info.title, key: key.to_owned() })?;
            values.set(key, of_game.spec.read(&text).map_err(Failure::denied)?);
        }
        Ok(values)
    }
}

/// An option, as one of the games of a command declares it.
pub(super) struct GameSpec {
    pub(super) info: &'static Info,
    pub(super) spec: &'static Spec,
}

/// Returns whether the user has filled in a limit in hours for any kind of time.
pub(in crate::lobby) fn has_filled_in_limits(ctx: Context<'_>) -> bool {
    time_options(ctx.data().matches.games()).iter().any(|option| filled_in(ctx, &option.name).is_some())
}

/// Returns terms with the limits, in hours, that the user has filled in for each kind of time.
///
/// # Errors
/// If the game does not have one of these kinds of time.
pub(in crate::lobby) fn with_limits(
    ctx: Context<'_>,
    info: &Info,
    mut terms: Terms,
) -> Result<Terms, Failure> {
    for option in time_options(ctx.data().matches.games()) {
        let Some(hours) = filled_in(ctx, &option.name).and_then(|hours| hours.parse().ok()) else { continue };
        if info.time(option.time).is_none() {
            return Err(Denied::NoOption { title: info.title, key: option.name }.into());
        }
        terms = terms.limited(option.time, hours);
    }
    Ok(terms)
}

/// An option of `/host create` for the limit of one kind of time, in hours.
pub(super) struct TimeOption {
    /// The key of the kind of time.
    pub(super) time: &'static str,
    pub(super) name: String,
    pub(super) description: String,
}

/// Returns an option for each kind of time in hosted games.
pub(super) fn time_options(games: &Registry) -> Vec<TimeOption> {
    let mut options: Vec<TimeOption> = Vec::new();
    for time in GameCommand::HostCreate.games(games).into_iter().flat_map(|info| info.times) {
        if options.iter().all(|option| option.time != time.key) {
            let default = time.default.map_or("no limit".to_owned(), |hours| hours.to_string());
            let description = format!("Hours for {} (default {default})", time.label);
            options.push(TimeOption { time: time.key, name: format!("{}_hours", time.key), description });
        }
    }
    options
}
