//! Who may know what: [`Viewer`], [`Audience`], and the [`Observation`] from which words and pictures are made.

use std::fmt;

use trigon_render::Scene;

use super::{Names, Race, Seat, StandingsGroup};

/// The people who may learn of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everyone.
    All,
    /// The player at a seat, and a host who does not play.
    Seat(Seat),
    /// A host who does not play; everyone once the match is over.
    Host,
}

impl Audience {
    /// Returns whether a viewer belongs to the audience.
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Self::All, _) | (_, Viewer::Host | Viewer::Afterwards) => true,
            (Self::Seat(seat), Viewer::Seat(viewer) | Viewer::Beside(viewer)) => seat == viewer,
            _ => false,
        }
    }
}

/// The person for whom something is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Everyone, without anyone's secrets.
    Public,
    /// The player at a seat, with what the match reveals to that player.
    Seat(Seat),
    /// Someone who looks over a player's shoulder and sees everything about that seat. This is only for records on
    /// one's own machine: in some matches, players have to keep track themselves.
    Beside(Seat),
    /// A host who does not play, and who sees everything.
    Host,
    /// Everyone once the match is over, when everything is public.
    Afterwards,
}

impl Viewer {
    /// Returns the seat whose secrets the viewer sees.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) | Self::Beside(seat) => Some(seat),
            Self::Public | Self::Host | Self::Afterwards => None,
        }
    }

    /// Returns whether the viewer sees everything.
    pub fn sees_all(self) -> bool {
        matches!(self, Self::Host | Self::Afterwards)
    }
}

/// Something that happened, described in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narration {
    /// Who may learn of it.
    pub audience: Audience,
    /// The sentence.
    pub text: String,
}

impl Narration {
    /// Returns a sentence that everyone may read.
    pub const fn public(text: String) -> Self {
        Self { audience: Audience::All, text }
    }
}

/// A labelled value, such as a player's balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The label.
    pub label: &'static str,
    /// The value.
    pub value: String,
}

impl Fact {
    pub(super) fn new(label: &'static str, value: impl Into<String>) -> Self {
        Self { label, value: value.into() }
    }
}

/// The title of a picture and the names in it. Anything else, such as the deadline, belongs in the message.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The title of the match.
    pub title: &'a str,
    /// The names of the seats.
    pub names: &'a Names,
}

/// How much of a turn or round has been resolved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The number of the turn or round, or 0 before the first one.
    pub number: u32,
    /// How many things, such as fights, have been resolved in it so far.
    pub count: usize,
}

/// What a viewer may know about a state, as data.
///
/// Words and pictures are made from the observation alone. They cannot access the state behind it, so they cannot leak
/// it.
pub trait Observation: fmt::Debug {
    /// Returns what viewers know about their own positions. It is empty for a viewer without a seat.
    fn facts(&self, names: &Names) -> Vec<Fact>;

    /// Draws the picture. Its alt text is the scene's description.
    fn scene(&self, frame: &Frame<'_>) -> Scene;

    /// Returns what has been resolved in the current turn or round. A replay shows a position for longer if more has been
    /// resolved than in the position before.
    fn resolved(&self) -> Resolved {
        Resolved::default()
    }

    /// Draws the board in plain text, for terminals.
    fn diagram(&self, names: &Names) -> String;

    /// Returns the observation as JSON: the keys of the canonical state, with `null` for what the viewer may not know, and
    /// possibly more. Viewers of a game with [open information](super::Information::Open) see the canonical state itself.
    fn data(&self) -> Option<String> {
        None
    }

    /// Says how far everyone has come, or returns `None` if the game is not a race.
    fn race(&self, _names: &Names) -> Option<Race> {
        None
    }

    /// Returns how the match ended for everyone, group by group and best first, if that takes more than a line about each seat.
    fn groups(&self) -> Vec<StandingsGroup> {
        Vec::new()
    }

    /// Sums up the match for people who do not know it, in a few lines without Markdown: how far everyone has come.
    fn share(&self, names: &Names) -> Vec<String> {
        self.race(names).map(|race| race.line).into_iter().collect()
    }

    /// Describes the progress of the match in a few words, or returns `None` if the phase says enough.
    fn progress(&self) -> Option<String> {
        None
    }
}

/// The observation of a game with [open information](super::Information::Open): the whole state.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenObservation<S> {
    /// The state.
    pub state: S,
    /// The viewer, who determines which facts are shown.
    pub viewer: Viewer,
}
