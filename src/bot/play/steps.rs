//! Choosing an action step by step: the buttons and selects for the current choices. On a pad, a fixed row of keys
//! extends a draft.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::texts;
use crate::ui::limits::{BUTTONS, OPTIONS};
use crate::ui::{BoardId, ComponentAction, CustomId, Prefix, limits};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{AnswerTag, Match, QuestionId};
use trigon_rules::games::{AnySession, Choices, Move, NextStep, PadKey, Seat};

/// The maximum number of rows for choices; one more is for confirming and going back.
const ROWS: usize = limits::ROWS - 1;

/// The longest label that lets five buttons fit side by side on a phone.
const SHORT: usize = 24;

/// The match, question and stored answer, or what-if board, to which components belong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    match_id: MatchId,
    question: QuestionId,
    shown: Option<AnswerTag>,
    board: Option<BoardId>,
}

impl At {
    /// Returns the place of components that everyone sees.
    pub(super) fn public(game: &Match) -> Self {
        Self { match_id: game.id, question: game.question, shown: None, board: None }
    }

    /// Returns the place of components on a board for trying out actions.
    pub(crate) fn board(game: &Match, board: BoardId) -> Self {
        Self { board: Some(board), ..Self::public(game) }
    }

    /// Returns the place of components that only one player sees, together with the stored answer.
    pub(super) fn private(game: &Match, seat: Seat) -> Self {
        Self { shown: Some(game.answer_tag(seat)), ..Self::public(game) }
    }

    /// Returns the identifier of a component.
    pub(super) fn id(self, action: ComponentAction) -> String {
        let Self { match_id, question, shown, board } = self;
        CustomId { match_id, question, shown, board, action }.to_string()
    }

    /// Returns a grey button.
    pub(crate) fn button(self, action: ComponentAction, label: &str) -> CreateButton {
        CreateButton::new(self.id(action)).label(texts::label(label)).style(ButtonStyle::Secondary)
    }
}

/// Returns the components after some steps. The next step towards the answer with the keys `stored` is marked.
pub(crate) fn rows(at: At, prefix: &Prefix, choices: &Choices, stored: &[String]) -> Vec<CreateActionRow> {
    let stored = stored.strip_prefix(prefix.keys()).and_then(|keys| keys.first());
    let stored = stored.map(String::as_str);
    let mut rows = if choices.next.is_empty() {
        Vec::new()
    } else if choices.next.len() <= ROWS * BUTTONS && choices.next.iter().all(is_short) {
        buttons(at, prefix, &choices.next, stored)
    } else {
        selects(at, prefix, &choices.next, stored)
    };
    let mut last = Vec::new();
    if choices.action.is_some() {
        // The player has not seen the only action yet, so it still has to be confirmed.
        let only = choices.chosen.last().filter(|_| prefix.keys().is_empty());
        let label = only.map_or(texts::CONFIRM, |step| &step.label);
        last.push(at.button(ComponentAction::Confirm(prefix.clone()), label).style(ButtonStyle::Success));
    }
    if let Some(before) = prefix.before() {
        let further = !before.keys().is_empty();
        last.push(at.button(ComponentAction::Choose(before), texts::UNDO));
        if further {
            last.push(at.button(ComponentAction::Choose(Prefix::default()), texts::START_OVER));
        }
    }
    if !last.is_empty() {
        rows.push(CreateActionRow::Buttons(last));
    }
    rows
}

/// Returns a button that plays an action for a seat at once, unless the action cannot be written as steps. Only that
/// player may see it.
pub(crate) fn play_button(game: &Match, seat: Seat, action: &Move, label: &str) -> Option<CreateButton> {
    let prefix = Prefix::new(game.session.as_ref()?.keys(seat, action)?)?;
    let id = At::private(game, seat).id(ComponentAction::Confirm(prefix));
    let fits = id.len() <= limits::OPTION;
    fits.then(|| CreateButton::new(id).label(texts::label(label)).style(ButtonStyle::Primary))
}

/// Adds a button in the last row of buttons, or below it.
pub(super) fn add_button(rows: &mut Vec<CreateActionRow>, button: CreateButton) {
    let is_full = rows.len() >= limits::ROWS;
    match rows.last_mut() {
        Some(CreateActionRow::Buttons(last)) if last.len() < BUTTONS => last.push(button),
        _ if is_full => {}
        _ => rows.push(CreateActionRow::Buttons(vec![button])),
    }
}

fn is_short(next: &NextStep) -> bool {
    next.step.label.chars().count() <= SHORT
}

fn buttons(at: At, prefix: &Prefix, next: &[NextStep], stored: Option<&str>) -> Vec<CreateActionRow> {
    // Rows of equal length are easier to read than full ones with a remainder.
    let in_row = next.len().div_ceil(next.len().div_ceil(BUTTONS));
    let button = |next: &NextStep| {
        let further = prefix.then(&next.step.key)?;
        let (action, style) = match next.done {
            Some(_) => (ComponentAction::Confirm(further), ButtonStyle::Primary),
            None => (ComponentAction::Choose(further), ButtonStyle::Secondary),
        };
        let style = if stored == Some(&next.step.key) { ButtonStyle::Success } else { style };
        Some(at.button(action, &next.step.label).style(style))
    };
    next.chunks(in_row).map(|row| CreateActionRow::Buttons(row.iter().filter_map(button).collect())).collect()
}

fn selects(at: At, prefix: &Prefix, next: &[NextStep], stored: Option<&str>) -> Vec<CreateActionRow> {
    let count = next.len().div_ceil(OPTIONS).min(ROWS);
    let in_one = next.len().div_ceil(count.max(1)).clamp(1, OPTIONS);
    let select = |(number, part): (u8, &[NextStep])| {
        let option = |next: &NextStep| {
            let key = &next.step.key;
            CreateSelectMenuOption::new(texts::option(&next.step), key).default_selection(stored == Some(key))
        };
        let options = part.iter().map(option).collect();
        let id = at.id(ComponentAction::Select(number, prefix.clone()));
        let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
        let ends = part.first().zip(part.last()).filter(|_| count > 1);
        let ends = ends.map(|(first, last)| (&first.step.label[..], &last.step.label[..]));
        CreateActionRow::SelectMenu(menu.placeholder(texts::placeholder(&texts::whats(next), ends)))
    };
    (0..).zip(next.chunks(in_one)).take(ROWS).map(select).collect()
}

/// A pad with a draft on it.
pub(super) struct Pad<'a> {
    /// The match being played.
    pub(super) session: &'a dyn AnySession,
    /// The seat whose draft it is.
    pub(super) seat: Seat,
    /// The keys of the pad.
    pub(super) keys: &'static [PadKey],
    /// The steps so far.
    pub(super) prefix: &'a Prefix,
    /// The choices after them.
    pub(super) choices: &'a Choices,
}

impl Pad<'_> {
    /// Returns whether a key leads to an action.
    fn leads(&self, key: &PadKey) -> bool {
        self.choices.next.iter().any(|next| next.step.key == key.key)
    }

    /// Explains why a key is disabled.
    pub(super) fn hint(&self) -> Option<String> {
        let is_stuck = self.keys.iter().any(|key| !self.leads(key));
        is_stuck.then(|| self.session.hint(self.seat, self.prefix.keys())).flatten()
    }

    /// Returns whether the draft is more than an empty pad or the stored answer.
    pub(super) fn is_new(&self, answer: Option<&Move>) -> bool {
        match answer {
            Some(answer) => self.choices.action.as_ref() != Some(answer),
            None => !self.prefix.keys().is_empty(),
        }
    }

    /// Returns the components: the keys, then the buttons for the draft, then the other steps.
    pub(super) fn rows(&self, at: At, answer: Option<&Move>) -> Vec<CreateActionRow> {
        let Self { session, keys, prefix, choices, .. } = self;
        let key = |key: &PadKey| {
            let button = match prefix.then(key.key) {
                Some(further) => at.button(ComponentAction::Choose(further), key.label),
                None => off(key.label),
            };
            button.disabled(!self.leads(key))
        };
        let undo = match prefix.before() {
            Some(before) => at.button(ComponentAction::Choose(before), texts::UNDO),
            None => off(texts::UNDO),
        };
        // After a single step it would do the same as `Undo`, and no two components may have the same identifier.
        let clear = match prefix.keys() {
            [] | [_] => off(texts::CLEAR),
            _ => at.button(ComponentAction::Choose(Prefix::default()), texts::CLEAR),
        };
        let action = choices.action.as_ref();
        let submit = at.button(ComponentAction::Confirm((*prefix).clone()), &texts::submit(*session, action));
        let submit = submit.style(ButtonStyle::Success).disabled(action.is_none() || action == answer);
        let mut others = vec![undo, clear, submit];
        others.extend(self.others(at));
        let mut rows: Vec<CreateActionRow> =
            keys.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.iter().map(key).collect())).collect();
        rows.extend(others.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())));
        rows.truncate(limits::ROWS);
        rows
    }

    /// Returns buttons for the steps that are not keys of the pad. A step that is a complete action is played at once
    /// and leaves the draft as it is.
    fn others(&self, at: At) -> Vec<CreateButton> {
        let is_other = |next: &&NextStep| self.keys.iter().all(|key| key.key != next.step.key);
        let onward = self.choices.next.iter().filter(is_other).filter(|next| next.done.is_none());
        let onward = onward.filter_map(|next| {
            Some(at.button(ComponentAction::Choose(self.prefix.then(&next.step.key)?), &next.step.label))
        });
        let start = self.session.choices(self.seat, &[]).map(|choices| choices.next).unwrap_or_default();
        let beside = start.iter().filter(is_other).filter(|next| next.done.is_some());
        let beside = beside.filter_map(|next| {
            Some(at.button(ComponentAction::also(&next.step.key, self.prefix.clone())?, &next.step.label))
        });
        onward.chain(beside).collect()
    }
}

/// Returns a disabled button. Even that needs a unique identifier.
fn off(label: &str) -> CreateButton {
    CreateButton::new(format!("off:{label}")).label(label).style(ButtonStyle::Secondary).disabled(true)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use trigon_rules::games::Move;

    use super::*;
    use trigon_rules::games::{Layout, Step};

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
        let at = At {
            match_id: MatchId(i64::MAX),
            question,
            shown: Some("0123abcd".parse().unwrap()),
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
                let (_, offered) = checked(&rows(at, &prefix, &choices, &[]));
                // One more row has Undo and Start over.
                assert_eq!(offered, count + 2, "{label}");
            }
        }
    }

    #[test]
    fn one_step_back_is_the_start_after_the_first() {
        let at = At {
            match_id: MatchId(1),
            question: QuestionId { number: 2, undos: 0 },
            shown: None,
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
            checked(&rows(at, &prefix, &done("end"), &[])).0.into_iter().collect::<Vec<_>>()
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
        assert_eq!(texts::draft(&choices([true, true]), false), "Roll: … (counts as soon as you press)");
        assert_eq!(texts::draft(&choices([true, true]), true), "Roll: …");
        assert_eq!(texts::draft(&choices([true, false]), false), "Roll: …");
    }

    #[test]
    fn the_stored_answer_is_marked() {
        let at = At { match_id: MatchId(1), question: QuestionId::default(), shown: None, board: None };
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
            let rows = rows(at, &Prefix::new(keys(prefix)).unwrap(), &choices, &keys(stored));
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
