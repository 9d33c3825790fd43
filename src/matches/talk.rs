//! What is said around a game of turns and kept in its log: resigning, offers and their answers, taking back, and
//! a clock that has run out. Everything else in the log is the game's own notation.

use std::fmt;
use std::str::FromStr;

use crate::games::{By, Names, Seat};

/// What all the others have to agree to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// The match ends in a draw.
    Draw,
    /// The last action of the one who asks is taken back, with everything after it.
    Takeback,
}

impl fmt::Display for OfferKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        })
    }
}

/// An offer that waits for answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What is offered or asked.
    pub kind: OfferKind,
    /// By whom.
    pub by: Seat,
    /// Who has agreed so far.
    pub agreed: Vec<Seat>,
    /// The entry that made it.
    pub seq: i64,
    /// Which offer of the match it is, from 1: a button for another offer answers nothing.
    pub number: u32,
}

/// An entry of the log that is none of the game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talk {
    /// `resign`: the seat gives up.
    Resign,
    /// `offer draw`, `offer takeback`.
    Offer(OfferKind),
    /// `accept draw`, `accept takeback`.
    Accept(OfferKind),
    /// `decline draw`, `decline takeback`; by the one who offered: it is withdrawn.
    Decline(OfferKind),
    /// `back 12`: of the entries so far, those up to this one count; 0 for none.
    Back(i64),
    /// `claim 2`: by another seat, after that seat's time has run out. The seat has resigned.
    Claim(Seat),
    /// `time 2`: by the clock. That seat's time has run out.
    Time(Seat),
}

/// A text that is nothing of this: most entries are the game's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that is the game's own")]
pub struct NoTalk;

impl FromStr for Talk {
    type Err = NoTalk;

    /// Only reads what printing gives: nobody types this.
    fn from_str(text: &str) -> Result<Self, NoTalk> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let kind = || match rest {
            "draw" => Ok(OfferKind::Draw),
            "takeback" => Ok(OfferKind::Takeback),
            _ => Err(NoTalk),
        };
        let seat = || rest.parse().map(Seat::new).map_err(|_| NoTalk);
        let talk = match verb {
            "resign" => Self::Resign,
            "offer" => Self::Offer(kind()?),
            "accept" => Self::Accept(kind()?),
            "decline" => Self::Decline(kind()?),
            "back" => Self::Back(rest.parse().map_err(|_| NoTalk)?),
            "claim" => Self::Claim(seat()?),
            "time" => Self::Time(seat()?),
            _ => return Err(NoTalk),
        };
        if talk.to_string() == text { Ok(talk) } else { Err(NoTalk) }
    }
}

impl fmt::Display for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => f.write_str("resign"),
            Self::Offer(kind) => write!(f, "offer {kind}"),
            Self::Accept(kind) => write!(f, "accept {kind}"),
            Self::Decline(kind) => write!(f, "decline {kind}"),
            Self::Back(seq) => write!(f, "back {seq}"),
            Self::Claim(seat) => write!(f, "claim {seat}"),
            Self::Time(seat) => write!(f, "time {seat}"),
        }
    }
}

impl Talk {
    /// What was said, in a sentence.
    pub fn words(&self, by: By, names: &Names) -> String {
        let who = match by {
            By::Seat(seat) => names.get(seat).into_owned(),
            By::Clock => "The clock".to_owned(),
            By::Host | By::Stranger => "The host".to_owned(),
        };
        match self {
            Self::Resign => format!("{who} resigns."),
            Self::Offer(OfferKind::Draw) => format!("{who} offers a draw."),
            Self::Offer(OfferKind::Takeback) => format!("{who} asks to take the last action back."),
            Self::Accept(OfferKind::Draw) => format!("{who} agrees to a draw."),
            Self::Accept(OfferKind::Takeback) => format!("{who} agrees to take it back."),
            Self::Decline(OfferKind::Draw) => format!("{who} plays on: no draw."),
            Self::Decline(OfferKind::Takeback) => format!("{who} lets it stand: nothing is taken back."),
            Self::Back(0) => "Everything so far is taken back: the match stands at its start.".to_owned(),
            Self::Back(seq) => format!("What came after entry {seq} is taken back."),
            Self::Claim(seat) => {
                format!("{who} claims the seat of {}, whose time has run out.", names.get(*seat))
            }
            Self::Time(seat) => format!("The time of {} has run out.", names.get(*seat)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_printing_are_inverse() {
        let both = [OfferKind::Draw, OfferKind::Takeback];
        let mut all: Vec<Talk> = vec![
            Talk::Resign,
            Talk::Back(0),
            Talk::Back(12),
            Talk::Claim(Seat::new(2)),
            Talk::Time(Seat::new(6)),
        ];
        all.extend(both.into_iter().flat_map(|k| [Talk::Offer(k), Talk::Accept(k), Talk::Decline(k)]));
        for talk in all {
            assert_eq!(talk.to_string().parse(), Ok(talk));
            assert!(talk.words(By::seat(1), &Names::default()).ends_with('.'));
        }
    }

    #[test]
    fn what_the_games_write_is_none_of_it() {
        for text in [
            "",
            "roll",
            "end",
            "no",
            "fight d3",
            "+S",
            "place c3",
            "start b2",
            "move -",
            "resolve",
            "resign 2",
            "Resign",
            "resign ",
            "offer",
            "offer peace",
            "back",
            "back -1x",
            "back 07",
            "claim",
            "claim 300",
            "time x",
        ] {
            assert_eq!(text.parse::<Talk>(), Err(NoTalk), "{text}");
        }
    }
}
