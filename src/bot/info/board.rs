//! [`Board`]: a board on which somebody tries out actions in private. `/whatif` opens one with the present position of a match, and
//! `/puzzle` one with a position of a match that is over, from which a seat is to win.
//!
//! Nothing about a board is stored, so it outlives a restart: its components say where its position comes from, and its text
//! lists the actions that were played on it.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, CreateActionRow, CreateAttachment, CreateButton};

use super::hint::{advise, require_help};
use super::texts::{self, Advice, BoardCaption, HelpKind, PuzzleProgress, read_actions, turn_line};
use crate::play::typed::require_seat;
use crate::play::{self, ChoiceEffect, ComponentContext};
use crate::ui::picture::{self, mark};
use crate::ui::words::seat_name;
use crate::ui::{
    Answer, BoardId, Bot, ComponentAction, CustomId, Failure, Prefix, PressAnswer, UnknownId, escape, value,
};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, Person, Puzzle, QuestionId};
use trigon_rules::games::{
    AnySession, By, Choices, Frame, Move, Narration, Refusal, Seat, Seed, Viewer, phrase,
};

/// Handles a press on a board.
///
/// # Errors
/// If the board is not a puzzle and the person does not play in the match, if the game allows no help, or if the component is
/// unknown.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    custom_id: &CustomId,
    id: BoardId,
) -> Result<PressAnswer, Failure> {
    require_help(game, HelpKind::Boards)?;
    let mut board = match id {
        BoardId::Puzzle(actions) => Board::puzzle(game, actions)?,
        BoardId::WhatIf(question) => Board::what_if(game, require_seat(person, game)?, question)?,
    };
    let played = read_actions(&click.message.content);
    let kept = match (&custom_id.action, id) {
        (ComponentAction::Again, _) | (ComponentAction::Advice, BoardId::Puzzle(_)) => 0,
        (ComponentAction::TakeBack, _) => played.len().saturating_sub(1),
        _ => played.len(),
    };
    board.follow(&played[..kept]);
    let mut remarks = Remarks::default();
    let mut prefix = Prefix::default();
    match (&custom_id.action, id) {
        (ComponentAction::Again | ComponentAction::TakeBack, _) => {}
        (ComponentAction::Advice, BoardId::Puzzle(_)) => board.solve(),
        (ComponentAction::Advice, BoardId::WhatIf(question)) => {
            let (session, seat) = (&*board.session, board.turn().ok_or_else(unknown)?);
            let seed = question.luck().wrapping_add(board.played.len() as u64);
            remarks.advice = Some(advise(bot, person, game, session, seat, seed).await?);
        }
        (pressed, _) => match board.effect_of(pressed, value(click)) {
            Some(ChoiceEffect::ShowDraft(draft)) => prefix = draft,
            Some(ChoiceEffect::Play { action, .. }) => remarks.note = board.try_out(&action),
            None => remarks.note = Some(play::texts::cannot_be_chosen_now().into()),
        },
    }
    board.message(&prefix, remarks).await.map(PressAnswer::InPlace)
}

fn unknown() -> Failure {
    Failure::denied(UnknownId::Component.to_string())
}

/// Why something was not done.
struct Note {
    /// The sentence for the text of the message, escaped.
    text: String,
    /// The same for the buttons of the message, in plain text.
    plain: String,
}

impl From<&str> for Note {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), plain: text.to_owned() }
    }
}

impl From<Refusal> for Note {
    fn from(refusal: Refusal) -> Self {
        Self { text: escape::text(&refusal.sentence), plain: refusal.sentence }
    }
}

/// What a board says about the last press.
#[derive(Default)]
pub(super) struct Remarks {
    /// Why what was pressed was not done.
    note: Option<Note>,
    /// What a computed player would do, if the person asked.
    advice: Option<Advice>,
}

/// The number of characters of what was played beyond which nothing is added: the message has to list all of it.
const MAX_LINES_LENGTH: usize = 1_000;

/// A position of a match, and what was played on from there.
pub(super) struct Board<'a> {
    game: &'a Match,
    /// The player whose board it is, or the seat that is to win.
    seat: Seat,
    id: BoardId,
    /// Whether the question has been answered since; never for puzzles.
    is_old: bool,
    session: Box<dyn AnySession>,
    /// The actions that were played on the board, each with its seat.
    played: Vec<(Seat, Move)>,
    /// What the last action brought about.
    happened: Vec<Narration>,
    /// Whether anything was drawn on the board.
    has_drawn: bool,
    /// Whether the person has asked for the solution, which it shows.
    shows_solution: bool,
}

impl<'a> Board<'a> {
    /// Returns a player’s board with the position in which a question was asked.
    ///
    /// # Errors
    /// If it was never asked, or if play had not begun by then.
    pub(super) fn what_if(game: &'a Match, seat: Seat, question: QuestionId) -> Result<Self, Failure> {
        let position = game.asking(question)?.ok_or_else(unknown)?;
        let is_old = question != game.question || game.playing().is_err();
        let id = BoardId::WhatIf(question);
        Ok(Self { is_old, ..Self::new(game, seat, id, hypothetical_session(game, &position, id)?) })
    }

    /// Returns a board on which the seat that was asked after this many actions is to win.
    ///
    /// # Errors
    /// If the match is not over, or if nobody was asked.
    pub(super) fn puzzle(game: &'a Match, actions: u32) -> Result<Self, Failure> {
        if game.is_going_on() {
            return Err(Failure::denied(texts::not_over(game)));
        }
        let position = game.after_actions(actions)?.ok_or_else(unknown)?;
        let id = BoardId::Puzzle(actions);
        let session = hypothetical_session(game, &position, id)?;
        let seat = session.to_act().first().map(|decision| decision.seat).ok_or_else(unknown)?;
        Ok(Self::new(game, seat, id, session))
    }

    fn new(game: &'a Match, seat: Seat, id: BoardId, mut session: Box<dyn AnySession>) -> Self {
        session.take_draws();
        Self {
            game,
            seat,
            id,
            is_old: false,
            session,
            played: Vec::new(),
            happened: Vec::new(),
            has_drawn: false,
            shows_solution: false,
        }
    }

    /// Plays the solution of a puzzle.
    fn solve(&mut self) {
        let win = self.session.forced_win(Puzzle::MAX_ACTIONS_TRIED);
        let actions = win.map(|win| win.actions).unwrap_or_default();
        self.follow(&actions.iter().map(String::as_str).collect::<Vec<_>>());
        self.shows_solution = true;
    }

    /// Returns how far a puzzle is solved, or `None` if the board is not a puzzle.
    fn progress(&self) -> Option<PuzzleProgress> {
        if !matches!(self.id, BoardId::Puzzle(_)) {
            return None;
        }
        Some(match self.session.outcome() {
            _ if self.has_drawn => PuzzleProgress::Luck,
            Some(outcome) if outcome.has_won(self.seat) && self.shows_solution => PuzzleProgress::Shown,
            Some(outcome) if outcome.has_won(self.seat) => PuzzleProgress::Solved,
            None if self.turn() == Some(self.seat) => PuzzleProgress::Open,
            _ => PuzzleProgress::Failed,
        })
    }

    /// Returns whose turn it is, or `None` if the match would be over.
    fn turn(&self) -> Option<Seat> {
        self.session.to_act().first().map(|decision| decision.seat)
    }

    /// Returns what pressing a choice on the board does, or `None` if it is not possible now.
    fn effect_of(&self, pressed: &ComponentAction, value: Option<&str>) -> Option<ChoiceEffect> {
        ChoiceEffect::of(&*self.session, self.turn()?, pressed, value)
    }

    /// Plays actions in notation, up to the first that cannot be played.
    fn follow(&mut self, actions: &[&str]) {
        for action in actions {
            let Ok(action) = self.session.parse(action) else { return };
            if self.play(&action).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, action: &Move) -> Result<(), Refusal> {
        let seat = self.turn().ok_or_else(Refusal::over)?;
        self.happened = self.session.make(By::Seat(seat), action)?;
        self.has_drawn |= !self.session.take_draws().is_empty();
        self.played.push((seat, action.clone()));
        Ok(())
    }

    /// Plays another action, or says why not.
    fn try_out(&mut self, action: &Move) -> Option<Note> {
        let length: usize = self.turn_lines().iter().map(|line| line.chars().count()).sum();
        if length > MAX_LINES_LENGTH {
            return Some(texts::LINE_IS_FULL.into());
        }
        self.play(action).err().map(Note::from)
    }

    /// Returns the message with the board, after some steps of the next action.
    pub(super) async fn message(&self, prefix: &Prefix, remarks: Remarks) -> Result<Answer, Failure> {
        let progress = self.progress();
        let picture = self.picture(progress).await?;
        let next = self.turn().filter(|_| progress.is_none_or(|it| it == PuzzleProgress::Open));
        let choices = next.and_then(|next| self.session.choices(next, prefix.keys()));
        let has_advice = remarks.advice.is_some();
        let note = remarks.note.as_ref().map(|note| note.plain.clone());
        let caption = self.caption(next, choices.as_ref(), remarks);
        let text = match progress {
            Some(progress) => texts::puzzle(self.game, &seat_name(self.game, self.seat), &caption, progress),
            None => texts::what_if(self.game, &caption),
        };
        let controls = if prefix.keys().is_empty() {
            self.controls(progress, next.is_some() && !has_advice)
        } else {
            Vec::new()
        };
        let rows = self.rows(prefix, choices.as_ref(), controls);
        let answer = Answer::new(text).rows(rows).file(picture);
        Ok(note.iter().fold(answer, |answer, note| answer.marked(note)))
    }

    /// Draws the board, with a strip that says what it is.
    async fn picture(&self, progress: Option<PuzzleProgress>) -> Result<CreateAttachment, Failure> {
        let frame = Frame { title: &self.game.title, names: self.session.names() };
        let mut scene = self.session.observe(Viewer::Seat(self.seat)).scene(&frame);
        mark(&mut scene, if progress.is_some() { texts::PUZZLE_STRIP } else { texts::WHAT_IF_STRIP });
        Ok(picture::studio().drawn(self.game.id, "what-if", scene).await?)
    }

    /// Returns what the text of the board says. `next` is the seat that can act.
    fn caption(&self, next: Option<Seat>, choices: Option<&Choices>, remarks: Remarks) -> BoardCaption {
        let Self { game, seat, session, .. } = self;
        let asked = next.and(session.to_act().first().map(|decision| session.prompt(decision).question));
        // Whose turn it is follows anyway.
        let turn = next.map(|next| phrase::turn_of(&game.names().get(next)));
        let is_news = |told: &&Narration| {
            told.audience.includes(Viewer::Seat(*seat)) && Some(&told.text) != turn.as_ref()
        };
        let told = self.happened.iter().filter(is_news);
        BoardCaption {
            turns: self.turn_lines(),
            happened: told.map(|told| escape::text(&told.text)).collect(),
            asked: next.map(|next| seat_name(game, next)).zip(asked),
            chosen: choices.map(|choices| play::texts::chosen_so_far(choices, true)),
            outcome: session.outcome().map(|outcome| escape::text(&outcome.reason)),
            advice: remarks.advice,
            note: remarks.note.map(|note| note.text),
            draws: session.needs_seed(),
            is_old: self.is_old,
        }
    }

    /// Returns the buttons that do not play an action: taking back, help and other puzzles.
    fn controls(&self, progress: Option<PuzzleProgress>, takes_advice: bool) -> Vec<CreateButton> {
        let context = ComponentContext::board(self.game, self.id);
        let mut controls = Vec::new();
        if !self.played.is_empty() {
            controls.push(context.button(ComponentAction::TakeBack, texts::BACK));
        }
        // After a single action, it would do the same as `Back`.
        if self.played.len() > 1 {
            controls.push(context.button(ComponentAction::Again, texts::AGAIN));
        }
        match progress {
            None if takes_advice => {
                controls.push(context.button(ComponentAction::Advice, texts::ADVICE));
            }
            Some(PuzzleProgress::Open | PuzzleProgress::Luck | PuzzleProgress::Failed) => {
                controls.push(context.button(ComponentAction::Advice, texts::SOLUTION));
            }
            _ => {}
        }
        if progress.is_some() {
            controls.push(context.button(ComponentAction::Puzzle, texts::ANOTHER));
        }
        controls
    }

    /// Returns the components: the choices, and below them the controls.
    fn rows(
        &self,
        prefix: &Prefix,
        choices: Option<&Choices>,
        controls: Vec<CreateButton>,
    ) -> Vec<CreateActionRow> {
        let context = ComponentContext::board(self.game, self.id);
        let mut rows =
            choices.map(|choices| play::choice_rows(context, prefix, choices, &[])).unwrap_or_default();
        match rows.last_mut() {
            // The last row has `Confirm` in it, and room for the controls.
            Some(CreateActionRow::Buttons(row)) if choices.is_some_and(|it| it.action.is_some()) => {
                row.extend(controls);
            }
            _ if controls.is_empty() => {}
            _ => rows.push(CreateActionRow::Buttons(controls)),
        }
        rows
    }

    /// Lists what was played, a line for each turn, from which [`read_actions`] reads it again.
    fn turn_lines(&self) -> Vec<String> {
        let turns = self.played.chunk_by(|(one, _), (other, _)| one == other);
        let line = |turn: &[(Seat, Move)]| {
            turn_line(&seat_name(self.game, turn[0].0), turn.iter().map(|(_, action)| action.text()))
        };
        turns.map(line).collect()
    }
}

/// Returns a session with a position of a match, in which draws are made up.
fn hypothetical_session(game: &Match, position: &Match, id: BoardId) -> Result<Box<dyn AnySession>, Failure> {
    let session = position.session.as_deref().ok_or_else(|| Failure::denied(texts::not_begun(game)))?;
    Ok(session.supposed(&public_seed(game.id, id)))
}

/// Returns the seed of what is drawn on a board. It follows from what everyone knows, and so tells nothing about the draws of
/// the match.
fn public_seed(match_id: MatchId, board: BoardId) -> Seed {
    Seed::from([0; 32]).derive(&format!("what if {match_id} {board}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_draws_are_the_same_for_the_same_position_only() {
        let board = |number| BoardId::WhatIf(QuestionId { number, undos: 0 });
        assert_eq!(public_seed(MatchId(1), board(7)), public_seed(MatchId(1), board(7)));
        assert_ne!(public_seed(MatchId(1), board(7)), public_seed(MatchId(1), board(8)));
        assert_ne!(public_seed(MatchId(1), board(7)), public_seed(MatchId(2), board(7)));
    }
}
