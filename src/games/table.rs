//! A match being played, whichever game it is.

use std::any::Any;

use serde_json::Value;
use trigon_render::Scene;

use super::steps::{Choices, choices, keys};
use super::{
    Audience, By, Deadline, Decision, Draws, Fact, Game, Info, Names, Outcome, Refusal, Seat, Seed,
    SetupError, Standing, Verdict, View,
};

/// A state together with the draws that are still to come.
#[derive(Debug)]
pub struct Table<G: Game> {
    state: G::State,
    draws: Draws,
    seats: usize,
    names: Names,
    /// Who has resigned, in that order.
    resigned: Vec<Seat>,
}

// Derived, it would ask for `G: Clone`, though no `G` is ever made.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        let Self { state, draws, seats, names, resigned } = self;
        let (names, resigned) = (names.clone(), resigned.clone());
        Self { state: state.clone(), draws: draws.clone(), seats: *seats, names, resigned }
    }
}

impl<G: Game> Table<G> {
    /// Begins a match.
    ///
    /// # Errors
    /// When the setup cannot be played, or draws something and there is no seed.
    pub fn begin(setup: &G::Setup, seed: Option<&Seed>) -> Result<(Self, Vec<G::Event>), SetupError> {
        if seed.is_none() && G::needs_seed(setup) {
            return Err(SetupError::new(format!("{} draws lots, so it needs a seed", G::INFO.title)));
        }
        // A game that draws nothing never looks at them.
        let mut draws = Draws::new(seed.unwrap_or(&Seed::from([0; 32])));
        let (state, events) = G::begin(setup, &mut draws)?;
        let (seats, names) = (G::seats(setup), G::names(setup));
        Ok((Self { state, draws, seats, names, resigned: Vec::new() }, events))
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The state, when the match is done with.
    pub fn into_state(self) -> G::State {
        self.state
    }

    /// Plays one entry; a refused one changes nothing.
    ///
    /// # Errors
    /// When the rules refuse it.
    pub fn play(&mut self, by: By, action: &G::Action) -> Result<Vec<G::Event>, Refusal> {
        self.check_seat(by)?;
        let taken = self.draws.taken();
        G::apply(&mut self.state, by, action, &mut self.draws).inspect_err(|_| self.draws.rewind(taken))
    }

    fn check_seat(&self, by: By) -> Result<(), Refusal> {
        match by {
            By::Seat(seat) if seat.index(self.seats).is_none() => Err(Refusal::not_yours(format!(
                "There is no seat {seat}: the seats are 1 to {}.",
                self.seats
            ))),
            By::Stranger => Err(Refusal::not_yours(format!(
                "An entry is made by a seat from 1 to {}, by \"clock\" or by \"host\".",
                self.seats
            ))),
            _ => Ok(()),
        }
    }

    /// The seat that has won because all others have resigned.
    fn last_left(&self) -> Option<Seat> {
        let mut left = Seat::all(self.seats).filter(|seat| !self.resigned.contains(seat));
        left.next().filter(|_| !self.resigned.is_empty() && left.next().is_none())
    }

    fn resignation(&self) -> Option<Outcome> {
        let winner = self.last_left()?;
        let left = Standing { seat: winner, verdict: Verdict::Won, note: "played on".to_owned() };
        // Whoever held out longest comes first.
        let resigned = self.resigned.iter().rev();
        let lost =
            resigned.map(|&seat| Standing { seat, verdict: Verdict::Lost, note: "resigned".to_owned() });
        let reason = match self.resigned[..] {
            [loser] => format!("{} has resigned.", self.names.get(loser)),
            _ => "Everyone else has resigned.".to_owned(),
        };
        Some(Outcome { standings: std::iter::once(left).chain(lost).collect(), reason })
    }

    fn happenings(&self, events: &[G::Event]) -> Vec<Happening> {
        let told = |event| Happening { audience: G::audience(event), text: G::words(event, &self.names) };
        events.iter().map(told).collect()
    }
}

/// An event in words, with who may learn of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// Who may learn of it.
    pub audience: Audience,
    /// A sentence.
    pub text: String,
}

/// A game as the registry knows it.
pub trait AnyGame: Send + Sync {
    /// What is known of it.
    fn info(&self) -> &'static Info;

    /// Whether the seats act one after the other, see [`Game::TURNS`].
    fn by_turns(&self) -> bool;

    /// Returns whether seats know something that others must not learn. Where they act one after the other, everyone
    /// sees everything.
    fn has_secrets(&self) -> bool {
        !self.by_turns()
    }

    /// Begins a match from a setup in JSON.
    ///
    /// # Errors
    /// When the setup cannot be read or played.
    fn begin(
        &self,
        setup: &Value,
        seed: Option<Seed>,
    ) -> Result<(Box<dyn AnyTable>, Vec<Happening>), SetupError> {
        self.begin_as(setup, seed, None)
    }

    /// Begins a match whose seats are called otherwise than the setup says.
    ///
    /// # Errors
    /// When the setup cannot be read or played.
    fn begin_as(
        &self,
        setup: &Value,
        seed: Option<Seed>,
        names: Option<Names>,
    ) -> Result<(Box<dyn AnyTable>, Vec<Happening>), SetupError>;
}

/// A match being played, in texts and JSON.
pub trait AnyTable: Send + Sync {
    /// What is known of its game.
    fn info(&self) -> &'static Info;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// What the seats are called.
    fn names(&self) -> &Names;
    /// Calls the seats otherwise from now on.
    fn rename(&mut self, names: Names);
    /// The canonical state as JSON, in the order of keys that the records' description gives.
    fn state_json(&self) -> String;
    /// An action in its canonical writing.
    ///
    /// # Errors
    /// When the text is no action of this game.
    fn canonical(&self, action: &str) -> Result<String, Refusal>;
    /// Plays one entry; a refused one changes nothing.
    ///
    /// In games with turns the host's entry `resign 2` is a [resignation](Self::resign), as records write it.
    ///
    /// # Errors
    /// When the text is no action or the rules refuse it.
    fn apply(&mut self, by: By, action: &str) -> Result<Vec<Happening>, Refusal>;
    /// A seat gives up: the last one left wins; where more play on, the seat's decisions are passed from now on.
    ///
    /// # Errors
    /// When there is no such seat, it has resigned already or the match is over.
    fn resign(&mut self, seat: Seat) -> Result<Vec<Happening>, Refusal>;
    /// Whether a seat has resigned.
    fn resigned(&self, seat: Seat) -> bool;
    /// What was drawn since this was last asked, for the record.
    fn take_draws(&mut self) -> Vec<u64>;
    /// Who may or must act.
    fn to_act(&self) -> Vec<Decision>;
    /// Whether whoever is asked stands at the beginning of a turn.
    fn turn_begins(&self) -> bool;
    /// All legal actions of a seat in canonical writing, sorted by bytes.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// What a seat can choose after the steps of these keys; `None` where no legal action begins so.
    fn choices(&self, seat: Seat, keys: &[String]) -> Option<Choices>;
    /// The keys with which a seat comes to an action; `None` for one that is not legal.
    fn keys(&self, seat: Seat, action: &str) -> Option<Vec<String>>;
    /// Returns the answer that a seat has stored to what it is asked and can still replace, in canonical writing.
    fn answer(&self, seat: Seat) -> Option<String>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What the clock has to end next.
    fn deadline(&self) -> Option<Deadline>;
    /// The name of this moment, see [`Game::moment`].
    fn moment(&self) -> Option<String>;
    /// The round that is being played.
    fn round(&self) -> Option<u32>;
    /// What a seat may know of its own position.
    fn facts(&self, seat: Seat) -> Vec<Fact>;
    /// Where a seat stands, where players may be told, see [`Game::place`].
    fn place(&self, seat: Seat) -> Option<String>;
    /// The board in plain text, only what everyone may see.
    fn diagram(&self) -> String;
    /// The picture.
    fn scene(&self, view: &View<'_>) -> Scene;
    /// A copy to try things on.
    fn boxed(&self) -> Box<dyn AnyTable>;
    /// Whether two tables stand alike, secrets included, and will draw alike.
    fn same(&self, other: &dyn AnyTable) -> bool;
    /// For [`same`](Self::same) to see whether two tables are of one game.
    fn as_any(&self) -> &dyn Any;
}

/// A game's entry in the registry.
pub(super) struct Entry<G>(pub(super) std::marker::PhantomData<G>);

impl<G: Game> AnyGame for Entry<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn by_turns(&self) -> bool {
        G::TURNS
    }

    fn begin_as(
        &self,
        setup: &Value,
        seed: Option<Seed>,
        names: Option<Names>,
    ) -> Result<(Box<dyn AnyTable>, Vec<Happening>), SetupError> {
        // Serde would also take a list of the fields' values, and `[]` where there are none.
        if !setup.is_object() {
            return Err(SetupError::new("it has to be an object, {…}"));
        }
        let setup: G::Setup =
            serde_path_to_error::deserialize(setup).map_err(|e| SetupError::new(e.to_string()))?;
        let (mut table, events) = Table::<G>::begin(&setup, seed.as_ref())?;
        if let Some(names) = names {
            table.names = names;
        }
        let happenings = table.happenings(&events);
        Ok((Box::new(table), happenings))
    }
}

impl<G: Game> AnyTable for Table<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn rename(&mut self, names: Names) {
        self.names = names;
    }

    fn state_json(&self) -> String {
        // States are made of numbers, texts and lists: writing them as JSON cannot fail.
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn canonical(&self, action: &str) -> Result<String, Refusal> {
        parse::<G>(action).map(|action| action.to_string())
    }

    fn apply(&mut self, by: By, action: &str) -> Result<Vec<Happening>, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::over());
        }
        self.check_seat(by)?;
        if let Some(seat) = resignation(action).filter(|_| G::TURNS && by == By::Host) {
            return self.resign(seat);
        }
        let events = self.play(by, &parse::<G>(action)?)?;
        Ok(self.happenings(&events))
    }

    fn resign(&mut self, seat: Seat) -> Result<Vec<Happening>, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::over());
        }
        self.check_seat(By::Seat(seat))?;
        if !G::TURNS {
            return Err(Refusal::illegal(format!("Nobody can resign from {}.", G::INFO.title)));
        }
        if self.resigned.contains(&seat) {
            return Err(Refusal::illegal(format!("{} has resigned already.", self.names.get(seat))));
        }
        let told = |text| Happening { audience: Audience::All, text };
        let mut happenings = vec![told(format!("{} resigns.", self.names.get(seat)))];
        if self.seats - self.resigned.len() > 2 {
            let taken = self.draws.taken();
            let events = G::resign(&mut self.state, seat, &mut self.draws)
                .inspect_err(|_| self.draws.rewind(taken))?;
            happenings.extend(self.happenings(&events));
        }
        self.resigned.push(seat);
        if let Some(winner) = self.last_left() {
            happenings.push(told(format!("{} wins.", self.names.get(winner))));
        }
        Ok(happenings)
    }

    fn resigned(&self, seat: Seat) -> bool {
        self.resigned.contains(&seat)
    }

    fn take_draws(&mut self) -> Vec<u64> {
        self.draws.take_told()
    }

    fn to_act(&self) -> Vec<Decision> {
        if self.last_left().is_some() { Vec::new() } else { G::to_act(&self.state) }
    }

    fn turn_begins(&self) -> bool {
        G::turn_begins(&self.state)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        if self.last_left().is_some() {
            return Vec::new();
        }
        let mut actions: Vec<String> = G::legal(&self.state, seat).iter().map(G::Action::to_string).collect();
        actions.sort_unstable();
        actions
    }

    fn choices(&self, seat: Seat, keys: &[String]) -> Option<Choices> {
        if self.last_left().is_some() {
            return None;
        }
        choices::<G>(&self.state, seat, keys)
    }

    fn keys(&self, seat: Seat, action: &str) -> Option<Vec<String>> {
        keys::<G>(&self.state, seat, &parse::<G>(action).ok()?)
    }

    fn answer(&self, seat: Seat) -> Option<String> {
        G::answer(&self.state, seat).map(|action| action.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state).or_else(|| self.resignation())
    }

    fn deadline(&self) -> Option<Deadline> {
        G::deadline(&self.state)
    }

    fn moment(&self) -> Option<String> {
        G::moment(&self.state)
    }

    fn round(&self) -> Option<u32> {
        G::round(&self.state)
    }

    fn facts(&self, seat: Seat) -> Vec<Fact> {
        G::facts(&self.state, seat, &self.names)
    }

    fn place(&self, seat: Seat) -> Option<String> {
        G::place(&self.state, seat)
    }

    fn diagram(&self) -> String {
        G::diagram(&self.state, &self.names)
    }

    fn scene(&self, view: &View<'_>) -> Scene {
        G::scene(&self.state, view)
    }

    fn boxed(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn AnyTable) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            let alike = self.state == other.state && self.resigned == other.resigned;
            alike && self.draws.taken() == other.draws.taken()
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The seat of `resign 2`, in exactly this writing.
fn resignation(action: &str) -> Option<Seat> {
    let number = action.strip_prefix("resign ")?;
    let seat = Seat::new(number.parse().ok()?);
    (seat.to_string() == number).then_some(seat)
}

fn parse<G: Game>(action: &str) -> Result<G::Action, Refusal> {
    action.parse().map_err(|e: <G::Action as std::str::FromStr>::Err| Refusal::unreadable(e.to_string()))
}
