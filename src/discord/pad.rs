//! What a player is asked, with buttons: the arrow pad of a round and the select of the vote.
//!
//! Everything is made anew from the match each time, so a pad shows the truth however old the press was. What can be
//! pressed carries a mark of the stored answer that it was shown with: where another is stored by then, the press
//! changes nothing but shows that one first.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::escape;
use super::ids::{CustomId, Press};
use super::texts;
use crate::games::triforce_building::{Path, Player, State, TriforceBuilding};
use crate::games::{Seat, Session};
use crate::grid::Step;
use crate::matches::Match;

/// A message to one player: what it says and what can be pressed.
#[derive(Debug, Clone)]
pub struct Pad {
    /// The text.
    pub text: String,
    /// The buttons or the select; none where nothing is asked.
    pub rows: Vec<CreateActionRow>,
}

/// The facts that the pad tells in its own words.
const TOLD_OTHERWISE: [&str; 3] = ["Path", "Spending a garnet", "Vote"];

/// The most options of a select.
const OPTIONS: usize = 25;

/// What a seat is asked now: the arrow pad in a round, the select in the vote.
///
/// `draft` is the path that is being put together; without one the stored path is shown.
pub fn pad(game: &Match, seat: Seat, draft: Option<Path>) -> Pad {
    let mut lines = vec![title(game)];
    let Some(table) = &game.session else { return Pad { text: title(game), rows: Vec::new() } };
    let told = |label| !TOLD_OTHERWISE.contains(&label);
    let facts = game.facts(seat).into_iter().filter(|fact| told(fact.label));
    let facts: Vec<String> = facts.map(|fact| texts::fact(fact.label, &escape::text(&fact.value))).collect();
    lines.push(facts.join(" · "));
    let asked = table.to_act().into_iter().find(|decision| decision.seat == seat).map(|asked| asked.key);
    let rows = match asked {
        Some("move") => {
            if table.phase().id == "round-01" && game.terms.options.text("reveal") != Some("own") {
                lines.push(texts::KEEP_TRACK.to_owned());
            }
            lines.push(time(game));
            let stored = stored_path(game, seat);
            lines.push(texts::stored_path(stored));
            if let Some(draft) =
                draft.filter(|draft| stored != Some(*draft) && (stored.is_some() || *draft != Path::STAY))
            {
                lines.push(texts::drawn_path(draft));
            }
            if player(game, seat).is_some_and(|player| player.spend) {
                lines.push(texts::SPENDS.to_owned());
            }
            lines.push(texts::small(&texts::how_to_move(game.id, game.channel_id)));
            arrows(game, seat, stored, draft.or(stored).unwrap_or(Path::STAY))
        }
        Some("vote") => {
            lines.push(texts::VOTE_QUESTION.to_owned());
            lines.push(time(game));
            let name = stored_vote(game, seat).map(|seat| escape::name(&game.names().get(seat)));
            lines.push(texts::stored_vote(name.as_deref()));
            lines.push(texts::small(&texts::match_number(game.id)));
            vote_select(game, seat)
        }
        _ => {
            lines.push(texts::small(&texts::more_in(game.id, game.channel_id)));
            Vec::new()
        }
    };
    lines.retain(|line| !line.is_empty());
    Pad { text: lines.join("\n"), rows }
}

/// The select of the vote: a value is the seat to vote for.
pub fn vote_select(game: &Match, seat: Seat) -> Vec<CreateActionRow> {
    let Some(table) = &game.session else { return Vec::new() };
    let stored = stored_vote(game, seat);
    let legal = table.legal(seat);
    let mut candidates: Vec<Seat> =
        legal.iter().filter_map(|action| action.strip_prefix("vote ")?.parse().ok()).map(Seat::new).collect();
    candidates.sort_unstable();
    let option = |candidate: &Seat| {
        let label = escape::plain(&table.names().get(*candidate), 100);
        CreateSelectMenuOption::new(label, candidate.to_string())
            .default_selection(stored == Some(*candidate))
    };
    let options: Vec<_> = candidates.iter().take(OPTIONS).map(option).collect();
    if options.is_empty() {
        return Vec::new();
    }
    let menu = CreateSelectMenu::new(id(game, seat, Press::Vote), CreateSelectMenuKind::String { options });
    vec![CreateActionRow::SelectMenu(menu.placeholder(texts::VOTE_PLACEHOLDER))]
}

/// The buttons of a round.
fn arrows(game: &Match, seat: Seat, stored: Option<Path>, path: Path) -> Vec<CreateActionRow> {
    let legal = game.session.as_ref().map(|table| table.legal(seat)).unwrap_or_default();
    let is_legal = |action: &str| legal.iter().any(|known| known == action);
    let direction = |step: Step| {
        let onward = path.then(step);
        let begins = |onward: Path| legal.iter().any(|known| known.starts_with(&format!("move {onward}")));
        // A button that cannot be pressed needs an id of its own all the same.
        let id =
            onward.map_or(format!("full:{}", step.letter()), |onward| id(game, seat, Press::Step(onward)));
        CreateButton::new(id)
            .label(texts::direction(step))
            .style(ButtonStyle::Secondary)
            .disabled(!onward.is_some_and(begins))
    };
    let empty = path.steps().is_empty();
    let before = Path::new(path.steps().split_last().map_or(&[], |(_, before)| before)).unwrap_or(Path::STAY);
    let press = |press, label: &str| {
        CreateButton::new(id(game, seat, press)).label(label).style(ButtonStyle::Secondary)
    };
    let mut second = vec![
        press(Press::Undo(before), texts::UNDO).disabled(empty),
        press(Press::Clear, texts::CLEAR).disabled(empty),
        press(Press::Submit(path), &texts::submit(path))
            .style(ButtonStyle::Success)
            .disabled(stored == Some(path) || !is_legal(&format!("move {path}"))),
    ];
    if is_legal("garnet") {
        second.push(press(Press::Garnet(true, path), texts::SPEND));
    } else if is_legal("ungarnet") {
        second.push(press(Press::Garnet(false, path), texts::KEEP));
    }
    vec![
        CreateActionRow::Buttons([Step::L, Step::U, Step::D, Step::R].map(direction).to_vec()),
        CreateActionRow::Buttons(second),
    ]
}

fn id(game: &Match, seat: Seat, press: Press) -> String {
    let shown = Some(game.answer_tag(seat));
    CustomId { shown, ..CustomId::new(game.id, game.question, press) }.to_string()
}

/// Creates the button with which a player who was reminded gets what is asked: a reminder has no pad of its own.
pub(super) fn reminder_button(game: &Match) -> Vec<CreateActionRow> {
    let is_vote = game.session.as_ref().is_some_and(|table| table.phase().time() == Some("vote"));
    let label = if is_vote { texts::SHOW_LIST } else { texts::SHOW_PAD };
    let id = CustomId::new(game.id, game.question, Press::Pad).to_string();
    vec![CreateActionRow::Buttons(vec![CreateButton::new(id).label(label).style(ButtonStyle::Primary)])]
}

/// The first line of what is written to a player.
pub(super) fn title(game: &Match) -> String {
    texts::title(&escape::title(&game.title), &moment(game))
}

/// The moment in a match as a headline names it.
pub(super) fn moment(game: &Match) -> String {
    game.session.as_ref().map_or_else(|| texts::PREGAME.to_owned(), |session| session.phase().title)
}

fn time(game: &Match) -> String {
    match game.deadline {
        Some(deadline) => texts::ends(deadline),
        None if game.paused().is_some() => texts::CLOCK_STOPPED.to_owned(),
        None => String::new(),
    }
}

/// A player's own secrets.
pub(super) fn player(game: &Match, seat: Seat) -> Option<&Player> {
    let table = game.session.as_ref()?.as_any().downcast_ref::<Session<TriforceBuilding>>()?;
    State::player(table.state(), seat)
}

fn stored_path(game: &Match, seat: Seat) -> Option<Path> {
    player(game, seat)?.path
}

fn stored_vote(game: &Match, seat: Seat) -> Option<Seat> {
    player(game, seat)?.vote
}
