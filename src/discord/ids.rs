//! What components carry: the version of this format, the match, the question they were made for, and what they do.
//!
//! A component lives as long as its message. A click is compared with the match as it stands: one that was made
//! for an earlier question is stale. Whatever comes in is checked like any other input from outside.

use std::fmt;
use std::str::FromStr;

use crate::games::triforce_building::Path;
use crate::matches::{AnswerTag, OfferKind, QuestionId};

/// The version of the format.
const VERSION: &str = "t2";

/// The custom id of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomId {
    /// The match.
    pub match_id: i64,
    /// The question: [`Match::question`](crate::matches::Match::question).
    pub question: QuestionId,
    /// The stored answer that was shown with it, where the press may replace it.
    pub shown: Option<AnswerTag>,
    /// What it does.
    pub press: Press,
}

/// What a component does. The path of the arrow pad is carried along until it is submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Press {
    /// Take a seat.
    Join,
    /// Give it up.
    Leave,
    /// The arrow pad with this path after one more step.
    Step(Path),
    /// The arrow pad with this path after taking a step back.
    Undo(Path),
    /// The arrow pad with no step.
    Clear,
    /// Submit this path.
    Submit(Path),
    /// Spend a garnet, or do not after all; the arrow pad keeps this path.
    Garnet(bool, Path),
    /// A select whose value is the seat to vote for.
    Vote,
    /// A select whose value is the match that is meant, for something that was asked before.
    Pick,
    /// Show the arrow pad as it stands.
    Pad,
    /// Begin a match with those who have joined.
    Start,
    /// Show what can be chosen after these steps: one further, one back or none.
    Choose(Prefix),
    /// A select whose value is the key of the step after these; the number tells selects of one message apart.
    Select(u8, Prefix),
    /// Do what these steps make.
    Confirm(Prefix),
    /// Agree to the offer with this number.
    Accept(OfferKind, u32),
    /// Decline it; whoever made it withdraws it.
    Decline(OfferKind, u32),
    /// Claim the seat whose time has run out.
    Claim,
    /// Play the match again.
    Rematch,
    /// The match as an animation.
    Replay,
}

/// The keys of the steps that were chosen so far: [`Step::key`](crate::games::Step::key).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefix(Vec<String>);

impl Prefix {
    /// Of these keys; `None` where one cannot be written.
    pub fn new(keys: Vec<String>) -> Option<Self> {
        keys.iter().all(|key| is_key(key)).then_some(Self(keys))
    }

    /// The keys in order.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Without the last; `None` where there is none.
    pub fn before(&self) -> Option<Self> {
        let (_, before) = self.0.split_last()?;
        Some(Self(before.to_vec()))
    }

    /// One step further.
    pub fn then(&self, key: &str) -> Option<Self> {
        is_key(key).then(|| Self(self.0.iter().cloned().chain([key.to_owned()]).collect()))
    }
}

/// What a key is made of: nothing that would end it.
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
        Self::new(text.split('_').map(str::to_owned).collect()).ok_or(UnknownId)
    }
}

impl CustomId {
    /// Creates the identifier of a component that replaces no stored answer.
    pub fn new(match_id: i64, question: QuestionId, press: Press) -> Self {
        Self { match_id, question, shown: None, press }
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}", self.match_id, self.question)?;
        if let Some(shown) = self.shown {
            write!(f, "-{shown}")?;
        }
        f.write_str(":")?;
        match &self.press {
            Press::Join => f.write_str("join"),
            Press::Leave => f.write_str("leave"),
            Press::Step(path) => write!(f, "step:{path}"),
            Press::Undo(path) => write!(f, "undo:{path}"),
            Press::Clear => f.write_str("clear"),
            Press::Submit(path) => write!(f, "submit:{path}"),
            Press::Garnet(true, path) => write!(f, "garnet:{path}"),
            Press::Garnet(false, path) => write!(f, "ungarnet:{path}"),
            Press::Vote => f.write_str("vote"),
            Press::Pick => f.write_str("pick"),
            Press::Pad => f.write_str("pad"),
            Press::Start => f.write_str("start"),
            Press::Choose(prefix) => write!(f, "go:{prefix}"),
            Press::Select(number, prefix) => write!(f, "of{number}:{prefix}"),
            Press::Confirm(prefix) => write!(f, "do:{prefix}"),
            Press::Accept(offer, number) => write!(f, "accept-{offer}:{number}"),
            Press::Decline(offer, number) => write!(f, "decline-{offer}:{number}"),
            Press::Claim => f.write_str("claim"),
            Press::Rematch => f.write_str("rematch"),
            Press::Replay => f.write_str("replay"),
        }
    }
}

/// A custom id that this program has not made, or not in this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This button is from another version of the bot and does nothing any more.")]
pub struct UnknownId;

impl FromStr for CustomId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let mut parts = text.split(':');
        let mut next = || parts.next().ok_or(UnknownId);
        if next()? != VERSION {
            return Err(UnknownId);
        }
        let match_id = next()?.parse::<i64>().ok().filter(|n| *n >= 0).ok_or(UnknownId)?;
        let question = next()?;
        let (question, shown) = match question.split_once('-') {
            Some((question, shown)) => (question, Some(shown.parse().map_err(|_| UnknownId)?)),
            None => (question, None),
        };
        let question = question.parse().map_err(|_| UnknownId)?;
        let verb = next()?;
        let rest = parts.next();
        if parts.next().is_some() {
            return Err(UnknownId);
        }
        let path = || rest.ok_or(UnknownId)?.parse::<Path>().map_err(|_| UnknownId);
        let prefix = || rest.ok_or(UnknownId)?.parse::<Prefix>();
        let offer = || rest.ok_or(UnknownId)?.parse::<u32>().map_err(|_| UnknownId);
        let alone = |press| if rest.is_none() { Ok(press) } else { Err(UnknownId) };
        let press = match verb {
            "join" => alone(Press::Join)?,
            "leave" => alone(Press::Leave)?,
            "step" => Press::Step(path()?),
            "undo" => Press::Undo(path()?),
            "clear" => alone(Press::Clear)?,
            "submit" => Press::Submit(path()?),
            "garnet" => Press::Garnet(true, path()?),
            "ungarnet" => Press::Garnet(false, path()?),
            "vote" => alone(Press::Vote)?,
            "pick" => alone(Press::Pick)?,
            "pad" => alone(Press::Pad)?,
            "start" => alone(Press::Start)?,
            "go" => Press::Choose(prefix()?),
            "do" => Press::Confirm(prefix()?),
            "accept-draw" => Press::Accept(OfferKind::Draw, offer()?),
            "accept-takeback" => Press::Accept(OfferKind::Takeback, offer()?),
            "decline-draw" => Press::Decline(OfferKind::Draw, offer()?),
            "decline-takeback" => Press::Decline(OfferKind::Takeback, offer()?),
            "claim" => alone(Press::Claim)?,
            "rematch" => alone(Press::Rematch)?,
            "replay" => alone(Press::Replay)?,
            verb => match verb.strip_prefix("of").map(str::parse) {
                Some(Ok(select)) => Press::Select(select, prefix()?),
                _ => return Err(UnknownId),
            },
        };
        Ok(Self { match_id, question, shown, press })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ids_are_read_as_they_were_written() {
        let path: Path = "ULD".parse().unwrap();
        for press in [
            Press::Join,
            Press::Leave,
            Press::Step(path),
            Press::Undo(Path::STAY),
            Press::Clear,
            Press::Submit(path),
            Press::Garnet(true, path),
            Press::Garnet(false, Path::STAY),
            Press::Vote,
            Press::Pick,
            Press::Pad,
            Press::Start,
            Press::Choose(Prefix::default()),
            Press::Choose(Prefix::default().then("b2").unwrap()),
            Press::Select(7, Prefix::new(vec!["b2".to_owned(), "^NE".to_owned()]).unwrap()),
            Press::Confirm(Prefix::default().then("+M").unwrap()),
            Press::Accept(OfferKind::Draw, 17),
            Press::Accept(OfferKind::Takeback, u32::MAX),
            Press::Decline(OfferKind::Draw, 0),
            Press::Decline(OfferKind::Takeback, 1),
            Press::Claim,
            Press::Rematch,
            Press::Replay,
        ] {
            let question = QuestionId { number: 987_654, undos: 321 };
            let shown = Some("0123abcd".parse().unwrap());
            for id in [
                CustomId::new(i64::MAX, question, press.clone()),
                CustomId { match_id: i64::MAX, question, shown, press },
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
            "t2:1:2-3:clear",
            "t2:1:2-:clear",
            "t2:1:2:join:U",
            "t2:1:2:step",
            "t2:1:2:step:X",
            "t2:1:2:vote:U:U",
            "t2:1:2:go",
            "t2:1:2:go:a__b",
            "t2:1:2:of:a",
            "t2:1:2:of300:a",
            "t2:1:2:accept-draw",
            "t2:1:2:accept-draw:-1",
            "t2:1:2:accept-peace:1",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(UnknownId), "{text}");
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
