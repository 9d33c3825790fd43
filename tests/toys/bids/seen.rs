//! What a viewer may know, in words and as a picture.

use trigon::games::{Audience, Fact, Frame, Game, Names, Observation, Seat, Viewer};
use trigon_render::Scene;

use super::Bids;
use super::state::{Closed, Reveal, Stage, State};
use crate::toys::{counted, picture, shown_name};

/// What a viewer may know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    own: Option<Seat>,
    /// The state; of the answers, those that the viewer may know.
    state: State,
}

/// Lists bids in a sentence.
pub(super) fn bids(bids: &[(Seat, u8)], name: impl Fn(Seat) -> String) -> String {
    let bids: Vec<String> = bids.iter().map(|(seat, bid)| format!("{} {bid}", name(*seat))).collect();
    format!("Bids: {}.", bids.join(", "))
}

impl Closed {
    pub(super) fn sentence(&self, name: impl Fn(Seat) -> String) -> String {
        let bids: Vec<String> =
            self.bids.iter().map(|(seat, bid)| format!("{} {bid}", name(*seat))).collect();
        let bids = if bids.is_empty() { String::new() } else { format!(" The bids: {}.", bids.join(", ")) };
        let round = self.round;
        match self.won {
            Some((seat, price)) => {
                format!("{} wins prize {round} for {}.{bids}", name(seat), counted(price, "coin"))
            }
            None => format!("Nobody wins prize {round}.{bids}"),
        }
    }
}

impl Seen {
    /// Returns what a viewer may know of a state.
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let mut seen = Self { own: viewer.seat(), state: state.clone() };
        for (seat, answer) in state.seats().zip(&mut seen.state.answers) {
            answer.take_if(|_| !Audience::Seat(seat).includes(viewer));
        }
        if state.reveal == Reveal::Winner && !viewer.sees_all() {
            for closed in &mut seen.state.history {
                closed.bids.retain(|(seat, _)| Some(*seat) == seen.own);
            }
        }
        seen
    }

    /// Describes the position in lines: the phase, the players, the rounds that are over.
    fn lines(&self, name: impl Fn(Seat) -> String) -> Vec<String> {
        let mut lines = vec![Bids::phase(&self.state).title];
        for seat in self.state.seats() {
            let (prizes, coins) = self.state.score(seat);
            let mut line =
                format!("{}: {}, {}", name(seat), counted(coins, "coin"), counted(prizes, "prize"));
            if let Some(answer) = self.state.answer(seat) {
                line += &format!(" ({answer})");
            }
            lines.push(line);
        }
        lines.extend(self.state.history.iter().map(|closed| closed.sentence(&name)));
        lines
    }
}

impl Observation for Seen {
    fn facts(&self, names: &Names) -> Vec<Fact> {
        let Some(seat) = self.own.filter(|seat| self.state.purse(*seat).is_some()) else { return Vec::new() };
        let (prizes, coins) = self.state.score(seat);
        let mut facts = vec![
            Fact { label: "Coins", value: coins.to_string() },
            Fact { label: "Prizes", value: prizes.to_string() },
        ];
        let answer = self.state.answer(seat);
        let answer = answer.map_or("none yet".to_owned(), |answer| Bids::describe(&answer, names));
        match self.state.phase {
            Stage::Round => facts.push(Fact { label: "Bid", value: answer }),
            Stage::Vote => facts.push(Fact { label: "Vote", value: answer }),
            Stage::Over => {}
        }
        facts
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        let lines = self.lines(|seat| shown_name(frame.names, seat));
        let text = self.lines(|seat| frame.names.get(seat).into_owned()).join(". ");
        picture(frame.title, &lines, format!("Bids, {text}."))
    }

    fn diagram(&self, names: &Names) -> String {
        self.lines(|seat| names.get(seat).into_owned()).join("\n")
    }
}
