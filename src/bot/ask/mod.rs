//! [`Ask`]: a player's request about one match, made by command, by direct message or by picking the match.

pub(crate) mod commands;

use std::fmt;
use std::str::FromStr;

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::agree::{TurnCommand, perform};
use crate::info::{mine, texts};
use crate::play::texts::no_question;
use crate::play::typed::{self, ParsedMove, require_seat};
use crate::play::{ahead, show_panel};
use crate::ui::limits::{OPTION, OPTIONS};
use crate::ui::lookup::{self, Lookup, Numbered, choice, numbered};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, ComponentAction, Context, CustomId, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Millis, Person, QuestionId, Summary};

/// A player's request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Play the typed text, as the game reads it.
    Typed(String),
    /// Perform a turn command.
    TurnCommand(TurnCommand),
    /// Show the question with its choices.
    Show,
    /// Show the question, but only if it has this key.
    Question(String),
    /// Leave answers for the next rounds, or show those that are left.
    Ahead(String),
    /// Say that one will be away from the first time to the second.
    Away(Millis, Millis),
    /// Say that one is back.
    Back,
    /// Show what players may know about themselves.
    Me,
    /// Show the board.
    Board,
}

impl Ask {
    /// Returns whether the request may change something, rather than only show it.
    pub(crate) fn may_change_something(&self) -> bool {
        match self {
            Self::Typed(_) | Self::TurnCommand(_) | Self::Ahead(_) | Self::Away(..) | Self::Back => true,
            Self::Show | Self::Question(_) | Self::Me | Self::Board => false,
        }
    }

    /// Returns the match that is meant, with the typed text as read there, or `None` if the text does not look like an
    /// action in any candidate match.
    ///
    /// # Errors
    /// If there is no such match, or the typed text is not a valid action.
    pub(crate) async fn which(
        &self,
        matches: &Matches,
        person: &Person,
        number: Option<Numbered<'_>>,
        channel: ChannelId,
    ) -> Result<Option<(Lookup, Option<ParsedMove>)>, Failure> {
        let found = match self {
            Self::Typed(text) => return typed::find_match(matches, person, number, channel, text).await,
            Self::TurnCommand(TurnCommand::Resign) => {
                lookup::resignable(matches, person, number, channel).await
            }
            Self::TurnCommand(TurnCommand::Ready(_)) | Self::Show | Self::Question(_) | Self::Ahead(_) => {
                lookup::acted_in(matches, person, number, channel).await
            }
            Self::TurnCommand(_) => lookup::of_turns(matches, person, number, channel).await,
            // Only servers have boards of other people's matches.
            Self::Board if person.guild_id.is_some() => lookup::seen(matches, person, number, channel).await,
            Self::Away(..) | Self::Back | Self::Me | Self::Board => {
                lookup::played(matches, person, number, channel).await
            }
        };
        Ok(Some((found?, None)))
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typed(text) => write!(f, "{TYPED_PREFIX}{text}"),
            Self::TurnCommand(command) => command.fmt(f),
            Self::Ahead(text) => write!(f, "{AHEAD_PREFIX}{text}"),
            Self::Away(from, to) => write!(f, "{AWAY_PREFIX}{from} {to}"),
            Self::Back => f.write_str(BACK),
            Self::Show => f.write_str("show"),
            Self::Question(key) => write!(f, "{QUESTION_PREFIX}{key}"),
            Self::Me => f.write_str("me"),
            Self::Board => f.write_str("board"),
        }
    }
}

/// The prefix of typed text.
const TYPED_PREFIX: &str = "typed ";

/// The prefix of answers for the next rounds.
const AHEAD_PREFIX: &str = "ahead ";

/// The prefix of the beginning and the end of an absence.
const AWAY_PREFIX: &str = "away ";

/// What stands for being back. Messages that exist already have it.
const BACK: &str = "away 0 0";

/// The prefix of a question key.
const QUESTION_PREFIX: &str = "question ";

impl FromStr for Ask {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(typed) = text.strip_prefix(TYPED_PREFIX) {
            return Ok(Self::Typed(typed.to_owned()));
        }
        if let Some(answers) = text.strip_prefix(AHEAD_PREFIX) {
            return Ok(Self::Ahead(answers.to_owned()));
        }
        if let Some(key) = text.strip_prefix(QUESTION_PREFIX) {
            return Ok(Self::Question(key.to_owned()));
        }
        if text == BACK {
            return Ok(Self::Back);
        }
        if let Some((from, to)) = text.strip_prefix(AWAY_PREFIX).and_then(|times| times.split_once(' ')) {
            return Ok(Self::Away(from.parse().map_err(|_| ())?, to.parse().map_err(|_| ())?));
        }
        if let Ok(command) = text.parse() {
            return Ok(Self::TurnCommand(command));
        }
        match text {
            "show" => Ok(Self::Show),
            "me" => Ok(Self::Me),
            "board" => Ok(Self::Board),
            _ => Err(()),
        }
    }
}

/// An option of the select that asks which match is meant: the match, its question at the time, and the request. The
/// value holds everything, so that it survives a restart. Only that player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    pub(crate) match_id: MatchId,
    pub(crate) question: QuestionId,
    pub(crate) ask: Ask,
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
        Ok(Self { match_id: MatchId(match_id), question, ask: parts.next().ok_or(())?.parse()? })
    }
}

/// Asks which of several matches is meant.
pub(crate) async fn pick(
    matches: &Matches,
    person: &Person,
    rows: &[Summary],
    ask: &Ask,
) -> Result<Answer, Failure> {
    let is_direct = person.writes_directly();
    let mut options = Vec::new();
    for row in rows.iter().take(OPTIONS) {
        let game = matches.load_listed(row).await?;
        let value = Picked { match_id: row.id, question: game.question, ask: ask.clone() }.to_string();
        if value.chars().count() > OPTION {
            return Err(Failure::denied(texts::say_which(is_direct)));
        }
        options.push(CreateSelectMenuOption::new(choice(row), value));
    }
    let id = CustomId::new(MatchId(0), QuestionId::default(), ComponentAction::Pick).to_string();
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    let row = CreateActionRow::SelectMenu(select.placeholder(texts::pick_placeholder()));
    let example = match ask {
        Ask::Typed(text) => text,
        _ => "me",
    };
    let example = rows.first().filter(|_| is_direct).map(|row| (row.id, example));
    let more = rows.len().saturating_sub(OPTIONS);
    Ok(Answer::new(texts::which_match(more, ask.may_change_something(), example)).rows(vec![row]))
}

/// Fulfils a player's request about a match, in a channel.
pub(crate) async fn fulfil(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    game: &Match,
    ask: &Ask,
    read: Option<ParsedMove>,
) -> Result<Answer, Failure> {
    match ask {
        Ask::Typed(text) => typed::play_typed(matches, person, game, text, read).await,
        Ask::TurnCommand(command) => perform(*command, matches, person, game).await,
        Ask::Ahead(text) => ahead::leave_ahead(matches, person, game, text).await,
        Ask::Away(from, to) => mine::away(matches, person, game, *from, *to).await,
        Ask::Back => mine::back(matches, person, game).await,
        Ask::Show => show_panel(game, require_seat(person, game)?),
        Ask::Question(key) => {
            let seat = require_seat(person, game)?;
            match game.decision(seat) {
                Some(decision) if decision.key != key => Err(Failure::denied(no_question(game, key))),
                _ => show_panel(game, seat),
            }
        }
        Ask::Me => mine::me(matches.clock().now(), person, game).await,
        Ask::Board => mine::board(matches, person, channel, game).await,
    }
}

/// Fulfils a player's request, or asks which match is meant.
pub(crate) async fn ask(ctx: Context<'_>, number: Option<i64>, ask: Ask) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let number = numbered(ctx, number);
    let (found, read) = match ask.which(matches, &person, number, channel).await? {
        Some(found) => found,
        // That match's game explains what is wrong with the text.
        None => (lookup::acted_in(matches, &person, number, channel).await?, None),
    };
    match found {
        Lookup::One(game) => fulfil(matches, &person, channel, &game, &ask, read).await,
        Lookup::Several(rows) => pick(matches, &person, &rows, &ask).await,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use trigon_engine::matches::OfferKind;

    #[test]
    fn what_was_asked_is_read_as_it_was_written() {
        let mut all = vec![Ask::Me, Ask::Board, Ask::Show, Ask::Back];
        all.push(Ask::Question("vote".to_owned()));
        all.push(Ask::Away(0, i64::MAX));
        all.extend(["URD, -", ""].map(|text| Ask::Ahead(text.to_owned())));
        all.extend(["fight d3", "ULD", "u, l: d", "typed x", ""].map(|text| Ask::Typed(text.to_owned())));
        let others = [TurnCommand::Resign, TurnCommand::Claim, TurnCommand::Nudge];
        let ready = [TurnCommand::Ready(true), TurnCommand::Ready(false)];
        all.extend(others.into_iter().chain(ready).map(Ask::TurnCommand));
        for kind in [OfferKind::Draw, OfferKind::Takeback] {
            all.extend(
                [TurnCommand::Offer(kind), TurnCommand::Accept(kind), TurnCommand::Decline(kind)]
                    .map(Ask::TurnCommand),
            );
        }
        for ask in all {
            let question = QuestionId { number: u32::MAX, undos: u32::MAX };
            let picked = Picked { match_id: MatchId(i64::MAX), question, ask };
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
