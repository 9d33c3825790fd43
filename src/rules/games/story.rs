//! What games tell as people would: what happened ([`Story`]), how close it is ([`Race`]), and how a match ended
//! ([`StandingsGroup`]).

use super::Seat;

/// What happened between two observations of one viewer. It is made from nothing but these, so it tells nothing that the viewer
/// could not see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Story {
    /// The event that people will talk about, in a sentence or two.
    pub headline: String,
    /// What else happened, best first.
    pub more: Vec<String>,
    /// What follows by the rules, for those who need it.
    pub small: Vec<String>,
}

impl Story {
    /// Returns the story with these events, the first of which is the headline, or `None` if nothing happened.
    pub(super) fn of(events: Vec<String>, small: Vec<String>) -> Option<Self> {
        let mut events = events.into_iter();
        Some(Self { headline: events.next()?, more: events.collect(), small })
    }
}

/// A part of the final standings: seats that ended a match in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsGroup {
    /// What they have in common, in a few words.
    pub title: &'static str,
    /// The seats, best first, each with a few words about how it got there.
    pub seats: Vec<(Seat, String)>,
}

/// How far everyone has come in a game of turns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Race {
    /// What everyone has, in one line.
    pub line: String,
    /// Who is about to win, in sentences.
    pub close: Vec<String>,
}

/// Returns the number by which a wording is chosen for a turn, so that a seat does not read the same one in each of its turns.
pub(super) fn variant(turn: u32, seats: usize) -> u32 {
    let seats = seats.max(1) as u32;
    turn / seats + turn % seats
}

/// Chooses one of several wordings by the number of a round or turn, so that they do not read alike. The number is known to everyone.
pub(super) fn wording<const N: usize>(number: impl Into<u32>, wordings: [&str; N]) -> &str {
    wordings[number.into() as usize % N]
}
