//! What components carry: the version of this format, the match, the moment they were made for, and what they do.
//!
//! A component lives as long as its message. A click is compared with the match as it stands: one that was made
//! for an earlier moment is stale. Whatever comes in is checked like any other input from outside.

use std::fmt;
use std::str::FromStr;

use crate::games::triforce_building::Path;

/// The version of the format.
const VERSION: &str = "t1";

/// The custom id of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomId {
    /// The match.
    pub match_id: i64,
    /// The entry after which the question was put: [`Match::since`](crate::matches::Match::since).
    pub since: i64,
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
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}:", self.match_id, self.since)?;
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
        let number = |text: &str| text.parse::<i64>().ok().filter(|n| *n >= 0).ok_or(UnknownId);
        let (match_id, since) = (number(next()?)?, number(next()?)?);
        let verb = next()?;
        let path = parts.next().map(|path| path.parse::<Path>().map_err(|_| UnknownId)).transpose()?;
        if parts.next().is_some() {
            return Err(UnknownId);
        }
        let press = match (verb, path) {
            ("join", None) => Press::Join,
            ("leave", None) => Press::Leave,
            ("step", Some(path)) => Press::Step(path),
            ("undo", Some(path)) => Press::Undo(path),
            ("clear", None) => Press::Clear,
            ("submit", Some(path)) => Press::Submit(path),
            ("garnet", Some(path)) => Press::Garnet(true, path),
            ("ungarnet", Some(path)) => Press::Garnet(false, path),
            ("vote", None) => Press::Vote,
            ("pick", None) => Press::Pick,
            ("pad", None) => Press::Pad,
            _ => return Err(UnknownId),
        };
        Ok(Self { match_id, since, press })
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
        ] {
            let id = CustomId { match_id: i64::MAX, since: 987_654, press };
            let text = id.to_string();
            assert!(text.len() <= 100);
            assert_eq!(text.parse(), Ok(id));
        }
    }

    #[test]
    fn other_ids_are_unknown() {
        for text in [
            "",
            "t1",
            "t0:1:2:join",
            "t1:-1:2:join",
            "t1:1:2:join:U",
            "t1:1:2:step",
            "t1:1:2:step:X",
            "t1:1:2:vote:U:U",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(UnknownId), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_unknown(text in any::<String>()) {
            let _ = text.parse::<CustomId>();
            let _ = format!("t1:1:2:{text}").parse::<CustomId>();
        }
    }
}
