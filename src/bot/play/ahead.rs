//! Answers for the rounds after the present one, left by those who will be away; and plans for the next turns of games
//! that are played in turns.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateInputText, CreateModal, Http, InputTextStyle, ModalInteraction};

use super::texts;
use super::typed::{read_move, require_seat};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Failure, Typed, field, lookup};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Command, Match, Matches, Person};
use trigon_rules::games::{AnySession, Move, Narration, Seat};

/// The prefix of the identifiers of forms, followed by the match number.
const FORM_PREFIX: &str = "t1-ahead:";
const FIELD: &str = "answers";

/// The maximum length of what is written in the form, in characters.
const MAX_TEXT_LENGTH: u16 = 200;

/// The maximum number of rounds for which an answer can be left at once.
const MAX_ROUNDS: usize = 200;

/// Returns the form for the answers of a person who has pressed the button, filled with what is left.
///
/// # Errors
/// If the person does not play, or if the match has ended.
pub(crate) fn form(game: &Match, person: &Person) -> Result<CreateModal, Failure> {
    game.playing()?;
    let seat = require_seat(person, game)?;
    let separator = if game.has_turns() { "; " } else { ", " };
    let answers: Vec<&str> =
        game.ahead(seat).iter().map(|action| as_people_type(game, seat, action)).collect();
    let input = CreateInputText::new(InputTextStyle::Short, texts::AHEAD_LABEL, FIELD)
        .placeholder(texts::AHEAD_PLACEHOLDER)
        .value(answers.join(separator))
        .required(false)
        .max_length(MAX_TEXT_LENGTH);
    let form = CreateModal::new(format!("{FORM_PREFIX}{}", game.id), texts::ahead_title(game));
    Ok(form.components(vec![CreateActionRow::InputText(input)]))
}

/// Returns an action in notation as people type it: without its first word, as in `URD` for `move URD`, if that is read as the same
/// action.
fn as_people_type<'a>(game: &Match, seat: Seat, action: &'a str) -> &'a str {
    match action.split_once(' ') {
        Some((_, short)) if matches!(read_move(game, seat, short), Some(Ok(same)) if same.text() == action) => {
            short
        }
        _ => action,
    }
}

/// Returns the match of a submitted form, or `None` if it is another form.
pub(crate) fn form_of(custom_id: &str) -> Option<MatchId> {
    custom_id.strip_prefix(FORM_PREFIX)?.parse().ok()
}

/// Leaves what was written in a form. An empty field takes back what was left; if nothing was, it only shows that.
pub(crate) async fn submitted(
    http: &Http,
    matches: &Matches,
    person: &Person,
    match_id: MatchId,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    let game = lookup::known(http, matches, person, match_id, modal.channel_id.stored()).await?;
    let written: &str = &field::<Typed>(modal, FIELD);
    let has_left_answers = !game.ahead(require_seat(person, &game)?).is_empty();
    let text = if written.is_empty() && has_left_answers { CLEAR_WORDS[0] } else { written };
    leave_ahead(matches, person, &game, text).await
}

/// What people write to take back what they left.
const CLEAR_WORDS: [&str; 3] = ["none", "nothing", "clear"];

/// Leaves answers for the next rounds, one for each part between commas, or in turn-based games a plan, with semicolons in
/// between, because their notation has commas; without any, shows what is left.
///
/// # Errors
/// If a part is not an answer in the notation of the game.
pub(crate) async fn leave_ahead(
    matches: &Matches,
    person: &Person,
    game: &Match,
    text: &str,
) -> Result<Answer, Failure> {
    let seat = require_seat(person, game)?;
    let session = game.playing()?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(texts::left_ahead(game, seat).into());
    }
    let clears = CLEAR_WORDS.contains(&text.to_lowercase().as_str());
    let answers = if clears { Vec::new() } else { read_answers(game, session, seat, text)? };
    let words = |_: &Match, now: &Match, _: &[Narration]| texts::left_ahead(now, seat);
    let done = matches.ask_telling(game.id, person, Command::Ahead(answers), &words).await?;
    Ok(Answer::told(texts::left_ahead(&done.game, seat), &done))
}

/// Reads the answers for the next rounds, or the actions of a plan, in order.
fn read_answers(
    game: &Match,
    session: &dyn AnySession,
    seat: Seat,
    text: &str,
) -> Result<Vec<Move>, Failure> {
    let separates = |c: char| matches!(c, ';' | '\n') || c == ',' && !game.has_turns();
    let parts = text.split(separates).map(str::trim).filter(|part| !part.is_empty());
    let mut answers: Vec<Move> = Vec::new();
    if game.has_turns() {
        for part in parts {
            answers.push(read_answer(game, session, seat, part)?);
        }
        return Ok(answers);
    }
    let first_round = session.phase().round().map_or(1, |round| round + 1);
    for part in parts {
        let due = first_round + answers.len() as u32;
        let RoundsPart { first, last, answer } =
            RoundsPart::read(part).unwrap_or(RoundsPart { first: due, last: due, answer: part });
        if first != due {
            return Err(Failure::denied(texts::not_that_round(first, due)));
        }
        let action = read_answer(game, session, seat, answer)?;
        answers.extend((due..=last).take(MAX_ROUNDS).map(|_| action.clone()));
    }
    Ok(answers)
}

/// Reads one answer, or one action of a plan, which may begin with the word by which plans are shown: `then L`.
fn read_answer(game: &Match, session: &dyn AnySession, seat: Seat, part: &str) -> Result<Move, Failure> {
    let action = part.strip_prefix("then ").unwrap_or(part);
    read_move(game, seat, action).unwrap_or_else(|| session.parse(action)).map_err(Failure::from)
}

/// A part that says for which rounds it is, such as `rounds 4-6: URD` or `4: URD`.
struct RoundsPart<'a> {
    first: u32,
    last: u32,
    answer: &'a str,
}

impl<'a> RoundsPart<'a> {
    fn read(part: &'a str) -> Option<Self> {
        let (rounds, answer) = part.split_once(':')?;
        let numbers = rounds.trim_start_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
        let (first, last) = numbers.split_once(['-', '–']).unwrap_or((numbers, numbers));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then(|| Self { first, last, answer: answer.trim() })
    }
}
