//! *Settings…*: the terms of a match in one message, each with what it means, for hosts to change until the start.
//!
//! What a host has chosen and not saved is in the identifiers of the components, so nothing is kept between presses.

mod item;
pub(crate) mod texts;

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, ComponentInteraction, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use self::item::Item;
use super::presets::last_calendar;
use crate::ui::limits::{OPTION, OPTIONS};
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, button, escape, value};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Amendment, Calendar, Command, Denied, Match, Person, Power, Status, Terms};
use trigon_rules::games::Info;

/// What a host has chosen and not saved: the keys of settings, each with a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Draft(Vec<(String, String)>);

impl Draft {
    /// Reads what the identifier of a component says.
    fn read(keys: &Prefix) -> Option<Self> {
        let pair = |key: &String| key.split_once('=').map(|(key, code)| (key.to_owned(), code.to_owned()));
        keys.keys().iter().map(pair).collect::<Option<_>>().map(Self)
    }

    fn keys(&self) -> Option<Prefix> {
        Prefix::new(self.0.iter().map(|(key, code)| format!("{key}={code}")).collect())
    }

    /// Sets a value, or takes it out if that is what the match has.
    fn set(&mut self, game: &Match, item: &Item, code: &str) {
        self.0.retain(|(key, _)| key != item.key());
        if item.code(&game.terms) != code {
            self.0.push((item.key().to_owned(), code.to_owned()));
        }
    }

    fn amendments(&self, game: &Match) -> Option<Vec<Amendment>> {
        // Some make a difference only together with others that are not saved either.
        let items = Item::all(game.info());
        let amendment =
            |(key, code): &(String, String)| items.iter().find(|item| item.key() == key)?.amendment(code);
        self.0.iter().map(amendment).collect()
    }

    /// Returns whether it fits into the identifiers of components.
    fn fits(&self, game: &Match) -> bool {
        let id =
            |keys| CustomId::new(game.id, game.question, ComponentAction::SaveSettings(keys)).to_string();
        self.keys().is_some_and(|keys| id(keys).len() <= OPTION)
    }
}

/// Returns the button that opens the settings, for somebody who may change them.
pub(crate) fn opener(person: &Person, game: &Match) -> Vec<CreateActionRow> {
    if may_change(person, game).is_err() {
        return Vec::new();
    }
    let open = button(game, ComponentAction::Settings, texts::SETTINGS, ButtonStyle::Secondary);
    vec![CreateActionRow::Buttons(vec![open])]
}

/// Says in which settings some terms differ from the usual ones of a game.
pub(super) fn unusual(terms: &Terms, info: &'static Info) -> Vec<String> {
    let usual = Terms::usual(info);
    let mut items = Item::of(terms, info);
    items.retain(|item| item.code(terms) != item.code(&usual));
    items.iter().map(|item| texts::named(item, &item.code(terms))).collect()
}

fn may_change(person: &Person, game: &Match) -> Result<(), Failure> {
    person.may(Power::Roster, game)?;
    match game.status {
        Status::Signup if game.is_closed() => Err(Denied::RosterClosed(game.id).into()),
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
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    may_change(person, game)?;
    let user = person.user_id;
    let evening = last_calendar(&bot.matches, game.guild_id).await?;
    match action {
        ComponentAction::Setting(keys) => {
            let draft = Draft::read(keys).ok_or_else(unknown)?;
            panel(game, user, &draft, value(click), evening)
        }
        ComponentAction::SettingTo(keys) => {
            let before = Draft::read(keys).ok_or_else(unknown)?;
            let (key, code) = value(click).and_then(|chosen| chosen.split_once('=')).ok_or_else(unknown)?;
            let after = before.amendments(game).map(|what| game.terms.amended(&what)).ok_or_else(unknown)?;
            let items = Item::of(&after, game.info());
            let item = items.iter().find(|item| item.key() == key).ok_or_else(unknown)?;
            let mut draft = before.clone();
            draft.set(game, item, code);
            if draft.fits(game) {
                return panel(game, user, &draft, Some(key), evening);
            }
            Ok(panel(game, user, &before, Some(key), evening)?.under(texts::SAVE_FIRST))
        }
        ComponentAction::SaveSettings(keys) => {
            let draft = Draft::read(keys).ok_or_else(unknown)?;
            let what = draft.amendments(game).ok_or_else(unknown)?;
            let saved = bot.matches.ask(game.id, person, Command::Amend(what)).await?.game;
            Ok(panel(&saved, user, &Draft::default(), None, evening)?.under(texts::saved(&saved, user)))
        }
        _ => panel(game, user, &Draft::default(), None, evening),
    }
}

/// Returns the message with all settings. `open` is the key of the one whose values can be chosen.
fn panel(
    game: &Match,
    user: UserId,
    draft: &Draft,
    open: Option<&str>,
    evening: Option<Calendar>,
) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    let (terms, usual) = (&game.terms, Terms::usual(game.info()));
    let after = terms.amended(&draft.amendments(game).ok_or_else(unknown)?);
    let items = Item::of(&after, game.info());
    let keys = draft.keys().ok_or_else(unknown)?;
    let line = |item: &Item| {
        let [now, then, usual] = [terms, &after, &usual].map(|terms| item.code(terms));
        texts::line(item, &now, &then, &usual)
    };
    let lines: Vec<String> = items.iter().map(line).collect();
    let option = |item: &Item| {
        let shown = texts::named(item, &item.code(&after));
        CreateSelectMenuOption::new(escape::plain(&shown, OPTION), item.key())
            .description(escape::plain(texts::meaning(item), OPTION))
            .default_selection(Some(item.key()) == open)
    };
    let all = items.iter().take(OPTIONS).map(option).collect();
    let mut rows = vec![select(game, ComponentAction::Setting(keys.clone()), texts::CHANGE, all)];
    if let Some(item) = items.iter().find(|item| Some(item.key()) == open) {
        let (now, usual) = (item.code(&after), item.code(&usual));
        let mut codes = item.choices(evening);
        let mut missing = vec![usual.clone(), now.clone()];
        missing.dedup();
        missing.retain(|code| !codes.contains(code));
        codes.truncate(OPTIONS - missing.len());
        codes.append(&mut missing);
        let option = |code: &String| {
            let label = escape::plain(&texts::choice(item, code, &usual), OPTION);
            CreateSelectMenuOption::new(label, format!("{}={code}", item.key()))
                .default_selection(*code == now)
        };
        let values = codes.iter().map(option).collect();
        let label = texts::choose(item);
        rows.push(select(game, ComponentAction::SettingTo(keys.clone()), &label, values));
    }
    let nothing = draft.0.is_empty();
    let save = button(game, ComponentAction::SaveSettings(keys), texts::SAVE, ButtonStyle::Success);
    let mut buttons = vec![save.disabled(nothing)];
    if !nothing {
        let back = ComponentAction::Setting(Prefix::default());
        buttons.push(button(game, back, texts::DISCARD, ButtonStyle::Secondary));
    }
    rows.push(CreateActionRow::Buttons(buttons));
    Ok(Answer::new(texts::panel(game, &lines, user)).rows(rows))
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
