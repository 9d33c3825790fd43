//! [`SeasonCustomId`], [`SeasonForm`]: what the buttons and forms of seasons carry. Like everything that comes in, it is checked.

use std::fmt;
use std::str::FromStr;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateButton};

use crate::ui::UnknownId;
use trigon_engine::ids::SeasonId;
use trigon_engine::season::{EpisodeKind, EpisodeNumber, GiftNumber, MemberNumber};

/// The version of the format of buttons.
const BUTTON_VERSION: &str = "s1";

/// The custom id of a button of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeasonCustomId {
    pub(super) season: SeasonId,
    pub(super) action: SeasonAction,
}

/// What a button of a season does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeasonAction {
    /// Books the results of the preview with this number.
    Book(u64),
    /// Books them, and closes the episode.
    BookAndClose(u64),
    /// Reads the file with this number into the season.
    Import(u64),
    /// Closes an episode.
    Close(EpisodeNumber),
    /// Ends the season.
    End,
    /// Accepts the gift with this number.
    Accept(GiftNumber),
    /// Declines the gift with this number, or takes back one's own.
    Decline(GiftNumber),
    /// Leaves everything as it is.
    Back,
}

impl SeasonCustomId {
    /// Returns a button with this identifier.
    pub(super) fn button(self, label: &str, style: ButtonStyle) -> CreateButton {
        CreateButton::new(self.to_string()).label(label).style(style)
    }
}

impl fmt::Display for SeasonCustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BUTTON_VERSION}:{}:", self.season)?;
        match self.action {
            SeasonAction::Book(preview) => write!(f, "book:{preview}"),
            SeasonAction::BookAndClose(preview) => write!(f, "book-and-close:{preview}"),
            SeasonAction::Import(preview) => write!(f, "import:{preview}"),
            SeasonAction::Close(episode) => write!(f, "close:{episode}"),
            SeasonAction::End => f.write_str("end"),
            SeasonAction::Accept(gift) => write!(f, "accept:{gift}"),
            SeasonAction::Decline(gift) => write!(f, "decline:{gift}"),
            SeasonAction::Back => f.write_str("back"),
        }
    }
}

impl FromStr for SeasonCustomId {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let parts: Vec<&str> = text.split(':').collect();
        let (season, action) = match parts[..] {
            [BUTTON_VERSION, season, "book", preview] => (season, SeasonAction::Book(read_number(preview)?)),
            [BUTTON_VERSION, season, "book-and-close", preview] => {
                (season, SeasonAction::BookAndClose(read_number(preview)?))
            }
            [BUTTON_VERSION, season, "import", preview] => {
                (season, SeasonAction::Import(read_number(preview)?))
            }
            [BUTTON_VERSION, season, "close", episode] => {
                (season, SeasonAction::Close(read_number(episode)?))
            }
            [BUTTON_VERSION, season, "end"] => (season, SeasonAction::End),
            [BUTTON_VERSION, season, "accept", gift] => (season, SeasonAction::Accept(read_number(gift)?)),
            [BUTTON_VERSION, season, "decline", gift] => (season, SeasonAction::Decline(read_number(gift)?)),
            [BUTTON_VERSION, season, "back"] => (season, SeasonAction::Back),
            _ => return Err(UnknownId::Component),
        };
        Ok(Self { season: read_number(season)?, action })
    }
}

/// A form of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeasonForm {
    /// The cast.
    Cast {
        /// The season.
        season: SeasonId,
        /// The last member in the cast when the form was opened. Members added later are not in the form, and stay.
        last: MemberNumber,
    },
    /// The results of an episode.
    Results {
        /// The season.
        season: SeasonId,
        /// The episode, if it was planned.
        episode: Option<EpisodeNumber>,
        /// The kind of a new one.
        kind: EpisodeKind,
    },
}

const CAST_FORM: &str = "s1-cast";
const RESULTS_FORM: &str = "s1-results";

/// The kinds of episodes, with the words for them.
const KINDS: [(EpisodeKind, &str); 3] =
    [(EpisodeKind::Main, "main"), (EpisodeKind::Death, "death"), (EpisodeKind::Other, "other")];

impl fmt::Display for SeasonForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cast { season, last } => write!(f, "{CAST_FORM}:{season}:{last}"),
            Self::Results { season, episode, kind } => {
                let word = KINDS.iter().find(|(known, _)| known == kind).map_or("other", |(_, word)| word);
                write!(f, "{RESULTS_FORM}:{season}:{}:{word}", episode.unwrap_or_default())
            }
        }
    }
}

/// Returns the form with an identifier, or `None` if it is another form.
pub(crate) fn form_of(custom_id: &str) -> Option<SeasonForm> {
    let parts: Vec<&str> = custom_id.split(':').collect();
    match parts[..] {
        [CAST_FORM, season, last] => {
            Some(SeasonForm::Cast { season: read_number(season).ok()?, last: read_number(last).ok()? })
        }
        [RESULTS_FORM, season, episode, word] => {
            let kind = KINDS.iter().find(|(_, known)| *known == word)?.0;
            let episode = Some(read_number(episode).ok()?).filter(|number| *number != 0);
            Some(SeasonForm::Results { season: read_number(season).ok()?, episode, kind })
        }
        _ => None,
    }
}

/// Reads a number that was written without anything around it.
fn read_number<T: FromStr>(text: &str) -> Result<T, UnknownId> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or(UnknownId::Component)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_and_forms_are_read_as_they_were_written() {
        let actions = [
            SeasonAction::Book(u64::MAX),
            SeasonAction::BookAndClose(1),
            SeasonAction::Import(7),
            SeasonAction::Close(3),
            SeasonAction::End,
            SeasonAction::Accept(2),
            SeasonAction::Decline(7),
            SeasonAction::Back,
        ];
        for action in actions {
            let id = SeasonCustomId { season: SeasonId(12), action };
            assert_eq!(id.to_string().parse(), Ok(id));
            assert!(id.to_string().len() <= 100);
        }
        for form in [
            SeasonForm::Cast { season: SeasonId(1), last: 13 },
            SeasonForm::Results { season: SeasonId(2), episode: None, kind: EpisodeKind::Death },
            SeasonForm::Results { season: SeasonId(2), episode: Some(4), kind: EpisodeKind::Main },
        ] {
            assert_eq!(form_of(&form.to_string()), Some(form));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in
            ["", "s1", "s1:1", "s1:x:end", "s1:1:close:-1", "s1:1:close:+1", "s1:1:end:1", "t2:1:0:join"]
        {
            assert_eq!(text.parse::<SeasonCustomId>(), Err(UnknownId::Component), "{text}");
        }
        for text in ["s1-cast:1", "s1-cast:1:x", "s1-results:1:0:war", "t1-roster:1"] {
            assert_eq!(form_of(text), None, "{text}");
        }
    }
}
