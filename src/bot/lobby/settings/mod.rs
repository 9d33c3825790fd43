//! *Settings…*: the terms of a match in one message, each with what it means, for hosts to change until the start.
//!
//! A host picks a setting in one select and its value in another, and repeats that until they press *Save*. What they have chosen and
//! not saved ([`UnsavedSettings`]) is in the identifiers of the components, so nothing is kept between presses.
//!
//! | file | what |
//! |---|---|
//! | `setting.rs` | [`Setting`]: the settings of a game, and their values as identifiers carry them |
//! | `texts.rs` | the sentences |

mod setting;
pub(crate) mod texts;

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, ComponentInteraction, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use self::setting::Setting;
use super::presets::last_calendar;
use crate::ui::limits::{OPTION, OPTIONS};
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, button, escape, value};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Amendment, Calendar, Command, Denied, Match, Person, Power, Status, Terms};
use trigon_rules::games::Info;

/// Returns the button that opens the settings, for somebody who may change them.
pub(crate) fn open_button(person: &Person, game: &Match) -> Vec<CreateActionRow> {
    if require_changeable(person, game).is_err() {
        return Vec::new();
    }
    let open = button(game, ComponentAction::Settings, texts::SETTINGS, ButtonStyle::Secondary);
    vec![CreateActionRow::Buttons(vec![open])]
}

/// Names the settings in which some terms differ from the usual ones of a game, each with its value.
pub(super) fn unusual(terms: &Terms, info: &'static Info) -> Vec<String> {
    let usual = Terms::usual(info);
    let mut settings = Setting::in_effect(terms, info);
    settings.retain(|setting| setting.code(terms) != setting.code(&usual));
    settings.iter().map(|setting| texts::named(setting, &setting.code(terms))).collect()
}

/// Checks that a person may change the settings now.
fn require_changeable(person: &Person, game: &Match) -> Result<(), Failure> {
    person.check_power(Power::Roster, game)?;
    match game.status {
        Status::Signup if game.is_roster_closed() => Err(Denied::RosterClosed(game.id).into()),
        Status::Signup => Ok(()),
        _ => Err(Failure::denied(texts::too_late(game))),
    }
}

/// Answers a press on the button, or on a part of the message that it opens.
///
/// # Errors
/// If the person may not change the settings, or if it is too late.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    action: &ComponentAction,
) -> Result<Answer, Failure> {
    require_changeable(person, game)?;
    let user = person.user_id;
    let last_calendar = last_calendar(&bot.matches, game.guild_id).await?;
    match action {
        ComponentAction::Setting(keys) => {
            let unsaved = UnsavedSettings::read(keys).ok_or_else(unknown)?;
            panel(game, user, &unsaved, value(click), last_calendar)
        }
        ComponentAction::SettingTo(keys) => {
            let before = UnsavedSettings::read(keys).ok_or_else(unknown)?;
            let (key, code) = value(click).and_then(|chosen| chosen.split_once('=')).ok_or_else(unknown)?;
            let after = before.with_value(game, key, code).ok_or_else(unknown)?;
            if after.fits(game) {
                return panel(game, user, &after, Some(key), last_calendar);
            }
            Ok(panel(game, user, &before, Some(key), last_calendar)?.under(texts::SAVE_FIRST))
        }
        ComponentAction::SaveSettings(keys) => {
            let unsaved = UnsavedSettings::read(keys).ok_or_else(unknown)?;
            let amendments = unsaved.amendments(game).ok_or_else(unknown)?;
            let saved = bot.matches.ask(game.id, person, Command::Amend(amendments)).await?.game;
            let panel = panel(&saved, user, &UnsavedSettings::default(), None, last_calendar)?;
            Ok(panel.under(texts::saved(&saved, user)))
        }
        _ => panel(game, user, &UnsavedSettings::default(), None, last_calendar),
    }
}

fn unknown() -> Failure {
    Failure::denied(UnknownId::Component.to_string())
}

/// What a host has chosen and not saved: the keys of settings, each with the code of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct UnsavedSettings(Vec<(String, String)>);

impl UnsavedSettings {
    /// Reads what the identifier of a component says.
    fn read(keys: &Prefix) -> Option<Self> {
        let pair = |key: &String| key.split_once('=').map(|(key, code)| (key.to_owned(), code.to_owned()));
        keys.keys().iter().map(pair).collect::<Option<_>>().map(Self)
    }

    /// Returns what the identifier of a component says, or `None` if it cannot carry that.
    fn keys(&self) -> Option<Prefix> {
        Prefix::new(self.0.iter().map(|(key, code)| format!("{key}={code}")).collect())
    }

    /// Returns these settings with the value that has this code for the setting with this key, or `None` if the match has no such
    /// setting. A value that the match has already needs no saving.
    fn with_value(&self, game: &Match, key: &str, code: &str) -> Option<Self> {
        let terms = game.terms.amended(&self.amendments(game)?);
        let settings = Setting::in_effect(&terms, game.info());
        let setting = settings.iter().find(|setting| setting.key() == key)?;
        let mut after = self.clone();
        after.0.retain(|(known, _)| known != key);
        if setting.code(&game.terms) != code {
            after.0.push((key.to_owned(), code.to_owned()));
        }
        Some(after)
    }

    /// Returns the changes of the terms, or `None` if there is no such setting or value.
    fn amendments(&self, game: &Match) -> Option<Vec<Amendment>> {
        // Some make a difference only together with others that are not saved either.
        let settings = Setting::all(game.info());
        let amendment = |(key, code): &(String, String)| {
            settings.iter().find(|setting| setting.key() == key)?.amendment(code)
        };
        self.0.iter().map(amendment).collect()
    }

    /// Returns whether these settings fit into the identifiers of components.
    fn fits(&self, game: &Match) -> bool {
        let id =
            |keys| CustomId::new(game.id, game.question, ComponentAction::SaveSettings(keys)).to_string();
        self.keys().is_some_and(|keys| id(keys).len() <= OPTION)
    }
}

/// Returns the message with all settings. `open` is the key of the one whose values can be chosen, and `last_calendar` has the time
/// zone for times of day.
fn panel(
    game: &Match,
    user: UserId,
    unsaved: &UnsavedSettings,
    open: Option<&str>,
    last_calendar: Option<Calendar>,
) -> Result<Answer, Failure> {
    let (terms, usual) = (&game.terms, Terms::usual(game.info()));
    let after = terms.amended(&unsaved.amendments(game).ok_or_else(unknown)?);
    let settings = Setting::in_effect(&after, game.info());
    let keys = unsaved.keys().ok_or_else(unknown)?;
    let line = |setting: &Setting| {
        let [now, then, usual] = [terms, &after, &usual].map(|terms| setting.code(terms));
        texts::line(setting, &now, &then, &usual)
    };
    let lines: Vec<String> = settings.iter().map(line).collect();
    let option = |setting: &Setting| {
        let shown = texts::named(setting, &setting.code(&after));
        CreateSelectMenuOption::new(escape::plain(&shown, OPTION), setting.key())
            .description(escape::plain(texts::meaning(setting), OPTION))
            .default_selection(Some(setting.key()) == open)
    };
    let all = settings.iter().take(OPTIONS).map(option).collect();
    let mut rows = vec![select(game, ComponentAction::Setting(keys.clone()), texts::CHANGE, all)];
    if let Some(setting) = settings.iter().find(|setting| Some(setting.key()) == open) {
        rows.push(value_select(
            game,
            setting,
            &setting.code(&after),
            &setting.code(&usual),
            last_calendar,
            &keys,
        ));
    }
    let is_unchanged = unsaved.0.is_empty();
    let save = button(game, ComponentAction::SaveSettings(keys), texts::SAVE, ButtonStyle::Success);
    let mut buttons = vec![save.disabled(is_unchanged)];
    if !is_unchanged {
        let back = ComponentAction::Setting(Prefix::default());
        buttons.push(button(game, back, texts::DISCARD, ButtonStyle::Secondary));
    }
    rows.push(CreateActionRow::Buttons(buttons));
    Ok(Answer::new(texts::panel(game, &lines, user)).rows(rows))
}

/// Returns the select of a setting's values. It always has the value that is chosen `now` and the usual one. Each option has the key
/// of the setting and the code of the value.
fn value_select(
    game: &Match,
    setting: &Setting,
    now: &str,
    usual: &str,
    last_calendar: Option<Calendar>,
    keys: &Prefix,
) -> CreateActionRow {
    let mut codes = setting.choices(last_calendar);
    let mut missing = vec![usual.to_owned(), now.to_owned()];
    missing.dedup();
    missing.retain(|code| !codes.contains(code));
    codes.truncate(OPTIONS - missing.len());
    codes.append(&mut missing);
    let option = |code: &String| {
        let label = escape::plain(&texts::choice(setting, code, usual), OPTION);
        CreateSelectMenuOption::new(label, format!("{}={code}", setting.key())).default_selection(code == now)
    };
    let values = codes.iter().map(option).collect();
    select(game, ComponentAction::SettingTo(keys.clone()), &texts::choose(setting), values)
}

fn select(
    game: &Match,
    action: ComponentAction,
    label: &str,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let id = CustomId::new(game.id, game.question, action);
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id.to_string(), kind).placeholder(label))
}
