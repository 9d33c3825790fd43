//! Who may know what: [`Viewer`], [`Audience`], and the [`Observation`] from which words and pictures are made.

use trigon_render::Scene;

use super::{Names, Seat};

/// Who may learn of an event.
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

/// Whose eyes something is prepared for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Everyone: nobody's secrets.
    Public,
    /// The player at a seat, with what the match lets that player be told.
    Seat(Seat),
    /// Someone who looks over the shoulder of a player, with all that concerns that seat alone. Only for records on
    /// one's own machine: a match may want its players to keep track themselves.
    Beside(Seat),
    /// A host who does not play: everything.
    Host,
    /// Everyone once the match is over: everything.
    Afterwards,
}

impl Viewer {
    /// Returns the seat whose secrets are seen.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) | Self::Beside(seat) => Some(seat),
            Self::Public | Self::Host | Self::Afterwards => None,
        }
    }

    /// Returns whether everything is seen.
    pub fn sees_all(self) -> bool {
        matches!(self, Self::Host | Self::Afterwards)
    }
}

/// Something that happened, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narration {
    /// Who may learn of it.
    pub audience: Audience,
    /// The sentence.
    pub text: String,
}

/// A labelled value, such as a player's balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The label.
    pub label: &'static str,
    /// The value.
    pub value: String,
}

/// What surrounds a picture: what the match knows and its state does not.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The title of the match.
    pub title: &'a str,
    /// The next deadline, ready to be shown.
    pub deadline: Option<&'a str>,
    /// The names of the seats.
    pub names: &'a Names,
}

/// What a viewer may know of a state, as data.
///
/// Words and pictures are methods of the observation. They cannot reach the state behind it, so they cannot leak it.
pub trait Observation {
    /// Returns what the viewer knows of a position of their own; nothing for a viewer without a seat.
    fn facts(&self, names: &Names) -> Vec<Fact>;

    /// Draws the picture, with its alt text as the scene's description.
    fn scene(&self, frame: &Frame<'_>) -> Scene;

    /// Returns the number of a turn or round and how many things were resolved in it so far, such as fights. A replay
    /// shows a position longer than others when more was resolved than in the position before.
    fn resolved(&self) -> (u32, usize) {
        (0, 0)
    }

    /// Draws the board in plain text, for terminals.
    fn diagram(&self, names: &Names) -> String;
}

/// The observation of a game of [open information](super::Information::Open): the whole state.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen<S> {
    /// The state.
    pub state: S,
    /// The viewer, for whom facts are chosen.
    pub viewer: Viewer,
}
