//! The identifiers of components: the version of the format, the match, the question that the component was made for,
//! and what it does.
//!
//! A component lives as long as its message. A click is compared with the current match: if the component was made for
//! an earlier question, it is stale. Incoming identifiers are checked like any other external input.

use std::fmt;
use std::str::FromStr;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateButton};

use trigon_engine::ids::MatchId;
use trigon_engine::matches::{AnswerTag, Match, OfferKind, QuestionId};

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

/// What a component does. It carries the steps chosen so far until they are confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentAction {
    /// Take a seat.
    Join,
    /// Give up a seat.
    Leave,
    /// Begin a match with the players who have joined.
    Start,
    /// Show which computed players can be added to the roster.
    AddComputed,
    /// A select that adds computed players, or takes one off the roster, by the number of the select.
    Computed(u32),
    /// Show all settings of a match that can be changed.
    Settings,
    /// A select whose value is the setting to change, after what has been chosen so far; as a button, it shows them again.
    Setting(Prefix),
    /// A select whose value is that of a setting, after what has been chosen so far.
    SettingTo(Prefix),
    /// Change what has been chosen.
    SaveSettings(Prefix),
    /// Open the form for a word to add to the draws.
    AddWord,
    /// Check in before the first round.
    CheckIn,
    /// A select whose value is the match meant by an earlier request.
    Pick,
    /// Show the person who presses, in private, what they are asked.
    Show,
    /// Show what can be chosen after these steps, which may be one more than before, one fewer or none.
    Choose(Prefix),
    /// A select whose value is the key of the step after these; the number distinguishes the selects of one message.
    Select(u8, Prefix),
    /// Play the action that consists of these steps.
    Confirm(Prefix),
    /// Play the action of a single step, and keep the steps chosen so far.
    Also(Prefix, Prefix),
    /// Agree to the offer with this number.
    Accept(OfferKind, u32),
    /// Decline the offer with this number, or withdraw one's own.
    Decline(OfferKind, u32),
    /// Claim a seat whose time has run out.
    Claim,
    /// Take back one's last action, or the last one on a what-if board.
    TakeBack,
    /// Open a what-if board.
    WhatIf,
    /// Shows everyone in the channel what only the presser sees.
    Share,
    /// Take back everything on a what-if board.
    Again,
    /// Say what a computed player would do on a what-if board, or what solves a puzzle.
    Advice,
    /// Show another puzzle.
    Puzzle,
    /// Take over the seat that one is asked to take.
    TakeSeat(SeatRequest),
    /// Hand over one's seat, as one is asked to do.
    HandOver(SeatRequest),
    /// Decline that a seat is handed over.
    KeepSeat(SeatRequest),
    /// Undo the last phase that has ended.
    Undo,
    /// Ask all players to agree to what these words say.
    Propose(Prefix),
    /// Agree to the host's proposal with this number.
    Consent(u32),
    /// Do not agree to the proposal with this number, or withdraw one's own.
    Object(u32),
    /// Become an alternate.
    StandBy,
    /// Open the form for answers to the next rounds.
    Ahead,
    /// Mark one’s answer as final, or take that back.
    Ready(bool),
    /// Take a seat in a match that one hosts.
    JoinAsHost,
    /// Read the rules of the game.
    ReadRules,
    /// Show all terms of the match.
    ReadTerms,
    /// Say more about a topic of `/help`.
    Help,
    /// Explain the marks in pictures.
    Legend,
    /// Play the match again.
    Rematch,
    /// Show the match as an animation.
    Replay,
    /// Look back at the match: who had which chances when, and what decided it.
    Review,
    /// Sum up the match for people elsewhere.
    Result,
    /// Say how to check the draws of the match.
    FairPlay,
    /// Show the picture of the match with this number.
    Page(u32),
    /// Show the picture before the entry with this number.
    Entry(u32),
    /// End the pregame.
    Begin,
    /// End the phase.
    EndPhase,
    /// End the match without a result.
    Cancel,
    /// Do, or ask about, what a command of hosts does.
    Host(HostAsk),
    /// Give a player a place in a ranking, and its holder the player’s: the user, the field and the place.
    Swap(Prefix),
    /// Leave everything as it is.
    Back,
    /// A select whose value is a section of the rules of the game with this name.
    Rules(Prefix),
}

impl ComponentAction {
    /// Returns the component action that plays one step as an action and keeps a draft, or `None` if the key cannot be
    /// written.
    pub fn also(key: &str, draft: Prefix) -> Option<Self> {
        Some(Self::Also(Prefix::default().then(key)?, draft))
    }
}

/// The keys of the steps chosen so far: [`Step::key`](trigon_rules::games::Step::key).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefix(Vec<String>);

impl Prefix {
    /// Creates a prefix from keys, or returns `None` if one of them cannot be written.
    pub fn new(keys: Vec<String>) -> Option<Self> {
        keys.iter().all(|key| is_key(key)).then_some(Self(keys))
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Returns the prefix without its last key, or `None` if it is empty.
    pub fn before(&self) -> Option<Self> {
        let (_, before) = self.0.split_last()?;
        Some(Self(before.to_vec()))
    }

    /// Returns the prefix with one more key.
    pub fn then(&self, key: &str) -> Option<Self> {
        is_key(key).then(|| Self(self.0.iter().cloned().chain([key.to_owned()]).collect()))
    }
}

/// Returns whether a key contains only characters that cannot be mistaken for its end.
fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic() && !matches!(c, ':' | '_'))
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("_"))
    }
}

impl FromStr for Prefix {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        Self::new(text.split('_').map(str::to_owned).collect()).ok_or(UnknownId::Component)
    }
}

impl CustomId {
    /// Creates the identifier of a component that replaces no stored answer.
    pub fn new(match_id: MatchId, question: QuestionId, action: ComponentAction) -> Self {
        Self { match_id, question, shown: None, board: None, action }
    }
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
        f.write_str(":")?;
        match &self.action {
            ComponentAction::Join => f.write_str("join"),
            ComponentAction::Leave => f.write_str("leave"),
            ComponentAction::Start => f.write_str("start"),
            ComponentAction::AddComputed => f.write_str("add-computed"),
            ComponentAction::Computed(number) => write!(f, "computed:{number}"),
            ComponentAction::Settings => f.write_str("settings"),
            ComponentAction::Setting(draft) => write!(f, "setting:{draft}"),
            ComponentAction::SettingTo(draft) => write!(f, "to:{draft}"),
            ComponentAction::SaveSettings(draft) => write!(f, "save:{draft}"),
            ComponentAction::AddWord => f.write_str("add-word"),
            ComponentAction::CheckIn => f.write_str("check-in"),
            ComponentAction::Pick => f.write_str("pick"),
            ComponentAction::Show => f.write_str("show"),
            ComponentAction::Choose(prefix) => write!(f, "go:{prefix}"),
            ComponentAction::Select(number, prefix) => write!(f, "of{number}:{prefix}"),
            ComponentAction::Confirm(prefix) => write!(f, "do:{prefix}"),
            ComponentAction::Also(step, draft) => write!(f, "also-{step}:{draft}"),
            ComponentAction::Accept(offer, number) => write!(f, "accept-{offer}:{number}"),
            ComponentAction::Decline(offer, number) => write!(f, "decline-{offer}:{number}"),
            ComponentAction::Claim => f.write_str("claim"),
            ComponentAction::TakeBack => f.write_str("take-back"),
            ComponentAction::WhatIf => f.write_str("what-if"),
            ComponentAction::Share => f.write_str("share"),
            ComponentAction::Again => f.write_str("again"),
            ComponentAction::Advice => f.write_str("advice"),
            ComponentAction::Puzzle => f.write_str("puzzle"),
            ComponentAction::TakeSeat(asked) => write!(f, "take-seat:{asked}"),
            ComponentAction::HandOver(asked) => write!(f, "hand-over:{asked}"),
            ComponentAction::KeepSeat(asked) => write!(f, "keep-seat:{asked}"),
            ComponentAction::Undo => f.write_str("undo"),
            ComponentAction::Propose(words) => write!(f, "propose:{words}"),
            ComponentAction::Consent(number) => write!(f, "consent:{number}"),
            ComponentAction::Object(number) => write!(f, "object:{number}"),
            ComponentAction::StandBy => f.write_str("stand-by"),
            ComponentAction::Ahead => f.write_str("ahead"),
            ComponentAction::Ready(true) => f.write_str("ready"),
            ComponentAction::Ready(false) => f.write_str("not-ready"),
            ComponentAction::JoinAsHost => f.write_str("join-as-host"),
            ComponentAction::ReadRules => f.write_str("read-rules"),
            ComponentAction::ReadTerms => f.write_str("read-terms"),
            ComponentAction::Help => f.write_str("help"),
            ComponentAction::Legend => f.write_str("legend"),
            ComponentAction::Rematch => f.write_str("rematch"),
            ComponentAction::Replay => f.write_str("replay"),
            ComponentAction::Review => f.write_str("review"),
            ComponentAction::Result => f.write_str("result"),
            ComponentAction::FairPlay => f.write_str("fair-play"),
            ComponentAction::Page(number) => write!(f, "page:{number}"),
            ComponentAction::Entry(number) => write!(f, "entry:{number}"),
            ComponentAction::Begin => f.write_str("begin"),
            ComponentAction::EndPhase => f.write_str("end"),
            ComponentAction::Cancel => f.write_str("cancel"),
            ComponentAction::Host(ask) => write!(f, "host:{ask}"),
            ComponentAction::Swap(swap) => write!(f, "swap:{swap}"),
            ComponentAction::Back => f.write_str("back"),
            ComponentAction::Rules(game) => write!(f, "rules:{game}"),
        }
    }
}

/// What a host asks for with a button below the status of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAsk {
    /// Remind those who have not answered.
    Remind,
    /// Stop the clock.
    Pause,
    /// Let the clock run again.
    Resume,
    /// End the pregame or the phase, after a question.
    End,
    /// Undo the last phase that has ended, after a question.
    Undo,
}

impl HostAsk {
    const ALL: [Self; 5] = [Self::Remind, Self::Pause, Self::Resume, Self::End, Self::Undo];

    const fn key(self) -> &'static str {
        match self {
            Self::Remind => "remind",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::End => "end",
            Self::Undo => "undo",
        }
    }
}

impl fmt::Display for HostAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for HostAsk {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        Self::ALL.into_iter().find(|ask| ask.key() == text).ok_or(UnknownId::Component)
    }
}

/// A request to take over a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatRequest {
    /// The number of the seat.
    pub seat: u32,
    /// The number of the request in its match; `None` in messages of earlier versions.
    pub number: Option<u32>,
}

impl fmt::Display for SeatRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}.{number}", self.seat),
            None => write!(f, "{}", self.seat),
        }
    }
}

impl FromStr for SeatRequest {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let read = |text: &str| text.parse::<u32>().map_err(|_| UnknownId::Component);
        match text.split_once('.') {
            Some((seat, number)) => Ok(Self { seat: read(seat)?, number: Some(read(number)?) }),
            None => Ok(Self { seat: read(text)?, number: None }),
        }
    }
}

/// The error for a custom id that this version of the program did not create.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnknownId {
    /// Any component.
    #[error("This button is from another version of the bot and does nothing any more.")]
    Component,
    /// A component of a board of an earlier version.
    #[error(
        "This board is from an earlier version of the bot, so nothing was done. `/whatif` and `/puzzle` open a new one."
    )]
    Board,
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
        let question = next()?;
        let (question, board) = match question.split_once('@') {
            Some((question, board)) => (question, Some(board.parse()?)),
            None => (question, None),
        };
        let (question, shown) = match question.split_once('-') {
            Some((question, shown)) => (question, Some(shown.parse().map_err(|_| UnknownId::Component)?)),
            None => (question, None),
        };
        let question = question.parse().map_err(|_| UnknownId::Component)?;
        let verb = next()?;
        let rest = parts.next();
        if parts.next().is_some() {
            return Err(UnknownId::Component);
        }
        let prefix = || rest.ok_or(UnknownId::Component)?.parse::<Prefix>();
        let offer = || rest.ok_or(UnknownId::Component)?.parse::<u32>().map_err(|_| UnknownId::Component);
        let request = || rest.ok_or(UnknownId::Component)?.parse::<SeatRequest>();
        let alone = |action| if rest.is_none() { Ok(action) } else { Err(UnknownId::Component) };
        let action = match verb {
            "join" => alone(ComponentAction::Join)?,
            "leave" => alone(ComponentAction::Leave)?,
            "start" => alone(ComponentAction::Start)?,
            "add-computed" => alone(ComponentAction::AddComputed)?,
            "computed" => ComponentAction::Computed(offer()?),
            "settings" => alone(ComponentAction::Settings)?,
            "setting" => ComponentAction::Setting(prefix()?),
            "to" => ComponentAction::SettingTo(prefix()?),
            "save" => ComponentAction::SaveSettings(prefix()?),
            "add-word" => alone(ComponentAction::AddWord)?,
            "check-in" => alone(ComponentAction::CheckIn)?,
            "pick" => alone(ComponentAction::Pick)?,
            "show" => alone(ComponentAction::Show)?,
            "go" => ComponentAction::Choose(prefix()?),
            "do" => ComponentAction::Confirm(prefix()?),
            "accept-draw" => ComponentAction::Accept(OfferKind::Draw, offer()?),
            "accept-takeback" => ComponentAction::Accept(OfferKind::Takeback, offer()?),
            "decline-draw" => ComponentAction::Decline(OfferKind::Draw, offer()?),
            "decline-takeback" => ComponentAction::Decline(OfferKind::Takeback, offer()?),
            "claim" => alone(ComponentAction::Claim)?,
            "take-seat" => ComponentAction::TakeSeat(request()?),
            "hand-over" => ComponentAction::HandOver(request()?),
            "keep-seat" => ComponentAction::KeepSeat(request()?),
            "undo" => alone(ComponentAction::Undo)?,
            "propose" => ComponentAction::Propose(prefix()?),
            "consent" => ComponentAction::Consent(offer()?),
            "object" => ComponentAction::Object(offer()?),
            "stand-by" => alone(ComponentAction::StandBy)?,
            "ahead" => alone(ComponentAction::Ahead)?,
            "ready" => alone(ComponentAction::Ready(true))?,
            "not-ready" => alone(ComponentAction::Ready(false))?,
            "take-back" => alone(ComponentAction::TakeBack)?,
            "what-if" => alone(ComponentAction::WhatIf)?,
            "share" => alone(ComponentAction::Share)?,
            "again" => alone(ComponentAction::Again)?,
            "advice" => alone(ComponentAction::Advice)?,
            "puzzle" => alone(ComponentAction::Puzzle)?,
            "join-as-host" => alone(ComponentAction::JoinAsHost)?,
            "read-rules" => alone(ComponentAction::ReadRules)?,
            "read-terms" => alone(ComponentAction::ReadTerms)?,
            "help" => alone(ComponentAction::Help)?,
            "legend" => alone(ComponentAction::Legend)?,
            "rematch" => alone(ComponentAction::Rematch)?,
            "entry" => ComponentAction::Entry(offer()?),
            "page" => ComponentAction::Page(offer()?),
            "replay" => alone(ComponentAction::Replay)?,
            "review" => alone(ComponentAction::Review)?,
            "result" => alone(ComponentAction::Result)?,
            "fair-play" => alone(ComponentAction::FairPlay)?,
            "begin" => alone(ComponentAction::Begin)?,
            "end" => alone(ComponentAction::EndPhase)?,
            "cancel" => alone(ComponentAction::Cancel)?,
            "host" => ComponentAction::Host(rest.ok_or(UnknownId::Component)?.parse()?),
            "swap" => ComponentAction::Swap(prefix()?),
            "back" => alone(ComponentAction::Back)?,
            "rules" => ComponentAction::Rules(prefix()?),
            verb => match (verb.strip_prefix("also-"), verb.strip_prefix("of").map(str::parse)) {
                (Some(key), _) => ComponentAction::also(key, prefix()?).ok_or(UnknownId::Component)?,
                (None, Some(Ok(select))) => ComponentAction::Select(select, prefix()?),
                _ => return Err(UnknownId::Component),
            },
        };
        Ok(Self { match_id: MatchId(match_id), question, shown, board, action })
    }
}

/// Returns a button for a match.
pub(crate) fn button(game: &Match, action: ComponentAction, label: &str, style: ButtonStyle) -> CreateButton {
    let id = CustomId::new(game.id, game.question, action);
    CreateButton::new(id.to_string()).label(label).style(style)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
