//! *Add computer*: players who are programs, added to the roster of a match before it starts.

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::{signup, texts};
use crate::ui::limits::OPTIONS;
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, UnknownId, value};
use trigon_engine::matches::{Command, Computed, Denied, Match, Person, Player, Power, RosterEntry};
use trigon_rules::games::{Level, Values};

/// The level of computed players unless another one is chosen.
const DEFAULT_LEVEL: u8 = 3;

/// What the selects of the panel do. Their numbers are in the identifiers of messages that exist already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PanelSelect {
    /// Adds one player.
    AddOne = 1,
    /// Fills all seats.
    FillAll = 2,
    /// Takes a player off the roster.
    Remove = 3,
    /// Says what becomes of seats that nobody takes.
    Autopilot = 4,
}

impl PanelSelect {
    const ALL: [Self; 4] = [Self::AddOne, Self::FillAll, Self::Remove, Self::Autopilot];

    fn numbered(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|select| *select as u32 == number)
    }
}

/// The choice of [`PanelSelect::Autopilot`] that leaves such seats empty.
const NOBODY: &str = "nobody";

/// Returns the panel, a message that only the host sees, with a select for each thing that they can choose.
///
/// # Errors
/// If the person may not change the roster, or if it is too late.
pub(crate) fn panel(person: &Person, game: &Match) -> Result<Answer, Failure> {
    person.check_power(Power::Roster, game)?;
    if !signup::takes_computed(game) {
        return Err(Failure::denied(texts::too_late_for_computed(game)));
    }
    let seats_left = usize::from(game.terms.players).saturating_sub(game.players.len());
    let levels = || Level::ALL.map(|level| (texts::level(level), level.number().to_string())).to_vec();
    let option_to_remove = |computed: Computed| (computed.name_and_level(), computed.user_id().to_string());
    let seated: Vec<(String, String)> =
        game.players.iter().filter_map(Player::computed).map(option_to_remove).collect();
    let mut rows = Vec::new();
    if seats_left > 0 {
        rows.push(select_row(game, PanelSelect::AddOne, texts::ADD_ONE, levels()));
    }
    if seats_left > 1 {
        rows.push(select_row(game, PanelSelect::FillAll, &texts::fill(seats_left), levels()));
    }
    if !seated.is_empty() {
        rows.push(select_row(game, PanelSelect::Remove, texts::REMOVE_COMPUTED, seated));
    }
    if game.info().is_hosted() {
        let nobody = (texts::NO_AUTOPILOT.to_owned(), NOBODY.to_owned());
        let choices = std::iter::once(nobody).chain(levels()).collect();
        rows.push(select_row(game, PanelSelect::Autopilot, texts::AUTOPILOT, choices));
    }
    Ok(Answer::new(texts::computed(game, seats_left)).rows(rows))
}

/// Returns a select with options, each with its label and its value.
fn select_row(
    game: &Match,
    select: PanelSelect,
    label: &str,
    options: Vec<(String, String)>,
) -> CreateActionRow {
    let id = CustomId::new(game.id, game.question, ComponentAction::Computed(select as u32));
    let option = |(label, value): (String, String)| CreateSelectMenuOption::new(label, value);
    let options = options.into_iter().take(OPTIONS).map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(label))
}

/// Does what was chosen in the select with this number, and returns the panel with what can be chosen then.
///
/// # Errors
/// If the person may not change the roster, or if it is too late.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    number: u32,
) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    let select = PanelSelect::numbered(number).ok_or_else(unknown)?;
    let chosen = value(click).ok_or_else(unknown)?;
    let level = || chosen.parse::<Level>().map_err(|_| unknown());
    panel(person, game)?;
    // A request is remembered as done with its first change. Several players are several changes, so they are made without it.
    let person = Person { request: None, ..*person };
    let matches = &bot.matches;
    let mut game = matches.load(game.id).await?;
    match select {
        PanelSelect::Remove => {
            let user =
                chosen.parse().ok().filter(|user| Computed::of(*user).is_some()).ok_or_else(unknown)?;
            game = matches.ask(game.id, &person, Command::Unseat { user, reason: None }).await?.game;
        }
        PanelSelect::Autopilot => {
            let level = if chosen == NOBODY { None } else { Some(level()?) };
            if game.terms.autopilot != level.map(Level::number) {
                game = matches.ask(game.id, &person, Command::Autopilot(level)).await?.game;
            }
        }
        PanelSelect::AddOne | PanelSelect::FillAll => {
            let level = level()?;
            while game.players.len() < usize::from(game.terms.players) {
                let command = Command::Seat(roster_entry(game.another_computed(level)));
                game = matches.ask(game.id, &person, command).await?.game;
                if select == PanelSelect::AddOne {
                    break;
                }
            }
        }
    }
    panel(&person, &game)
}

/// Returns the level that somebody has chosen for computed players, with this panel or an option of a command, or the usual one.
///
/// # Errors
/// If there is no such level.
pub(crate) fn level_or_usual(typed: Option<u8>) -> Result<Level, Denied> {
    let number = typed.unwrap_or(DEFAULT_LEVEL);
    Level::new(number).ok_or(Denied::NoLevel(number))
}

/// Returns the line of the roster for a computed player.
fn roster_entry(computed: Computed) -> RosterEntry {
    let fields = Values::default();
    RosterEntry { user_id: computed.user_id(), name: computed.name(), renames: true, fields }
}
