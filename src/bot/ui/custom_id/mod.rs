//! [`CustomId`]: the identifier of a component, with the version of the format, the match, the question that the component
//! was made for, and what it does: `t2:17:5.0:go:U`.
//!
//! A component lives as long as its message. A press is compared with the current match: if the component was made for
//! an earlier question, it is stale. Incoming identifiers are checked like any other external input.
//!
//! | file | what |
//! |---|---|
//! | `action.rs` | [`ComponentAction`]: what a component does |
//! | `arguments.rs` | [`Prefix`], [`SeatRequest`], [`HostAsk`]: what an action carries; [`UnknownId`]: why it cannot be read |

mod action;
mod arguments;

use std::fmt;
use std::str::FromStr;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateButton};

use trigon_engine::ids::MatchId;
use trigon_engine::matches::{AnswerTag, Match, QuestionId};

pub use self::action::ComponentAction;
pub use self::arguments::{HostAsk, Prefix, SeatRequest, UnknownId};

/// The version of the format.
const VERSION: &str = "t2";

/// The custom id of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomId {
    /// The match.
    pub match_id: MatchId,
    /// The question: [`Match::question`](trigon_engine::matches::Match::question).
    pub question: QuestionId,
    /// The stored answer that was shown with it, if a press may replace that.
    pub shown: Option<AnswerTag>,
    /// The board for trying out actions that the component belongs to, if it belongs to one.
    pub board: Option<BoardId>,
    /// What the component does.
    pub action: ComponentAction,
}

impl CustomId {
    /// Creates the identifier of a component that replaces no stored answer.
    pub fn new(match_id: MatchId, question: QuestionId, action: ComponentAction) -> Self {
        Self { match_id, question, shown: None, board: None, action }
    }
}

/// Returns a button for a match.
pub(crate) fn button(game: &Match, action: ComponentAction, label: &str, style: ButtonStyle) -> CreateButton {
    let id = CustomId::new(game.id, game.question, action);
    CreateButton::new(id.to_string()).label(label).style(style)
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}", self.match_id, self.question)?;
        if let Some(shown) = self.shown {
            write!(f, "-{shown}")?;
        }
        if let Some(board) = self.board {
            write!(f, "@{board}")?;
        }
        write!(f, ":{}", self.action)
    }
}

impl FromStr for CustomId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let mut parts = text.split(':');
        let mut next = || parts.next().ok_or(UnknownId::Component);
        if next()? != VERSION {
            return Err(UnknownId::Component);
        }
        let number = |text: &str| text.parse::<i64>().ok().filter(|n| *n >= 0).ok_or(UnknownId::Component);
        let match_id = number(next()?)?;
        // QUESTION[-SHOWN][@BOARD]
        let context = next()?;
        let (asked, board) = match context.split_once('@') {
            Some((asked, board)) => (asked, Some(board.parse()?)),
            None => (context, None),
        };
        let (question, shown) = match asked.split_once('-') {
            Some((question, shown)) => (question, Some(shown.parse().map_err(|_| UnknownId::Component)?)),
            None => (asked, None),
        };
        let question = question.parse().map_err(|_| UnknownId::Component)?;
        let (verb, argument) = (next()?, parts.next());
        if parts.next().is_some() {
            return Err(UnknownId::Component);
        }
        let action = ComponentAction::read(verb, argument)?;
        Ok(Self { match_id: MatchId(match_id), question, shown, board, action })
    }
}

/// A board on which actions are tried out, by where its position comes from. Like everything in an identifier, that counts only
/// what everyone can see: an entry number would tell that somebody has planned something, or was away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardId {
    /// A position of a match that is going on, by the question that it asks.
    WhatIf(QuestionId),
    /// A position of a match that is over, by the number of actions before it that counted in the end. A win is to be found.
    Puzzle(u32),
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WhatIf(question) => write!(f, "q{question}"),
            Self::Puzzle(actions) => write!(f, "p{actions}"),
        }
    }
}

impl FromStr for BoardId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if let Some(question) = text.strip_prefix('q') {
            return question.parse().map(Self::WhatIf).map_err(|_| UnknownId::Component);
        }
        if let Some(actions) = text.strip_prefix('p') {
            return actions.parse().map(Self::Puzzle).map_err(|_| UnknownId::Component);
        }
        // Earlier versions wrote an entry number, and a mark for a puzzle.
        let entry = text.strip_suffix('!').unwrap_or(text);
        let is_number = !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_digit());
        Err(if is_number { UnknownId::Board } else { UnknownId::Component })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use trigon_engine::matches::OfferKind;

    use super::*;

    #[test]
    fn ids_are_read_as_they_were_written() {
        for action in [
            ComponentAction::Join,
            ComponentAction::Leave,
            ComponentAction::Start,
            ComponentAction::Pick,
            ComponentAction::Show,
            ComponentAction::Choose(Prefix::default()),
            ComponentAction::Choose(Prefix::default().then("b2").unwrap()),
            ComponentAction::Select(7, Prefix::new(vec!["b2".to_owned(), "^NE".to_owned()]).unwrap()),
            ComponentAction::Confirm(Prefix::default().then("+M").unwrap()),
            ComponentAction::also("-spend", Prefix::new(["U", "L"].map(str::to_owned).to_vec()).unwrap())
                .unwrap(),
            ComponentAction::also("x", Prefix::default()).unwrap(),
            ComponentAction::Accept(OfferKind::Draw, 17),
            ComponentAction::Accept(OfferKind::Takeback, u32::MAX),
            ComponentAction::Decline(OfferKind::Draw, 0),
            ComponentAction::Decline(OfferKind::Takeback, 1),
            ComponentAction::AddComputed,
            ComponentAction::Computed(2),
            ComponentAction::Settings,
            ComponentAction::Setting(Prefix::default()),
            ComponentAction::SettingTo(Prefix::default().then("early=yes").unwrap()),
            ComponentAction::SaveSettings(
                Prefix::new(["round=mon-fri~19.00~America/New%York", "more=6"].map(str::to_owned).to_vec())
                    .unwrap(),
            ),
            ComponentAction::AddWord,
            ComponentAction::Claim,
            ComponentAction::TakeBack,
            ComponentAction::WhatIf,
            ComponentAction::Share,
            ComponentAction::Result,
            ComponentAction::Cancel,
            ComponentAction::Host(HostAsk::Remind),
            ComponentAction::Host(HostAsk::Pause),
            ComponentAction::Host(HostAsk::Resume),
            ComponentAction::Host(HostAsk::End),
            ComponentAction::Host(HostAsk::Undo),
            ComponentAction::Swap(Prefix::new(["1", "priority", "3"].map(str::to_owned).to_vec()).unwrap()),
            ComponentAction::Again,
            ComponentAction::Advice,
            ComponentAction::Puzzle,
            ComponentAction::TakeSeat(SeatRequest { seat: 16, number: Some(3) }),
            ComponentAction::HandOver(SeatRequest { seat: 1, number: None }),
            ComponentAction::KeepSeat(SeatRequest { seat: u32::MAX, number: Some(u32::MAX) }),
            ComponentAction::Undo,
            ComponentAction::Propose(Prefix::new(["extend", "-48"].map(str::to_owned).to_vec()).unwrap()),
            ComponentAction::Consent(1),
            ComponentAction::Object(u32::MAX),
            ComponentAction::StandBy,
            ComponentAction::Ahead,
            ComponentAction::Ready(true),
            ComponentAction::Ready(false),
            ComponentAction::JoinAsHost,
            ComponentAction::ReadRules,
            ComponentAction::ReadTerms,
            ComponentAction::Help,
            ComponentAction::Legend,
            ComponentAction::Rematch,
            ComponentAction::Replay,
            ComponentAction::Review,
            ComponentAction::FairPlay,
            ComponentAction::Page(u32::MAX),
            ComponentAction::Entry(12),
            ComponentAction::Begin,
            ComponentAction::EndPhase,
            ComponentAction::Back,
            ComponentAction::Rules(Prefix::default().then("three-card-poker").unwrap()),
        ] {
            let question = QuestionId { number: 987_654, undos: 321 };
            let shown = Some("0123abcd".parse().unwrap());
            for id in [
                CustomId::new(MatchId(i64::MAX), question, action.clone()),
                CustomId { shown, ..CustomId::new(MatchId(i64::MAX), question, action.clone()) },
                CustomId {
                    board: Some(BoardId::WhatIf(question)),
                    ..CustomId::new(MatchId(i64::MAX), question, action.clone())
                },
                CustomId {
                    board: Some(BoardId::Puzzle(u32::MAX)),
                    ..CustomId::new(MatchId(i64::MAX), question, action)
                },
            ] {
                let text = id.to_string();
                assert!(text.len() <= 100);
                assert_eq!(text.parse(), Ok(id));
            }
        }
    }

    #[test]
    fn other_ids_are_unknown() {
        for text in [
            "",
            "t2",
            "t1:1:2:join",
            "t2:-1:2:join",
            "t2:1:-2:join",
            "t2:1:2.0:join",
            "t2:1:2-3:show",
            "t2:1:2-:show",
            "t2:1:2@:again",
            "t2:1:2@-1:again",
            "t2:1:2@x:again",
            "t2:1:2@!:again",
            "t2:1:2@1!!:again",
            "t2:1:2@q:again",
            "t2:1:2@q1.0:again",
            "t2:1:2@p:again",
            "t2:1:2@p-1:again",
            "t2:1:2:join:U",
            "t2:1:2:show:U",
            "t2:1:2:step:U",
            "t2:1:2:go:U:U",
            "t2:1:2:also:U",
            "t2:1:2:also-:U",
            "t2:1:2:also-a_b:U",
            "t2:1:2:also-a",
            "t2:1:2:go",
            "t2:1:2:go:a__b",
            "t2:1:2:of:a",
            "t2:1:2:host",
            "t2:1:2:host:cancel",
            "t2:1:2:of300:a",
            "t2:1:2:accept-draw",
            "t2:1:2:accept-draw:-1",
            "t2:1:2:accept-peace:1",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(UnknownId::Component), "{text}");
        }
    }

    #[test]
    fn boards_of_earlier_versions_are_told_apart() {
        for text in ["t2:1:2@7:again", "t2:1:2.1@17!:advice"] {
            assert_eq!(text.parse::<CustomId>(), Err(UnknownId::Board), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_unknown(text in any::<String>()) {
            let _ = text.parse::<CustomId>();
            let _ = format!("t2:1:2:{text}").parse::<CustomId>();
        }
    }
}
