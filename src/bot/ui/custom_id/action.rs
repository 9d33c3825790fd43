//! [`ComponentAction`]: what a component does, written as a verb and what it carries: `show`, `go:U_L`.

use std::fmt;

use super::{HostAsk, Prefix, SeatRequest, UnknownId};
use trigon_engine::matches::OfferKind;

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
    /// The actions that carry nothing.
    const PLAIN: [Self; 35] = [
        Self::Join,
        Self::Leave,
        Self::Start,
        Self::AddComputed,
        Self::Settings,
        Self::AddWord,
        Self::CheckIn,
        Self::Pick,
        Self::Show,
        Self::Claim,
        Self::TakeBack,
        Self::WhatIf,
        Self::Share,
        Self::Again,
        Self::Advice,
        Self::Puzzle,
        Self::Undo,
        Self::StandBy,
        Self::Ahead,
        Self::Ready(true),
        Self::Ready(false),
        Self::JoinAsHost,
        Self::ReadRules,
        Self::ReadTerms,
        Self::Help,
        Self::Legend,
        Self::Rematch,
        Self::Replay,
        Self::Review,
        Self::Result,
        Self::FairPlay,
        Self::Begin,
        Self::EndPhase,
        Self::Cancel,
        Self::Back,
    ];

    /// Returns the component action that plays one step as an action and keeps a draft, or `None` if the key cannot be
    /// written.
    pub fn also(key: &str, draft: Prefix) -> Option<Self> {
        Some(Self::Also(Prefix::default().then(key)?, draft))
    }

    /// Reads an action from its verb and what it carries, if it carries something.
    pub(super) fn read(verb: &str, argument: Option<&str>) -> Result<Self, UnknownId> {
        let Some(argument) = argument else {
            let found = Self::PLAIN.into_iter().find(|action| action.to_string() == verb);
            return found.ok_or(UnknownId::Component);
        };
        let number = || argument.parse::<u32>().map_err(|_| UnknownId::Component);
        let steps = || argument.parse::<Prefix>();
        let request = || argument.parse::<SeatRequest>();
        Ok(match verb {
            "computed" => Self::Computed(number()?),
            "setting" => Self::Setting(steps()?),
            "to" => Self::SettingTo(steps()?),
            "save" => Self::SaveSettings(steps()?),
            "go" => Self::Choose(steps()?),
            "do" => Self::Confirm(steps()?),
            "accept-draw" => Self::Accept(OfferKind::Draw, number()?),
            "accept-takeback" => Self::Accept(OfferKind::Takeback, number()?),
            "decline-draw" => Self::Decline(OfferKind::Draw, number()?),
            "decline-takeback" => Self::Decline(OfferKind::Takeback, number()?),
            "take-seat" => Self::TakeSeat(request()?),
            "hand-over" => Self::HandOver(request()?),
            "keep-seat" => Self::KeepSeat(request()?),
            "propose" => Self::Propose(steps()?),
            "consent" => Self::Consent(number()?),
            "object" => Self::Object(number()?),
            "entry" => Self::Entry(number()?),
            "page" => Self::Page(number()?),
            "host" => Self::Host(argument.parse()?),
            "swap" => Self::Swap(steps()?),
            "rules" => Self::Rules(steps()?),
            verb => match (verb.strip_prefix("also-"), verb.strip_prefix("of").map(str::parse)) {
                (Some(key), _) => Self::also(key, steps()?).ok_or(UnknownId::Component)?,
                (None, Some(Ok(select))) => Self::Select(select, steps()?),
                _ => return Err(UnknownId::Component),
            },
        })
    }
}

impl fmt::Display for ComponentAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join => f.write_str("join"),
            Self::Leave => f.write_str("leave"),
            Self::Start => f.write_str("start"),
            Self::AddComputed => f.write_str("add-computed"),
            Self::Computed(number) => write!(f, "computed:{number}"),
            Self::Settings => f.write_str("settings"),
            Self::Setting(draft) => write!(f, "setting:{draft}"),
            Self::SettingTo(draft) => write!(f, "to:{draft}"),
            Self::SaveSettings(draft) => write!(f, "save:{draft}"),
            Self::AddWord => f.write_str("add-word"),
            Self::CheckIn => f.write_str("check-in"),
            Self::Pick => f.write_str("pick"),
            Self::Show => f.write_str("show"),
            Self::Choose(prefix) => write!(f, "go:{prefix}"),
            Self::Select(number, prefix) => write!(f, "of{number}:{prefix}"),
            Self::Confirm(prefix) => write!(f, "do:{prefix}"),
            Self::Also(step, draft) => write!(f, "also-{step}:{draft}"),
            Self::Accept(offer, number) => write!(f, "accept-{offer}:{number}"),
            Self::Decline(offer, number) => write!(f, "decline-{offer}:{number}"),
            Self::Claim => f.write_str("claim"),
            Self::TakeBack => f.write_str("take-back"),
            Self::WhatIf => f.write_str("what-if"),
            Self::Share => f.write_str("share"),
            Self::Again => f.write_str("again"),
            Self::Advice => f.write_str("advice"),
            Self::Puzzle => f.write_str("puzzle"),
            Self::TakeSeat(asked) => write!(f, "take-seat:{asked}"),
            Self::HandOver(asked) => write!(f, "hand-over:{asked}"),
            Self::KeepSeat(asked) => write!(f, "keep-seat:{asked}"),
            Self::Undo => f.write_str("undo"),
            Self::Propose(words) => write!(f, "propose:{words}"),
            Self::Consent(number) => write!(f, "consent:{number}"),
            Self::Object(number) => write!(f, "object:{number}"),
            Self::StandBy => f.write_str("stand-by"),
            Self::Ahead => f.write_str("ahead"),
            Self::Ready(true) => f.write_str("ready"),
            Self::Ready(false) => f.write_str("not-ready"),
            Self::JoinAsHost => f.write_str("join-as-host"),
            Self::ReadRules => f.write_str("read-rules"),
            Self::ReadTerms => f.write_str("read-terms"),
            Self::Help => f.write_str("help"),
            Self::Legend => f.write_str("legend"),
            Self::Rematch => f.write_str("rematch"),
            Self::Replay => f.write_str("replay"),
            Self::Review => f.write_str("review"),
            Self::Result => f.write_str("result"),
            Self::FairPlay => f.write_str("fair-play"),
            Self::Page(number) => write!(f, "page:{number}"),
            Self::Entry(number) => write!(f, "entry:{number}"),
            Self::Begin => f.write_str("begin"),
            Self::EndPhase => f.write_str("end"),
            Self::Cancel => f.write_str("cancel"),
            Self::Host(ask) => write!(f, "host:{ask}"),
            Self::Swap(swap) => write!(f, "swap:{swap}"),
            Self::Back => f.write_str("back"),
            Self::Rules(game) => write!(f, "rules:{game}"),
        }
    }
}
