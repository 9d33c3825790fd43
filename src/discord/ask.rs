//! [`Ask`]: what a player asks of one match, whether by command, in a direct message or by picking the match meant.

use std::fmt;
use std::str::FromStr;

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use super::answer::Answer;
use super::deed::Deed;
use super::ids::Prefix;
use super::pad::pad;
use super::turns::message::message;
use super::{CustomId, Failure, Press, picture, texts_commands as texts, texts_play};
use crate::games::triforce_building::{Action, Path, PathError};
use crate::games::{Seat, Viewer};
use crate::matches::{Act, Command, Match, Matches, Person, QuestionId, Status, Summary};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ask {
    /// To do something.
    Do(Action),
    /// To do what was typed, in the notation of whichever game it is.
    Typed(String),
    /// Something around a game of turns.
    Deed(Deed),
    /// The arrow pad, or the list to vote from.
    Pad,
    /// What one may know of oneself.
    Me,
    /// The board.
    Board,
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Do(action) => action.fmt(f),
            Self::Typed(text) => write!(f, "{TYPED}{text}"),
            Self::Deed(deed) => deed.fmt(f),
            Self::Pad => f.write_str("pad"),
            Self::Me => f.write_str("me"),
            Self::Board => f.write_str("board"),
        }
    }
}

/// What stands before a text that was typed.
const TYPED: &str = "typed ";

impl FromStr for Ask {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(typed) = text.strip_prefix(TYPED) {
            return Ok(Self::Typed(typed.to_owned()));
        }
        if let Ok(deed) = text.parse() {
            return Ok(Self::Deed(deed));
        }
        match text {
            "pad" => Ok(Self::Pad),
            "me" => Ok(Self::Me),
            "board" => Ok(Self::Board),
            text => match text.parse() {
                Ok(action @ (Action::Move(_) | Action::Garnet | Action::Ungarnet | Action::Vote(_))) => {
                    Ok(Self::Do(action))
                }
                _ => Err(()),
            },
        }
    }
}

/// What a player picks when several matches could be meant: the match, the moment of the question, and what was
/// asked. Everything is in the value, so that it outlives a restart; it is shown to that player alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Picked {
    pub(super) match_id: i64,
    pub(super) question: QuestionId,
    pub(super) ask: Ask,
}

impl fmt::Display for Picked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.match_id, self.question, self.ask)
    }
}

impl FromStr for Picked {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, ':');
        let match_id = parts.next().and_then(|text| text.parse::<i64>().ok()).filter(|n| *n >= 0).ok_or(())?;
        let question = parts.next().and_then(|text| text.parse().ok()).ok_or(())?;
        Ok(Self { match_id, question, ask: parts.next().ok_or(())?.parse()? })
    }
}

/// The most options of a select.
const OPTIONS: usize = 25;

/// The most characters of an option's value.
const VALUE: usize = 100;

/// Asks which of several matches is meant.
pub(super) async fn pick(matches: &Matches, rows: &[Summary], ask: &Ask) -> Result<Answer, Failure> {
    let mut options = Vec::new();
    for row in rows.iter().rev().take(OPTIONS) {
        let game = matches.load(row.id).await?;
        let value = Picked { match_id: row.id, question: game.question, ask: ask.clone() }.to_string();
        if value.chars().count() > VALUE {
            return Err(Failure::denied(texts_play::say_which()));
        }
        options.push(CreateSelectMenuOption::new(texts::choice(row), value));
    }
    let id = CustomId::new(0, QuestionId::default(), Press::Pick).to_string();
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    let row = CreateActionRow::SelectMenu(select.placeholder(texts::pick_placeholder()));
    Ok(Answer::new(texts::which_match()).rows(vec![row]))
}

/// Does what is asked of a match, in a channel.
pub(super) async fn fulfil(
    matches: &Matches,
    person: &Person,
    channel: i64,
    game: &Match,
    ask: &Ask,
) -> Result<Answer, Failure> {
    match ask {
        Ask::Do(action) => act(matches, person, game, *action).await,
        Ask::Typed(text) if game.has_turns() => typed(matches, person, game, text).await,
        Ask::Typed(text) => {
            let path: Path = text.parse().map_err(|error: PathError| Failure::denied(error.to_string()))?;
            act(matches, person, game, Action::Move(path)).await
        }
        Ask::Deed(deed) => deed.done(matches, person, game).await,
        Ask::Pad => asked(game, seat(person, game)?),
        Ask::Me => me(person, game).await,
        Ask::Board => board(matches, person, channel, game).await,
    }
}

/// The seat of somebody who has one.
pub(super) fn seat(person: &Person, game: &Match) -> Result<Seat, Failure> {
    game.seat_of(person.user_id).ok_or_else(|| Failure::denied(texts::not_seated(game)))
}

async fn act(matches: &Matches, person: &Person, game: &Match, action: Action) -> Result<Answer, Failure> {
    seat(person, game)?;
    game.playing()?;
    matches
        .ask(
            game.id,
            &Person::user(person.user_id),
            Command::Act(Act { question: Some(game.question), ..Act::typed(&action.to_string()) }),
        )
        .await?;
    if let Action::Vote(candidate) = action
        && !matches.load(game.id).await?.is_going_on()
    {
        // It was the last vote.
        return Ok(texts::vote_counted(game, candidate).into());
    }
    Ok(texts::stored(game, action).into())
}

/// An action of a game of turns; what it brings is told in the channel.
async fn typed(matches: &Matches, person: &Person, game: &Match, text: &str) -> Result<Answer, Failure> {
    seat(person, game)?;
    let done = matches
        .ask(
            game.id,
            &Person::user(person.user_id),
            Command::Act(Act { question: Some(game.question), ..Act::typed(text) }),
        )
        .await?;
    Ok(texts_play::played(game, &done.narrations).into())
}

/// What is asked of a seat now, ready to be answered.
pub(super) fn asked(game: &Match, seat: Seat) -> Result<Answer, Failure> {
    let table = game.playing()?;
    let decision = table.to_act().into_iter().find(|decision| decision.seat == seat);
    if decision.is_none() {
        return Ok(texts::nothing_asked(game).into());
    }
    if game.has_turns() {
        let shown = message(game, &Prefix::default());
        let shown = shown.ok_or_else(|| Failure::denied(texts::nothing_asked(game)))?;
        return Ok(Answer::new(shown.text).rows(shown.rows));
    }
    let pad = pad(game, seat, None);
    Ok(Answer::new(pad.text).rows(pad.rows))
}

async fn me(person: &Person, game: &Match) -> Result<Answer, Failure> {
    let seat = seat(person, game)?;
    if game.has_turns() {
        return Ok(texts_play::me(game, seat).into());
    }
    if game.session.is_none() {
        let player = game.player(seat).ok_or_else(|| Failure::denied(texts::not_seated(game)))?;
        return Ok(Answer::new(texts::me_before(game, seat, player)));
    }
    let answer = Answer::new(texts::me(game, &game.facts(seat)));
    // Where one stands is told only if the match is played so, then with a picture.
    match person.viewer(game) {
        viewer @ Viewer::Seat(_) => Ok(answer.file(picture::attachment(game, viewer).await?)),
        _ => Ok(answer),
    }
}

async fn board(matches: &Matches, person: &Person, channel: i64, game: &Match) -> Result<Answer, Failure> {
    // The channel may be hidden from others in its guild: whoever writes in it can see it.
    let takes_part = game.seat_of(person.user_id).is_some() || person.hosts(game);
    if !takes_part && channel != game.channel_id {
        return Err(Failure::denied(texts::board_elsewhere(game.id)));
    }
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    // Nothing in it is secret: where it is played it comes with its buttons.
    let is_played = game.has_turns() && game.status == Status::Running;
    if is_played && channel == game.channel_id {
        matches.ask(game.id, person, Command::Repost).await?;
        return Ok(texts_play::board_again(game).into());
    }
    let picture = picture::attachment(game, person.viewer(game)).await?;
    Ok(Answer::new(texts::board(game)).file(picture))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::matches::OfferKind;

    #[test]
    fn what_was_asked_is_read_as_it_was_written() {
        let path: Path = "ULD".parse().unwrap();
        let vote = Action::Vote(Seat::new(16));
        let mut all =
            vec![Ask::Do(Action::Move(path)), Ask::Do(vote), Ask::Do(Action::Garnet), Ask::Me, Ask::Pad];
        all.push(Ask::Typed("fight d3".to_owned()));
        all.extend([Deed::Resign, Deed::Claim, Deed::Nudge].map(Ask::Deed));
        for kind in [OfferKind::Draw, OfferKind::Takeback] {
            all.extend([Deed::Offer(kind), Deed::Accept(kind), Deed::Decline(kind)].map(Ask::Deed));
        }
        for ask in all {
            let question = QuestionId { number: u32::MAX, undos: u32::MAX };
            let picked = Picked { match_id: i64::MAX, question, ask };
            let text = picked.to_string();
            assert!(text.len() <= 100);
            assert_eq!(text.parse(), Ok(picked));
        }
    }

    #[test]
    fn hosts_powers_cannot_be_picked() {
        for text in ["1:2:resolve", "1:2:ec 5", "1:2", "-1:2:me", "1:-2:me", "1:2:me:3"] {
            assert_eq!(text.parse::<Picked>(), Err(()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_not(text in any::<String>()) {
            let _ = text.parse::<Picked>();
            let _ = format!("1:2:{text}").parse::<Picked>();
        }
    }
}
