//! What a viewer may know, in words and as a picture.

use trigon::games::{Audience, Fact, Frame, Names, Observation, Seat, Viewer};
use trigon_render::Scene;

use super::action::Direction;
use super::state::{Stage, State};
use crate::toys::{counted, picture, shown_name};

/// What a viewer may know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    own: Option<Seat>,
    stage: Stage,
    direction: Option<Direction>,
    /// Everyone's part, in seat order.
    players: Vec<Part>,
    turn: Seat,
    top: Option<u8>,
    pile: usize,
    deck: usize,
}

/// A player's part of what a viewer may know.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    seat: Seat,
    cards: usize,
    taken: u8,
    retired: bool,
    /// The cards, if the viewer may know them.
    hand: Option<Vec<u8>>,
}

impl Seen {
    /// Returns what a viewer may know of a state.
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let part = |seat: Seat| {
            let player = state.player(seat)?;
            let may_know = Audience::Seat(seat).includes(viewer);
            Some(Part {
                seat,
                cards: player.hand.len(),
                taken: player.taken,
                retired: player.retired,
                hand: may_know.then(|| player.hand.clone()),
            })
        };
        Self {
            own: viewer.seat(),
            stage: state.phase,
            direction: state.direction,
            players: state.seats().filter_map(part).collect(),
            turn: state.turn,
            top: state.pile.last().copied(),
            pile: state.pile.len(),
            deck: state.deck.len(),
        }
    }

    /// Describes the position in lines.
    fn lines(&self, name: impl Fn(Seat) -> String) -> Vec<String> {
        let waiting = match self.stage {
            Stage::Direction => format!("{} chooses the direction", name(self.turn)),
            Stage::Turn => format!("It is the turn of {}", name(self.turn)),
            Stage::Over => "The match is over".to_owned(),
        };
        let way = self.direction.map_or("?".to_owned(), |direction| direction.to_string());
        let top = self.top.map_or("empty".to_owned(), |top| format!("{top} on top"));
        let mut lines = vec![
            waiting,
            format!("Direction: {way}. Pile: {}, {top}", counted(self.pile as i64, "card")),
            format!("Deck: {}", counted(self.deck as i64, "card")),
        ];
        lines.extend(self.players.iter().map(|part| {
            let hand = part.hand.as_ref().filter(|hand| !hand.is_empty());
            let hand = hand.map_or(String::new(), |hand| format!(" ({})", listed(hand)));
            let cards = if part.retired {
                "resigned".to_owned()
            } else {
                format!("{} in hand{hand}", counted(part.cards as i64, "card"))
            };
            format!("{}: {cards}, {} taken", name(part.seat), part.taken)
        }));
        lines
    }
}

/// Lists cards: `3, 7, 12`.
pub(super) fn listed(cards: &[u8]) -> String {
    cards.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

impl Observation for Seen {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        let own = self.players.iter().find(|part| Some(part.seat) == self.own);
        let facts = own.map(|part| {
            let hand = part.hand.as_deref().filter(|hand| !hand.is_empty());
            vec![
                Fact { label: "Hand", value: hand.map_or("no cards".to_owned(), listed) },
                Fact { label: "Cards taken", value: part.taken.to_string() },
            ]
        });
        facts.unwrap_or_default()
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        let lines = self.lines(|seat| shown_name(frame.names, seat));
        let text = self.lines(|seat| frame.names.get(seat).into_owned()).join(". ");
        picture(frame.title, &lines, format!("Hands. {text}."))
    }

    fn diagram(&self, names: &Names) -> String {
        self.lines(|seat| names.get(seat).into_owned()).join("\n")
    }
}
