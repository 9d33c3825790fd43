//! What is asked: in a [`Panel`], which only the player sees who is asked, or below the match message, which everyone sees.
//!
//! A panel is always built from the current match, so it is correct however old the press was. Its components carry a
//! tag of the stored answer that was shown with them. If a different answer is stored by then, a press changes nothing
//! and shows that answer first.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::component_context::ComponentContext;
use super::pad::Pad;
use super::steps;
use super::texts;
use crate::ui::limits::ROWS;
use crate::ui::{Answer, ComponentAction, Failure, Prefix, button, escape, words};
use trigon_engine::matches::Match;
use trigon_rules::games::{Audience, Choices, Decision, Fact, Layout, Move, Prompt, Seat};

/// What one seat is asked, shown to its player only.
#[derive(Debug, Clone)]
pub struct Panel {
    /// The text. Its first line is the title.
    pub text: String,
    /// The components.
    pub rows: Vec<CreateActionRow>,
}

impl From<Panel> for Answer {
    fn from(panel: Panel) -> Self {
        Self::new(panel.text).rows(panel.rows)
    }
}

/// Returns the panel with what a seat is asked now, or `None` if it is asked nothing or no action begins with the
/// draft.
///
/// `draft` holds the steps chosen so far. Without it, a pad opens with the stored answer.
pub fn panel(game: &Match, seat: Seat, draft: Option<&Prefix>) -> Option<Panel> {
    let session = game.session.as_deref()?;
    let prompt = session.prompt(&game.decision(seat)?);
    let stored = session.answer(seat);
    let stored_keys = stored.as_ref().and_then(|stored| session.keys(seat, stored)).unwrap_or_default();
    let prefix = match (draft, prompt.layout) {
        (Some(draft), _) => draft.clone(),
        (None, Layout::Pad(_)) => Prefix::new(stored_keys.clone())?,
        (None, Layout::Buttons) => Prefix::default(),
    };
    let choices = session.choices(seat, prefix.keys())?;

    let is_replaceable = session.phase().is_replaceable();
    let mut lines = question_lines(game, seat, &prompt, stored.as_ref());
    let context = ComponentContext::private(game, seat);
    let mut rows = match prompt.layout {
        Layout::Buttons => {
            lines.push(texts::chosen_so_far(&choices, is_replaceable));
            steps::choice_rows(context, &prefix, &choices, &stored_keys)
        }
        Layout::Pad(keys) => {
            let pad = Pad { session, seat, keys, prefix: &prefix, choices: &choices };
            if pad.has_unsubmitted_draft(stored.as_ref()) {
                let Choices { action, chosen, .. } = &choices;
                lines.push(texts::draft_on_pad(session, action.as_ref(), chosen));
            }
            lines.extend(pad.hint().map(|hint| words::small(&escape::text(&hint))));
            pad.rows(context, stored.as_ref())
        }
    };
    if let Some((line, button)) = readiness(game, seat) {
        lines.push(line);
        steps::add_button(&mut rows, button);
    }
    if matches!(prompt.layout, Layout::Pad(_)) && game.takes_ahead(seat) {
        lines.extend(texts::ahead(game, seat).map(|left| words::small(&left)));
        let next = button(game, ComponentAction::Ahead, texts::NEXT_ROUNDS, ButtonStyle::Secondary);
        steps::add_button(&mut rows, next);
    }
    lines.push(words::small(&texts::how_to_answer(game, seat, &prompt)));
    lines.retain(|line| !line.is_empty());
    Some(Panel { text: lines.join("\n"), rows })
}

/// Returns the panel with what a seat is asked now, or a note that it is asked nothing.
pub(crate) fn show_panel(game: &Match, seat: Seat) -> Result<Answer, Failure> {
    game.playing()?;
    Ok(match panel(game, seat, None) {
        Some(panel) => Answer::from(panel).asking(game),
        None => texts::nothing_asked(game).into(),
    })
}

/// Returns the first lines of a panel: the title, what the player knows of their position, the question, the time left and, where an
/// answer can be replaced, the stored one.
fn question_lines(game: &Match, seat: Seat, prompt: &Prompt, stored: Option<&Move>) -> Vec<String> {
    let Some(session) = game.session.as_deref() else { return Vec::new() };
    let is_replaceable = session.phase().is_replaceable();
    // The fact that is the stored answer has its own line.
    let is_answer = |fact: &Fact| is_replaceable && fact.label.eq_ignore_ascii_case(prompt.noun);
    let (answers, facts): (Vec<Fact>, Vec<Fact>) = game.facts(seat).into_iter().partition(is_answer);
    let mut lines =
        vec![message_title(game), texts::facts(&facts), prompt.question.to_owned(), texts::time(game)];
    if is_replaceable {
        let missing = answers.first().map(|fact| &fact.value[..]);
        lines.push(texts::stored_answer(session, prompt, stored, missing));
    }
    lines
}

/// Says whether a seat is ready, with the button to change that, in a match whose phases can end early. A seat that has not
/// answered cannot be ready.
fn readiness(game: &Match, seat: Seat) -> Option<(String, CreateButton)> {
    game.check_may_be_ready().ok()?;
    game.decision(seat).filter(|decision| decision.answered)?;
    let (line, label, style) = if game.is_ready(seat) {
        (texts::IS_READY, texts::NOT_READY, ButtonStyle::Secondary)
    } else {
        (texts::MAY_BE_READY, texts::READY, ButtonStyle::Primary)
    };
    Some((words::small(line), button(game, ComponentAction::Ready(!game.is_ready(seat)), label, style)))
}

/// Returns the only open decision of a match if its choices are public: the match message then shows them. Somebody who
/// has left in secret seems to be asked as before.
pub(crate) fn only_public(game: &Match) -> Option<(Decision, Prompt)> {
    let [decision] = game.seems_asked()[..] else { return None };
    let prompt = game.session.as_ref()?.prompt(&decision);
    (prompt.audience == Audience::All).then_some((decision, prompt))
}

/// Returns the components below the match message, from which the seat that is asked alone chooses in public, after some steps.
pub(crate) fn public_rows(
    game: &Match,
    (decision, prompt): (Decision, Prompt),
    prefix: &Prefix,
    choices: &Choices,
) -> Vec<CreateActionRow> {
    let context = ComponentContext::public(game);
    let mut rows = match (prompt.layout, game.session.as_deref()) {
        (Layout::Pad(keys), Some(session)) => {
            Pad { session, seat: decision.seat, keys, prefix, choices }.rows(context, None)
        }
        _ => steps::choice_rows(context, prefix, choices, &[]),
    };
    if prefix.keys().is_empty() && rows.len() < ROWS {
        let take_back = game
            .takes_back_freely(decision.seat)
            .then(|| button(game, ComponentAction::TakeBack, texts::TAKE_BACK, ButtonStyle::Secondary));
        let others = [legend_button(game), rules_button(game)];
        rows.push(CreateActionRow::Buttons(take_back.into_iter().chain(others).collect()));
    }
    rows
}

/// Returns the row with the button that shows players their choices in private.
pub(crate) fn show_button(game: &Match) -> CreateActionRow {
    CreateActionRow::Buttons(vec![show_choices(game)])
}

/// Returns the buttons of a match message whose choices are private.
pub(crate) fn message_buttons(game: &Match) -> CreateActionRow {
    CreateActionRow::Buttons(vec![show_choices(game), legend_button(game), rules_button(game)])
}

fn show_choices(game: &Match) -> CreateButton {
    button(game, ComponentAction::Show, texts::SHOW, ButtonStyle::Primary)
}

/// Returns the button that explains the marks in pictures.
fn legend_button(game: &Match) -> CreateButton {
    button(game, ComponentAction::Legend, texts::LEGEND, ButtonStyle::Secondary)
}

/// Returns the button that opens the rules.
fn rules_button(game: &Match) -> CreateButton {
    button(game, ComponentAction::ReadRules, texts::RULES, ButtonStyle::Secondary)
}

/// Returns the first line of a message to a player: the title of the match and the phase.
pub(crate) fn message_title(game: &Match) -> String {
    words::first_line(&escape::title(&game.title), &phase_title(game))
}

/// Returns the title of the current phase of a match, for headlines and within sentences.
pub(crate) fn phase_title(game: &Match) -> String {
    game.session.as_ref().map_or_else(|| words::PREGAME.to_owned(), |session| session.phase().title)
}
