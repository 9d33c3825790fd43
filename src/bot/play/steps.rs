//! Choosing an action step by step: the buttons and selects for the current choices ([`choice_rows`]), and what pressing one of them
//! does ([`ChoiceEffect`]).

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::component_context::ComponentContext;
use super::texts;
use crate::ui::limits::{BUTTONS, OPTIONS};
use crate::ui::{ComponentAction, Prefix, limits};
use trigon_engine::matches::Match;
use trigon_rules::games::{AnySession, Choices, Move, NextStep, Seat};

/// The maximum number of rows for choices; one more is for confirming and going back.
const CHOICE_ROWS: usize = limits::ROWS - 1;

/// The length, in characters, of the longest label that lets five buttons fit side by side on a phone.
const SHORT_LABEL_LENGTH: usize = 24;

/// Returns the components after the steps of a prefix: the choices, and below them the buttons for confirming and going back. The
/// next step towards the answer with the keys `stored` is marked.
pub(crate) fn choice_rows(
    context: ComponentContext,
    prefix: &Prefix,
    choices: &Choices,
    stored: &[String],
) -> Vec<CreateActionRow> {
    let marked = stored.strip_prefix(prefix.keys()).and_then(|keys| keys.first()).map(String::as_str);
    let fits_buttons =
        choices.next.len() <= CHOICE_ROWS * BUTTONS && choices.next.iter().all(has_short_label);
    let mut rows = match &choices.next[..] {
        [] => Vec::new(),
        next if fits_buttons => buttons(context, prefix, next, marked),
        next => selects(context, prefix, next, marked),
    };
    let last = confirm_and_back(context, prefix, choices);
    if !last.is_empty() {
        rows.push(CreateActionRow::Buttons(last));
    }
    rows
}

/// Returns the buttons for confirming a complete action, taking back its last step, and starting over.
fn confirm_and_back(context: ComponentContext, prefix: &Prefix, choices: &Choices) -> Vec<CreateButton> {
    let mut last = Vec::new();
    if choices.action.is_some() {
        // If there is only one action, the player has not seen it yet, and the button says what it is.
        let only_action = choices.chosen.last().filter(|_| prefix.keys().is_empty());
        let label = only_action.map_or(texts::CONFIRM, |step| &step.label);
        let confirm = context.button(ComponentAction::Confirm(prefix.clone()), label);
        last.push(confirm.style(ButtonStyle::Success));
    }
    if let Some(before) = prefix.before() {
        // After a single step, starting over would do the same as *Undo*.
        let can_start_over = !before.keys().is_empty();
        last.push(context.button(ComponentAction::Choose(before), texts::UNDO));
        if can_start_over {
            last.push(context.button(ComponentAction::Choose(Prefix::default()), texts::START_OVER));
        }
    }
    last
}

/// Returns a button that plays an action for a seat at once, unless the action cannot be written as steps. Only that
/// player may see it.
pub(crate) fn play_button(game: &Match, seat: Seat, action: &Move, label: &str) -> Option<CreateButton> {
    let prefix = Prefix::new(game.session.as_ref()?.keys(seat, action)?)?;
    let id = ComponentContext::private(game, seat).id(ComponentAction::Confirm(prefix));
    let fits = id.len() <= limits::OPTION;
    fits.then(|| CreateButton::new(id).label(texts::label(label)).style(ButtonStyle::Primary))
}

/// Adds a button in the last row of buttons, or in a row below it if there is room for one.
pub(super) fn add_button(rows: &mut Vec<CreateActionRow>, button: CreateButton) {
    let is_full = rows.len() >= limits::ROWS;
    match rows.last_mut() {
        Some(CreateActionRow::Buttons(last)) if last.len() < BUTTONS => last.push(button),
        _ if is_full => {}
        _ => rows.push(CreateActionRow::Buttons(vec![button])),
    }
}

fn has_short_label(next: &NextStep) -> bool {
    next.step.label.chars().count() <= SHORT_LABEL_LENGTH
}

/// Returns a button for each next step, in rows of equal length, which are easier to read than full ones with a remainder. Blue
/// buttons play at once, grey ones lead on, and the `marked` one is green.
fn buttons(
    context: ComponentContext,
    prefix: &Prefix,
    next: &[NextStep],
    marked: Option<&str>,
) -> Vec<CreateActionRow> {
    let row_count = next.len().div_ceil(BUTTONS);
    let per_row = next.len().div_ceil(row_count);
    let button = |next: &NextStep| {
        let draft = prefix.then(&next.step.key)?;
        let (action, style) = match next.done {
            Some(_) => (ComponentAction::Confirm(draft), ButtonStyle::Primary),
            None => (ComponentAction::Choose(draft), ButtonStyle::Secondary),
        };
        let style = if marked == Some(&next.step.key) { ButtonStyle::Success } else { style };
        Some(context.button(action, &next.step.label).style(style))
    };
    next.chunks(per_row)
        .map(|row| CreateActionRow::Buttons(row.iter().filter_map(button).collect()))
        .collect()
}

/// Returns selects of the next steps, as many as it takes to list all of them, each of about the same length.
fn selects(
    context: ComponentContext,
    prefix: &Prefix,
    next: &[NextStep],
    marked: Option<&str>,
) -> Vec<CreateActionRow> {
    let select_count = next.len().div_ceil(OPTIONS).min(CHOICE_ROWS);
    let per_select = next.len().div_ceil(select_count.max(1)).clamp(1, OPTIONS);
    let select = |(number, part): (u8, &[NextStep])| {
        let option = |next: &NextStep| {
            let key = &next.step.key;
            CreateSelectMenuOption::new(texts::option(&next.step), key).default_selection(marked == Some(key))
        };
        let options = part.iter().map(option).collect();
        let id = context.id(ComponentAction::Select(number, prefix.clone()));
        let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
        let ends = part.first().zip(part.last()).filter(|_| select_count > 1);
        let ends = ends.map(|(first, last)| (&first.step.label[..], &last.step.label[..]));
        CreateActionRow::SelectMenu(menu.placeholder(texts::placeholder(&texts::kinds_of_steps(next), ends)))
    };
    (0..).zip(next.chunks(per_select)).take(CHOICE_ROWS).map(select).collect()
}

/// The effect of a press on a choice: on a panel, on the match message, or on a board for trying out actions.
pub(crate) enum ChoiceEffect {
    /// Shows what can be chosen after these steps.
    ShowDraft(Prefix),
    /// Plays an action.
    Play {
        /// The action.
        action: Move,
        /// The draft that stays on the pad, if the action was played beside it.
        kept_draft: Option<Prefix>,
    },
}

impl ChoiceEffect {
    /// Returns the effect of a press, or `None` if the choice is not possible now. `value` is what was chosen in a
    /// select.
    pub(crate) fn of(
        session: &dyn AnySession,
        seat: Seat,
        pressed: &ComponentAction,
        value: Option<&str>,
    ) -> Option<Self> {
        let choices = |keys: &[String]| session.choices(seat, keys);
        let action = |prefix: &Prefix| choices(prefix.keys())?.action;
        match pressed {
            ComponentAction::Choose(prefix) => {
                choices(prefix.keys()).map(|_| Self::ShowDraft(prefix.clone()))
            }
            ComponentAction::Select(_, before) => {
                let offered = choices(before.keys())?.next;
                let chosen = offered.into_iter().find(|next| Some(&next.step.key[..]) == value)?;
                let draft = before.then(&chosen.step.key)?;
                Some(chosen.done.map_or(Self::ShowDraft(draft), Self::play))
            }
            ComponentAction::Confirm(prefix) => action(prefix).map(Self::play),
            ComponentAction::Also(key, draft) => {
                Some(Self::Play { action: action(key)?, kept_draft: Some(draft.clone()) })
            }
            _ => None,
        }
    }

    fn play(action: Move) -> Self {
        Self::Play { action, kept_draft: None }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use trigon_engine::ids::MatchId;
    use trigon_engine::matches::QuestionId;
    use trigon_rules::games::{Layout, Move, Step};

    /// Checks rows against Discord's limits and returns their custom IDs and the number of choices offered.
    fn checked(rows: &[CreateActionRow]) -> (BTreeSet<String>, usize) {
        assert!(rows.len() <= 5);
        let (mut ids, mut offered) = (BTreeSet::new(), 0);
        for row in serde_json::to_value(rows).unwrap().as_array().unwrap() {
            let parts = row["components"].as_array().unwrap();
            assert!((1..=5).contains(&parts.len()));
            for part in parts {
                let id = part["custom_id"].as_str().unwrap();
                assert!(id.len() <= 100 && ids.insert(id.to_owned()), "{id}");
                assert!(part["label"].as_str().is_none_or(|label| label.chars().count() <= 80));
                assert!(part["placeholder"].as_str().is_none_or(|text| text.chars().count() <= 150));
                let options = part["options"].as_array().map_or(1, Vec::len);
                assert!((1..=25).contains(&options));
                offered += options;
                for option in part["options"].as_array().into_iter().flatten() {
                    let is_short = |text: &Value| (1..=100).contains(&text.as_str().unwrap().chars().count());
                    assert!(is_short(&option["label"]) && is_short(&option["value"]));
                }
            }
        }
        (ids, offered)
    }

    #[test]
    fn up_to_a_hundred_steps_fit_into_a_message() {
        let question = QuestionId { number: u32::MAX, undos: u32::MAX };
        let context = ComponentContext {
            match_id: MatchId(i64::MAX),
            question,
            shown_answer: Some("0123abcd".parse().unwrap()),
            board: None,
        };
        let prefix = Prefix::new(vec!["1".into(), "d1".into(), "NW3".into()]).unwrap();
        for label in ["d4", "a label that is much too long for a button"] {
            for count in 2..=100_usize {
                let step = |n| NextStep {
                    step: Step::new("Fill", format!("k{n}"), format!("{label}{n}")),
                    done: None,
                };
                let choices = Choices {
                    layout: Layout::Buttons,
                    chosen: Vec::new(),
                    next: (0..count).map(step).collect(),
                    action: None,
                };
                let (_, offered) = checked(&choice_rows(context, &prefix, &choices, &[]));
                // One more row has Undo and Start over.
                assert_eq!(offered, count + 2, "{label}");
            }
        }
    }

    #[test]
    fn one_step_back_is_the_start_after_the_first() {
        let context = ComponentContext {
            match_id: MatchId(1),
            question: QuestionId { number: 2, undos: 0 },
            shown_answer: None,
            board: None,
        };
        let done = |action: &str| Choices {
            layout: Layout::Buttons,
            chosen: vec![Step::new("End", "z", "End the turn")],
            next: Vec::new(),
            action: Some(Move::new(action.to_owned())),
        };
        let ids = |keys: &[&str]| {
            let prefix = Prefix::new(keys.iter().map(|key| (*key).to_owned()).collect()).unwrap();
            checked(&choice_rows(context, &prefix, &done("end"), &[])).0.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(ids(&[]), ["t2:1:2:do:"]);
        assert_eq!(ids(&["z"]), ["t2:1:2:do:z", "t2:1:2:go:"]);
        assert_eq!(ids(&["a", "z"]), ["t2:1:2:do:a_z", "t2:1:2:go:", "t2:1:2:go:a"]);
    }

    #[test]
    fn a_choice_without_confirm_is_announced_unless_it_can_be_replaced() {
        let choices = |done: [bool; 2]| Choices {
            layout: Layout::Buttons,
            chosen: Vec::new(),
            next: done
                .map(|done| NextStep {
                    step: Step::new("Roll", "r", "Roll"),
                    done: done.then(|| Move::new("roll".to_owned())),
                })
                .into(),
            action: None,
        };
        assert_eq!(
            texts::chosen_so_far(&choices([true, true]), false),
            "Roll: … (counts as soon as you press)"
        );
        assert_eq!(texts::chosen_so_far(&choices([true, true]), true), "Roll: …");
        assert_eq!(texts::chosen_so_far(&choices([true, false]), false), "Roll: …");
    }

    #[test]
    fn the_stored_answer_is_marked() {
        let context = ComponentContext {
            match_id: MatchId(1),
            question: QuestionId::default(),
            shown_answer: None,
            board: None,
        };
        let marked = |label: &str, prefix: &[&str], stored: &[&str]| {
            let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
            let next = |n: u8| NextStep {
                step: Step::new("Vote for", format!("{n:02}"), format!("{label}{n}")),
                done: Some(Move::new(format!("vote {n}"))),
            };
            let choices = Choices {
                layout: Layout::Buttons,
                chosen: Vec::new(),
                next: (1..=4).map(next).collect(),
                action: None,
            };
            let rows = choice_rows(context, &Prefix::new(keys(prefix)).unwrap(), &choices, &keys(stored));
            let json = serde_json::to_value(&rows).unwrap();
            let parts = json.as_array().unwrap().iter().flat_map(|row| row["components"].as_array().unwrap());
            let options =
                parts.flat_map(|part| part["options"].as_array().cloned().unwrap_or(vec![part.clone()]));
            // Discord's style number for a green button is 3.
            let is_marked = |part: &Value| part["default"] == true || part["style"] == 3;
            let marked: Vec<String> =
                options.filter(is_marked).map(|part| part["label"].as_str().unwrap().to_owned()).collect();
            marked.join(", ")
        };
        assert_eq!(marked("p", &[], &["03"]), "p3");
        assert_eq!(
            marked("a name that is too long for a button ", &[], &["02"]),
            "Vote for: a name that is too long for a button 2"
        );
        assert_eq!(marked("p", &["a"], &["a", "04"]), "p4");
        assert_eq!(marked("p", &["a"], &["b", "04"]), "");
        assert_eq!(marked("p", &[], &[]), "");
    }
}
