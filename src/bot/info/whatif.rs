//! `/whatif`: a board in private, on which a player tries out what could be played.
//!
//! Nothing about a board is stored, so it outlives a restart: its components carry the entry after which its position came,
//! and its text lists the actions that were played on it.

use std::borrow::Cow;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, CreateActionRow};

use super::hint::{candidates, has_help, helped, meant};
use super::texts::{self, Sketch};
use crate::play::typed::seat;
use crate::play::{self, At, Meaning};
use crate::ui::lookup;
use crate::ui::picture::{self, mark};
use crate::ui::words::seat_name;
use crate::ui::{
    Answer, Bot, ComponentAction, Context, CustomId, Failure, Prefix, PressAnswer, UnknownId, escape,
    send_later, value,
};
use trigon_engine::matches::{Match, Person, Seq};
use trigon_rules::games::{
    AnySession, By, Frame, Line as Candidate, Move, Narration, Refusal, Seat, Seed, Viewer, phrase,
};

/// Try out in private what could be played from here; nobody else sees it, and nothing counts
#[poise::command(slash_command)]
pub(crate) async fn whatif(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        opened(&person, &game).await
    })
    .await
}

/// Returns a new board with the present position of a match.
///
/// # Errors
/// If the person cannot be helped: see [`helped`].
pub(crate) async fn opened(person: &Person, game: &Match) -> Result<Answer, Failure> {
    let (seat, _) = helped(person, game, texts::BOARDS)?;
    Board::at(game, seat, game.seq())?.shown(&Prefix::default(), Below::default()).await
}

/// Handles a press on the board of the position after an entry.
///
/// # Errors
/// If the person does not play in the match, if its game allows no help, or if the component is unknown.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    custom_id: &CustomId,
    entry: Seq,
) -> Result<PressAnswer, Failure> {
    let seat = seat(person, game)?;
    has_help(game, texts::BOARDS)?;
    let mut board = Board::at(game, seat, entry)?;
    let mut below = Below::default();
    let mut prefix = Prefix::default();
    let played = written(&click.message.content);
    let kept = match &custom_id.action {
        ComponentAction::Again => 0,
        ComponentAction::TakeBack => played.len().saturating_sub(1),
        _ => played.len(),
    };
    board.follow(&played[..kept]);
    match &custom_id.action {
        ComponentAction::Again | ComponentAction::TakeBack => {}
        ComponentAction::Advice => {
            let (session, next) = (&*board.session, board.next().ok_or_else(unknown)?);
            let seed = entry.unsigned_abs().wrapping_add(board.line.len() as u64);
            below.advice = Some((next, candidates(bot, person, game, session, next, seed).await?));
        }
        pressed => {
            let meaning =
                board.next().and_then(|next| Meaning::of(&*board.session, next, pressed, value(click)));
            match meaning {
                Some(Meaning::Draft(draft)) => prefix = draft,
                Some(Meaning::Action(action, _)) => below.note = board.try_out(&action),
                None => below.note = Some(play::texts::cannot_be_chosen_now().to_owned()),
            }
        }
    }
    board.shown(&prefix, below).await.map(PressAnswer::InPlace)
}

fn unknown() -> Failure {
    Failure::denied(UnknownId.to_string())
}

/// What a board says besides its position.
#[derive(Default)]
struct Below {
    /// Why what was pressed was not done.
    note: Option<String>,
    /// What a computed player would do for a seat.
    advice: Option<(Seat, Vec<(Candidate, String)>)>,
}

/// A position of a match, and what was played on from there.
struct Board<'a> {
    game: &'a Match,
    /// The player whose board it is.
    seat: Seat,
    /// The entry after which the position came.
    entry: Seq,
    /// Whether the match has gone on since then.
    is_old: bool,
    session: Box<dyn AnySession>,
    /// What was played, and by whom.
    line: Vec<(Seat, Move)>,
    /// What the last action brought about.
    happened: Vec<Narration>,
}

impl<'a> Board<'a> {
    /// Returns a player’s board with the position after an entry.
    fn at(game: &'a Match, seat: Seat, entry: Seq) -> Result<Self, Failure> {
        let then: Cow<'_, Match> = game.up_to(entry)?;
        let session = then.session.as_deref().ok_or_else(|| Failure::denied(texts::not_begun(game)))?;
        let session = session.supposed(&made_up(game.id, entry));
        let is_old = then.question != game.question || game.playing().is_err();
        Ok(Self { game, seat, entry, is_old, session, line: Vec::new(), happened: Vec::new() })
    }

    /// Returns whose turn it is, or `None` if the match would be over.
    fn next(&self) -> Option<Seat> {
        self.session.to_act().first().map(|decision| decision.seat)
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
        let seat = self.next().ok_or_else(Refusal::over)?;
        self.happened = self.session.make(By::Seat(seat), action)?;
        self.line.push((seat, action.clone()));
        Ok(())
    }

    /// Plays another action, or says why not.
    fn try_out(&mut self, action: &Move) -> Option<String> {
        let length: usize = self.lines().iter().map(|line| line.chars().count()).sum();
        if length > LONGEST {
            return Some(texts::LINE_IS_FULL.to_owned());
        }
        self.play(action).err().map(|refusal| escape::text(&refusal.sentence))
    }

    /// Returns the board as it is shown after some steps of the next action.
    async fn shown(&self, prefix: &Prefix, below: Below) -> Result<Answer, Failure> {
        let Self { game, seat, session, line, .. } = self;
        let frame = Frame { title: &game.title, names: session.names() };
        let mut scene = session.observe(Viewer::Seat(*seat)).scene(&frame);
        mark(&mut scene, texts::WHAT_IF_STRIP);
        let picture = picture::studio().drawn(game.id, "what-if", scene).await?;
        let next = self.next();
        let choices = next.and_then(|next| session.choices(next, prefix.keys()));
        let asked = session.to_act().first().map(|decision| session.prompt(decision).question);
        // Whose turn it is follows anyway.
        let turn = next.map(|next| phrase::turn_of(&game.names().get(next)));
        let is_news = |told: &&Narration| {
            told.audience.includes(Viewer::Seat(*seat)) && Some(&told.text) != turn.as_ref()
        };
        let told = self.happened.iter().filter(is_news);
        let outcome = session.outcome().map(|outcome| escape::text(&outcome.reason));
        let sketch = Sketch {
            line: self.lines(),
            happened: told.map(|told| escape::text(&told.text)).collect(),
            asked: next.map(|next| seat_name(game, next)).zip(asked),
            chosen: choices.as_ref().map(|choices| play::texts::draft(choices, true)),
            outcome,
            advice: below.advice,
            note: below.note,
            draws: session.needs_seed(),
            is_old: self.is_old,
        };
        let at = At::board(game, self.entry);
        let mut rows =
            choices.as_ref().map(|choices| play::rows(at, prefix, choices, &[])).unwrap_or_default();
        let mut last = Vec::new();
        if prefix.keys().is_empty() {
            if !line.is_empty() {
                last.push(at.button(ComponentAction::TakeBack, texts::BACK));
            }
            // After a single action, it would do the same as `Back`.
            if line.len() > 1 {
                last.push(at.button(ComponentAction::Again, texts::AGAIN));
            }
            if next.is_some() && sketch.advice.is_none() {
                last.push(at.button(ComponentAction::Advice, texts::ADVICE));
            }
        }
        match rows.last_mut() {
            // It has `Confirm` in it.
            Some(CreateActionRow::Buttons(row)) if choices.is_some_and(|it| it.action.is_some()) => {
                row.extend(last);
            }
            _ if last.is_empty() => {}
            _ => rows.push(CreateActionRow::Buttons(last)),
        }
        Ok(Answer::new(texts::what_if(game, &sketch)).rows(rows).file(picture))
    }

    /// Lists what was played, a line for each turn, from which [`written`] reads it again.
    fn lines(&self) -> Vec<String> {
        let turns = self.line.chunk_by(|(one, _), (other, _)| one == other);
        turns
            .map(|turn| {
                turn_line(&seat_name(self.game, turn[0].0), turn.iter().map(|(_, action)| action.text()))
            })
            .collect()
    }
}

/// The number of characters of what was played beyond which nothing is added: the message has to list all of it.
const LONGEST: usize = 1_000;

/// Returns the seed of what is drawn on a board. It follows from what everyone knows, and so tells nothing about the draws of
/// the match.
fn made_up(match_id: i64, entry: Seq) -> Seed {
    Seed::from([0; 32]).derive(&format!("what if {match_id} {entry}"))
}

/// What begins a line that lists a turn.
const TURN: &str = "▸ ";

/// Lists the actions of a turn after an escaped name.
fn turn_line<'a>(name: &str, actions: impl Iterator<Item = &'a str>) -> String {
    format!("{TURN}{name}: `{}`", actions.collect::<Vec<_>>().join("`, `"))
}

/// Reads the actions that the text of a board lists.
fn written(text: &str) -> Vec<&str> {
    let turns = text.lines().filter_map(|line| line.strip_prefix(TURN));
    // An escaped name has a backslash before each backtick.
    let actions = turns.filter_map(|line| line.split_once(": `")?.1.strip_suffix('`'));
    actions.flat_map(|actions| actions.split("`, `")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written_whatever_players_are_called() {
        for name in ["Ann", "`x`: `a1`", "▸ Ben: `b2`", "a: b", r"*\`"] {
            let turns = [vec!["place a1", "end"], vec!["roll"]];
            let lines = turns.clone().map(|turn| turn_line(&escape::name(name), turn.into_iter()));
            let text = format!("**#1 {name}**\n{}\n- {name}: rolls `6`", lines.join("\n"));
            assert_eq!(written(&text), turns.concat(), "{name}");
        }
        assert!(written("▸ Ann\n▸ Ann: `a\nAnn: `a`").is_empty());
    }

    #[test]
    fn made_up_draws_are_the_same_for_the_same_position_only() {
        assert_eq!(made_up(1, 7), made_up(1, 7));
        assert_ne!(made_up(1, 7), made_up(1, 8));
        assert_ne!(made_up(1, 7), made_up(2, 7));
    }
}
